#include <tandem/ocp/nlp_solver.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/sweep/ipopt_sweep.hpp>

#include <IpIpoptApplication.hpp>
#include <IpIpoptCalculatedQuantities.hpp>
#include <IpIpoptData.hpp>
#include <IpRegOptions.hpp>
#include <IpTNLP.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

// Of the OpenBLAS that MUMPS runs on; null where MUMPS was built on another BLAS.
extern "C" __attribute__((weak)) void openblas_set_num_threads(int threads);

namespace tandem {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A StagedNlp in the words of IPOPT.
class IpoptProblem : public Ipopt::TNLP {
 public:
  IpoptProblem(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options)
      : nlp_(nlp), options_(options), z_(start), multipliers_(nlp.layout().constraints()) {}

  NlpSolution& solution() { return solution_; }

  bool get_nlp_info(Ipopt::Index& variables, Ipopt::Index& constraints, Ipopt::Index& jacobian_entries,
                    Ipopt::Index& hessian_entries, IndexStyleEnum& style) override {
    variables = nlp_.layout().variables();
    constraints = nlp_.layout().constraints();
    jacobian_entries = nlp_.jacobian_pattern().size();
    hessian_entries = nlp_.hessian_pattern().size();
    style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Ipopt::Index n, Ipopt::Number* lower, Ipopt::Number* upper, Ipopt::Index m,
                       Ipopt::Number* constraint_lower, Ipopt::Number* constraint_upper) override {
    Eigen::Map<Eigen::VectorXd>(lower, n) = nlp_.lower();
    Eigen::Map<Eigen::VectorXd>(upper, n) = nlp_.upper();
    Eigen::Map<Eigen::VectorXd>(constraint_lower, m) = nlp_.constraint_lower();
    Eigen::Map<Eigen::VectorXd>(constraint_upper, m) = nlp_.constraint_upper();
    return true;
  }

  bool get_starting_point(Ipopt::Index n, bool, Ipopt::Number* x, bool, Ipopt::Number*, Ipopt::Number*, Ipopt::Index,
                          bool, Ipopt::Number*) override {
    Eigen::Map<Eigen::VectorXd>(x, n) = z_;
    return true;
  }

  bool get_scaling_parameters(Ipopt::Number& objective, bool& scales_x, Ipopt::Index n, Ipopt::Number* x,
                              bool& scales_g, Ipopt::Index m, Ipopt::Number* g) override {
    objective = 1.0 / options_.scaling->objective;
    scales_x = scales_g = true;
    Eigen::Map<Eigen::VectorXd>(x, n) = options_.scaling->unknowns.cwiseInverse();
    Eigen::Map<Eigen::VectorXd>(g, m) = options_.scaling->rows.cwiseInverse();
    return true;
  }

  bool eval_f(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Number& value) override {
    return timed(x, is_new, [&] { value = nlp_.objective(z_); }) && std::isfinite(value);
  }

  bool eval_grad_f(Ipopt::Index n, const Ipopt::Number* x, bool is_new, Ipopt::Number* gradient) override {
    Eigen::Map<Eigen::VectorXd> out(gradient, n);
    return timed(x, is_new, [&] { nlp_.gradient(z_, out); }) && out.allFinite();
  }

  bool eval_g(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Index m, Ipopt::Number* values) override {
    Eigen::Map<Eigen::VectorXd> out(values, m);
    return timed(x, is_new, [&] { nlp_.constraints(z_, out); }) && out.allFinite();
  }

  bool eval_jac_g(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Index, Ipopt::Index entries,
                  Ipopt::Index* rows, Ipopt::Index* cols, Ipopt::Number* values) override {
    if (values == nullptr) return copy_pattern(nlp_.jacobian_pattern(), rows, cols);
    const std::span<double> out(values, entries);
    return timed(x, is_new, [&] { nlp_.jacobian(z_, out); });
  }

  bool eval_h(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Number objective_factor, Ipopt::Index m,
              const Ipopt::Number* multipliers, bool, Ipopt::Index entries, Ipopt::Index* rows, Ipopt::Index* cols,
              Ipopt::Number* values) override {
    if (values == nullptr) return copy_pattern(nlp_.hessian_pattern(), rows, cols);
    multipliers_ = Eigen::Map<const Eigen::VectorXd>(multipliers, m);
    const std::span<double> out(values, entries);
    return timed(x, is_new, [&] { nlp_.hessian(z_, objective_factor, multipliers_, out); });
  }

  bool intermediate_callback(Ipopt::AlgorithmMode, Ipopt::Index iteration, Ipopt::Number objective,
                             Ipopt::Number infeasibility, Ipopt::Number stationarity, Ipopt::Number barrier,
                             Ipopt::Number, Ipopt::Number regularization, Ipopt::Number, Ipopt::Number step,
                             Ipopt::Index, const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    solution_.last_regularization = regularization;
    solution_.iterations = iteration;
    if (!options_.progress) return true;
    const double stated = nlp_.problem().is_maximised() ? -objective : objective;
    return options_.progress({iteration, stated, infeasibility, stationarity, barrier, step});
  }

  void finalize_solution(Ipopt::SolverReturn, Ipopt::Index n, const Ipopt::Number* x, const Ipopt::Number* z_lower,
                         const Ipopt::Number* z_upper, Ipopt::Index m, const Ipopt::Number*,
                         const Ipopt::Number* multipliers, Ipopt::Number objective, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    using Eigen::Map, Eigen::VectorXd;
    solution_.unknowns = Map<const VectorXd>(x, n);
    solution_.multipliers = Map<const VectorXd>(multipliers, m);
    solution_.bound_multipliers = Map<const VectorXd>(z_upper, n) - Map<const VectorXd>(z_lower, n);
    solution_.objective = objective;
  }

 private:
  template <class Work>
  bool timed(const Ipopt::Number* x, bool is_new, const Work& work) {
    const Clock::time_point start = Clock::now();
    if (is_new) z_ = Eigen::Map<const Eigen::VectorXd>(x, z_.size());
    work();
    solution_.evaluation_seconds += seconds_since(start);
    return true;
  }

  static bool copy_pattern(const Pattern& pattern, Ipopt::Index* rows, Ipopt::Index* cols) {
    std::copy(pattern.rows.begin(), pattern.rows.end(), rows);
    std::copy(pattern.cols.begin(), pattern.cols.end(), cols);
    return true;
  }

  StagedNlp& nlp_;
  const SolverOptions& options_;
  Eigen::VectorXd z_;
  Eigen::VectorXd multipliers_;
  NlpSolution solution_;
};

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

}  // namespace

std::string to_string(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::acceptable:
      return "acceptable";
    case Status::infeasible:
      return "infeasible";
    case Status::iteration_limit:
      return "iteration_limit";
    case Status::time_limit:
      return "time_limit";
    case Status::stopped:
      return "stopped";
    case Status::failed:
      return "failed";
  }
  return "failed";
}

namespace {

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

sweep::NlpStages stages_of(const NlpLayout& layout) {
  sweep::NlpStages stages;
  for (int i = 0; i < layout.variables(); ++i) stages.of_variable.push_back(layout.stage_of_variable(i));
  for (int i = 0; i < layout.constraints(); ++i) stages.of_constraint.push_back(layout.stage_of_constraint(i));
  return stages;
}

/// Runs IPOPT with the linear solver of this name.
Ipopt::ApplicationReturnStatus optimize(Ipopt::IpoptApplication& application, Ipopt::SmartPtr<IpoptProblem> problem,
                                        const NlpLayout& layout, const std::string& linear_solver) {
  NlpSolution& solution = problem->solution();
  ShadowReport report;
  Ipopt::SmartPtr<Ipopt::TNLPAdapter> adapter =
      new Ipopt::TNLPAdapter(Ipopt::SmartPtr<Ipopt::TNLP>(problem), ConstPtr(application.Jnlst()));
  Ipopt::SmartPtr<Ipopt::AlgorithmBuilder> builder = new sweep::AlgorithmWithSweep(
      linear_solver, *adapter, stages_of(layout), solution.linear_algebra_seconds, report);
  if (linear_solver != "mumps") application.RethrowNonIpoptException(true);  // the sweep's refusals are sentences
  const auto status = application.OptimizeNLP(Ipopt::SmartPtr<Ipopt::NLP>(adapter), builder);
  if (linear_solver == "shadow") solution.shadow = report;
  return status;
}

}  // namespace

namespace {

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
  const Clock::time_point begin = Clock::now();
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);  // fronts are small: threads only cost
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
  const Ipopt::ApplicationReturnStatus status = optimize(*application, problem, nlp.layout(), options.linear_solver);
  NlpSolution& solution = problem->solution();
  if (solution.unknowns.size() == 0) {  // IPOPT never got to a point
    solution.unknowns = start;
    solution.multipliers.setZero(nlp.layout().constraints());
    solution.bound_multipliers.setZero(nlp.layout().variables());
  }
  solution.status = status_of(status);
  solution.message = words_for(status);
  solution.total_seconds = seconds_since(begin);
  return solution;
}

}  // namespace tandem
