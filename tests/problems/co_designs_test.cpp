#include <tandem/dynamics/structures/elements.hpp>
#include <tandem/ocp/designs/codesign/motion_front.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace tandem::co_designs_test {

Problem with_equal_links() {
  Problem problem = problems::acrobot_co_design();
  for (const char* number : {"length_1", "mass_1"}) problem.set_role(number, Role::constant);
  return problem;
}

TEST(AcrobotCoDesign, WithEqualLinksIsTheAcrobot) {
  const Solution acrobot = solve(problems::acrobot_swing_up());
  SolveOptions options;
  options.guess = guess_from(acrobot);
  options.guess->numbers.clear();
  const Solution equal = solve(with_equal_links(), options);
  EXPECT_TRUE(equal.certificate.passes());
  EXPECT_NEAR(equal.objective, acrobot.objective, 1e-8);
}

TEST(AcrobotCoDesign, BeatsEqualLinksOfTheSameLengthAndMass) {
  const Solution designed = solve(problems::acrobot_co_design());
  EXPECT_TRUE(designed.certificate.passes());
  EXPECT_LT(designed.objective, 34.9187766 / 3.0);
  EXPECT_GT(designed.numbers.at("length_1"), 0.2);
  EXPECT_LT(designed.numbers.at("length_1"), 0.8);
}

// A design is best where no other of its neighbourhood has a cheaper motion: solving for the motion alone, with the
// links kept a little off, costs more, by the square of how far.
TEST(AcrobotCoDesign, IsTheBestOfTheDesignsAroundIt) {
  const Solution designed = solve(problems::acrobot_co_design());
  Problem kept = with_equal_links();
  kept.set("mass_1", designed.numbers.at("mass_1"));
  SolveOptions options;
  options.guess = guess_from(designed);
  options.guess->numbers.clear();
  const auto cost_of = [&](double change) {
    kept.set("length_1", designed.numbers.at("length_1") + change);
    return solve(kept, options).objective;
  };
  EXPECT_NEAR(cost_of(0.0), designed.objective, 1e-8);
  const double left = cost_of(-1e-3) - designed.objective, right = cost_of(1e-3) - designed.objective;
  EXPECT_GT(left, 0.0);
  EXPECT_GT(right, 0.0);
  EXPECT_NEAR(left, right, 0.05 * (left + right));  // the slope is zero: what differs is of third order
}

/// The least of f within [low, high], where it falls and then rises, by golden section: the value to the square of
/// `width`.
template <class Function>
double least(const Function& f, double low, double high, double width) {
  const double share = 0.5 * (std::sqrt(5.0) - 1.0);
  double a = high - share * (high - low), b = low + share * (high - low), at_a = f(a), at_b = f(b);
  while (high - low > width) {
    if (at_a < at_b) {
      high = b, b = a, at_b = at_a;
      a = high - share * (high - low), at_a = f(a);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + share * (high - low), at_b = f(b);
    }
  }
  return std::min(at_a, at_b);
}

/// Design outside, motion inside: the best motion for each stiffness, and the best stiffness of those.
void expect_nested_is_simultaneous(const Problem& stated, double low, double high) {
  SolveOptions options;
  options.intervals = 40;  // both on the same mesh
  const Solution simultaneous = solve(stated, options);
  EXPECT_GT(simultaneous.numbers.at("stiffness"), low);
  EXPECT_LT(simultaneous.numbers.at("stiffness"), high);
  Problem inner = stated;
  inner.set_role("stiffness", Role::constant);
  const double sign = stated.is_maximised() ? -1.0 : 1.0;
  const double nested = sign * least(
                                   [&](double stiffness) {
                                     inner.set("stiffness", stiffness);
                                     return sign * solve(inner, options).objective;
                                   },
                                   low, high, 1e-5 * (high - low));
  EXPECT_NEAR(nested, simultaneous.objective, 1e-8 * std::abs(simultaneous.objective)) << stated.name();
}

TEST(NestedDesign, IsTheSimultaneousOne) {
  expect_nested_is_simultaneous(problems::solar_array(), 0.2, 2.0);
  expect_nested_is_simultaneous(problems::co_design_transfer(), 4.0, 10.0);
}

/// What the end cost of a slewing beam's answer is for this weight: mass in units of 0.2 kg at 0, energy in units of
/// 10 mJ at 1.
double end_cost(const Problem& problem, const Solution& solution, double weight) {
  std::vector<double> numbers;
  for (const NamedNumber& number : problem.numbers()) {
    numbers.push_back(number.name == "weight" ? weight : solution.numbers.at(number.name));
  }
  const PhaseSolution& series = solution.phases[0];
  const Eigen::VectorXd x = series.states.rightCols(1);
  double cost = 0.0;
  problem.phases()[0].end_cost({.x = {x.data(), 10}, .u = {}, .t = solution.final_time, .numbers = numbers},
                               {&cost, 1});
  return cost;
}

Solution slewed_at(double weight) {
  Problem problem = problems::slewing_beam();
  problem.set("weight", weight);
  const Solution solution = solve(problem, {.refine = 1e-5});
  EXPECT_TRUE(solution.certificate.passes()) << weight;
  return solution;
}

TEST(SlewingBeam, TradesMassAgainstResidualEnergyAlongAFrontOfItsAnswers) {
  const Problem problem = problems::slewing_beam();
  const Path front = motion_front(problem, "weight", {.weights = {0.1, 0.5, 0.9}});
  EXPECT_EQ(front.status, PathStatus::reached) << front.reason;
  ASSERT_EQ(front.points.size(), 3U);
  for (int k = 0; k < 3; ++k) {
    const PathPoint& point = front.points[k];
    EXPECT_TRUE(point.certificate.passes()) << point.value;
    EXPECT_GT(point.designs(0), point.designs(1)) << point.value;
    if (k == 0) continue;
    EXPECT_GT(front.measure("structure_cost", point), 1.02 * front.measure("structure_cost", front.points[k - 1]))
        << point.value;
    EXPECT_LT(front.measure("control_cost", point), 0.98 * front.measure("control_cost", front.points[k - 1]))
        << point.value;
  }
  const PathPoint& point = front.points[2];
  const Solution alone = slewed_at(0.9);
  EXPECT_NEAR(point.objective, alone.objective, 1e-8);
  EXPECT_NEAR(point.designs(0), alone.numbers.at("depth_1"), 1e-7);
  // The effort is in both costs.
  EXPECT_NEAR(front.measure("structure_cost", point) - front.measure("control_cost", point),
              end_cost(problem, alone, 0.0) - end_cost(problem, alone, 1.0), 1e-6);
}

// A beam of the same mass and one depth everywhere costs more.
TEST(SlewingBeam, GainsFromItsTaper) {
  const Solution tapered = slewed_at(0.5);
  const auto& n = tapered.numbers;
  EXPECT_GT(n.at("depth_1"), n.at("depth_2"));
  EXPECT_GT(n.at("depth_2"), n.at("depth_3"));
  Problem uniform = problems::slewing_beam();
  for (const char* name : {"depth_1", "depth_2", "depth_3"}) {
    uniform.set_role(name, Role::constant);
    uniform.set(name, 0.25 * n.at("depth_1") + 0.5 * n.at("depth_2") + 0.25 * n.at("depth_3"));
  }
  SolveOptions options;
  options.guess = guess_from(tapered);
  options.guess->numbers.clear();
  options.intervals = 100;  // its tip is stiffer
  options.refine = 1e-5;
  const Solution equal = solve(uniform, options);
  EXPECT_TRUE(equal.certificate.passes()) << equal.certificate.reasons.front();
  EXPECT_LT(tapered.objective, 0.9 * equal.objective);
}

// From the lightest beam's motion alone, what only counts energy ends in a minimum of 24.8.
TEST(SlewingBeam, HasEndsOfItsFrontThatAreReachedFromTheStatedMotion) {
  const Path front = motion_front(problems::slewing_beam(), "weight", {.weights = {0.0, 1.0}});
  ASSERT_EQ(front.points.size(), 2U) << front.reason;
  EXPECT_NEAR(front.points[0].designs.maxCoeff(), 1e-3, 1e-9);
  EXPECT_NEAR(front.points[1].objective, 0.275195, 1e-6);
}

/// Integral over the beam of weight(distance from the axis) times what is `moved` there.
template <class Moved>
double along_beam(const std::array<double, 3>& depths, const Moved& moved) {
  double sum = 0.0;
  for (int element = 0; element < 2; ++element) {
    for (const structures::GaussPoint& point : structures::gauss_points(5)) {
      const double depth = (1.0 - point.at) * depths[element] + point.at * depths[element + 1];
      sum += 0.5 * point.weight * 2700.0 * 0.02 * depth * moved(element, point.at);
    }
  }
  return sum;
}

// Whatever bends, only the hub's torque turns the whole: u = d/dt integral of rho A r (r theta' + w'), and the hub.
TEST(SlewingBeam, ChangesItsAngularMomentumByTheTorque) {
  const Problem problem = problems::slewing_beam();
  std::vector<double> numbers = problem.number_values(), x(10), out(10);
  const std::array<double, 3> depths{6e-3, 3e-3, 2e-3};
  for (int i = 0; i < 3; ++i) {
    numbers[problem.index_of_number("depth_" + std::to_string(i + 1))] = depths[i];
  }
  for (int i = 0; i < 10; ++i) x[i] = 0.01 * std::sin(1.0 + i);
  const std::vector<double> u{1.5};
  problem.phases()[0].dynamics({.x = x, .u = u, .t = 0.0, .numbers = numbers}, out);
  const auto rate = [&](int element, double s) {
    const double distance = 0.1 + 0.5 * (element + s);
    const Eigen::Vector4d shapes = structures::beam_shapes(0.5, s);
    const double* node = out.data() + 6;  // accelerations of middle and tip
    const double bending =
        element == 0 ? shapes(2) * node[0] + shapes(3) * node[1] : shapes.dot(Eigen::Map<const Eigen::Vector4d>(node));
    return distance * (distance * out[5] + bending);
  };
  EXPECT_NEAR(0.01 * out[5] + along_beam(depths, rate), u[0], 1e-11);
}

}  // namespace tandem::co_designs_test
