#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/solvers/ipopt/handover.hpp>
#include <tandem/ocp/solvers/ipopt/ipopt_problem.hpp>
#include <tandem/ocp/solvers/ipopt/ipopt_sweep.hpp>
#include <tandem/ocp/solvers/ipopt/shadow.hpp>
#include <tandem/ocp/solvers/ipopt/timed_solver.hpp>
#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <IpAlgBuilder.hpp>
#include <IpIpoptApplication.hpp>
#include <IpRegOptions.hpp>
#include <IpStdAugSystemSolver.hpp>
#include <IpTNLPAdapter.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

// Of the OpenBLAS that MUMPS runs on; null where MUMPS was built on another BLAS.
extern "C" __attribute__((weak)) void openblas_set_num_threads(int threads);

namespace tandem {
namespace {

/// `text` as a number, if all of it is one.
template <class Number>
std::optional<Number> number_from(const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

/// Sets an option of the kind (number, integer, word) that IPOPT has registered for it.
void set_ipopt_option(Ipopt::IpoptApplication& application, const std::string& key, const std::string& value) {
  const auto& registered = application.RegOptions()->RegisteredOptionsList();
  const auto found = registered.find(key);
  if (found == registered.end()) {
    std::vector<std::string> known;
    for (const auto& [name, option] : registered) known.push_back(name);
    refuse("IPOPT has no option called '{}'{}", key, did_you_mean(key, known));
  }
  const Ipopt::RegisteredOption& option = *found->second;
  Ipopt::OptionsList& list = *application.Options();
  bool taken = false;
  if (option.Type() == Ipopt::OT_Integer) {
    const auto integer = number_from<Ipopt::Index>(value);
    taken = integer && option.IsValidIntegerSetting(*integer) && list.SetIntegerValue(key, *integer);
  } else if (option.Type() == Ipopt::OT_Number) {
    const auto number = number_from<double>(value);
    taken = number && option.IsValidNumberSetting(*number) && list.SetNumericValue(key, *number);
  } else {
    taken = option.IsValidStringSetting(value) && list.SetStringValue(key, value);
  }
  require(taken, "IPOPT's option '{}' does not take the value '{}'", key, value);
}

Status status_of(Ipopt::ApplicationReturnStatus status) {
  switch (status) {
    case Ipopt::Solve_Succeeded:
      return Status::solved;
    case Ipopt::Solved_To_Acceptable_Level:
      return Status::acceptable;
    case Ipopt::Infeasible_Problem_Detected:
      return Status::infeasible;
    case Ipopt::Maximum_Iterations_Exceeded:
      return Status::iteration_limit;
    case Ipopt::Maximum_CpuTime_Exceeded:
    case Ipopt::Maximum_WallTime_Exceeded:
      return Status::time_limit;
    case Ipopt::User_Requested_Stop:
      return Status::stopped;
    default:
      return Status::failed;
  }
}

std::string words_for(Ipopt::ApplicationReturnStatus status) {
  switch (status) {
    case Ipopt::Solve_Succeeded:
      return "solved";
    case Ipopt::Solved_To_Acceptable_Level:
      return "stalled near a solution, within the acceptable tolerances";
    case Ipopt::Infeasible_Problem_Detected:
      return "converged to a point of least infeasibility: the problem may have no solution";
    case Ipopt::Search_Direction_Becomes_Too_Small:
      return "search direction became too small";
    case Ipopt::Diverging_Iterates:
      return "iterates diverge";
    case Ipopt::User_Requested_Stop:
      return "stopped by the caller";
    case Ipopt::Maximum_Iterations_Exceeded:
      return "iteration limit";
    case Ipopt::Maximum_CpuTime_Exceeded:
    case Ipopt::Maximum_WallTime_Exceeded:
      return "time limit";
    case Ipopt::Restoration_Failed:
      return "restoration of feasibility failed";
    case Ipopt::Error_In_Step_Computation:
      return "no step could be computed";
    case Ipopt::Not_Enough_Degrees_Of_Freedom:
      return "more equations than unknowns";
    case Ipopt::Invalid_Number_Detected:
      return "a function returned a value that is not a number";
    default:
      return "IPOPT failed with status " + std::to_string(static_cast<int>(status));
  }
}

/// A barrier of mu a bound moves the objective by mu times the number of bounds, which grows with the mesh: past a
/// hundred bounds the tolerance of each is their share.
double complementarity_tolerance(const StagedNlp& nlp, double tolerance) {
  const auto count = [](const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
    return ((lower.array() < upper.array()) && lower.array().isFinite()).count() +
           ((lower.array() < upper.array()) && upper.array().isFinite()).count();
  };
  const auto bounds = count(nlp.lower(), nlp.upper()) + count(nlp.constraint_lower(), nlp.constraint_upper());
  return tolerance * std::min(1.0, 100.0 / static_cast<double>(std::max<Eigen::Index>(bounds, 1)));
}

/// What solves IPOPT's linear systems: the sweep, until it hands over; the linear solver of IPOPT's own option (MUMPS)
/// by IPOPT's own way; or that one, with the sweep beside it. Its time is added to `seconds`, what a shadow sees to
/// `report`, the iteration of a handover is written to `handed_over`.
Ipopt::SmartPtr<Ipopt::AugSystemSolver> system_solver(const SolverOptions& options,
                                                      Ipopt::IpoptApplication& application,
                                                      const Ipopt::TNLPAdapter& adapter, const NlpLayout& layout,
                                                      double& seconds, ShadowReport& report,
                                                      std::optional<int>& handed_over) {
  const auto usual = [&application]() -> Ipopt::SmartPtr<Ipopt::AugSystemSolver> {
    application.Options()->SetStringValue("linear_solver", "mumps");
    Ipopt::AlgorithmBuilder builder;
    return new Ipopt::StdAugSystemSolver(*builder.GetSymLinearSolver(*application.Jnlst(), *application.Options(), ""));
  };
  Ipopt::SmartPtr<Ipopt::AugSystemSolver> solver;
  if (options.linear_solver == "sweep") {
    solver =
        new sweep::Handover(new sweep::IpoptSweep(adapter, layout, options.most_sweep_numbers), usual, handed_over);
  } else {
    solver = usual();
  }
  solver = new sweep::TimedSolver(solver, seconds);
  if (options.linear_solver != "shadow") return solver;
  return new sweep::Shadow(solver, new sweep::IpoptSweep(adapter, layout), report);
}

/// Runs IPOPT with the linear solver of the options.
Ipopt::ApplicationReturnStatus optimize(Ipopt::IpoptApplication& application, Ipopt::SmartPtr<IpoptProblem> problem,
                                        const NlpLayout& layout, const SolverOptions& options) {
  NlpSolution& solution = problem->solution();
  ShadowReport report;
  std::optional<int> handed_over;
  Ipopt::SmartPtr<Ipopt::TNLPAdapter> adapter =
      new Ipopt::TNLPAdapter(Ipopt::SmartPtr<Ipopt::TNLP>(problem), ConstPtr(application.Jnlst()));
  Ipopt::SmartPtr<Ipopt::AlgorithmBuilder> builder = new Ipopt::AlgorithmBuilder(
      system_solver(options, application, *adapter, layout, solution.linear_algebra_seconds, report, handed_over));
  application.Options()->SetStringValue("linear_solver", "custom");
  if (options.linear_solver != "mumps")
    application.RethrowNonIpoptException(true);  // the sweep's refusals are sentences
  const auto status = application.OptimizeNLP(Ipopt::SmartPtr<Ipopt::NLP>(adapter), builder);
  if (options.linear_solver == "shadow") solution.shadow = report;
  solution.handed_over = handed_over;
  return status;
}

/// IPOPT's list of its options takes a fifth of a millisecond to write; a thread keeps one. (Its counters of references
/// are not made for several threads.)
const Ipopt::SmartPtr<Ipopt::RegisteredOptions>& registered_options() {
  thread_local const Ipopt::SmartPtr<Ipopt::RegisteredOptions> all = Ipopt::IpoptApplication(false, false).RegOptions();
  return all;
}

Ipopt::SmartPtr<Ipopt::IpoptApplication> make_application(bool is_verbose) {
  const Ipopt::SmartPtr<Ipopt::Journalist> journalist = new Ipopt::Journalist();
  if (is_verbose) journalist->AddFileJournal("console", "stdout", Ipopt::J_ITERSUMMARY);
  const Ipopt::SmartPtr<Ipopt::OptionsList> list = new Ipopt::OptionsList(registered_options(), journalist);
  return new Ipopt::IpoptApplication(registered_options(), list, journalist);
}

}  // namespace

std::vector<std::string> linear_solvers() { return {"sweep", "mumps", "shadow"}; }

NlpSolution solve_with_ipopt(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options) {
  const std::vector<std::string> known = linear_solvers();
  require(std::find(known.begin(), known.end(), options.linear_solver) != known.end(),
          "no linear solver is called '{}'{}", options.linear_solver, did_you_mean(options.linear_solver, known));
  const Stopwatch watch;
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);  // frontals are small: threads only cost
  const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = make_application(options.verbose);
  Ipopt::OptionsList& list = *application->Options();
  list.SetStringValue("sb", "yes");
  list.SetIntegerValue("print_level", options.verbose ? 5 : 0);
  list.SetStringValue("linear_solver", "mumps");
  const bool is_scaled = options.scaling && !options.scaling->is_one();
  list.SetStringValue("nlp_scaling_method", is_scaled ? "user-scaling" : "none");
  // Where a residual is small enough already, the step of refinement that MUMPS needs changes nothing.
  if (options.linear_solver == "sweep") list.SetIntegerValue("min_refinement_steps", 0);
  list.SetNumericValue("tol", options.tolerance);
  list.SetNumericValue("compl_inf_tol", complementarity_tolerance(nlp, options.tolerance));
  list.SetIntegerValue("max_iter", options.max_iterations);
  list.SetNumericValue("bound_relax_factor", 0.0);  // a relaxed bound moves the objective
  if (std::isfinite(options.time_limit)) list.SetNumericValue("max_wall_time", options.time_limit);
  for (const auto& [key, value] : options.ipopt) set_ipopt_option(*application, key, value);
  require(application->Initialize("") == Ipopt::Solve_Succeeded, "IPOPT refuses its options");

  Ipopt::SmartPtr<IpoptProblem> problem = new IpoptProblem(nlp, start, options);
  const Ipopt::ApplicationReturnStatus status = optimize(*application, problem, nlp.layout(), options);
  NlpSolution& solution = problem->solution();
  if (solution.unknowns.size() == 0) {  // IPOPT never got to a point
    solution.unknowns = start;
    solution.multipliers.setZero(nlp.layout().constraints());
    solution.bound_multipliers.setZero(nlp.layout().variables());
  }
  solution.status = status_of(status);
  solution.message = words_for(status);
  if (solution.handed_over) {
    solution.message += fmt::format(" (by MUMPS from iteration {} on: delayed pivots swelled the sweep's factors)",
                                    *solution.handed_over);
  }
  solution.total_seconds = watch.seconds();
  return solution;
}

}  // namespace tandem
