#include <tandem/ocp/designs/codesign/dense_nlp.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>

#include <IpIpoptApplication.hpp>
#include <IpTNLP.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::codesign {

using Eigen::Index;
using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

namespace {

constexpr double kIpoptInfinity = 2e19;

/// A DenseNlp in the words of IPOPT; the last point is kept, because each of IPOPT's questions is about it.
class DenseProblem : public Ipopt::TNLP {
 public:
  DenseProblem(const DenseNlp& nlp, const VectorXd& start, DenseSolution& solution)
      : nlp_(nlp), start_(start), solution_(solution) {}

  bool get_nlp_info(Ipopt::Index& n, Ipopt::Index& m, Ipopt::Index& jacobian, Ipopt::Index& hessian,
                    IndexStyleEnum& style) override {
    n = static_cast<Ipopt::Index>(start_.size());
    m = nlp_.rows;
    jacobian = n * m;
    hessian = n * (n + 1) / 2;
    style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Ipopt::Index n, Ipopt::Number* lower, Ipopt::Number* upper, Ipopt::Index m, Ipopt::Number* below,
                       Ipopt::Number* above) override {
    Map<VectorXd>(lower, n) = nlp_.lower.cwiseMax(-kIpoptInfinity);
    Map<VectorXd>(upper, n) = nlp_.upper.cwiseMin(kIpoptInfinity);
    Map<VectorXd>(below, m).setConstant(-kIpoptInfinity);
    Map<VectorXd>(above, m).setZero();
    return true;
  }

  bool get_starting_point(Ipopt::Index n, bool, Ipopt::Number* x, bool, Ipopt::Number*, Ipopt::Number*, Ipopt::Index,
                          bool, Ipopt::Number*) override {
    Map<VectorXd>(x, n) = start_;
    return true;
  }

  bool eval_f(Ipopt::Index n, const Ipopt::Number* x, bool, Ipopt::Number& value) override {
    if (!look_at(x, n)) return false;
    value = point_->objective;
    return std::isfinite(value);
  }

  bool eval_grad_f(Ipopt::Index n, const Ipopt::Number* x, bool, Ipopt::Number* gradient) override {
    if (!look_at(x, n)) return false;
    Map<VectorXd>(gradient, n) = point_->gradient;
    return true;
  }

  bool eval_g(Ipopt::Index n, const Ipopt::Number* x, bool, Ipopt::Index m, Ipopt::Number* rows) override {
    if (!look_at(x, n)) return false;
    Map<VectorXd>(rows, m) = point_->rows;
    return point_->rows.allFinite();
  }

  bool eval_jac_g(Ipopt::Index n, const Ipopt::Number* x, bool, Ipopt::Index m, Ipopt::Index, Ipopt::Index* row,
                  Ipopt::Index* col, Ipopt::Number* values) override {
    if (values != nullptr) {
      if (!look_at(x, n)) return false;
      Map<Rows>(values, m, n) = point_->jacobian;
      return true;
    }
    for (Ipopt::Index k = 0; k < n * m; ++k) row[k] = k / n, col[k] = k % n;
    return true;
  }

  bool eval_h(Ipopt::Index n, const Ipopt::Number* x, bool, Ipopt::Number factor, Ipopt::Index m,
              const Ipopt::Number* multipliers, bool, Ipopt::Index, Ipopt::Index* row, Ipopt::Index* col,
              Ipopt::Number* values) override {
    if (!nlp_.hessian) return false;
    MatrixXd hessian;
    if (values != nullptr)
      hessian = nlp_.hessian(Map<const VectorXd>(x, n), factor, Map<const VectorXd>(multipliers, m));
    for (Ipopt::Index i = 0, k = 0; i < n; ++i) {
      for (Ipopt::Index j = 0; j <= i; ++j, ++k) {
        values != nullptr ? void(values[k] = hessian(i, j)) : void((row[k] = i, col[k] = j));
      }
    }
    return true;
  }

  bool intermediate_callback(Ipopt::AlgorithmMode, Ipopt::Index iteration, Ipopt::Number, Ipopt::Number, Ipopt::Number,
                             Ipopt::Number, Ipopt::Number, Ipopt::Number, Ipopt::Number, Ipopt::Number, Ipopt::Index,
                             const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    solution_.iterations = iteration;
    return !ending::is_due();
  }

  void finalize_solution(Ipopt::SolverReturn, Ipopt::Index n, const Ipopt::Number* x, const Ipopt::Number*,
                         const Ipopt::Number*, Ipopt::Index m, const Ipopt::Number*, const Ipopt::Number* multipliers,
                         Ipopt::Number objective, const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    solution_.unknowns = Map<const VectorXd>(x, n);
    solution_.multipliers = Map<const VectorXd>(multipliers, m);
    solution_.objective = objective;
  }

 private:
  bool look_at(const Ipopt::Number* x, Ipopt::Index n) {
    const Map<const VectorXd> at(x, n);
    if (at_.size() != n || at_ != at) {
      at_ = at;
      point_ = nlp_.evaluate(at_);
    }
    return point_.has_value();
  }

  const DenseNlp& nlp_;
  const VectorXd& start_;
  DenseSolution& solution_;
  VectorXd at_;
  std::optional<DensePoint> point_;
};

void set_options(Ipopt::OptionsList& list, const DenseNlp& nlp, const DenseOptions& options) {
  list.SetIntegerValue("print_level", 0);
  list.SetStringValue("sb", "yes");
  list.SetNumericValue("tol", options.tolerance);
  list.SetIntegerValue("max_iter", options.max_iterations);
  list.SetNumericValue("mu_init", options.first_barrier);
  list.SetNumericValue("bound_push", std::min(1e-2, options.first_barrier));
  list.SetNumericValue("bound_frac", std::min(1e-2, options.first_barrier));
  list.SetNumericValue("bound_relax_factor", 0.0);
  if (!nlp.hessian) list.SetStringValue("hessian_approximation", "limited-memory");
  if (!nlp.hessian) list.SetIntegerValue("limited_memory_max_history", 30);
}

std::string words_for(Ipopt::ApplicationReturnStatus status) {
  switch (status) {
    case Ipopt::Solve_Succeeded:
      return "solved";
    case Ipopt::Solved_To_Acceptable_Level:
      return "stalled near a solution";
    case Ipopt::Infeasible_Problem_Detected:
      return "no design near the start meets the limits";
    case Ipopt::Maximum_Iterations_Exceeded:
      return "iteration limit";
    case Ipopt::Restoration_Failed:
      return "restoration of feasibility failed";
    case Ipopt::Invalid_Number_Detected:
      return "a function has no value at the start";
    default:
      return "IPOPT failed with status " + std::to_string(static_cast<int>(status));
  }
}

}  // namespace

DenseSolution solve_dense(const DenseNlp& nlp, const VectorXd& start, const DenseOptions& options) {
  const Index n = start.size();
  require(n > 0 && nlp.lower.size() == n && nlp.upper.size() == n,
          "dense problem: a start of {} unknowns, {} lower and {} upper bounds", n, nlp.lower.size(), nlp.upper.size());
  require(start.allFinite(), "dense problem: the start is not finite");
  require(options.tolerance > 0.0 && options.max_iterations >= 0 && options.first_barrier > 0.0,
          "dense problem: tolerance {}, iteration limit {} or barrier {} makes no sense", options.tolerance,
          options.max_iterations, options.first_barrier);
  DenseSolution solution;
  solution.unknowns = start;
  const Ipopt::SmartPtr<Ipopt::IpoptApplication> application = new Ipopt::IpoptApplication(false);
  set_options(*application->Options(), nlp, options);
  require(application->Initialize() == Ipopt::Solve_Succeeded, "dense problem: IPOPT refuses its options");
  const Ipopt::SmartPtr<Ipopt::TNLP> problem = new DenseProblem(nlp, start, solution);
  const Ipopt::ApplicationReturnStatus status = application->OptimizeTNLP(problem);
  solution.is_solved = status == Ipopt::Solve_Succeeded;
  solution.is_near = solution.is_solved || status == Ipopt::Solved_To_Acceptable_Level;
  solution.message = words_for(status);
  return solution;
}

}  // namespace tandem::codesign
