#include "held.hpp"

#include <tandem/derivatives/check_model.hpp>
#include <tandem/ocp/answers/certify.hpp>
#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/ocp/answers/series/series_solution.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/homotopy/homotopy.hpp>
#include <tandem/ocp/search/multi_start.hpp>
#include <tandem/ocp/search/polish/polish.hpp>
#include <tandem/ocp/search/polish/solve_certified.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/random_guess.hpp>
#include <tandem/ocp/statement/verify_problem.hpp>

#include <utility>

namespace tandem::python {
namespace {

using Release = nb::call_guard<nb::gil_scoped_release>;

/// Whether to go on, from a thread that does not hold the interpreter: no Ctrl-C (its exception is raised when the
/// solve has ended), and `progress`, where it is given, does not say False.
template <class Line>
bool goes_on(const Held& progress, const Line& line) {
  const nb::gil_scoped_acquire interpreter;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (progress.is_none()) return true;
  const nb::object answer = progress.get()(line);
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
      .def(
          "set_progress",
          [](SolveOptions& options, nb::object progress) {
            options.solver.progress = [progress = Held(std::move(progress))](const Progress& line) {
              return goes_on(progress, line);
            };
          },
          "progress"_a.none());
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

void bind_many_starts(nb::module_& module) {
  nb::class_<StartsProgress>(module, "StartsProgress")
      .def_ro("starts", &StartsProgress::starts)
      .def_ro("finished", &StartsProgress::finished)
      .def_ro("solved", &StartsProgress::solved)
      .def_ro("best", &StartsProgress::best);
  nb::class_<Minimum>(module, "Minimum").def_ro("solution", &Minimum::solution).def_ro("starts", &Minimum::starts);
  nb::class_<MultiStart>(module, "MultiStart")
      .def_ro("starts", &MultiStart::starts)
      .def_ro("seconds", &MultiStart::seconds)
      .def_ro("minima", &MultiStart::minima, nb::rv_policy::reference_internal)
      .def_prop_ro("solved", &MultiStart::solved)
      .def_prop_ro("answer", &MultiStart::answer, nb::rv_policy::copy);
  module.def(
      "multi_start",
      [](const Problem& problem, const SolveOptions& options, int starts, unsigned seed, int threads,
         nb::object progress) {
        MultiStartOptions all{.starts = starts, .seed = seed, .threads = threads, .solve = options};
        all.solve.solver.progress = {};
        all.progress = [progress = Held(std::move(progress))](const StartsProgress& line) {
          return goes_on(progress, line);
        };
        const nb::gil_scoped_release released;
        return multi_start(problem, all);
      },
      "problem"_a, "options"_a, "starts"_a, "seed"_a, "threads"_a, "progress"_a.none());
}

void bind_paths(nb::module_& module) {
  nb::class_<PathPoint>(module, "PathPoint")
      .def_ro("value", &PathPoint::value)
      .def_ro("objective", &PathPoint::objective)
      .def_ro("iterations", &PathPoint::iterations)
      .def_ro("certificate", &PathPoint::certificate)
      .def_ro("designs", &PathPoint::designs);
  nb::class_<PathMark>(module, "PathMark")
      .def_prop_ro("mark", [](const PathMark& mark) { return to_string(mark.mark); })
      .def_ro("value", &PathMark::value);
  nb::class_<Homotopy>(module, "Homotopy")
      .def_ro("over", &Homotopy::over)
      .def_prop_ro("status", [](const Homotopy& path) { return to_string(path.status); })
      .def_ro("reason", &Homotopy::reason)
      .def_ro("points", &Homotopy::points)
      .def_ro("marks", &Homotopy::marks)
      .def_ro("solution", &Homotopy::solution)
      .def_prop_ro("is_certified", [](const Homotopy& path) { return is_certified(path); });
  nb::class_<HomotopyProgress>(module, "HomotopyProgress")
      .def_ro("step", &HomotopyProgress::step)
      .def_ro("value", &HomotopyProgress::value)
      .def_ro("iterations", &HomotopyProgress::iterations)
      .def_ro("was_accepted", &HomotopyProgress::was_accepted);
  module.def(
      "follow",
      [](const Problem& problem, const std::string& over, double from, double to, const SolveOptions& options,
         int most_steps, nb::object progress) {
        HomotopyOptions all{.solve = options, .most_steps = most_steps};
        all.progress = [progress = Held(std::move(progress))](const HomotopyProgress& line) {
          return goes_on(progress, line);
        };
        const nb::gil_scoped_release released;
        return follow_number(problem, over, from, to, all);
      },
      "problem"_a, "over"_a, "start"_a, "end"_a, "options"_a, "most_steps"_a, "progress"_a.none());
}

void bind_checks(nb::module_& module) {
  nb::class_<BlockReport::Entry>(module, "DerivativeEntry")
      .def_ro("row", &BlockReport::Entry::row)
      .def_ro("column", &BlockReport::Entry::column);
  nb::class_<BlockReport>(module, "DerivativeBlock")
      .def_ro("name", &BlockReport::name)
      .def_ro("ways", &BlockReport::ways)
      .def_ro("difference", &BlockReport::max_relative_difference)
      .def_ro("limit", &BlockReport::limit)
      .def_ro("worst", &BlockReport::worst)
      .def_ro("note", &BlockReport::note)
      .def_ro("agrees", &BlockReport::agrees);
  nb::class_<DerivativeReport>(module, "DerivativeReport")
      .def_ro("name", &DerivativeReport::name)
      .def_ro("blocks", &DerivativeReport::blocks)
      .def_prop_ro("agrees", &DerivativeReport::agrees)
      .def("__str__", [](const DerivativeReport& report) { return to_text(report); });
  module.def(
      "verify",
      [](const Problem& problem, int states, unsigned seed) {
        return verify_problem(problem, {.states = states, .seed = seed});
      },
      Release());
  module.def(
      "verify_model",
      [](const Model& model, int states, unsigned seed) {
        return check_model(model, {.states = states, .seed = seed});
      },
      Release());
  module.def(
      "certify",
      [](const Problem& problem, Solution solution) {
        solution.certificate = certify(problem, solution);
        return solution;
      },
      Release());
  module.def(
      "solution_from_file",
      [](const Problem& problem, const std::string& file) {
        return is_saved_solution(file) ? load_json(file) : solution_from(problem, read_series(file, problem));
      },
      Release());
}

void bind_polish(nb::module_& module) {
  nb::class_<Polished>(module, "Polished")
      .def_ro("problem", &Polished::problem)
      .def_ro("solution", &Polished::solution)
      .def_ro("changes", &Polished::changes)
      .def_ro("is_confirmed", &Polished::is_confirmed);
  module.def(
      "polish",
      [](const Problem& problem, const Solution& solution, const SolveOptions& options) {
        return polish(problem, solution, {.solve = options});
      },
      Release());
}

}  // namespace

void bind_solving(nb::module_& module) {
  bind_options(module);
  bind_guesses(module);
  bind_many_starts(module);
  bind_paths(module);
  bind_checks(module);
  bind_polish(module);
  module.def(
      "solve", [](const Problem& problem, const SolveOptions& options) { return solve(problem, options); }, Release());
  nb::class_<CertifiedSolve>(module, "CertifiedSolve")
      .def_ro("problem", &CertifiedSolve::problem)
      .def_ro("solution", &CertifiedSolve::solution)
      .def_ro("done", &CertifiedSolve::done);
  module.def(
      "solve_certified",
      [](const Problem& problem, const SolveOptions& options, double budget) {
        return solve_certified(problem, {.solve = options, .budget = budget});
      },
      Release());
}

}  // namespace tandem::python
