#include "borders.hpp"

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/answers/path.hpp>
#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/homotopy/homotopy.hpp>
#include <tandem/ocp/search/multi_start.hpp>
#include <tandem/report/report.hpp>

namespace tandem::python {
namespace {

constexpr auto kView = nb::rv_policy::reference_internal;

void bind_certificate(nb::module_& module) {
  nb::class_<CertificateLine>(module, "CertificateLine")
      .def_ro("name", &CertificateLine::name)
      .def_ro("value", &CertificateLine::value)
      .def_ro("limit", &CertificateLine::limit)
      .def_ro("in_verdict", &CertificateLine::in_verdict)
      .def_ro("holds", &CertificateLine::holds)
      .def_ro("where", &CertificateLine::where);
  nb::class_<ErrorBar>(module, "ErrorBar")
      .def_ro("bar", &ErrorBar::bar)
      .def_ro("better", &ErrorBar::better)
      .def_ro("scale", &ErrorBar::scale)
      .def_prop_ro("relative", &ErrorBar::relative);
  nb::class_<Certificate>(module, "Certificate")
      .def_ro("kind", &Certificate::kind)
      .def_ro("lines", &Certificate::lines)
      .def_ro("reasons", &Certificate::reasons)
      .def_ro("notes", &Certificate::notes)
      .def_ro("error_bar", &Certificate::error_bar)
      .def_prop_ro("verdict", [](const Certificate& certificate) { return to_string(certificate.verdict()); })
      .def_prop_ro("passes", &Certificate::passes)
      .def("line", &Certificate::line, "name"_a, nb::rv_policy::reference_internal);
}

void bind_phase_solution(nb::module_& module) {
  nb::class_<PhaseSolution>(module, "PhaseSolution")
      .def_ro("name", &PhaseSolution::name)
      .def_ro("state_names", &PhaseSolution::state_names)
      .def_ro("control_names", &PhaseSolution::control_names)
      .def_ro("integral_names", &PhaseSolution::integral_names)
      .def_ro("interval_ends", &PhaseSolution::interval_ends)
      .def_ro("time", &PhaseSolution::time, kView)
      .def_ro("states", &PhaseSolution::states, kView)
      .def_ro("costates", &PhaseSolution::costates, kView)
      .def_ro("control_time", &PhaseSolution::control_time, kView)
      .def_ro("controls", &PhaseSolution::controls, kView)
      .def_ro("path_multipliers", &PhaseSolution::path_multipliers, kView)
      .def_ro("integrals", &PhaseSolution::integrals, kView)
      .def_ro("feedback", &PhaseSolution::feedback);
}

}  // namespace

void bind_answers(nb::module_& module) {
  bind_certificate(module);
  bind_phase_solution(module);
  nb::class_<Switch>(module, "Switch")
      .def_ro("time", &Switch::time)
      .def_ro("phase", &Switch::phase)
      .def_ro("control", &Switch::control)
      .def_ro("before", &Switch::from)
      .def_ro("after", &Switch::to);
  nb::class_<Seconds>(module, "Seconds")
      .def_ro("setup", &Seconds::setup)
      .def_ro("evaluation", &Seconds::evaluation)
      .def_ro("linear_algebra", &Seconds::linear_algebra)
      .def_ro("solver", &Seconds::solver)
      .def_ro("certificate", &Seconds::certificate)
      .def_ro("total", &Seconds::total);
  nb::class_<Solution>(module, "Solution")
      .def_ro("problem", &Solution::problem)
      .def_ro("numbers", &Solution::numbers)
      .def_prop_ro("status", [](const Solution& solution) { return to_string(solution.status); })
      .def_ro("message", &Solution::message)
      .def_ro("objective", &Solution::objective)
      .def_ro("final_time", &Solution::final_time)
      .def_ro("iterations", &Solution::iterations)
      .def_ro("transcription", &Solution::transcription)
      .def_ro("degree", &Solution::degree)
      .def_ro("phases", &Solution::phases, kView)
      .def_ro("multipliers", &Solution::multipliers)
      .def_ro("switches", &Solution::switches)
      .def_ro("seconds", &Solution::seconds)
      .def_ro("certificate", &Solution::certificate)
      .def_prop_ro("intervals", &Solution::intervals)
      .def_prop_ro("is_solved", &Solution::is_solved)
      .def_prop_ro("is_certified", [](const Solution& solution) { return is_certified(solution); })
      .def("to_json", [](const Solution& solution) { return to_json(solution); })
      .def_static("from_json", &solution_from_json)
      .def("save_json", [](const Solution& solution, const std::string& file) { save_json(solution, file); })
      .def("save_csv", [](const Solution& solution, const std::string& file) { save_csv(solution, file); });
  module.def("report_html",
             [](const Problem& problem, const Solution& solution) { return report_html(problem, solution); });
  module.def("save_report", [](const Problem& problem, const Solution& solution, const std::string& file) {
    save_report(problem, solution, file);
  });
}

}  // namespace tandem::python
