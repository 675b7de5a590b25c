#pragma once

#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/by_ddp.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tandem::test {

/// The finite problem's solution from another side: interior points' answer, which stands off the bounds by its
/// tolerance, taken to rounding by DDP. Interior points start at what is looked for, so that no other minimum is found.
inline Eigen::VectorXd answer_from_aside(const Problem& problem, StagedNlp& nlp, const std::string& transcription,
                                         const Eigen::VectorXd& near) {
  SolverOptions exact;
  exact.tolerance = 1e-13;
  const NlpSolution aside = solve_with_ipopt(nlp, near, {});
  EXPECT_EQ(aside.status, Status::solved) << problem.name() << ", " << transcription;
  return solve_with_ddp(nlp, aside.unknowns, exact).unknowns;
}

/// Each error of the unknowns against the square of the one before, from 0.1 on: Newton's method, and no other, keeps
/// their ratio bounded. Answers are known to 1e-9: derivatives to 1e-10 of the largest multiplier, of unknowns that are
/// up to 20.
inline void expect_quadratic_convergence(const Problem& problem, const std::string& transcription, int intervals) {
  constexpr double kKnown = 1e-9;
  StagedNlp nlp(problem, uniform_mesh(transcription, intervals));
  ddp::DdpSolver solver(nlp);
  solver.begin(nlp.unknowns_from(straight_line_guess(problem)), {});
  std::vector<Eigen::VectorXd> passed{solver.unknowns()};
  for (int i = 0; i < 100 && solver.iterate(1e-10) == ddp::DdpSolver::Outcome::stepped; ++i) {
    passed.push_back(solver.unknowns());
  }
  const Eigen::VectorXd answer = answer_from_aside(problem, nlp, transcription, passed.back());
  std::vector<double> errors;
  for (const Eigen::VectorXd& z : passed) errors.push_back((z - answer).cwiseAbs().maxCoeff());
  EXPECT_LT(errors.back(), kKnown) << problem.name();
  std::size_t first = 0;
  while (first < errors.size() && errors[first] > 0.1) ++first;
  EXPECT_GE(errors.size(), first + 3) << problem.name();
  for (std::size_t i = first; i + 1 < errors.size(); ++i) {
    EXPECT_LE(errors[i + 1], std::max(errors[i] * errors[i], kKnown)) << problem.name() << ", " << i;
  }
}

}  // namespace tandem::test
