// A proof mass on a truss, its spring, dashpot and two velocity gains designed together (after Minas, Garcia and Inman,
// NASA CP-3031, 1989, who tuned the first two by a formula and searched a grid of gains).
#include <tandem/dynamics/structures/absorber.hpp>
#include <tandem/dynamics/structures/damping.hpp>
#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/dense_nlp.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>
#include <tandem/ocp/lq/output_feedback.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace tandem::absorber_design_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using lq::FeedbackPlant;

constexpr double kProof = 0.05, kBar = 0.5;

/// A clamped plane truss of two bays, unit bars, with a ratio of damping of 0.5 %; node 5 is its upper corner.
structures::SecondOrder truss() {
  structures::Truss truss;
  truss.nodes.resize(2, 6);
  truss.nodes << 0, 0, kBar, kBar, 2 * kBar, 2 * kBar,  //
      0, kBar, 0, kBar, 0, kBar;
  truss.bars = {{0, 2}, {1, 3}, {2, 4}, {3, 5}, {2, 3}, {4, 5}, {1, 2}, {3, 4}};
  truss.supports = {0, 1};
  const structures::Structure structure = structures::structure_of(truss);
  const std::vector<NumberJet> ones(8, NumberJet::constant(1.0, 0));
  const MatrixXd m = structure.mass.at(ones).value, k = structure.stiffness.at(ones).value;
  const structures::Modes modes = structures::modes(m, k);
  return {m, structures::modal_damping(modes, m, VectorXd::Constant(8, 0.005)), k};
}

constexpr int kWhere = 7;  // freedom: vertical, at the corner

/// The truss with the absorber, by (ln k, ln c) of the spring and dashpot: the actuator pushes corner against proof
/// mass, sensors are the vertical rates of corner and of the lower middle; noise shakes the corner, whose place is
/// watched.
FeedbackPlant plant(double log_stiffness, double log_damping) {
  const structures::SecondOrder bare = truss();
  const structures::SecondOrder all = structures::with_absorber(
      bare, kWhere,
      {kProof, std::exp(log_stiffness), std::exp(log_damping), std::sqrt(std::exp(log_stiffness) / kProof)});
  VectorXd push = VectorXd::Zero(9);
  push(kWhere) = 1.0, push(8) = -1.0;
  const MatrixXd across = push * push.transpose();
  // k = exp(x): value, first and second derivatives are alike.
  const auto by = [&](const MatrixXd& whole, int seed, double size) {
    MatrixJet jet(whole, 2);
    jet.first[seed] = jet.second[MatrixJet::pair(seed, seed)] = size * across;
    return jet;
  };
  const auto [a, b] = structures::first_order(MatrixJet(all.mass, 2), by(all.damping, 1, std::exp(log_damping)),
                                              by(all.stiffness, 0, std::exp(log_stiffness)), push);
  const MatrixXd noise = all.mass.inverse().col(kWhere);
  MatrixXd v = MatrixXd::Zero(18, 18), sensors = MatrixXd::Zero(2, 18), watched = MatrixXd::Zero(1, 18);
  v.bottomRightCorner(9, 9) = noise * noise.transpose();
  sensors(0, 9 + kWhere) = sensors(1, 9 + 1) = 1.0;
  watched(0, kWhere) = 1.0;
  return {a, b, MatrixJet(v, 2), sensors, watched};
}

/// response + price effort, by (ln k, ln c, two gains).
constexpr double kPrice = 1e-3;

codesign::DenseNlp joint_design(bool with_gains) {
  codesign::DenseNlp nlp;
  nlp.lower = Eigen::Vector4d(-12.0, -15.0, with_gains ? -100.0 : -1e-12, with_gains ? -100.0 : -1e-12);
  nlp.upper = -nlp.lower;
  nlp.evaluate = [](const VectorXd& u) -> std::optional<codesign::DensePoint> {
    const auto squares = lq::feedback_squares(plant(u(0), u(1)), u.tail(2).transpose());
    if (!squares) return std::nullopt;
    VectorXd gradient(4);
    gradient << squares->response_by_design + kPrice * squares->effort_by_design,
        (squares->response_by_gain + kPrice * squares->effort_by_gain).transpose();
    return codesign::DensePoint{squares->response + kPrice * squares->effort, gradient, VectorXd(0), MatrixXd(0, 4)};
  };
  nlp.hessian = [](const VectorXd& u, double factor, const VectorXd&) {
    return MatrixXd(factor * lq::feedback_hessian(plant(u(0), u(1)), u.tail(2).transpose(), kPrice, 1.0));
  };
  return nlp;
}

VectorXd tuned() {
  const structures::SecondOrder bare = truss();
  const structures::Modes modes = structures::modes(bare.mass, bare.stiffness);
  const structures::Absorber absorber =
      structures::tuned_absorber(modes.frequencies(0), modes.shapes(kWhere, 0), kProof);
  return Eigen::Vector4d(std::log(absorber.stiffness), std::log(absorber.damping), 0.0, 0.0);
}

TEST(AbsorberDesign, OfSpringDashpotAndGainsTogetherBeatsTheFormula) {
  const auto by_formula = joint_design(true).evaluate(tuned());
  ASSERT_TRUE(by_formula);
  const codesign::DenseSolution passive = codesign::solve_dense(joint_design(false), tuned()),
                                joint = codesign::solve_dense(joint_design(true), tuned());
  EXPECT_TRUE(passive.is_solved) << passive.message;
  EXPECT_TRUE(joint.is_solved) << joint.message;
  EXPECT_LT(passive.objective, by_formula->objective);
  EXPECT_LT(joint.objective, 0.9 * passive.objective);
}

TEST(AbsorberDesign, HasAMapOfStableGainsWhoseEdgeIsWhereMotionsGrow) {
  // Along rays of gains: where the closed loop's abscissa changes its sign, a motion simulated by the matrix
  // exponential neither grows nor decays; on either side it does.
  const FeedbackPlant at = plant(tuned()(0), tuned()(1));
  const auto loop = [&](double g1, double g2) -> MatrixXd {
    return at.a.value - at.b.value * Eigen::RowVector2d(g1, g2) * at.outputs;
  };
  int edges = 0;
  for (int ray = 0; ray < 8; ++ray) {
    const double x = std::cos(0.25 * std::numbers::pi * ray), y = std::sin(0.25 * std::numbers::pi * ray);
    const auto abscissa = [&](double g) { return lq::Lyapunov(loop(g * x, g * y)).abscissa(); };
    double low = 0.0, high = 10.0;
    EXPECT_LT(abscissa(low), 0.0);
    if (abscissa(high) < 0.0) continue;  // stable all along
    ++edges;
    while (high - low > 1e-9) {
      const double middle = 0.5 * (low + high);
      (abscissa(middle) < 0.0 ? low : high) = middle;
    }
    const auto growth = [&](double g) {  // over a long time, by squaring the motion over a short one
      const MatrixXd half = 0.5e-4 * loop(g * x, g * y), one = MatrixXd::Identity(18, 18);
      // The midpoint rule: its growth has the abscissa's sign.
      MatrixXd power = (one - half).partialPivLu().solve(one + half);
      double size = 0.0;
      for (int k = 0; k < 40; ++k) {
        power = (power * power).eval();
        const double norm = power.norm();
        size = 2.0 * size + std::log(norm);
        power /= norm;
      }
      return size;
    };
    EXPECT_LT(growth(0.99 * low), 0.0) << ray;
    EXPECT_GT(growth(1.01 * low), 0.0) << ray;
  }
  EXPECT_GT(edges, 0);
}

}  // namespace tandem::absorber_design_test
