#include <tandem/ocp/transcription/tableau.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <numeric>

namespace tandem::tableau_test {

// Sums of at most a dozen terms of size 1.
constexpr double kRounding = 1e-14;
constexpr double kStart = 0.3, kStep = 0.7;

/// Those with points at both knots.
std::vector<Tableau> knot_tableaux() { return {trapezoid(), hermite_simpson(), hermite_simpson_separated()}; }

std::vector<Tableau> all_tableaux() {
  std::vector<Tableau> all = knot_tableaux();
  for (const int points : {1, 2, 3}) all.push_back(gauss(points)), all.push_back(radau(points));
  all.push_back(midpoint());
  all.push_back(shooting_rk4(false));
  all.push_back(shooting_rk4(true));
  return all;
}

double power(double t, int degree) { return std::pow(t, degree); }
double slope(double t, int degree) { return degree == 0 ? 0.0 : degree * std::pow(t, degree - 1); }
double time_of(double fraction) { return kStart + fraction * kStep; }

Eigen::VectorXd node_times(const Tableau& tableau) {
  Eigen::VectorXd times(tableau.node_states());
  times << 0.0, tableau.interior_state_times, 1.0;
  return times;
}

/// Largest residual of defect e for x = t^degree on one interval.
double defect_of_power(const Tableau& tableau, int e, int degree) {
  const Eigen::VectorXd nodes = node_times(tableau);
  double sum = 0.0;
  for (int i = 0; i < nodes.size(); ++i) sum += tableau.defect_states(e, i) * power(time_of(nodes(i)), degree);
  for (int j = 0; j < tableau.point_count(); ++j) {
    sum += kStep * tableau.defect_rates(e, j) * slope(time_of(tableau.points(j)), degree);
  }
  return std::abs(sum);
}

/// Error of the state at point j for x = t^degree.
double state_error(const Tableau& tableau, int j, int degree) {
  const Eigen::VectorXd nodes = node_times(tableau);
  double sum = -power(time_of(tableau.points(j)), degree);
  for (int i = 0; i < nodes.size(); ++i) sum += tableau.state_from_states(j, i) * power(time_of(nodes(i)), degree);
  for (int i = 0; i < tableau.point_count(); ++i) {
    sum += kStep * tableau.state_from_rates(j, i) * slope(time_of(tableau.points(i)), degree);
  }
  return std::abs(sum);
}

/// x(h)/x(0) of one interval on x' = x, h = z: all nodes' equations solved together.
double growth(const Tableau& tableau, double z) {
  const int nodes = tableau.node_states();
  Eigen::MatrixXd states = tableau.state_from_states;  // of the points, by the nodes
  for (int j = 0; j < tableau.point_count(); ++j) {
    for (int i = 0; i < tableau.point_count(); ++i) states.row(j) += z * tableau.state_from_rates(j, i) * states.row(i);
  }
  const Eigen::MatrixXd equations = tableau.defect_states + z * tableau.defect_rates * states;
  const Eigen::VectorXd later = equations.rightCols(nodes - 1).partialPivLu().solve(-equations.col(0));
  return later(nodes - 2);
}

TEST(Tableau, IntegratesPolynomialsUpToItsOrderExactly) {
  for (const Tableau& tableau : knot_tableaux()) {
    const int end = 0;  // the defect that joins the knots
    for (int degree = 0; degree <= tableau.state_order; ++degree) {
      EXPECT_LT(defect_of_power(tableau, end, degree), kRounding) << tableau.name << ", degree " << degree;
    }
    EXPECT_GT(defect_of_power(tableau, end, tableau.state_order + 1), 1e-4) << tableau.name;
  }
}

TEST(Tableau, InterpolatesCubicsExactlyAtTheMidpointOfHermiteSimpson) {
  for (int degree = 0; degree <= 3; ++degree) {
    EXPECT_LT(state_error(hermite_simpson(), 2, degree), kRounding);
    EXPECT_LT(defect_of_power(hermite_simpson_separated(), 1, degree), kRounding);
  }
  EXPECT_GT(state_error(hermite_simpson(), 2, 4), 1e-4);
  EXPECT_GT(defect_of_power(hermite_simpson_separated(), 1, 4), 1e-4);
}

TEST(Tableau, TakesStatesOfNodesAsTheyAre) {
  for (const Tableau& tableau : knot_tableaux()) {
    for (int j = 0; j < tableau.point_count(); ++j) {
      if (tableau.is_composite(j)) continue;
      EXPECT_EQ(tableau.state_from_states.row(j).sum(), 1.0) << tableau.name;
      EXPECT_EQ(state_error(tableau, j, 4), 0.0) << tableau.name;
    }
  }
}

TEST(Tableau, HasAQuadratureThatIsExactBelowItsOrder) {
  for (const Tableau& tableau : all_tableaux()) {
    for (int degree = 0; degree <= tableau.state_order; ++degree) {
      double sum = 0.0;
      for (int j = 0; j < tableau.point_count(); ++j) sum += tableau.weights(j) * power(tableau.points(j), degree);
      const double error = std::abs(sum - 1.0 / (degree + 1));
      if (degree < tableau.state_order) {
        EXPECT_LT(error, kRounding) << tableau.name << ", degree " << degree;
      } else {
        EXPECT_GT(error, 1e-5) << tableau.name;
      }
    }
    EXPECT_TRUE((tableau.weights.array() > 0.0).all()) << tableau.name;
  }
}

// On x' = x the trapezoid is the Pade approximation (1, 1) of the exponential, Hermite-Simpson is (2, 2).
TEST(Tableau, IsAPadeApproximationOfTheExponential) {
  for (const double z : {0.1, 0.5, -0.8}) {
    EXPECT_NEAR(growth(trapezoid(), z), (1.0 + z / 2.0) / (1.0 - z / 2.0), kRounding);
    const double pade = (1.0 + z / 2.0 + z * z / 12.0) / (1.0 - z / 2.0 + z * z / 12.0);
    EXPECT_NEAR(growth(hermite_simpson(), z), pade, kRounding);
    EXPECT_NEAR(growth(hermite_simpson_separated(), z), pade, kRounding);
  }
}

// The local error c z^(p + 1) falls by 2^(p + 1) when the step is halved; c changes by terms of relative size z. High
// orders need a larger step to stand above rounding, and are met less closely.
TEST(Tableau, HasTheOrderItSays) {
  for (const Tableau& tableau : all_tableaux()) {
    const auto error = [&](double z) { return std::abs(growth(tableau, z) - std::exp(z)); };
    const bool is_low = tableau.state_order <= 4;
    const double step = is_low ? 0.02 : 0.1;
    const double order = std::log2(error(step) / error(step / 2)) - 1.0;
    EXPECT_NEAR(order, tableau.state_order, is_low ? 0.03 : 0.12) << tableau.name;
  }
}

TEST(Tableau, CollocatesPolynomialsExactly) {
  for (const Tableau& tableau : {gauss(3), radau(3), radau(1)}) {
    for (int e = 0; e < tableau.defects(); ++e) {
      for (int degree = 0; degree <= tableau.point_count(); ++degree) {
        EXPECT_LT(defect_of_power(tableau, e, degree), 20 * kRounding) << tableau.name << ", degree " << degree;
      }
    }
  }
}

TEST(Tableau, HoldsPathConstraintsOfADiscreteProblemAtItsKnots) {
  const Tableau tableau = shooting_rk4(false);
  EXPECT_TRUE(tableau.discrete);
  EXPECT_TRUE(tableau.holds_paths(0));
  EXPECT_FALSE(tableau.holds_paths(1));
  EXPECT_TRUE(gauss(3).holds_paths(2));
}

TEST(Tableau, SaysWhichAreOneStepAndWhichOfTheseAreImplicit) {
  for (const Tableau& t : {shooting_rk4(false), shooting_rk4(true), semi_implicit(), midpoint(), trapezoid()}) {
    EXPECT_TRUE(t.is_one_step()) << t.name;
    EXPECT_EQ(t.is_implicit(), t.name == "midpoint" || t.name == "trapezoid") << t.name;
  }
  for (const Tableau& t : {hermite_simpson(), hermite_simpson_separated(), gauss(1), gauss(3), radau(2)}) {
    EXPECT_FALSE(t.is_one_step()) << t.name;
  }
}

TEST(Tableau, EvaluatesTheControlPolynomialAtItsPoints) {
  for (const Tableau& tableau : all_tableaux()) {
    const int degree = tableau.node_controls() - 1;
    for (int j = 0; j < tableau.point_count(); ++j) {
      for (int d = 0; d <= degree; ++d) {
        double sum = 0.0;
        for (int i = 0; i < tableau.node_controls(); ++i) {
          sum += tableau.control_basis(j, i) * power(tableau.control_times(i), d);
        }
        EXPECT_NEAR(sum, power(tableau.points(j), d), kRounding) << tableau.name;
      }
    }
  }
}

TEST(Tableau, SharesThePointsAtKnots) {
  for (const Tableau& tableau : knot_tableaux()) {
    EXPECT_EQ(tableau.points(tableau.left_point), 0.0);
    EXPECT_EQ(tableau.points(tableau.right_point), 1.0);
    EXPECT_TRUE(tableau.is_shared(tableau.left_point));
    EXPECT_FALSE(tableau.is_composite(tableau.left_point));
  }
  EXPECT_FALSE(hermite_simpson().is_shared(2));
  EXPECT_TRUE(hermite_simpson().is_composite(2));
  EXPECT_FALSE(hermite_simpson_separated().is_composite(2));
}

TEST(MakeTableau, MakesWhatItIsAskedFor) {
  for (const std::string& name : transcription_names()) EXPECT_EQ(make_tableau(name, 0).name, name);
}

TEST(MakeTableau, RefusesAnUnknownTranscriptionWithTheNearestNames) {
  EXPECT_TRUE(test::refuses([] { make_tableau("hermit-simpson", 0); },
                            "no transcription is called 'hermit-simpson'; did you mean 'hermite-simpson'"));
}

TEST(MakeTableau, RefusesADegreeWhereThereIsNoneToChoose) {
  EXPECT_TRUE(test::refuses([] { make_tableau("trapezoid", 3); }, "'trapezoid' has no degree to choose (given: 3)"));
  EXPECT_TRUE(test::refuses([] { make_tableau("trapezoid", -1); }, "the degree -1 is negative"));
  EXPECT_TRUE(test::refuses([] { make_tableau("gauss", 21); }, "the degree 21 is above 20"));
  EXPECT_TRUE(test::refuses([] { make_tableau("shooting-rk4", 2); }, "degree 0 (constant) or 1 (linear), not 2"));
}

}  // namespace tandem::tableau_test
