#include <tandem/derivatives/bytecode/casadi_knot_function.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace tandem::run_test {

using casadi::casadi_math;
using casadi::SX;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Every operation that CasADi has for numbers.
std::vector<unsigned char> operations() {
  std::vector<unsigned char> all;
  for (int operation = 0; operation <= casadi::OP_KRON_CONTRACT; ++operation) {
    const auto code = static_cast<unsigned char>(operation);
    const std::string name = casadi_math<double>::name(code);
    const bool is_of_numbers = operation <= casadi::OP_IF_ELSE_ZERO || operation == casadi::OP_ERF ||
                               operation == casadi::OP_FMIN || operation == casadi::OP_FMAX ||
                               (operation >= casadi::OP_INV && operation <= casadi::OP_ATAN2) ||
                               operation == casadi::OP_EXPM1 || operation == casadi::OP_LOG1P ||
                               operation == casadi::OP_HYPOT || operation == casadi::OP_REMAINDER;
    if (is_of_numbers) all.push_back(code);
  }
  return all;
}

struct Operated {
  explicit Operated(unsigned char code) : name(casadi_math<double>::name(code)) {
    const SX x = SX::sym("x", 2);
    const SX y = casadi_math<double>::ndeps(code) == 1 ? SX::unary(code, x(0)) : SX::binary(code, x(0), x(1));
    reference = casadi::Function("operated", {x, SX(0, 1)}, {y});
    function = make_casadi_knot_function(reference, {});
  }
  double expected(const Eigen::Vector2d& x) const {
    const casadi::DM at(std::vector<double>{x(0), x(1)});
    return static_cast<double>(reference(std::vector<casadi::DM>{at, casadi::DM(0, 1)}).at(0));
  }

  std::string name;
  casadi::Function reference;
  std::unique_ptr<KnotFunction> function;
};

/// All at once, in whatever lanes.
void expect_as_casadi(Operated& operated, const Eigen::MatrixXd& points) {
  KnotBatch batch;
  batch.resize(2, 1, static_cast<int>(points.cols()));
  batch.inputs = points;
  operated.function->evaluate(batch, 0, batch.knots(), Level::values);
  for (long k = 0; k < points.cols(); ++k) {
    const double expected = operated.expected(points.col(k)), found = batch.values(0, k);
    const bool same = std::isnan(expected)
                          ? std::isnan(found)
                          : found == expected || std::abs(found - expected) <= 1e-15 * std::abs(expected);
    EXPECT_TRUE(same) << operated.name << " of " << points.col(k).transpose() << " is " << expected << ", not "
                      << found;
  }
}

TEST(Interpret, DoesEveryOperationAsCasadiDoes) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  for (const unsigned char code : operations()) {
    Operated operated(code);
    for (const int knots : {1, 7, 40, 200}) {  // every width
      Eigen::MatrixXd points(2, knots);
      for (double& entry : points.reshaped()) entry = number(engine);
      points.col(0).setConstant(number(engine));  // equal ones
      expect_as_casadi(operated, points);
    }
  }
}

TEST(Interpret, DoesEveryOperationOnZerosInfinitiesAndNan) {
  const std::vector<double> special{0.0, -0.0, 1.0, -1.0, 2.5, kInfinity, -kInfinity, std::nan(""), 1e308, 1e-310};
  const int count = static_cast<int>(special.size());
  Eigen::MatrixXd points(2, count * count);
  for (int i = 0; i < count * count; ++i) points.col(i) << special[i / count], special[i % count];
  for (const unsigned char code : operations()) {
    Operated operated(code);
    expect_as_casadi(operated, points);
  }
}

TEST(Interpret, DifferentiatesEveryOperationAsCasadiDoes) {
  std::mt19937 engine(4);
  std::uniform_real_distribution<double> number(0.1, 0.9);
  for (const unsigned char code : operations()) {
    Operated operated(code);
    KnotBatch batch;
    batch.resize(2, 1, 20);
    for (double& entry : batch.inputs.reshaped()) entry = number(engine);
    batch.weights.setConstant(0.7);
    operated.function->evaluate(batch, 0, 20, Level::hessian);
    const SX x = SX::sym("x", 2), y = operated.reference(std::vector<SX>{x, SX(0, 1)}).at(0);
    const casadi::Function derivatives("derivatives", {x}, {densify(jacobian(y, x)), densify(hessian(y, x))});
    for (int k = 0; k < 20; ++k) {
      const casadi::DM at(std::vector<double>{batch.inputs(0, k), batch.inputs(1, k)});
      const std::vector<casadi::DM> expected = derivatives(std::vector<casadi::DM>{at});
      for (int i = 0; i < 2; ++i) {
        const double slope = static_cast<double>(expected[0](0, i));
        if (std::isfinite(slope)) {
          EXPECT_NEAR(batch.jacobian(k)(0, i), slope, 1e-13 * (1.0 + std::abs(slope))) << operated.name;
        }
        for (int j = 0; j < 2; ++j) {
          const double curvature = 0.7 * static_cast<double>(expected[1](i, j));
          if (!std::isfinite(curvature)) continue;
          EXPECT_NEAR(batch.hessian(k)(i, j), curvature, 1e-12 * (1.0 + std::abs(curvature))) << operated.name;
        }
      }
    }
  }
}

}  // namespace tandem::run_test
