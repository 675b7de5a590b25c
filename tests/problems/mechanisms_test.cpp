#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

// Models made of rods, as the swing-ups have them, against their equations of motion written by hand.
namespace tandem::mechanisms_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One instant: coordinates, velocities, what drives, and the accelerations that the problem's dynamics give.
struct Instant {
  VectorXd q, v, u, a;
};

VectorXd random_vector(int size, std::mt19937& engine) {
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  VectorXd vector(size);
  for (double& entry : vector) entry = number(engine);
  return vector;
}

Instant random_instant(const Problem& problem, std::mt19937& engine) {
  const Phase& phase = problem.phases().front();
  const int freedoms = phase.state_count / 2;
  const VectorXd x = random_vector(2 * freedoms, engine), u = random_vector(phase.control_count, engine);
  const std::vector<double> numbers = problem.number_values();
  VectorXd rates(x.size());
  phase.dynamics(
      KnotView<double>{
          {x.data(), static_cast<std::size_t>(x.size())}, {u.data(), static_cast<std::size_t>(u.size())}, 0.0, numbers},
      std::span<double>(rates.data(), static_cast<std::size_t>(rates.size())));
  EXPECT_EQ(rates.head(freedoms), x.tail(freedoms));
  return {x.head(freedoms), x.tail(freedoms), u, rates.tail(freedoms)};
}

/// M a = f, as it is written by hand.
struct Equations {
  MatrixXd mass;
  VectorXd force;
};

/// At random instants, with the numbers as they are and with each of them changed. Rounding: a few hundred operations
/// on numbers of the size of the largest term.
void expect_equations(Problem problem, const std::function<Equations(const Problem&, const Instant&)>& written) {
  std::mt19937 engine(1);
  for (int changes = 0; changes < 2; ++changes) {
    for (int k = 0; k < 50; ++k) {
      const Instant at = random_instant(problem, engine);
      const Equations by_hand = written(problem, at);
      const double size = by_hand.mass.cwiseAbs().maxCoeff() * at.a.cwiseAbs().maxCoeff();
      EXPECT_LE((by_hand.mass * at.a - by_hand.force).cwiseAbs().maxCoeff(),
                1e-13 * std::max({1.0, size, by_hand.force.cwiseAbs().maxCoeff()}));
    }
    double factor = 1.1;
    for (const NamedNumber& number : problem.numbers()) problem.set(number.name, number.value * (factor += 0.05));
  }
}

/// A chain of thin rods on a cart, in coordinates (x, absolute angles): rod i has its mass m_i half-way along l_i and
/// m_i l_i^2 / 3 about its upper end; it carries all below it at its lower end.
Equations rods_on_a_cart(double cart, const VectorXd& m, const VectorXd& l, double g, const VectorXd& angle,
                         const VectorXd& rate) {
  const long n = m.size();
  Equations e{MatrixXd::Zero(n + 1, n + 1), VectorXd::Zero(n + 1)};
  e.mass(0, 0) = cart + m.sum();
  const auto carried = [&](long i) { return m.tail(n - 1 - i).sum(); };
  const auto moment = [&](long i) { return l(i) * (0.5 * m(i) + carried(i)); };
  for (long i = 0; i < n; ++i) {
    e.mass(0, i + 1) = e.mass(i + 1, 0) = moment(i) * std::cos(angle(i));
    e.force(0) += moment(i) * std::sin(angle(i)) * rate(i) * rate(i);
    e.force(i + 1) -= moment(i) * g * std::sin(angle(i));
    for (long j = 0; j < n; ++j) {
      const double b = i == j ? l(i) * l(i) * (m(i) / 3.0 + carried(i)) : l(std::min(i, j)) * moment(std::max(i, j));
      e.mass(i + 1, j + 1) = b * std::cos(angle(i) - angle(j));
      e.force(i + 1) -= b * std::sin(angle(i) - angle(j)) * rate(j) * rate(j);
    }
  }
  return e;
}

/// Absolute angles, rates or accelerations of a chain from those of its hinges.
VectorXd absolute(const VectorXd& hinges) {
  VectorXd sums = hinges;
  for (long i = 1; i < sums.size(); ++i) sums(i) += sums(i - 1);
  return sums;
}

VectorXd values(const Problem& problem, const std::string& name, int count) {
  VectorXd all(count);
  for (int i = 0; i < count; ++i) all(i) = problem.value(name + "_" + std::to_string(i + 1));
  return all;
}

/// The same equations for accelerations of the hinges: absolute ones are L times them, L lower triangular.
Equations in_hinges(Equations e, long first) {
  const long n = e.force.size() - first;
  MatrixXd to_absolute = MatrixXd::Identity(e.force.size(), e.force.size());
  to_absolute.bottomRightCorner(n, n) = MatrixXd::Ones(n, n).triangularView<Eigen::Lower>();
  e.mass *= to_absolute;
  return e;
}

Equations cart_chain(const Problem& problem, const Instant& at, int rods) {
  Equations e =
      rods_on_a_cart(problem.value("cart_mass"), values(problem, "mass", rods), values(problem, "length", rods),
                     problem.value("gravity"), absolute(at.q.tail(rods)), absolute(at.v.tail(rods)));
  e.force(0) += at.u(0);
  return in_hinges(std::move(e), 1);
}

TEST(DoublePendulumCart, MovesAsRodsOnACartDo) {
  expect_equations(problems::double_pendulum_cart_swing_up(),
                   [](const Problem& problem, const Instant& at) { return cart_chain(problem, at, 2); });
}

TEST(TriplePendulumCart, MovesAsRodsOnACartDo) {
  expect_equations(problems::triple_pendulum_cart_swing_up(),
                   [](const Problem& problem, const Instant& at) { return cart_chain(problem, at, 3); });
}

/// Spong's equations of two links, in the joints' angles, from hanging; rods.
Equations two_links(const Problem& problem, const Instant& at, const Eigen::Vector2d& torque) {
  const double m1 = problem.value("mass_1"), m2 = problem.value("mass_2"), l1 = problem.value("length_1"),
               l2 = problem.value("length_2"), g = problem.value("gravity"), c1 = 0.5 * l1, c2 = 0.5 * l2;
  const double i1 = m1 * l1 * l1 / 12.0, i2 = m2 * l2 * l2 / 12.0;
  const double c = std::cos(at.q(1)), h = m2 * l1 * c2 * std::sin(at.q(1)), w1 = at.v(0), w2 = at.v(1);
  const double d22 = m2 * c2 * c2 + i2, d12 = d22 + m2 * l1 * c2 * c;
  const double d11 = m1 * c1 * c1 + i1 + m2 * (l1 * l1 + c2 * c2 + 2.0 * l1 * c2 * c) + i2;
  const double lower = m2 * c2 * g * std::sin(at.q(0) + at.q(1));
  const double upper = (m1 * c1 + m2 * l1) * g * std::sin(at.q(0)) + lower;
  Equations e{MatrixXd(2, 2), VectorXd(2)};
  e.mass << d11, d12, d12, d22;
  e.force << torque(0) + h * (2.0 * w1 * w2 + w2 * w2) - upper, torque(1) - h * w1 * w1 - lower;
  return e;
}

TEST(Pendubot, MovesAsSpongsEquationsSay) {
  expect_equations(problems::pendubot_swing_up(), [](const Problem& problem, const Instant& at) {
    return two_links(problem, at, {at.u(0), 0.0});
  });
}

TEST(TwoLinkArm, MovesAsSpongsEquationsSay) {
  expect_equations(problems::two_link_arm_effort(), [](const Problem& problem, const Instant& at) {
    return two_links(problem, at, {at.u(0), at.u(1)});
  });
}

/// In absolute angles (torso, left, right): a hip turns its leg one way and the torso the other.
TEST(BranchedAcrobot, MovesAsATorsoWithTwoLegsDoes) {
  expect_equations(problems::branched_acrobot_swing_up(), [](const Problem& problem, const Instant& at) {
    const double mt = problem.value("torso_mass"), ml = problem.value("leg_mass"), lt = problem.value("torso_length"),
                 ll = problem.value("leg_length"), g = problem.value("gravity"), b = 0.5 * ml * lt * ll;
    const double torso = at.q(0), torso_rate = at.v(0);
    Equations e{MatrixXd::Zero(3, 3), VectorXd::Zero(3)};
    e.mass(0, 0) = (mt / 3.0 + 2.0 * ml) * lt * lt;
    e.force(0) = -at.u.sum() - (0.5 * mt + 2.0 * ml) * lt * g * std::sin(torso);
    for (int leg = 1; leg <= 2; ++leg) {
      const double angle = torso + at.q(leg), rate = torso_rate + at.v(leg), across = std::sin(torso - angle);
      e.mass(leg, leg) = ml * ll * ll / 3.0;
      e.mass(0, leg) = e.mass(leg, 0) = b * std::cos(torso - angle);
      e.force(0) -= b * across * rate * rate;
      e.force(leg) = at.u(leg - 1) + b * across * torso_rate * torso_rate - 0.5 * ml * ll * g * std::sin(angle);
    }
    MatrixXd to_absolute = MatrixXd::Identity(3, 3);
    to_absolute.col(0).setOnes();
    e.mass *= to_absolute;
    return e;
  });
}

/// A point s down the rod has speed^2 = (r w + s cos z)^2 + s^2 sin^2 (w^2 + z^2), with w the arm's rate, z the
/// pendulum's, and cos and sin those of the pendulum's angle.
TEST(Furuta, MovesAsLagrangesEquationsSay) {
  expect_equations(problems::furuta_swing_up(), [](const Problem& problem, const Instant& at) {
    const double j = problem.value("arm_inertia"), r = problem.value("radius"), m = problem.value("mass"),
                 l = problem.value("length"), g = problem.value("gravity"), i = m * l * l / 3.0, b = 0.5 * m * r * l;
    const double s = std::sin(at.q(1)), c = std::cos(at.q(1)), w = at.v(0), z = at.v(1);
    Equations e{MatrixXd(2, 2), VectorXd(2)};
    e.mass << j + m * r * r + i * s * s, b * c, b * c, i;
    e.force << at.u(0) - 2.0 * i * s * c * w * z + b * s * z * z, i * s * c * w * w - 0.5 * m * g * l * s;
    return e;
  });
}

TEST(ReactionWheel, MovesByWhatTheWheelTakes) {
  expect_equations(problems::reaction_wheel_pendulum(), [](const Problem& problem, const Instant& at) {
    const double m = problem.value("mass"), l = problem.value("length"), mw = problem.value("wheel_mass"),
                 j = problem.value("wheel_inertia"), g = problem.value("gravity");
    Equations e{MatrixXd(2, 2), VectorXd(2)};
    e.mass << (m / 3.0 + mw) * l * l, 0.0, j, j;
    e.force << -at.u(0) - (0.5 * m + mw) * g * l * std::sin(at.q(0)), at.u(0);
    return e;
  });
}

}  // namespace tandem::mechanisms_test
