#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/simulation.hpp>

#include "random_tree.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>

/// Motion-driven joints and sampled controllers in simulations.
namespace tandem::driven_simulation_test {

using Eigen::VectorXd;

/// Columns of a series at a time, by the polynomial through the ten nearest: what was recorded, between its instants.
class Recorded {
 public:
  Recorded(VectorXd time, Eigen::MatrixXd values) : time_(std::move(time)), values_(std::move(values)) {}
  VectorXd operator()(double t) const {
    constexpr long kPoints = 10;
    const double h = time_(1) - time_(0);
    const long first = std::clamp(std::lround(t / h) - kPoints / 2, 0L, time_.size() - kPoints);
    VectorXd sum = VectorXd::Zero(values_.rows());
    for (long i = first; i < first + kPoints; ++i) {
      double weight = 1;
      for (long j = first; j < first + kPoints; ++j) {
        if (j != i) weight *= (t - time_(j)) / (time_(i) - time_(j));
      }
      sum += weight * values_.col(i);
    }
    return sum;
  }

 private:
  VectorXd time_;
  Eigen::MatrixXd values_;
};

TEST(Simulation, WithRecordedAccelerationsAtAnyJointsIsTheSameMotion) {
  for (unsigned seed = 0; seed < 24; ++seed) {
    test::RandomCase c(seed);
    const VectorXd amplitude = c.dice.vector(c.model.nv());
    SimulationOptions options;
    options.duration = 0.4;
    options.step = 0.002;
    options.forces = [&](double t, In<double>, In<double>, Out<double> tau) { tau = amplitude * std::cos(2 * t); };
    const Simulation first = simulate(c.model, c.q, c.v, options);
    const Recorded accelerations(first.time, first.a);
    for (int mixture = 0; mixture < 2; ++mixture) {
      options.drives.resize(c.model.body_count());
      for (Drive& drive : options.drives) drive = c.dice.integer(0, 1) == 0 ? Drive::force : Drive::motion;
      options.motions = [&](double t, In<double>, In<double>, Out<double> a) { a = accelerations(t); };
      const Simulation again = simulate(c.model, c.q, c.v, options);
      const double size = 1 + first.v.cwiseAbs().maxCoeff(),
                   force = 1 + first.tau.cwiseAbs().maxCoeff() + first.a.cwiseAbs().maxCoeff();
      EXPECT_LT((again.q - first.q).cwiseAbs().maxCoeff(), 1e-10 * size) << seed;
      EXPECT_LT((again.v - first.v).cwiseAbs().maxCoeff(), 1e-10 * size) << seed;
      EXPECT_LT((again.tau - first.tau).cwiseAbs().maxCoeff(), 1e-10 * force) << seed;
    }
  }
}

TEST(Simulation, HoldsJointsThatAreMotionDrivenWithoutALaw) {
  const ModelExample example = make_model_example("acrobot");
  SimulationOptions options;
  options.duration = 1;
  options.drives = {Drive::force, Drive::force, Drive::motion};
  VectorXd v = example.v;
  v(1) = 0;
  const Simulation s = simulate(example.model, example.q, v, options);
  EXPECT_EQ((s.q.row(1).array() - example.q(1)).abs().maxCoeff(), 0);
  EXPECT_GT((s.q.row(0).array() - s.q(0, 0)).abs().maxCoeff(), 0.1);
  EXPECT_EQ(s.tau.row(0).cwiseAbs().maxCoeff(), 0);
  EXPECT_GT(s.tau.row(1).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_LT(s.audit.energy, 1e-11);
}

/// A mass of 2 kg on a slide.
Model slider() {
  ModelBuilder builder("slider");
  builder.add_body("mass", "world", Transform<double>::identity(), Joint::prismatic("slide", {1, 0, 0}),
                   Inertia<double>::point(2, {0, 0, 0}));
  return builder.build();
}

// Between samples the force stands: x+ = x + h v + h^2 u/(2 m), v+ = v + h u/m.
TEST(Simulation, OfASampledControllerIsTheDiscreteSystem) {
  const Model model = slider();
  for (const double step : {0.05, 0.0125, 0.03}) {
    SimulationOptions options;
    options.duration = 1.2;
    options.step = step;
    options.sample_period = 0.05;
    options.forces = [](double, In<double> q, In<double> v, Out<double> tau) { tau(0) = -8 * q(0) - 3 * v(0); };
    const Simulation s = simulate(model, VectorXd::Constant(1, 1.0), VectorXd::Constant(1, 0.0), options);
    double x = 1, v = 0;
    for (int k = 0; k < 24; ++k) {
      const double h = 0.05, u = -8 * x - 3 * v;
      x += h * v + h * h * u / 4;
      v += h * u / 2;
    }
    EXPECT_NEAR(s.q(0, s.q.cols() - 1), x, 1e-13) << step;
    EXPECT_NEAR(s.v(0, s.v.cols() - 1), v, 1e-13) << step;
    EXPECT_LT(s.audit.energy, 1e-12) << step;
  }
}

TEST(Simulation, RefusesDrivesByName) {
  const Model model = slider();
  const VectorXd zero = VectorXd::Zero(1);
  const auto refusal_of = [&](const SimulationOptions& options) {
    return test::refusal([&] { simulate(model, zero, zero, options); });
  };
  SimulationOptions options;
  options.drives = {Drive::motion};
  EXPECT_EQ(refusal_of(options), "model 'slider': drives: 1 given, 2 wanted, one a body");
  options.drives = {Drive::force, Drive::motion};
  options.motions = [](double, In<double>, In<double>, Out<double> a) { a(0) = std::nan(""); };
  EXPECT_EQ(refusal_of(options), "the acceleration given to 'slide' is nan");
  options.drives.clear();
  EXPECT_EQ(refusal_of(options), "model 'slider': there is a law of motions, but no joint is motion-driven");
  SimulationOptions sampled;
  sampled.sample_period = -1;
  EXPECT_TRUE(test::says(refusal_of(sampled), "sample_period is -1 s"));
}

}  // namespace tandem::driven_simulation_test
