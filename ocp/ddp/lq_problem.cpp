#include <tandem/ocp/ddp/lq_problem.hpp>

#include <limits>

namespace tandem::ddp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

LqProblem::LqProblem(int states, int controls, int steps, int end_rows)
    : Q(MatrixXd::Zero(states, states)),
      E(MatrixXd::Zero(end_rows, states)),
      q(VectorXd::Zero(states)),
      e(VectorXd::Zero(end_rows)),
      start_lower(VectorXd::Zero(states)),
      start_upper(VectorXd::Zero(states)) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  const LqStage stage{MatrixXd::Zero(states, states),
                      MatrixXd::Zero(states, controls),
                      MatrixXd::Zero(states, states),
                      MatrixXd::Zero(controls, states),
                      MatrixXd::Zero(controls, controls),
                      VectorXd::Zero(states),
                      VectorXd::Zero(states),
                      VectorXd::Zero(controls),
                      VectorXd::Constant(controls, -kUnbounded),
                      VectorXd::Constant(controls, kUnbounded)};
  stages.assign(steps, stage);
}

LqStep::LqStep(const LqProblem& problem)
    : states(MatrixXd::Zero(problem.states(), problem.steps() + 1)),
      controls(MatrixXd::Zero(problem.controls(), problem.steps())),
      costates(states),
      pushes(controls),
      start_pushes(VectorXd::Zero(problem.states())),
      end(VectorXd::Zero(problem.end_rows())) {}

}  // namespace tandem::ddp
