#include <tandem/ocp/statement/mechanism.hpp>

#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/ocp/search/solve.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::mechanism_test {

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

/// A slide with an arm of two hinges and limits.
Model crane() {
  Joint slide = Joint::prismatic("slide", Eigen::Vector3d::UnitX());
  slide.limits = {-2.0, 2.0, 1.5, 40.0};
  const Eigen::Vector3d axis = -Eigen::Vector3d::UnitY();
  const auto rod = Inertia<double>::rod(1.0, {0.0, 0.0, 0.0}, {0.0, 0.0, -1.0});
  ModelBuilder builder("crane");
  builder.add_body("trolley", "world", Transform<double>::identity(), slide, Inertia<double>::point(5.0, {0, 0, 0}))
      .add_body("upper", "trolley", Transform<double>::identity(), Joint::revolute("hip", axis), rod)
      .add_body("lower", "upper", Transform<double>::translated({0, 0, -1}), Joint::revolute("knee", axis), rod);
  return builder.build();
}

TEST(Mechanism, NamesStatesAndControlsWithTheirUnitsAndLimits) {
  Problem problem("crane");
  const auto builder =
      problem.phase("move", MultibodyDynamics(crane()).actuate("slide", 2.0).motor({{"hip", 1.0}, {"knee", -1.0}}));
  const Phase& phase = builder.stated();
  EXPECT_EQ(names_of(phase.states),
            (std::vector<std::string>{"slide", "hip", "knee", "slide-rate", "hip-rate", "knee-rate"}));
  EXPECT_EQ(names_of(phase.controls), (std::vector<std::string>{"slide-force", "hip+knee-torque"}));
  EXPECT_EQ(phase.states[0].unit, "m");
  EXPECT_EQ(phase.states[4].unit, "rad/s");
  EXPECT_EQ(phase.states[0].bounds.upper.at({}), 2.0);
  EXPECT_EQ(phase.states[3].bounds.lower.at({}), -1.5);
  EXPECT_EQ(phase.controls[0].bounds.upper.at({}), 20.0);  // 40 N through a gear of 2
  EXPECT_EQ(phase.controls[1].bounds.upper.at({}), kInfinity);
}

TEST(Mechanism, HasAPlaceForQuaternionsAndJointsOfGivenMotion) {
  Problem problem("craft");
  const Model craft = make_model("spacecraft-with-booms");
  MultibodyDynamics dynamics(craft);
  const int free_joint_velocities = 6;
  dynamics.actuate_all();
  EXPECT_EQ(dynamics.controls(), craft.nv() - free_joint_velocities);
  const Phase& phase = problem.phase("drift", dynamics).stated();
  EXPECT_EQ(static_cast<int>(phase.states.size()), craft.nq() + craft.nv());
  EXPECT_NE(phase.states[0].name.find(".qw"), std::string::npos);
  EXPECT_EQ(phase.states[0].unit, "");
  EXPECT_EQ(phase.states[4].unit, "m");

  const Phase& given = problem.phase("given", MultibodyDynamics(crane()).drive_motion("slide").actuate_all()).stated();
  EXPECT_EQ(names_of(given.controls), (std::vector<std::string>{"slide-acceleration", "hip-torque", "knee-torque"}));
  EXPECT_EQ(given.controls[0].unit, "m/s^2");
}

TEST(Mechanism, NamesTheDerivativesOfSmoothMotions) {
  Problem problem("crane");
  const MultibodyDynamics smooth =
      MultibodyDynamics(crane()).drive_motion("slide", 4).actuate("hip").drive_motion("knee", 2);
  const Phase& phase = problem.phase("move", smooth).start_at({}).stated();
  EXPECT_EQ(names_of(phase.states),
            (std::vector<std::string>{"slide", "hip", "knee", "slide-rate", "hip-rate", "knee-rate",
                                      "slide-acceleration", "slide-jerk", "slide-snap", "knee-acceleration"}));
  EXPECT_EQ(names_of(phase.controls), (std::vector<std::string>{"slide-crackle", "hip-torque", "knee-jerk"}));
  EXPECT_EQ(phase.states[8].unit, "m/s^4");
  EXPECT_EQ(phase.controls[2].unit, "rad/s^3");
  EXPECT_TRUE(phase.states[5].start.has_value());
  EXPECT_FALSE(phase.states[6].start.has_value());  // at rest, and free to start
}

TEST(Mechanism, NamesJointsOfSeveralFreedomsAndPushes) {
  ModelBuilder builder("walker");
  builder
      .add_body("hull", "world", Transform<double>::identity(), Joint::planar("floor", Eigen::Vector3d::UnitZ()),
                Inertia<double>::sphere(2.0, {0, 0, 0}, 0.3))
      .add_body("mast", "hull", Transform<double>::identity(), Joint::cylindrical("sleeve", Eigen::Vector3d::UnitZ()),
                Inertia<double>::sphere(1.0, {0.1, 0, 0}, 0.1));
  Problem problem("walker");
  const Eigen::Vector3d ahead = Eigen::Vector3d::UnitX(), left = Eigen::Vector3d::UnitY();
  const Phase& phase =
      problem.phase("walk", MultibodyDynamics(builder.build()).push("hull", ahead).actuate("sleeve").push("hull", left))
          .stated();
  EXPECT_EQ(names_of(phase.states),
            (std::vector<std::string>{"floor.x", "floor.y", "floor.turn", "sleeve.turn", "sleeve.slide", "floor.x-rate",
                                      "floor.y-rate", "floor.turn-rate", "sleeve.turn-rate", "sleeve.slide-rate"}));
  EXPECT_EQ(names_of(phase.controls),
            (std::vector<std::string>{"hull-push", "sleeve.turn-torque", "sleeve.slide-force", "hull-push-2"}));
  EXPECT_EQ(phase.states[2].unit, "rad");
  EXPECT_EQ(phase.states[5].unit, "m/s");
}

TEST(Mechanism, GoesFromPostureToPostureInTenLines) {
  Problem problem("swing");
  auto phase = problem.phase("swing", MultibodyDynamics(crane()).actuate_all());
  phase.time({.start = 0.0, .end = 2.0});
  phase.start_at({});
  phase.end_at({{"slide", 1.0}, {"knee", 0.5}});
  phase.running_cost([](const auto& k) { return sum_of_squares(k.u); });
  const Solution solution = solve(problem);
  EXPECT_TRUE(solution.certificate.passes());
  const Eigen::VectorXd end = solution.phases[0].states.rightCols(1);
  EXPECT_LT((end - Eigen::VectorXd{{1.0, 0.0, 0.5, 0.0, 0.0, 0.0}}).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LE(solution.phases[0].controls.row(0).cwiseAbs().maxCoeff(), 40.0 + 1e-9);
}

TEST(Mechanism, LetsItsStatesBeChangedByName) {
  Problem problem("crane");
  auto phase = problem.phase("move", MultibodyDynamics(crane()).actuate_all());
  phase.start_at({}).state("knee-rate").start = std::nullopt;
  phase.state("hip").end = 0.5;
  EXPECT_FALSE(phase.stated().states[5].start);
  EXPECT_EQ(phase.stated().states[1].end->lower.at({}), 0.5);
  EXPECT_TRUE(
      test::refuses([&] { phase.state("nee"); }, "phase 'move' has no state called 'nee'; did you mean 'knee'"));
}

TEST(Mechanism, RefusesByNameWhatDoesNotFit) {
  Problem problem("crane");
  auto phase = problem.phase("move", MultibodyDynamics(crane()).actuate_all());
  EXPECT_TRUE(test::refuses([&] { phase.end_at({{"nee", 1.0}}); }, "model 'crane' has no coordinate called 'nee'"));
  EXPECT_TRUE(test::refuses([&] { phase.end_at({{"nee", 1.0}}); }, "knee"));
  EXPECT_TRUE(test::refuses([&] { phase.mechanism(MultibodyDynamics(crane())); },
                            "phase 'move': it has states or controls before those of its mechanism"));
  auto other = problem.phase("other", 2, 1);
  EXPECT_TRUE(test::refuses([&] { other.start_at({}); }, "phase 'other': it has no mechanism that has a posture"));
  EXPECT_TRUE(test::refuses([&] { other.mechanism(MultibodyDynamics(crane()).actuate_all()); }, "crane"));
}

}  // namespace tandem::mechanism_test
