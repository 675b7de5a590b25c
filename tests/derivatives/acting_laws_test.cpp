#include <tandem/derivatives/acting_laws.hpp>

#include "slider.hpp"
#include <gtest/gtest.h>

namespace tandem::acting_laws_test {

using test::kGear;
using test::SliderKnots;

// On the slider a = (gear u - k q - d v + g)/m, with the law g = u q^2 - k sin v:
// first and second derivatives are written down.
TEST(ActingLaws, HaveTheClosedDerivativesOfALawOnASlide) {
  MultibodyDynamics dynamics = test::slider();
  dynamics.force("slide", [](const auto& k, const auto& slide) {
    return k.u[0] * slide.position * slide.position - sin(slide.rate) * k[Number{1}];
  });
  const MultibodyInputs inputs(dynamics, 1, {0, 1});
  const std::vector<double> numbers{1.0, 1.0};
  ActingLaws laws(dynamics, inputs, {0, 1}, numbers);
  const SliderKnots at;
  const VectorX<Pack4> q = VectorX<Pack4>::Constant(1, at.inputs[0]), v = VectorX<Pack4>::Constant(1, at.inputs[1]),
                       a = VectorX<Pack4>::Constant(1, Pack4(0.0)), y = VectorX<Pack4>::Constant(1, Pack4(0.5));
  FollowingParameters<Pack4> parameters(dynamics);
  const std::vector<Pack4> named{at.inputs[SliderKnots::m], at.inputs[SliderKnots::k]};
  const FourKnots knots{q, v, a, parameters.current, named};
  laws.act(at.inputs.data(), knots, true);
  std::vector<Pack4> hessian(36, Pack4(0.0));
  laws.subtract_hessian(knots, y, hessian.data());
  for (int lane = 0; lane < 4; ++lane) {
    const double q0 = at.of(SliderKnots::q, lane), v0 = at.of(SliderKnots::v, lane), u0 = at.of(SliderKnots::u, lane),
                 k0 = at.of(SliderKnots::k, lane);
    const auto by = [&](int i) { return laws.forces_by(0)[i][lane]; };
    const auto second = [&](int i, int j) { return hessian[i * 6 + j][lane]; };
    EXPECT_NEAR(laws.forces()[0][lane], u0 * q0 * q0 - std::sin(v0) * k0, 1e-14);
    EXPECT_NEAR(by(SliderKnots::q), 2 * u0 * q0, 1e-14);
    EXPECT_NEAR(by(SliderKnots::v), -std::cos(v0) * k0, 1e-14);
    EXPECT_NEAR(by(SliderKnots::u), q0 * q0, 1e-14);
    EXPECT_NEAR(by(SliderKnots::k), -std::sin(v0), 1e-14);
    EXPECT_EQ(by(SliderKnots::m), 0.0);
    EXPECT_NEAR(second(SliderKnots::q, SliderKnots::q), -0.5 * 2 * u0, 1e-14);
    EXPECT_NEAR(second(SliderKnots::q, SliderKnots::u), -0.5 * 2 * q0, 1e-14);
    EXPECT_NEAR(second(SliderKnots::v, SliderKnots::v), -0.5 * std::sin(v0) * k0, 1e-14);
    EXPECT_NEAR(second(SliderKnots::k, SliderKnots::v), 0.5 * std::cos(v0), 1e-14);
  }
}

// A push acts on the body itself, and moves the slide by what of its axis is along it.
TEST(ActingLaws, AddWrenchesToTheirBodies) {
  MultibodyDynamics dynamics = test::slider();
  dynamics.push("mass", {1.0, 2.0, 2.0});
  const MultibodyInputs inputs(dynamics, 2, {});
  const std::vector<double> numbers{1.0, 1.0};
  ActingLaws laws(dynamics, inputs, {}, numbers);
  const VectorX<Pack4> still = VectorX<Pack4>::Constant(1, Pack4(0.0));
  FollowingParameters<Pack4> parameters(dynamics);
  const std::vector<Pack4> named{Pack4(1.0), Pack4(1.0)};
  const std::vector<Pack4> at{Pack4(0.1), Pack4(0.2), Pack4(7.0), Pack4(6.0), Pack4(0.0)};  // q, v, u, time
  laws.act(at.data(), {still, still, still, parameters.current, named}, true);
  laws.add_wrenches(parameters.wrenches);
  EXPECT_NEAR(parameters.wrenches[1].force.x[3], 2.0, 1e-14);
  EXPECT_NEAR(parameters.wrenches[1].force.z[0], 4.0, 1e-14);
  EXPECT_NEAR(laws.forces_by(0)[3][1], 1.0 / 3.0, 1e-14);  // along x, by the push
  EXPECT_EQ(laws.forces()[0][0], 0.0);
}

}  // namespace tandem::acting_laws_test
