#include <tandem/core/table.hpp>
#include <tandem/derivatives/jets/with_jets.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/random_composition.hpp>
#include <gtest/gtest.h>
#include <support/plain_name.hpp>

#include <cmath>
#include <vector>

/// What every plug makes of tables.
namespace tandem::table_plugs_test {

class TablePlug : public testing::TestWithParam<std::string> {};

std::vector<double> points(int count) {
  std::vector<double> x;
  for (int i = 0; i < count; ++i) x.push_back(-2.0 + 4.0 * i / (count - 1));
  return x;
}

std::vector<double> values(const std::vector<double>& x, double (*f)(double)) {
  std::vector<double> y;
  for (const double at : x) y.push_back(f(at));
  return y;
}

Eigen::MatrixXd grid(const std::vector<double>& x, const std::vector<double>& y, double (*f)(double, double)) {
  Eigen::MatrixXd z(std::ssize(x), std::ssize(y));
  for (Eigen::Index i = 0; i < z.rows(); ++i) {
    for (Eigen::Index j = 0; j < z.cols(); ++j) z(i, j) = f(x[i], y[j]);
  }
  return z;
}

template <class Function>
KnotBlocks blocks_of(const Function& function, int outputs) {
  KnotBlocks blocks{2, 1, {}, {}, {}};
  blocks.blocks = {{GenericFunction::of<2, 1>(with_jets(function), outputs), "dynamics"}};
  blocks.numbers = {0.7};
  return blocks;
}

/// Tables of tables, of products and of named numbers, within their ends and beyond.
KnotBlocks tables(int count) {
  const std::vector<double> x = points(count), y = points(6);
  const Table spline(x, values(x, [](double a) { return std::sin(2.0 * a); }));
  const Table monotone(x, values(x, [](double a) { return a > 0.1 ? 1.0 : 0.0; }), {.joined = Joined::monotone});
  const Table lines(x, values(x, [](double a) { return std::exp(a); }), {.joined = Joined::linear});
  const TableOfTwo surface(x, y, grid(x, y, [](double a, double b) { return std::cos(a * b) + a; }));
  return blocks_of(
      [=](const auto& k) {
        const auto& [a, b] = k.x;
        return rates(spline(3.0 * a * b) * k.u[0] + lines(k[Number{0}] * b), surface(2.0 * a, monotone(b) + k.t) * b);
      },
      2);
}

TEST_P(TablePlug, AgreesWithTheTape) {
  for (unsigned seed = 0; seed < 8; ++seed) test::expect_same(tables(7), GetParam(), seed);
}

TEST_P(TablePlug, SearchesManyPoints) { test::expect_same(tables(60), GetParam(), 1); }

double f(double x) { return 1.0 - x + 0.5 * x * x * x; }
double g(double x, double y) { return f(x) * (2.0 + y * y) - y * x * x; }

/// Splines of cubics are these cubics: the plug with tables against the tape without.
TEST_P(TablePlug, HasTheDerivativesOfTheCubicsThatItsTablesAre) {
  const std::vector<double> x = points(9), y = points(5);
  const Table one(x, values(x, f));
  const TableOfTwo two(x, y, grid(x, y, g));
  const auto with = [=](const auto& k) { return rates(one(k.x[0] * k.u[0]), two(k.x[0], k.x[1] + k.t)); };
  const auto without = [](const auto& k) {
    const auto in_one = [](const auto& a) { return 1.0 - a + 0.5 * a * a * a; };
    const auto b = k.x[1] + k.t;
    return rates(in_one(k.x[0] * k.u[0]), in_one(k.x[0]) * (2.0 + b * b) - b * k.x[0] * k.x[0]);
  };
  const auto plug = make_knot_function(blocks_of(with, 2), GetParam());
  const auto expected = make_tape_knot_function(blocks_of(without, 2));
  constexpr int kKnots = 70;
  KnotBatch a, b;
  a.resize(plug->inputs(), 2, kKnots);
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(-0.99, 0.99);
  for (double& entry : a.inputs.reshaped()) entry = uniform(engine);
  for (double& entry : a.weights.reshaped()) entry = uniform(engine);
  b = a;
  plug->evaluate(a, 0, kKnots, Level::hessian);
  expected->evaluate(b, 0, kKnots, Level::hessian);
  EXPECT_LT((a.values - b.values).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((a.jacobians - b.jacobians).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((a.hessians - b.hessians).cwiseAbs().maxCoeff(), 2e-11);
}

TEST_P(TablePlug, HasNoValueWhereItsTableRefuses) {
  const Table table({-0.5, 0.0, 0.5}, {1.0, 2.0, 4.0}, {.below = Ends::refused, .above = Ends::refused});
  const auto plug = make_knot_function(blocks_of([=](const auto& k) { return rates(table(k.x[0])); }, 1), GetParam());
  KnotBatch batch;
  batch.resize(plug->inputs(), 1, 2);
  batch.inputs(0, 0) = 0.7, batch.inputs(0, 1) = 0.2;
  plug->evaluate(batch, 0, 2, Level::jacobian);
  EXPECT_TRUE(std::isnan(batch.values(0, 0)));
  EXPECT_NEAR(batch.values(0, 1), table(0.2), 1e-15);
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, TablePlug, testing::Values("bytecode", "jets", "symbolic", "tape"),
                         test::PlainName());

}  // namespace tandem::table_plugs_test
