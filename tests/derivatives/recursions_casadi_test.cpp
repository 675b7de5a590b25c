#include <tandem/derivatives/scalar_casadi.hpp>

#include "../dynamics/scalars.hpp"
#include <gtest/gtest.h>

namespace tandem::recursions_casadi_test {

using casadi::SX;
using test::RandomCase;

SX symbol(const std::string& name) { return SX::sym(name); }

VectorX<SX> symbols(const std::string& name, int count) {
  VectorX<SX> v(count);
  for (int i = 0; i < count; ++i) v(i) = symbol(name + std::to_string(i));
  return v;
}

SX column(const VectorX<SX>& v) { return SX::vertcat(std::vector<SX>(v.data(), v.data() + v.size())); }

TEST(Recursions, BecomeExpressionsWithTheValuesOfDoubles) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    RandomCase c(seed);
    const VectorX<SX> q = symbols("q", c.model.nq()), v = symbols("v", c.model.nv()), a = symbols("a", c.model.nv());
    const std::vector<SX> all = test::everything<SX>(c.model, q, v, a, c.wrenches);
    const casadi::Function f("everything", {column(q), column(v), column(a)}, {SX::vertcat(all)});
    const auto values = [](const Eigen::VectorXd& x) { return casadi::DM(std::vector<double>(x.begin(), x.end())); };
    const std::vector<casadi::DM> result = f(std::vector<casadi::DM>{values(c.q), values(c.v), values(c.a)});
    test::expect_same(result[0].get_elements(), test::everything<double>(c.model, c.q, c.v, c.a, c.wrenches),
                      c.model.name());
  }
}

/// The worked examples of Concurrent Dynamics, "EOM with Newton-Euler Equations", with symbols for all numbers.
struct Worked {
  SX m1 = symbol("m1"), m2 = symbol("m2"), I = symbol("I"), L = symbol("L"), g = symbol("g"), f = symbol("f"),
     tau = symbol("tau"), x = symbol("x"), theta = symbol("theta"), xd = symbol("xd"), theta_d = symbol("theta_d"),
     xdd = symbol("xdd"), theta_dd = symbol("theta_dd");
  SX nil = SX(0.0);

  /// The pendulum's body: its centre of mass at s = L (0, -1, 0) for theta = 0, central inertia about z.
  Inertia<SX> bob(const SX& mass) const {
    return Inertia<SX>::from_com(mass, {nil, -L, nil}, SymMat3<SX>::diagonal(nil, nil, I));
  }
  Vec3<SX> gravity() const { return {nil, -g, nil}; }

  /// The largest coefficient left of an expression that should vanish, over random values of all symbols.
  double largest(const SX& expression) const {
    const std::vector<SX> all{m1, m2, I, L, g, f, tau, x, theta, xd, theta_d, xdd, theta_dd};
    const casadi::Function value("value", {SX::vertcat(all)}, {expression});
    test::Dice dice(9);
    double worst = 0;
    for (int k = 0; k < 100; ++k) {
      std::vector<double> numbers;
      for (std::size_t i = 0; i < all.size(); ++i) numbers.push_back(dice.number(0.1, 2));
      const casadi::DM rest = value(std::vector<casadi::DM>{casadi::DM(numbers)})[0];
      for (const double r : rest.get_elements()) worst = std::max(worst, std::abs(r));
    }
    return worst;
  }
};

TEST(Recursions, DeriveThePendulumOfThePaperSymbolically) {
  // (M4): (I + m L^2) theta'' = tau - m g L sin(theta)
  const Worked w;
  ModelBuilder builder("pendulum");
  builder.add_body("bob", "world", Transform<double>::identity(), Joint::revolute("hinge", {0, 0, 1}),
                   Inertia<double>::point(1, {0, -1, 0}));
  const Model model = builder.build();
  Parameters<SX> parameters = model.parameters().cast<SX>();
  parameters.set_inertia(1, w.bob(w.m1));
  parameters.set_gravity(w.gravity());
  Workspace<SX> ws(model);
  VectorX<SX> q(1), v(1), a(1), tau(1);
  q(0) = w.theta, v(0) = w.theta_d, a(0) = w.theta_dd;
  inverse_dynamics(model, parameters, ws, q, v, a, tau);
  const SX inertia = w.I + w.m1 * w.L * w.L, weight = w.m1 * w.g * w.L * sin(w.theta);
  EXPECT_LT(w.largest(tau(0) - (inertia * w.theta_dd + weight)), 1e-14);
  a(0) = w.tau;
  forward_dynamics(model, parameters, ws, q, v, a, tau);
  EXPECT_LT(w.largest(tau(0) * inertia - (w.tau - weight)), 1e-13);
}

TEST(Recursions, DeriveThePendulumOnAMovingBaseOfThePaperSymbolically) {
  // (N4): [m1 + m2, m2 L cos; m2 L cos, I + m2 L^2] (x'', theta'') = (f + m2 L sin theta'^2, -m2 g L sin)
  const Worked w;
  ModelBuilder builder("moving base");
  builder.add_body("base", "world", Transform<double>::identity(), Joint::prismatic("rail", {1, 0, 0}),
                   Inertia<double>::point(1, {0, 0, 0}));
  builder.add_body("bob", "base", Transform<double>::identity(), Joint::revolute("hinge", {0, 0, 1}),
                   Inertia<double>::point(1, {0, -1, 0}));
  const Model model = builder.build();
  Parameters<SX> parameters = model.parameters().cast<SX>();
  parameters.set_inertia(1, Inertia<SX>::point(w.m1, {w.nil, w.nil, w.nil}));
  parameters.set_inertia(2, w.bob(w.m2));
  parameters.set_gravity(w.gravity());
  Workspace<SX> ws(model);
  VectorX<SX> q(2), v(2), zero(2), b(2);
  q(0) = w.x, q(1) = w.theta, v(0) = w.xd, v(1) = w.theta_d, zero(0) = w.nil, zero(1) = w.nil;
  MatrixX<SX> M(2, 2);
  mass_matrix(model, parameters, ws, q, M);
  const SX coupling = w.m2 * w.L * cos(w.theta);
  EXPECT_LT(w.largest(M(0, 0) - (w.m1 + w.m2)), 1e-14);
  EXPECT_LT(w.largest(M(0, 1) - coupling), 1e-14);
  EXPECT_LT(w.largest(M(1, 0) - coupling), 1e-14);
  EXPECT_LT(w.largest(M(1, 1) - (w.I + w.m2 * w.L * w.L)), 1e-14);
  // f acts on the base from outside: as an external wrench, with no force in the joints.
  const std::vector<Wrench<SX>> wrenches{
      Wrench<SX>::zero(), {Vec3<SX>::zero(), {w.f, w.nil, w.nil}}, Wrench<SX>::zero()};
  bias(model, parameters, ws, q, v, b, wrenches);
  EXPECT_LT(w.largest(-b(0) - (w.f + w.m2 * w.L * sin(w.theta) * w.theta_d * w.theta_d)), 1e-13);
  EXPECT_LT(w.largest(-b(1) + w.m2 * w.g * w.L * sin(w.theta)), 1e-13);
  forward_dynamics(model, parameters, ws, q, v, zero, b, wrenches);
  EXPECT_LT(w.largest(M(0, 0) * b(0) + M(0, 1) * b(1) - (w.f + w.m2 * w.L * sin(w.theta) * w.theta_d * w.theta_d)),
            1e-12);
}

}  // namespace tandem::recursions_casadi_test
