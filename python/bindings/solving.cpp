#include "borders.hpp"

#include <tandem/ocp/answers/certify.hpp>
#include <tandem/ocp/search/homotopy/homotopy.hpp>
#include <tandem/ocp/search/multi_start.hpp>
#include <tandem/ocp/search/polish/polish.hpp>
#include <tandem/ocp/search/polish/solve_certified.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/random_guess.hpp>

#include <utility>

namespace tandem::python {
namespace {

using Release = nb::call_guard<nb::gil_scoped_release>;

/// Whether to go on, from a thread that does not hold the interpreter: no Ctrl-C (its exception is raised when the
/// solve has ended), and `progress`, where it is given, does not say False.
template <class Line>
bool goes_on(const nb::object& progress, const Line& line) {
  const nb::gil_scoped_acquire interpreter;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (progress.is_none()) return true;
  const nb::object answer = progress(line);
  return answer.is_none() || nb::cast<bool>(answer);
}

void bind_options(nb::module_& module) {
  nb::class_<Progress>(module, "Progress")
      .def_ro("iteration", &Progress::iteration)
      .def_ro("objective", &Progress::objective)
      .def_ro("infeasibility", &Progress::infeasibility)
      .def_ro("stationarity", &Progress::stationarity)
      .def_ro("barrier", &Progress::barrier)
      .def_ro("step", &Progress::step)
      .def_ro("regularization", &Progress::regularization);
  nb::class_<SolveOptions>(module, "SolveOptions")
      .def(nb::init<>())
      .def_rw("transcription", &SolveOptions::transcription)
      .def_rw("intervals", &SolveOptions::intervals)
      .def_rw("degree", &SolveOptions::degree)
      .def_rw("method", &SolveOptions::method)
      .def_rw("derivatives", &SolveOptions::derivatives)
      .def_rw("refine", &SolveOptions::refine)
      .def_rw("most_intervals", &SolveOptions::most_intervals)
      .def_rw("scales", &SolveOptions::scales)
      .def_prop_rw(
          "certify", [](const SolveOptions&) { return nb::none(); },
          [](SolveOptions& options, const std::string& level) { options.certify = certify_level(level); })
      .def_prop_rw(
          "linear_solver", [](const SolveOptions& options) { return options.solver.linear_solver; },
          [](SolveOptions& options, std::string name) { options.solver.linear_solver = std::move(name); })
      .def_prop_rw(
          "tolerance", [](const SolveOptions& options) { return options.solver.tolerance; },
          [](SolveOptions& options, double value) { options.solver.tolerance = value; })
      .def_prop_rw(
          "most_iterations", [](const SolveOptions& options) { return options.solver.max_iterations; },
          [](SolveOptions& options, int value) { options.solver.max_iterations = value; })
      .def_prop_rw(
          "time_limit", [](const SolveOptions& options) { return options.solver.time_limit; },
          [](SolveOptions& options, double value) {
            options.solver.time_limit = value;
            options.refine_until = Deadline(value);
          })
      .def_prop_rw(
          "hessian", [](const SolveOptions& options) { return options.solver.hessian; },
          [](SolveOptions& options, std::string name) { options.solver.hessian = std::move(name); })
      .def_prop_rw(
          "ipopt", [](const SolveOptions& options) { return options.solver.ipopt; },
          [](SolveOptions& options, std::map<std::string, std::string> all) { options.solver.ipopt = std::move(all); })
      .def_prop_rw(
          "verbose", [](const SolveOptions& options) { return options.solver.verbose; },
          [](SolveOptions& options, bool value) { options.solver.verbose = value; })
      .def("set_guess", [](SolveOptions& options, const Guess& guess) { options.guess = guess; })
      .def("set_progress", [](SolveOptions& options, nb::object progress) {
        options.solver.progress = [progress = std::move(progress)](const Progress& line) {
          return goes_on(progress, line);
        };
      }, "progress"_a.none());
}

void bind_guesses(nb::module_& module) {
  nb::class_<PhaseGuess>(module, "PhaseGuess")
      .def("__init__",
           [](PhaseGuess* made, Eigen::VectorXd time, Eigen::MatrixXd states, Eigen::VectorXd control_time,
              Eigen::MatrixXd controls) {
             new (made) PhaseGuess{std::move(time), std::move(states), std::move(control_time), std::move(controls)};
           })
      .def_ro("time", &PhaseGuess::time)
      .def_ro("states", &PhaseGuess::states)
      .def_ro("control_time", &PhaseGuess::control_time)
      .def_ro("controls", &PhaseGuess::controls);
  nb::class_<Guess>(module, "Guess")
      .def("__init__",
           [](Guess* made, std::vector<PhaseGuess> phases, std::map<std::string, double> numbers) {
             new (made) Guess(std::move(phases));
             made->numbers = std::move(numbers);
           })
      .def_ro("phases", &Guess::phases)
      .def_ro("numbers", &Guess::numbers);
  module.def("straight_line_guess", [](const Problem& problem) { return straight_line_guess(problem); });
  module.def("zero_guess", &zero_guess);
  module.def("guess_from", &guess_from);
  module.def("random_guess", [](const Problem& problem, const Guess& around, unsigned seed, int start) {
    return random_guess(problem, around, seed, start);
  });
}

}  // namespace

void bind_solving(nb::module_& module) {
  bind_options(module);
  bind_guesses(module);
  module.def("solve", [](const Problem& problem, const SolveOptions& options) { return solve(problem, options); },
             Release());
  nb::class_<CertifiedSolve>(module, "CertifiedSolve")
      .def_ro("problem", &CertifiedSolve::problem)
      .def_ro("solution", &CertifiedSolve::solution)
      .def_ro("done", &CertifiedSolve::done);
  module.def("solve_certified",
             [](const Problem& problem, const SolveOptions& options, double budget) {
               return solve_certified(problem, {.solve = options, .budget = budget});
             },
             Release());
}

}  // namespace tandem::python
