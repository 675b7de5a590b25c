#include <tandem/ocp/statement/problem.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <limits>

namespace tandem::problem_test {

using test::refuses;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A sound problem in pieces, so that each test can spoil one.
struct Pieces {
  PhaseTime time = {};
  State position = {.start = 0.0, .end = 1.0};
  Control force = {};
  std::string second_state = "speed";
  bool with_dynamics = true;
  bool with_cost = true;
  Range path = {};
  Range end = {};

  Problem make() const {
    Problem problem("pieces");
    auto phase = problem.phase<2, 1>("move");
    phase.time(time);
    phase.state("position", position);
    if (!second_state.empty()) phase.state(second_state, {});
    phase.control("force", force);
    if (with_dynamics) phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
    if (with_cost) phase.running_cost([](const auto& k) { return square(k.u[0]); });
    phase.path_constraint("power", path, [](const auto& k) { return k.x[1] * k.u[0]; });
    phase.end_constraint("gap", end, [](const auto& k) { return k.x[0] - k.x[1]; });
    return problem;
  }
  std::string refusal() const {
    return test::refusal([&] { make().validate(); });
  }
};

TEST(Problem, ThatIsSoundIsNotRefused) { EXPECT_EQ(Pieces{}.refusal(), ""); }

TEST(Problem, GivesItsNumbersOtherRoles) {
  Problem problem("roles");
  problem.number({"a", 1.0});
  problem.number({"b", 1.0, "", "", Role::design, 0.0, 2.0});
  EXPECT_EQ(problem.free_numbers(), std::vector<int>{1});
  problem.set_role("a", Role::path);
  EXPECT_EQ(problem.free_numbers(), (std::vector<int>{0, 1}));
  EXPECT_EQ(problem.design_numbers(), std::vector<int>{1});
  EXPECT_EQ(problem.index_of_number("b"), 1);
  EXPECT_TRUE(test::refuses([&] { problem.set_role("c", Role::path); }, "no number called 'c'"));
}

TEST(Problem, RefusesCrossedBoundsOfAState) {
  EXPECT_EQ((Pieces{.position = {.bounds = {2.0, -2.0}}}.refusal()),
            "phase 'move': state 'position' has crossed bounds: lower 2 is greater than upper -2");
}

TEST(Problem, RefusesCrossedBoundsOfAControl) {
  EXPECT_TRUE(test::says(Pieces{.force = {.bounds = {1.0, 0.0}}}.refusal(), "control 'force' has crossed bounds"));
}

TEST(Problem, RefusesCrossedBoundsOfConstraints) {
  EXPECT_TRUE(test::says(Pieces{.path = {1.0, 0.0}}.refusal(), "path constraint 'power' has crossed bounds"));
  EXPECT_TRUE(test::says(Pieces{.end = {1.0, 0.0}}.refusal(), "end constraint 'gap' has crossed bounds"));
}

TEST(Problem, RefusesCrossedConditionsAtTheEnds) {
  EXPECT_TRUE(test::says(Pieces{.position = {.start = Range(1.0, 0.0)}}.refusal(),
                         "state 'position' at the start has crossed bounds"));
  EXPECT_TRUE(test::says(Pieces{.position = {.end = Range(1.0, 0.0)}}.refusal(),
                         "state 'position' at the end has crossed bounds"));
}

TEST(Problem, RefusesAnEndOutsideTheBounds) {
  EXPECT_TRUE(test::says(Pieces{.position = {.bounds = {-1.0, 1.0}, .end = 2.0}}.refusal(),
                         "state 'position' at the end is [2, 2], outside the bounds [-1, 1]"));
}

TEST(Problem, RefusesBoundsThatAreNotANumber) {
  EXPECT_TRUE(test::says(Pieces{.position = {.bounds = {kNan, 1.0}}}.refusal(), "a bound that is not a number"));
  EXPECT_TRUE(test::says(Pieces{.position = {.start = kNan}}.refusal(), "a bound that is not a number"));
}

TEST(Problem, RefusesAnInfiniteBoundOnTheWrongSide) {
  EXPECT_TRUE(test::says(Pieces{.force = {.bounds = {kInfinity, kInfinity}}}.refusal(),
                         "control 'force' has an infinite bound on the wrong side"));
}

TEST(Problem, RefusesBoundsThatCrossOnlyByTheirNumbers) {
  Problem problem("numbered");
  const Number low = problem.number({"low", 0.0}), high = problem.number({"high", 1.0});
  auto phase = problem.phase<1, 0>("only");
  phase.state("x", {.bounds = {low, high}});
  phase.dynamics([](const auto& k) { return rates(k.x[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  EXPECT_NO_THROW(problem.validate());
  problem.set("low", 2.0);
  EXPECT_TRUE(refuses([&] { problem.validate(); }, "state 'x' has crossed bounds: lower 2 is greater than upper 1"));
}

TEST(Problem, RefusesADurationThatIsNotPositive) {
  EXPECT_EQ((Pieces{.time = {.start = 1.0, .end = 1.0}}.refusal()),
            "phase 'move': the duration must be positive: the end time may be 1, the start time 1");
  EXPECT_TRUE(test::says(Pieces{.time = {.start = 1.0, .end = 0.5}}.refusal(), "the duration must be positive"));
  EXPECT_TRUE(test::says(Pieces{.time = {.start = {2.0, 3.0}, .end = {1.0, 2.0}}}.refusal(),
                         "the duration must be positive: the end time may be 2, the start time 2"));
  EXPECT_TRUE(test::says(Pieces{.time = {.end = {0.5, 1.0}, .duration = Range(-1.0, 0.0)}}.refusal(),
                         "the duration must be positive, it may be at most 0"));
}

TEST(Problem, LetsTheBoundsOfItsTimesOverlap) {
  EXPECT_EQ((Pieces{.time = {.start = {0.0, 2.0}, .end = {1.0, 3.0}}}.refusal()), "");
}

TEST(Problem, RefusesAnUnboundedFreeTime) {
  EXPECT_TRUE(test::says(Pieces{.time = {.end = {0.1, kInfinity}}}.refusal(),
                         "the end time is unbounded ([0.1, inf]): give it finite bounds"));
  EXPECT_TRUE(
      test::says(Pieces{.time = {.start = {-kInfinity, 0.0}}}.refusal(), "the start time must have finite bounds"));
}

TEST(Problem, RefusesAGuessOfTheEndTimeOutsideItsBounds) {
  EXPECT_TRUE(test::says(Pieces{.time = {.end = {0.1, 2.0}, .guess = 5.0}}.refusal(),
                         "the guess of the end time, 5, is outside [0.1, 2]"));
  EXPECT_FALSE((Pieces{.time = {.end = {0.1, 2.0}, .guess = kNan}}.refusal()).empty());
}

TEST(Problem, RefusesMissingDynamics) {
  EXPECT_EQ((Pieces{.with_dynamics = false}.refusal()), "phase 'move': it has no dynamics");
}

TEST(Problem, RefusesAMissingCost) {
  EXPECT_EQ((Pieces{.with_cost = false}.refusal()), "problem 'pieces' has neither a running cost nor an end cost");
}

TEST(Problem, RefusesAnotherNumberOfStatesThanItsFunctionsHave) {
  EXPECT_EQ((Pieces{.second_state = ""}.refusal()), "phase 'move': 1 states are named, its functions have 2");
}

TEST(Problem, RefusesANameThatIsUsedTwice) {
  EXPECT_EQ((Pieces{.second_state = "force"}.refusal()), "phase 'move': the name 'force' is used twice");
}

TEST(Problem, RefusesNamesThatAreNotPlain) {
  EXPECT_TRUE(test::says(Pieces{.second_state = "top speed"}.refusal(), "a state has the name 'top speed'"));
  EXPECT_TRUE(refuses([] { Problem problem("a b"); }, "the name 'a b' is not plain"));
  Problem problem("plain");
  EXPECT_TRUE(refuses([&] { problem.number({"", 1.0}); }, "a number has the name ''"));
  EXPECT_TRUE(refuses([&] { problem.phase<1, 1>("a/b"); }, "a phase has the name 'a/b'"));
}

TEST(Problem, RefusesToBeWithoutAPhase) {
  EXPECT_TRUE(refuses([] { Problem("empty").validate(); }, "problem 'empty' has no phase"));
}

TEST(Problem, RefusesASecondPhaseOfTheSameName) {
  Problem problem = Pieces{}.make();
  EXPECT_TRUE(refuses([&] { problem.phase<1, 1>("move"); }, "two phases are called 'move'"));
}

TEST(Problem, RefusesAFirstPhaseThatContinues) {
  EXPECT_EQ((Pieces{.time = {.continues = true}}.refusal()), "phase 'move' cannot continue: it is the first");
}

TEST(Problem, RefusesAnIntegralConstraintWithCrossedBounds) {
  Problem problem("integral");
  auto phase = problem.phase<1, 0>("only");
  phase.state("x", {});
  phase.dynamics([](const auto& k) { return rates(k.x[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  phase.integral_constraint("work", {1.0, 0.0}, [](const auto& k) { return k.x[0]; });
  EXPECT_TRUE(refuses([&] { problem.validate(); }, "integral constraint 'work' has crossed bounds"));
}

TEST(Problem, RefusesAPhaseWithoutIntervals) {
  Problem problem("none");
  auto phase = problem.phase<1, 0>("only");
  phase.state("x", {}).intervals(0);
  phase.dynamics([](const auto& k) { return rates(k.x[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  EXPECT_TRUE(refuses([&] { problem.validate(); }, "phase 'only': 0 intervals are wanted"));
}

TEST(Problem, RefusesANumberWhoseNameIsTaken) {
  Problem problem("numbers");
  problem.number({"mass", 1.0});
  EXPECT_TRUE(refuses([&] { problem.number({"mass", 2.0}); }, "problem 'numbers': two numbers are called 'mass'"));
}

TEST(Problem, RefusesANumberOutsideItsBounds) {
  Problem problem("numbers");
  const NamedNumber mass{"mass", -1.0, "kg", "", {}, 0.0, 5.0};
  EXPECT_TRUE(refuses([&] { problem.number(mass); }, "number 'mass': its value -1 is outside its bounds [0, 5]"));
  EXPECT_TRUE(refuses([&] { problem.number({"speed", kNan}); }, "number 'speed': its value nan is not finite"));
  EXPECT_TRUE(refuses([&] { problem.number({"far", kInfinity}); }, "number 'far': its value inf is not finite"));
}

TEST(Problem, SetsANumberByItsName) {
  Problem problem("numbers");
  problem.number({"mass", 1.0});
  problem.number({"length", 2.0, "m", "", {}, 0.0, 5.0});
  problem.set("length", 4.5);
  EXPECT_EQ(problem.value("length"), 4.5);
  EXPECT_EQ(problem.number_values(), (std::vector<double>{1.0, 4.5}));
  EXPECT_TRUE(refuses([&] { problem.set("length", 6.0); }, "'length': the value 6 is outside its bounds [0, 5]"));
  EXPECT_TRUE(refuses([&] { problem.set("length", kNan); }, "'length': the value nan is not finite"));
  EXPECT_EQ(problem.value("length"), 4.5);
}

TEST(Problem, RefusesAnUnknownNumberWithTheNearest) {
  Problem problem("numbers");
  problem.number({"pole_mass", 1.0});
  EXPECT_TRUE(refuses([&] { problem.set("pole_mas", 1.0); },
                      "problem 'numbers' has no number called 'pole_mas'; did you mean 'pole_mass'?"));
  EXPECT_TRUE(refuses([&] { problem.value("zzz"); }, "problem 'numbers' has no number called 'zzz'"));
}

TEST(Problem, IsMinimisedUnlessToldOtherwise) {
  Problem problem("sign");
  EXPECT_FALSE(problem.is_maximised());
  problem.maximise();
  EXPECT_TRUE(problem.is_maximised());
}

TEST(Problem, KeepsItsPhaseWhenItIsCopied) {
  const Problem original = Pieces{}.make();
  const Problem copy = original;
  EXPECT_NO_THROW(copy.validate());
  EXPECT_NE(&copy.phases().front(), &original.phases().front());
}

TEST(Problem, IsRestatedWithOtherPhasesAndTheSameNumbers) {
  Problem problem = Pieces{}.make();
  problem.number({"weight", 2.0});
  problem.description().reference = ReferenceValue{1.0, 1e-3, "made up"};
  Phase first = problem.phases()[0], second = first;
  second.name = "move-on";
  Problem other = problem.restated({first, second}, {});
  ASSERT_EQ(other.phases().size(), 2U);
  EXPECT_EQ(other.phases()[1].name, "move-on");
  EXPECT_EQ(other.value("weight"), 2.0);
  EXPECT_TRUE(other.reference());
  other.set("weight", 3.0);
  EXPECT_FALSE(other.reference());
  EXPECT_EQ(problem.value("weight"), 2.0);
  EXPECT_TRUE(refuses([&] { (void)problem.restated({first, first}, {}); }, "two phases are called 'move'"));
}

}  // namespace tandem::problem_test
