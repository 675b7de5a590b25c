#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <tandem/dynamics/model_builder.hpp>

#include <gtest/gtest.h>
#include <ocp/support/full_matrix.hpp>
#include <ocp/support/rich_problem.hpp>
#include <support/allocations.hpp>
#include <support/refusal.hpp>
#include <support/ridders.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <random>
#include <string>

namespace tandem::staged_nlp_test {

using test::RichParts;

// Ridders' differences of functions of size 1 are good to about 1e-12 of the largest derivative.
constexpr double kDifference = 1e-10;

struct Case {
  std::string name;
  std::string transcription;
  std::vector<double> ends;
  RichParts parts;
  int degree = 0;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

std::vector<Case> cases() {
  const std::vector<double> even{0.0, 0.25, 0.5, 0.75, 1.0}, uneven{0.0, 0.15, 0.55, 1.0};
  std::vector<Case> all;
  for (const std::string& name : test::general_transcriptions()) {
    std::string plain = name;
    std::replace(plain.begin(), plain.end(), '-', '_');
    all.push_back({plain + "_WithEverything", name, uneven, {}});
    all.push_back({plain + "_OnAnEvenMesh", name, even, {}});
    all.push_back({plain + "_Maximised", name, uneven, {.maximised = true}});
    all.push_back({plain + "_WithFixedTimesAndNumbers", name, uneven, {.free_times = false, .design = false}});
    all.push_back({plain + "_WithoutConstraints", name, even, {.paths = false, .ends = false}});
    all.push_back({plain + "_WithIntegrals", name, uneven, {.integrals = true}});
    all.push_back({plain + "_Closed", name, uneven, {.integrals = true, .ring = true}});
    all.push_back({plain + "_OfTwoPhases", name, uneven, {.integrals = true, .second_phase = true}});
    all.push_back(
        {plain + "_OfTwoPhasesAtFixedTimes", name, even, {.free_times = false, .design = false, .second_phase = true}});
    all.push_back({plain + "_WithEndCostOnly", name, even, {.design = false, .paths = false, .running = false}});
  }
  all.push_back({"linear_shooting_rk4_WithEverything", "shooting-rk4", uneven, {}, 1});
  all.push_back({"linear_shooting_rk4_OfTwoPhases",
                 "shooting-rk4",
                 uneven,
                 {.integrals = true, .second_phase = true, .ring = true},
                 1});
  return all;
}

class StagedNlpOf : public testing::TestWithParam<Case> {
 protected:
  StagedNlpOf()
      : nlp_(test::rich_problem(GetParam().parts),
             mesh_with_ends(GetParam().transcription, GetParam().degree, GetParam().ends)) {
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    z_.resize(layout().variables());
    for (double& entry : z_) entry = uniform(random_);
    if (nlp_.phases() > 1 && nlp_.layout(1).end_time() >= 0) z_(nlp_.layout(1).end_time()) = 2.4;
    if (own().start_time() >= 0) z_(own().start_time()) = 0.3;
    if (own().end_time() >= 0) z_(own().end_time()) = 1.7;
    for (int i = 0; i < layout().free_numbers(); ++i) z_(layout().free_number(i)) = 0.9;
    multipliers_.resize(layout().constraints());
    for (double& entry : multipliers_) entry = uniform(random_);
  }

  const NlpLayout& layout() const { return nlp_.layout(); }
  const PhaseLayout& own() const { return nlp_.layout(0); }

  Eigen::VectorXd gradient(const Eigen::VectorXd& z) {
    Eigen::VectorXd out(layout().variables());
    nlp_.gradient(z, out);
    return out;
  }
  Eigen::VectorXd constraints(const Eigen::VectorXd& z) {
    Eigen::VectorXd out(layout().constraints());
    nlp_.constraints(z, out);
    return out;
  }
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& z) {
    const Pattern pattern = nlp_.jacobian_pattern();
    std::vector<double> values(pattern.size());
    nlp_.jacobian(z, values);
    return test::full_matrix(pattern, values, layout().constraints(), layout().variables());
  }
  Eigen::MatrixXd hessian(const Eigen::VectorXd& z, double objective_factor) {
    const Pattern pattern = nlp_.hessian_pattern();
    std::vector<double> values(pattern.size());
    nlp_.hessian(z, objective_factor, multipliers_, values);
    for (int i = 0; i < pattern.size(); ++i) EXPECT_GE(pattern.rows[i], pattern.cols[i]);
    const Eigen::MatrixXd lower = test::full_matrix(pattern, values, layout().variables(), layout().variables());
    return lower.selfadjointView<Eigen::Lower>();
  }

  /// Derivative of a function of z by one unknown.
  template <class Function>
  Eigen::VectorXd by(int unknown, const Function& function) {
    return test::ridders([&](double step) -> Eigen::VectorXd {
      Eigen::VectorXd z = z_;
      z(unknown) += step;
      return function(z);
    });
  }

  std::mt19937 random_{5};
  StagedNlp nlp_;
  Eigen::VectorXd z_, multipliers_;
};

TEST_P(StagedNlpOf, HasTheGradientOfItsObjective) {
  const Eigen::VectorXd exact = gradient(z_);
  for (int i = 0; i < layout().variables(); ++i) {
    const auto objective = [&](const Eigen::VectorXd& z) { return Eigen::VectorXd::Constant(1, nlp_.objective(z)); };
    EXPECT_NEAR(exact(i), by(i, objective)(0), kDifference * std::max(1.0, exact.cwiseAbs().maxCoeff())) << i;
  }
}

TEST_P(StagedNlpOf, HasTheJacobianOfItsConstraintsInsideItsPattern) {
  const Eigen::MatrixXd exact = jacobian(z_);
  const double scale = std::max(1.0, exact.cwiseAbs().maxCoeff());
  for (int i = 0; i < layout().variables(); ++i) {
    const Eigen::VectorXd column = by(i, [&](const Eigen::VectorXd& z) { return constraints(z); });
    EXPECT_LT((exact.col(i) - column).cwiseAbs().maxCoeff(), kDifference * scale) << i;
  }
}

TEST_P(StagedNlpOf, HasTheHessianOfItsLagrangianInsideItsPattern) {
  for (const double objective_factor : {1.0, 0.3, 0.0}) {
    const Eigen::MatrixXd exact = hessian(z_, objective_factor);
    const double scale = std::max(1.0, exact.cwiseAbs().maxCoeff());
    for (int i = 0; i < layout().variables(); ++i) {
      const Eigen::VectorXd column = by(i, [&](const Eigen::VectorXd& z) -> Eigen::VectorXd {
        return objective_factor * gradient(z) + jacobian(z).transpose() * multipliers_;
      });
      EXPECT_LT((exact.col(i) - column).cwiseAbs().maxCoeff(), kDifference * scale) << i;
    }
  }
}

TEST_P(StagedNlpOf, LinksOnlyNeighboursAndTheBorder) {
  const int border = layout().stages();
  const auto near = [&](int stage, int of) { return of == border || std::abs(stage - of) <= 1; };
  const Pattern jacobian = nlp_.jacobian_pattern();
  for (int i = 0; i < jacobian.size(); ++i) {
    EXPECT_TRUE(near(layout().stage_of_constraint(jacobian.rows[i]), layout().stage_of_variable(jacobian.cols[i])));
  }
  const Pattern hessian = nlp_.hessian_pattern();
  for (int i = 0; i < hessian.size(); ++i) {
    const int row = layout().stage_of_variable(hessian.rows[i]), col = layout().stage_of_variable(hessian.cols[i]);
    EXPECT_TRUE(row == border || col == border || std::abs(row - col) <= 1);
  }
}

/// What intervals leave out of the Lagrangian's gradient: the end costs' part is taken from the whole, path constraints
/// at knots, end constraints, durations and linkages are rows of the Jacobian.
TEST_P(StagedNlpOf, IsTheSumOfItsIntervalsAndEnds) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(layout().variables());
  const Eigen::MatrixXd rows = jacobian(z_);
  const Eigen::VectorXd whole = gradient(z_) + rows.transpose() * multipliers_;
  std::vector<char> in_interval(layout().constraints(), 0);
  for (int p = 0; p < nlp_.phases(); ++p) {
    const PhaseLayout& phase = nlp_.layout(p);
    for (int k = 0; k < phase.intervals(); ++k) {
      const Eigen::VectorXd local = nlp_.interval_gradients(z_, multipliers_, p).col(k);
      for (int i = 0; i < phase.local_size(); ++i) sum(phase.global(k, i)) += local(i);
      std::fill_n(in_interval.begin() + phase.defect(k, 0), phase.local_rows(), 1);
    }
  }
  for (int row = 0; row < layout().constraints(); ++row) {
    if (in_interval[row] == 0) sum += multipliers_(row) * rows.row(row).transpose();
  }
  for (int p = 0; p < nlp_.phases(); ++p) {
    if (!nlp_.phase(p).end_cost) continue;  // of which we know that it stands on x_N, t_f and the mass
    const int last = nlp_.layout(p).state(nlp_.layout(p).intervals());
    sum.segment(last, nlp_.layout(p).states()) = whole.segment(last, nlp_.layout(p).states());
    for (int i = layout().border_offset(); i < layout().variables(); ++i) {
      if (i != own().start_time()) sum(i) = whole(i);
    }
  }
  EXPECT_LT((sum - whole).cwiseAbs().maxCoeff(), 1e-13);  // sums of a hundred terms of size 1
}

TEST_P(StagedNlpOf, AllocatesNothing) {
  Eigen::VectorXd out(layout().variables()), rows(layout().constraints());
  std::vector<double> entries(nlp_.jacobian_entries()), second(nlp_.hessian_entries());
  const auto all = [&](double at) {
    z_(0) = at;
    nlp_.objective(z_);
    nlp_.gradient(z_, out);
    nlp_.constraints(z_, rows);
    nlp_.jacobian(z_, entries);
    nlp_.hessian(z_, 1.0, multipliers_, second);
  };
  all(0.1);
  EXPECT_EQ(test::allocations_in([&] { all(0.2); }), 0);
}

TEST_P(StagedNlpOf, GivesTheSameAfterLookingElsewhere) {
  const Eigen::VectorXd first = constraints(z_);
  const Eigen::MatrixXd rows = jacobian(z_);
  const Eigen::MatrixXd curvature = hessian(z_, 1.0);
  const Eigen::VectorXd elsewhere = z_ * 0.5;
  nlp_.objective(elsewhere);
  EXPECT_EQ(jacobian(z_), rows);
  constraints(elsewhere);
  EXPECT_EQ(hessian(z_, 1.0), curvature);
  jacobian(elsewhere);
  EXPECT_EQ(constraints(z_), first);
}

INSTANTIATE_TEST_SUITE_P(EveryKind, StagedNlpOf, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

// ---- guess, numbers -------------------------------------------------------------------------------------------------

StagedNlp rich_nlp(const std::string& transcription = "hermite-simpson", int intervals = 4) {
  return StagedNlp(test::rich_problem(), uniform_mesh(transcription, intervals));
}

TEST(StagedNlp, StartsFromTheGuessMovedIntoTheBounds) {
  for (const std::string& transcription : test::general_transcriptions()) {
    StagedNlp nlp = rich_nlp(transcription);
    const PhaseLayout& layout = nlp.layout(0);
    const Eigen::VectorXd z = nlp.unknowns_from(straight_line_guess(nlp.problem()));
    EXPECT_DOUBLE_EQ(z(layout.state(2)), 0.5 * (0.3 - 0.4));  // half-way along the line of 'a'
    if (layout.has_knot_controls()) {
      EXPECT_EQ(z(layout.knot_control(0)), -1.5);  // -2 is below the bound
      EXPECT_DOUBLE_EQ(z(layout.knot_control(1)), -1.0);
      EXPECT_EQ(z(layout.knot_control(4)), 1.0);  // 2 is above it
    }
    EXPECT_EQ(z(layout.start_time()), 0.25);
    EXPECT_EQ(z(layout.end_time()), 1.5);
    EXPECT_EQ(z(layout.free_number(0)), 0.8);
    const Tableau& tableau = nlp.mesh().tableau;
    if (tableau.interior_states == 0) continue;
    const double fraction = nlp.mesh().start(1) + tableau.interior_state_times(0) * nlp.mesh().length(1);
    EXPECT_NEAR(z(layout.interior_state(1, 0)), 0.3 - 0.7 * fraction, 1e-15);
  }
}

TEST(StagedNlp, TakesAGuessOnAnyOtherTimes) {
  StagedNlp nlp = rich_nlp();
  PhaseGuess guess;
  guess.time = Eigen::Vector3d(0.2, 0.7, 1.2);
  guess.states = (Eigen::Matrix3d() << 0.3, 0.5, 0.1, 0.0, 1.0, 0.5, 0.0, 2.0, 0.0).finished();
  guess.control_time = Eigen::VectorXd::Constant(1, 0.2);
  guess.controls = Eigen::Vector2d(0.25, -7.0);
  const Eigen::VectorXd z = nlp.unknowns_from(guess);
  EXPECT_DOUBLE_EQ(z(nlp.layout(0).state(1) + 2), 1.0);
  EXPECT_DOUBLE_EQ(z(nlp.layout(0).state(2) + 1), 1.0);
  EXPECT_EQ(z(nlp.layout(0).knot_control(3) + 1), -7.0);
  EXPECT_EQ(z(nlp.layout(0).start_time()), 0.2);
  EXPECT_EQ(z(nlp.layout(0).end_time()), 1.2);
}

TEST(StagedNlp, WithANumberSetIsTheOneBuiltWithIt) {
  RichParts parts{.free_times = false};
  Problem other = test::rich_problem(parts);
  other.set("gain", 1.7);
  other.set("limit", 1.0);
  StagedNlp fresh(other, uniform_mesh("hermite-simpson", 3));
  StagedNlp reset(test::rich_problem(parts), uniform_mesh("hermite-simpson", 3));
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(fresh.layout().variables(), -0.9, 0.8);
  reset.objective(z);  // must not be remembered
  reset.set_number("gain", 1.7);
  reset.set_number("limit", 1.0);
  Eigen::VectorXd expected(fresh.layout().constraints()), found(expected.size());
  fresh.constraints(z, expected);
  reset.constraints(z, found);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(reset.objective(z), fresh.objective(z));
  EXPECT_EQ(reset.upper(), fresh.upper());
  EXPECT_EQ(reset.constraint_lower(), fresh.constraint_lower());
}

Problem timed_problem() {
  Problem problem("timed");
  const Number duration = problem.number({"duration", 1.0}), slack = problem.number({"slack", 0.0});
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = {duration, duration + slack}});
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

TEST(StagedNlp, FollowsANumberThatIsItsDuration) {
  StagedNlp nlp(timed_problem(), uniform_mesh("trapezoid", 2));
  nlp.set_number("duration", 3.0);
  EXPECT_EQ(nlp.end_time(Eigen::VectorXd::Zero(nlp.layout().variables())), 3.0);
}

TEST(StagedNlp, RefusesANumberThatWouldFreeATime) {
  StagedNlp nlp(timed_problem(), uniform_mesh("trapezoid", 2));
  EXPECT_TRUE(test::refuses([&] { nlp.set_number("slack", 1.0); }, "'slack': the value 1 frees or fixes a time"));
}

TEST(StagedNlp, KeepsItsNumbersWhenOneIsRefused) {
  StagedNlp nlp(timed_problem(), uniform_mesh("trapezoid", 2));
  EXPECT_FALSE(test::refusal([&] { nlp.set_number("slack", 1.0); }).empty());
  EXPECT_EQ(nlp.problem().value("slack"), 0.0);
  EXPECT_FALSE(test::refusal([&] { nlp.set_number("duration", -1.0); }).empty());
  EXPECT_EQ(nlp.problem().value("duration"), 1.0);
}

TEST(StagedNlp, RefusesAnUnknownNumberWithTheNearest) {
  StagedNlp nlp = rich_nlp();
  EXPECT_TRUE(test::refuses([&] { nlp.set_number("gian", 1.0); }, "no number called 'gian'; did you mean 'gain'?"));
}

TEST(StagedNlp, RefusesAGuessOfTheWrongLength) {
  StagedNlp nlp = rich_nlp();
  PhaseGuess guess = straight_line_guess(nlp.problem(), 0);
  guess.states.conservativeResize(3, 1);
  EXPECT_TRUE(test::refuses([&] { nlp.unknowns_from(guess); }, "guess: it has 1 values of its states at 2 times"));
}

TEST(StagedNlp, RefusesAGuessThatIsNotANumberByTheStatesName) {
  StagedNlp nlp = rich_nlp();
  PhaseGuess guess = straight_line_guess(nlp.problem(), 0);
  guess.states(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(test::refuses([&] { nlp.unknowns_from(guess); }, "guess: the values of 'b' are not all finite"));
}

// ---- functions without a value at the guess -------------------------------------------------------------------------

/// One state from 1 to -1 along a straight guess over 2 s; functions of it fail at 0, which is at time 1.
template <class Dynamics, class Cost, class Path, class End>
std::string refusal_at_guess(Dynamics dynamics, Cost cost, Path path, End end) {
  Problem problem("fails");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("height", {.start = 1.0, .end = -1.0});
  phase.control("u", {});
  phase.dynamics(dynamics);
  phase.running_cost(cost);
  phase.path_constraint("limit", {-1e9, 1e9}, path);
  phase.end_constraint("goal", {-1e9, 1e9}, end);
  StagedNlp nlp(problem, uniform_mesh("trapezoid", 4));
  const Eigen::VectorXd z = nlp.unknowns_from(straight_line_guess(problem));
  return test::refusal([&] { nlp.require_finite_at(z); });
}

const auto kFineDynamics = [](const auto& k) { return rates(k.u[0]); };
const auto kFine = [](const auto& k) { return k.x[0] * k.x[0]; };
const auto kRoot = [](const auto& k) { return sqrt(k.x[0]); };     // NaN below 0, infinite slope at 0
const auto kInverse = [](const auto& k) { return 1.0 / k.x[0]; };  // infinite at 0

TEST(StagedNlp, IsFiniteWhereItsFunctionsAre) { EXPECT_EQ(refusal_at_guess(kFineDynamics, kFine, kFine, kFine), ""); }

TEST(StagedNlp, NamesTheStateAndTheTimeWhereTheDynamicsFail) {
  const auto dynamics = [](const auto& k) { return rates(sqrt(k.x[0] + 0.2) + k.u[0]); };
  const std::string said = refusal_at_guess(dynamics, kFine, kFine, kFine);
  EXPECT_TRUE(test::says(said, "phase 'only': the rate of state 'height' is"));
  EXPECT_TRUE(test::says(said, "nan at the guess, at time 1.5"));
}

TEST(StagedNlp, NamesTheLawOfForceThatHasNoValue) {
  ModelBuilder builder("faller");
  builder.add_body("stone", "world", Transform<double>::identity(), Joint::prismatic("fall", Eigen::Vector3d::UnitZ()),
                   Inertia<double>::point(1.0, Vec3<double>::zero()));
  Problem problem("fall");
  auto phase = problem.phase<2, 0>("only");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("height", {.start = 1.0, .end = -1.0}).state("speed", {});
  phase.dynamics(MultibodyDynamics(builder.build()).wrench("stone", [](const auto& k, const auto& stone) {
    using S = std::decay_t<decltype(k.t)>;
    return Vec3<S>(S(0.0), S(0.0), sqrt(stone.position.z + 0.2));
  }));
  phase.running_cost([](const auto& k) { return k.x[0] * k.x[0]; });
  StagedNlp nlp(problem, uniform_mesh("trapezoid", 4));
  const Eigen::VectorXd z = nlp.unknowns_from(straight_line_guess(problem));
  const std::string said = test::refusal([&] { nlp.require_finite_at(z); });
  EXPECT_TRUE(test::says(said, "phase 'only': the rate of state 'speed' is"));
  EXPECT_TRUE(test::says(said, "at time 1.5 (the wrench on 'stone' (body 'stone') is not finite)"));
}

TEST(StagedNlp, NamesTheCostAndTheTimeWhereItFails) {
  EXPECT_TRUE(test::says(refusal_at_guess(kFineDynamics, kInverse, kFine, kFine),
                         "the running cost is inf at the guess, at time 1"));
}

TEST(StagedNlp, NamesThePathConstraintAndTheTimeWhereItFails) {
  EXPECT_TRUE(test::says(refusal_at_guess(kFineDynamics, kFine, kInverse, kFine),
                         "path constraint 'limit' is inf at the guess, at time 1"));
}

TEST(StagedNlp, NamesTheFunctionWhoseDerivativeFails) {
  EXPECT_TRUE(test::says(refusal_at_guess(kFineDynamics, kRoot, kFine, kFine),
                         "the running cost has a derivative that is not finite at the guess, at time 1"));
}

TEST(StagedNlp, NamesTheEndConstraintThatFails) {
  EXPECT_TRUE(test::says(refusal_at_guess(kFineDynamics, kFine, kFine, kRoot),
                         "end constraint 'goal' or its derivative is not finite at the guess"));
}

}  // namespace tandem::staged_nlp_test
