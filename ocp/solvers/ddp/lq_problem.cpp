#include <tandem/ocp/solvers/ddp/lq_problem.hpp>

#include <limits>

namespace tandem::ddp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

LqProblem::LqProblem(const LqSizes& sizes) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  const int nx = sizes.states, nu = sizes.controls, np = sizes.border, ne = sizes.equations;
  LqStage stage;
  stage.A = stage.Q = MatrixXd::Zero(nx, nx);
  stage.B = MatrixXd::Zero(nx, nu);
  stage.C = stage.T = MatrixXd::Zero(nx, np);
  stage.S = MatrixXd::Zero(nu, nx);
  stage.R = MatrixXd::Zero(nu, nu);
  stage.U = MatrixXd::Zero(nu, np);
  stage.c = stage.q = VectorXd::Zero(nx);
  stage.r = VectorXd::Zero(nu);
  stage.lower = VectorXd::Constant(nu, -kUnbounded);
  stage.upper = VectorXd::Constant(nu, kUnbounded);
  stages.assign(sizes.steps, stage);
  Q = MatrixXd::Zero(nx, nx);
  T = MatrixXd::Zero(nx, np);
  Y = MatrixXd::Zero(np, np);
  q = start_lower = start_upper = VectorXd::Zero(nx);
  y = VectorXd::Zero(np);
  E = MatrixXd::Zero(ne, nx);
  F = MatrixXd::Zero(ne, nu);
  G = MatrixXd::Zero(ne, np);
  e = VectorXd::Zero(ne);
  knots.assign(ne, sizes.steps);
  border_lower = VectorXd::Constant(np, -kUnbounded);
  border_upper = VectorXd::Constant(np, kUnbounded);
}

LqStep::LqStep(const LqProblem& problem)
    : states(MatrixXd::Zero(problem.states(), problem.steps() + 1)),
      controls(MatrixXd::Zero(problem.controls(), problem.steps())),
      border(VectorXd::Zero(problem.border())),
      costates(states),
      pushes(controls),
      start_pushes(VectorXd::Zero(problem.states())),
      border_pushes(border),
      nu(VectorXd::Zero(problem.equations())) {}

void LqStep::clear() {
  for (MatrixXd* matrix : {&states, &controls, &costates, &pushes}) matrix->setZero();
  for (VectorXd* vector : {&border, &start_pushes, &border_pushes, &nu}) vector->setZero();
}

double left_of(const LqProblem& problem, const LqStep& step, int equation) {
  const int knot = problem.knots[equation];
  double sum = problem.e(equation) + problem.E.row(equation).dot(step.states.col(knot));
  sum += problem.G.row(equation).dot(step.border);
  if (knot < problem.steps()) sum += problem.F.row(equation).dot(step.controls.col(knot));
  return sum;
}

}  // namespace tandem::ddp
