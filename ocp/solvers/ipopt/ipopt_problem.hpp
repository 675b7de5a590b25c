#pragma once

#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <Eigen/Core>
#include <IpTNLP.hpp>

namespace tandem {

/// A StagedNlp in the words of IPOPT. The nlp and the options must outlive this.
class IpoptProblem : public Ipopt::TNLP {
 public:
  IpoptProblem(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options)
      : nlp_(nlp), options_(options), z_(start), multipliers_(nlp.layout().constraints()) {}

  NlpSolution& solution() { return solution_; }

  bool get_nlp_info(Ipopt::Index& variables, Ipopt::Index& constraints, Ipopt::Index& jacobian_entries,
                    Ipopt::Index& hessian_entries, IndexStyleEnum& style) override;
  bool get_bounds_info(Ipopt::Index n, Ipopt::Number* lower, Ipopt::Number* upper, Ipopt::Index m,
                       Ipopt::Number* constraint_lower, Ipopt::Number* constraint_upper) override;
  bool get_starting_point(Ipopt::Index n, bool, Ipopt::Number* x, bool, Ipopt::Number*, Ipopt::Number*, Ipopt::Index,
                          bool, Ipopt::Number*) override;
  bool get_scaling_parameters(Ipopt::Number& objective, bool& scales_x, Ipopt::Index n, Ipopt::Number* x,
                              bool& scales_g, Ipopt::Index m, Ipopt::Number* g) override;
  bool eval_f(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Number& value) override;
  bool eval_grad_f(Ipopt::Index n, const Ipopt::Number* x, bool is_new, Ipopt::Number* gradient) override;
  bool eval_g(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Index m, Ipopt::Number* values) override;
  bool eval_jac_g(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Index, Ipopt::Index entries,
                  Ipopt::Index* rows, Ipopt::Index* cols, Ipopt::Number* values) override;
  bool eval_h(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Number objective_factor, Ipopt::Index m,
              const Ipopt::Number* multipliers, bool, Ipopt::Index entries, Ipopt::Index* rows, Ipopt::Index* cols,
              Ipopt::Number* values) override;
  bool intermediate_callback(Ipopt::AlgorithmMode, Ipopt::Index iteration, Ipopt::Number objective,
                             Ipopt::Number infeasibility, Ipopt::Number stationarity, Ipopt::Number barrier,
                             Ipopt::Number, Ipopt::Number regularization, Ipopt::Number, Ipopt::Number step,
                             Ipopt::Index, const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override;
  void finalize_solution(Ipopt::SolverReturn, Ipopt::Index n, const Ipopt::Number* x, const Ipopt::Number* z_lower,
                         const Ipopt::Number* z_upper, Ipopt::Index m, const Ipopt::Number*,
                         const Ipopt::Number* multipliers, Ipopt::Number objective, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override;

 private:
  /// Does the work at x, which may be new, and counts its time.
  template <class Work>
  bool timed(const Ipopt::Number* x, bool is_new, const Work& work);
  static bool copy_pattern(const Pattern& pattern, Ipopt::Index* rows, Ipopt::Index* cols);

  StagedNlp& nlp_;
  const SolverOptions& options_;
  Eigen::VectorXd z_;
  Eigen::VectorXd multipliers_;
  NlpSolution solution_;
};

}  // namespace tandem
