#include <tandem/ocp/answers/certificate_notes.hpp>

#include <tandem/ocp/answers/certify.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <functional>
#include <utility>

namespace tandem::certificate_notes_test {

constexpr double kRounding = 1e-14;

Eigen::VectorXd one(double value) { return Eigen::VectorXd::Constant(1, value); }

/// x' = growth x + u, cost u^2 / 2, and time in it where `timed`.
Problem growing(double growth, bool timed = false) {
  Problem problem("growing");
  auto phase = problem.phase<1, 1>("grow");
  phase.state("x", {}).control("u", {});
  phase.dynamics([=](const auto& k) { return rates(growth * k.x[0] + k.u[0]); });
  if (timed) {
    phase.running_cost([](const auto& k) { return 0.5 * square(k.u[0]) + k.t; });
  } else {
    phase.running_cost([](const auto& k) { return 0.5 * square(k.u[0]); });
  }
  return problem;
}

// u = 0: x = e^(2 t), lambda = 3 e^(-2 t), H = 2 lambda x = 6.
Solution grown(const Problem& problem, int intervals) {
  const auto x = [](double t) { return one(std::exp(2.0 * t)); };
  const auto u = [](double) { return one(0.0); };
  const auto lambda = [](double t) { return one(3.0 * std::exp(-2.0 * t)); };
  return test::answer_of(problem, "trapezoid", intervals, test::Motion{x, u, lambda, 0.0, 1.0});
}

TEST(CertificateNotes, PlayTheWholeMotionInOneGo) {
  const Problem problem = growing(2.0);
  Solution solution = grown(problem, 10);
  test::LoneFlow right(problem, solution);
  EXPECT_LT(examine_notes(right.flow).open_loop_miss.value, 1e-12);
  // a start that is 0.01 off misses the end by e^2 times that, and what knots between say is not looked at
  solution.phases[0].states(0, 0) += 0.01;
  solution.phases[0].states(0, 4) += 7.0;
  test::LoneFlow off(problem, solution);
  const PhaseNotes notes = examine_notes(off.flow);
  EXPECT_NEAR(notes.open_loop_miss.value, 0.01 * std::exp(2.0), 1e-12);
  EXPECT_EQ(notes.open_loop_miss.where, "state 'x'");
}

// Ten classical Runge-Kutta steps of 0.2: 1e-5 of e^2.
TEST(CertificateNotes, TellHowErrorsGrow) {
  test::LoneFlow lone(growing(2.0), grown(growing(2.0), 10));
  EXPECT_NEAR(examine_notes(lone.flow).amplification, std::exp(2.0), 1e-3);
}

TEST(CertificateNotes, SeeTheHamiltonianDriftWhereNothingDependsOnTime) {
  const Problem problem = growing(2.0);
  Solution solution = grown(problem, 40);  // in two groups of lanes
  test::LoneFlow steady(problem, solution);
  EXPECT_TRUE(examine_notes(steady.flow).is_autonomous);
  EXPECT_LT(examine_notes(steady.flow).hamiltonian_drift.value, kRounding);
  solution.phases[0].costates(0, 35) *= 1.1;  // H = 6.6 there
  test::LoneFlow drifting(problem, solution);
  EXPECT_NEAR(examine_notes(drifting.flow).hamiltonian_drift.value, 0.6 / 6.6, kRounding);
}

TEST(CertificateNotes, LeaveTheHamiltonianWhereTimeIsExplicit) {
  const Problem problem = growing(2.0, true);
  test::LoneFlow lone(problem, grown(problem, 4));
  EXPECT_FALSE(examine_notes(lone.flow).is_autonomous);
  EXPECT_EQ(examine_notes(lone.flow).hamiltonian_drift.value, 0.0);
}

// ---- derivatives ----------------------------------------------------------------------------------------------------

/// Another knot function with one entry of a level changed.
class Tampered : public KnotFunction {
 public:
  using Change = std::function<void(KnotBatch& batch, int knot)>;
  Tampered(std::unique_ptr<KnotFunction> right, Change change) : right_(std::move(right)), change_(std::move(change)) {}

  int inputs() const override { return right_->inputs(); }
  int outputs() const override { return right_->outputs(); }
  const BoolMatrix& jacobian_pattern() const override { return right_->jacobian_pattern(); }
  const BoolMatrix& hessian_pattern() const override { return right_->hessian_pattern(); }
  void set_numbers(std::span<const double> numbers) override { right_->set_numbers(numbers); }
  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    right_->evaluate(batch, first, count, level);
    for (int knot = first; knot < first + count; ++knot) change_(batch, knot);
  }

 private:
  std::unique_ptr<KnotFunction> right_;
  Change change_;
};

/// The certificate of the cart-pole's answer by functions with this change.
Certificate tampered(Tampered::Change change) {
  static const Problem problem = make_problem("cart-pole-swing-up");
  static const Solution solution = test::solved(problem, 100);
  Tampered function(
      make_knot_function(blocks_along(problem.phases()[0], numbers_of(problem, solution), {}), kDefaultPlug),
      std::move(change));
  const PhaseFunction along{&function, {}};
  return certify_with(problem, solution, {&along, 1}, {}, CertifyLevel::full);
}

/// A share that is far below what any other line sees.
constexpr double kShare = 1e-7;

TEST(CertificateDerivatives, AgreeWithTapes) {
  const Certificate certificate = tampered([](KnotBatch&, int) {});
  EXPECT_TRUE(certificate.passes());
  EXPECT_LT(certificate.line("derivatives").value, 1e-14);
}

TEST(CertificateDerivatives, FindAWrongFirstDerivative) {
  const Certificate certificate =
      tampered([](KnotBatch& batch, int knot) { batch.jacobians.col(knot) *= 1.0 + kShare; });
  EXPECT_FALSE(certificate.line("derivatives").holds);
  EXPECT_NEAR(certificate.line("derivatives").value, kShare, 1e-3 * kShare);
  EXPECT_TRUE(test::says(certificate.line("derivatives").where, "first derivatives at"));
  EXPECT_FALSE(certificate.passes());
}

TEST(CertificateDerivatives, FindAWrongSecondDerivative) {
  const Certificate certificate =
      tampered([](KnotBatch& batch, int knot) { batch.hessians.col(knot) *= 1.0 + kShare; });
  EXPECT_FALSE(certificate.line("derivatives").holds);
  EXPECT_TRUE(test::says(certificate.line("derivatives").where, "second derivatives at"));
}

TEST(CertificateDerivatives, FindWrongValues) {
  const Certificate certificate = tampered([](KnotBatch& batch, int knot) { batch.values.col(knot) *= 1.0 + kShare; });
  EXPECT_FALSE(certificate.line("derivatives").holds);
}

// One entry that belongs to one instant alone is found as well: every interval is looked at.
TEST(CertificateDerivatives, FindWhatIsWrongAtOneInterval) {
  const Certificate certificate = tampered([](KnotBatch& batch, int knot) {
    const double t = batch.inputs(5, knot);
    if (t > 1.02 && t < 1.04) batch.jacobians.col(knot) *= 1.0 + kShare;
  });
  EXPECT_FALSE(certificate.line("derivatives").holds);
}

/// minimise  integral of u^2 + x^2,  x' = u - sin x, by a user's function whose derivative by x is `slope` cos x.
Problem user_problem(double slope) {
  Problem problem("user");
  auto phase = problem.phase<1, 1>("move");
  phase.state("x", {.start = 1.0}).control("u", {});
  UserFunction dynamics;
  dynamics.outputs = 1;
  dynamics.values = [](const KnotView<double>& k, std::span<double> out) { out[0] = k.u[0] - std::sin(k.x[0]); };
  dynamics.jacobian = [slope](const KnotView<double>& k, Eigen::Ref<Eigen::MatrixXd> j) {
    j(0, 0) = slope * std::cos(k.x[0]);
    j(0, 1) = 1.0;
  };
  dynamics.hessian = [slope](const KnotView<double>& k, std::span<const double> w, Eigen::Ref<Eigen::MatrixXd> h) {
    h(0, 0) = -slope * w[0] * std::sin(k.x[0]);
  };
  phase.dynamics(dynamics);
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(k.x[0]); });
  return problem;
}

// A solver that follows wrong derivatives ends elsewhere, and all that uses them agrees with it.
TEST(CertificateDerivatives, FindAUsersWrongDerivative) {
  const Solution right = test::solved(user_problem(-1.0), 50);
  EXPECT_TRUE(right.certificate.passes());
  const Solution wrong = test::solved(user_problem(0.5), 50);
  EXPECT_GT(wrong.objective - right.objective, 1e-2 * right.objective);
  EXPECT_FALSE(wrong.certificate.passes());
  EXPECT_FALSE(wrong.certificate.line("derivatives").holds);
}

}  // namespace tandem::certificate_notes_test
