#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/simulation.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/registry.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace tandem::slews_test {

// Slews and what is known of them besides their reference values, which registry_test.cpp holds.

constexpr double kPi = std::numbers::pi;

/// The model in a problem's only phase, which owns it.
const Model& model_of(const Problem& problem) {
  return problem.phases().front().dynamics.multibody()->dynamics().model();
}

/// Momentum of all bodies of a model about the origin at each knot: (angular; linear), a column a knot.
Eigen::MatrixXd momenta(const Model& model, const Eigen::MatrixXd& states) {
  Workspace<double> ws(model);
  Eigen::MatrixXd all(6, states.cols());
  for (Eigen::Index k = 0; k < states.cols(); ++k) {
    const Eigen::VectorXd q = states.col(k).head(model.nq()), v = states.col(k).tail(model.nv());
    all.col(k) = momentum(model, ws, q, v).eigen();
  }
  return all;
}

// ---- the inertially symmetric body ----------------------------------------------------------------------------------

TEST(BilimoriaWie, HasAStationaryPointOnTheEigenaxisThatIsNoMinimum) {
  Problem problem = problems::bilimoria_wie();
  problem.set("lean", 0.0);
  const Solution eigenaxis = solve(problem, {.intervals = 20});
  EXPECT_EQ(eigenaxis.status, Status::solved);
  EXPECT_NEAR(eigenaxis.objective, 2.0 * std::sqrt(kPi), 1e-6);  // 3.544907702
  const PhaseSolution& slew = eigenaxis.phases.front();
  EXPECT_LT(slew.controls.topRows(2).cwiseAbs().maxCoeff(), 1e-6);  // no torque across the axis
  EXPECT_LT(slew.states.middleRows(1, 2).cwiseAbs().maxCoeff(), 1e-6);
  // All conditions of first order hold as far as the mesh knows; the KKT matrix is not that of a minimum.
  EXPECT_FALSE(eigenaxis.certificate.passes());
  EXPECT_FALSE(eigenaxis.certificate.line("curvature").holds);
  for (const char* line : {"costates", "left_over", "transversality", "interval_error"}) {
    EXPECT_TRUE(eigenaxis.certificate.line(line).holds) << line;
  }
  EXPECT_LT(eigenaxis.certificate.line("objective_error").value,
            1e-4);  // what 20 intervals leave about the switch of tz
}

TEST(BilimoriaWie, TurnsFasterWithANutation) {
  const Solution nutating = solve(problems::bilimoria_wie());
  EXPECT_TRUE(nutating.certificate.passes());
  EXPECT_NEAR(nutating.objective, 3.24308327745, 1e-5);
  EXPECT_GT(nutating.phases.front().states.middleRows(1, 2).cwiseAbs().maxCoeff(), 0.05);
}

// ---- hubs with modes ------------------------------------------------------------------------------------------------

/// Angle and two modes at the end of a slew with switches at T/2, T/2 -+ s1 and T/2 -+ s2; z = (T, s1, s2).
Eigen::Vector3d switch_equations(const Eigen::Vector3d& z, const Eigen::Vector2d& frequencies, double angle) {
  Eigen::Vector3d residual;
  residual(0) = 0.25 * z(0) * z(0) + 2.0 * z(1) * z(1) - 2.0 * z(2) * z(2) - angle;
  for (int i = 0; i < 2; ++i) {
    const double w = frequencies(i);
    residual(1 + i) = 1.0 - 2.0 * std::cos(w * z(1)) + 2.0 * std::cos(w * z(2)) - std::cos(0.5 * w * z(0));
  }
  return residual;
}

/// By Newton's method from `z`; nothing where it does not arrive, or where the switches are not in their order.
std::optional<Eigen::Vector3d> switches_near(Eigen::Vector3d z, const Eigen::Vector2d& w, double angle) {
  for (int step = 0; step < 40; ++step) {
    Eigen::Matrix3d slopes;
    slopes.row(0) << 0.5 * z(0), 4.0 * z(1), -4.0 * z(2);
    for (int i = 0; i < 2; ++i) {
      slopes.row(1 + i) << 0.5 * w(i) * std::sin(0.5 * w(i) * z(0)), 2.0 * w(i) * std::sin(w(i) * z(1)),
          -2.0 * w(i) * std::sin(w(i) * z(2));
    }
    z -= slopes.fullPivLu().solve(switch_equations(z, w, angle));
  }
  const bool ordered = 1e-3 < z(1) && z(1) + 1e-3 < z(2) && z(2) + 1e-3 < 0.5 * z(0);
  if (!ordered || !(switch_equations(z, w, angle).norm() < 1e-11)) return {};
  return z;
}

/// The shortest time of all solutions that are found from a grid of starts.
double shortest_time(const Eigen::Vector2d& frequencies, double angle) {
  double shortest = 1e9;
  for (double duration = 2.0 * std::sqrt(angle); duration < 8.0; duration += 0.25) {
    for (double outer = 0.1; outer < 0.5 * duration; outer += 0.1) {
      for (double inner = 0.1; inner < outer; inner += 0.1) {
        const auto found = switches_near({duration, inner, outer}, frequencies, angle);
        if (found) shortest = std::min(shortest, (*found)(0));
      }
    }
  }
  return shortest;
}

TEST(FlexibleHubModes, AgreesWithACosineEquationForEachMode) {
  EXPECT_NEAR(shortest_time({1.0, 2.5}, 1.0), 4.7992082516, 1e-10);
  Problem problem = problems::flexible_hub_modes();
  problem.set("frequency_1", 1.5);
  problem.set("frequency_2", 4.0);
  const Solution solution = solve(problem);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.objective, shortest_time({1.5, 4.0}, 1.0), 1e-5);
}

TEST(FlexibleHubModes, DoesNotDependOnTheGainsOfItsModes) {
  Problem problem = problems::flexible_hub_modes();
  problem.set("gain_1", 0.5);
  problem.set("gain_2", -2.0);
  EXPECT_NEAR(solve(problem).objective, 4.7992082516, 1e-5);
}

// ---- the hub with booms ---------------------------------------------------------------------------------------------

/// Energy that a torque on the hub leaves in the mechanism when it is over, from rest.
double energy_left(const Model& model, double duration, const std::function<double(double)>& torque) {
  SimulationOptions options;
  options.duration = duration;
  options.step = duration / 2000.0;
  options.integrator = Integrator::rk4;
  options.forces = [&](double t, In<double>, In<double>, Out<double> tau) { tau(0) = torque(t); };
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model.nv());
  const Simulation motion = simulate(model, rest, rest, options);
  return motion.kinetic(motion.kinetic.size() - 1) + motion.potential(motion.potential.size() - 1);
}

TEST(HubWithBooms, LeavesFarLessEnergyInItsBoomsThanASine) {
  const Problem problem = problems::hub_with_booms();
  const Model& model = model_of(problem);
  const double duration = problem.value("duration"), angle = problem.value("angle");
  const Solution solution = solve(problem);
  ASSERT_TRUE(solution.certificate.passes());
  const PhaseSolution& slew = solution.phases.front();
  const double best =
      energy_left(model, duration, [&](double t) { return interpolate(slew.control_time, slew.controls, t)(0); });

  // One cycle of a sine that turns a rigid hub with rigid booms by the same angle: a T^2 / (2 pi J).
  Workspace<double> ws(model);
  Eigen::MatrixXd mass(model.nv(), model.nv());
  const Eigen::VectorXd straight = Eigen::VectorXd::Zero(model.nq());
  mass_matrix(model, ws, straight, mass);
  const double height = 2.0 * kPi * mass(0, 0) * angle / (duration * duration);
  const double sine =
      energy_left(model, duration, [&](double t) { return height * std::sin(2.0 * kPi * t / duration); });
  EXPECT_GT(sine, 1.0);           // J
  EXPECT_LT(100.0 * best, sine);  // what is asked for
  EXPECT_LT(1e5 * best, sine);    // what linear interpolation of the torque leaves
}

TEST(HubWithBooms, MovesOppositeBoomsAlike) {
  const Solution solution = solve(problems::hub_with_booms());
  const Eigen::MatrixXd& x = solution.phases.front().states;
  EXPECT_LT((x.middleRows(1, 4) - x.middleRows(5, 4)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_GT(x.row(1).cwiseAbs().maxCoeff(), 0.1);  // they do bend
}

TEST(HubWithBooms, KeepsEnergyAndMomentumInFreeFlight) {
  const Problem problem = problems::hub_with_booms();
  const Model& model = model_of(problem);
  Eigen::VectorXd q(model.nq()), v(model.nv());
  q << 0.3, 0.2, -0.1, 0.1, 0.15, -0.2, 0.1, 0.05, -0.1;
  v << 0.4, 0.1, 0.2, -0.3, 0.1, 0.2, -0.1, 0.3, 0.1;
  SimulationOptions options;
  options.duration = 20.0;
  options.step = 0.1;
  const Simulation flight = simulate(model, q, v, options);
  EXPECT_LT(flight.audit.energy, 1e-9);
  const auto about_axis = flight.momentum.row(2);
  EXPECT_GT(about_axis(0), 50.0);
  EXPECT_LT(about_axis.maxCoeff() - about_axis.minCoeff(), 1e-9 * about_axis(0));
}

// ---- the spacecraft with reaction wheels ----------------------------------------------------------------------------

TEST(ReactionWheelSlew, SaturatesWheelsInTorqueAndSpeedAndKeepsMomentum) {
  const Problem problem = problems::reaction_wheel_slew();
  const Solution solution = solve(problem);
  const PhaseSolution& slew = solution.phases.front();
  const Eigen::MatrixXd torques = slew.controls.cwiseAbs(), speeds = slew.states.bottomRows(3).cwiseAbs();
  EXPECT_NEAR(torques.maxCoeff(), problem.value("max_torque"), 1e-6);
  EXPECT_NEAR(speeds.maxCoeff(), problem.value("max_speed"), 1e-6);
  EXPECT_LE(torques.maxCoeff(), problem.value("max_torque") + 1e-6);
  EXPECT_LE(speeds.maxCoeff(), problem.value("max_speed") + 1e-6);
  // A wheel is at its limit for seconds, not for an instant.
  EXPECT_GT((speeds.row(2).array() > problem.value("max_speed") - 1e-5).count(), 100);

  // Body and wheels together, with 2.5 N m s in a wheel at its limit: no momentum is a linear relation of rates, which
  // every transcription keeps.
  EXPECT_LT(momenta(model_of(problem), slew.states).topRows(3).cwiseAbs().maxCoeff(), 1e-10);
  const Eigen::VectorXd length = slew.states.topRows(4).colwise().norm();
  EXPECT_LT((length.array() - 1.0).abs().maxCoeff(), 1e-8);  // the midpoint rule keeps it
}

// ---- the free-flying arm --------------------------------------------------------------------------------------------

TEST(FreeFlyingArm, TurnsItsBaseWithoutAnyMomentum) {
  const Problem problem = problems::free_flying_arm();
  const Solution solution = solve(problem);
  const Eigen::MatrixXd& x = solution.phases.front().states;
  EXPECT_LT(momenta(model_of(problem), x).cwiseAbs().maxCoeff(), 1e-7);
  const Eigen::VectorXd start = x.col(0), end = x.col(x.cols() - 1);
  EXPECT_NEAR(end(2) - start(2), 0.5, 1e-8);                  // the base has turned,
  EXPECT_LT((end - start).segment(3, 2).norm(), 1e-8);        // the arm is where it was,
  EXPECT_LT(end.tail(5).cwiseAbs().maxCoeff(), 1e-6);         // and everything rests, though only joints were asked to
  EXPECT_GT(x.row(4).maxCoeff() - x.row(4).minCoeff(), 1.0);  // after a round trip
}

// ---- pictures -------------------------------------------------------------------------------------------------------

TEST(Slews, AreDrawnInSpaceAndStraightMovesInThePlane) {
  const auto picture_of = [](const std::string& name) {
    const Problem problem = make_problem(name);
    const Phase& phase = problem.phases().front();
    const std::vector<double> x(phase.states.size(), 0.25), u(phase.controls.size(), 0.5);
    const std::vector<double> numbers = problem.number_values();
    return phase.drawing(KnotView<double>{x, u, 0.0, numbers});
  };
  for (const char* name : {"bilimoria-wie", "flexible-hub", "flexible-hub-modes", "free-flying-arm", "hub-with-booms",
                           "reaction-wheel-slew"}) {
    EXPECT_TRUE(picture_of(name).view) << name;
  }
  for (const char* name :
       {"double-integrator-energy", "double-integrator-speed-limit", "double-integrator-time", "two-mass-spring"}) {
    EXPECT_FALSE(picture_of(name).view) << name;
  }
}

}  // namespace tandem::slews_test
