#include <tandem/derivatives/export_knot_function.hpp>

#include <tandem/derivatives/knot.hpp>

#include "support/refusal.hpp"
#include "support/temporary_file.hpp"
#include <casadi/casadi.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace tandem::export_knot_function_test {

using casadi::DM;
using casadi::Function;

const Number kGain{0}, kOffset{1};

/// (x1 t, gain sin x0 + u) and x0^2 + offset, of two states, one control and two numbers, the first of them free.
std::vector<ExportedFunction> two_functions() {
  KnotBlocks rates_of{2, 1, {}, {2.0, 3.0}, {0}}, cost_of = rates_of;
  const auto motion = [](const auto& k) { return rates(k.x[1] * k.t, k[kGain] * sin(k.x[0]) + k.u[0]); };
  const auto cost = [](const auto& k) { return square(k.x[0]) + k[kOffset]; };
  rates_of.blocks.emplace_back(GenericFunction::of<2, 1>(motion, 2), "motion");
  cost_of.blocks.emplace_back(GenericFunction::of<2, 1>(cost, 1), "cost");
  return {{"motion", "x_dot", rates_of}, {"cost", "price", cost_of}};
}

TEST(ExportKnotFunctions, WritesFunctionsOfStatesControlsTimeAndAllNumbers) {
  const test::TemporaryFile file("two.casadi");
  export_knot_functions(two_functions(), {}, {}, file.path());
  casadi::StringDeserializer in(file.text());
  const Function motion = in.unpack_function(), cost = in.unpack_function();
  EXPECT_EQ(motion.name_in(), (std::vector<std::string>{"x", "u", "t", "p"}));
  EXPECT_EQ(motion.name_out(), std::vector<std::string>{"x_dot"});
  EXPECT_EQ(cost.name_out(), std::vector<std::string>{"price"});
  EXPECT_EQ(motion.size1_in("p"), 2);  // the free one and the other
  const std::vector<DM> at{std::vector<double>{0.4, -0.7}, 1.5, 0.6, std::vector<double>{5.0, 11.0}};
  const std::vector<double> rates = DM::densify(motion(at)[0]).get_elements();
  EXPECT_DOUBLE_EQ(rates[0], -0.7 * 0.6);
  EXPECT_DOUBLE_EQ(rates[1], 5.0 * std::sin(0.4) + 1.5);
  EXPECT_DOUBLE_EQ(static_cast<double>(cost(at)[0]), 0.4 * 0.4 + 11.0);
}

// CasADi differentiates what it has read: gain cos x0 stands beside sin x0.
TEST(ExportKnotFunctions, WritesOperationsThatCanBeDifferentiated) {
  const test::TemporaryFile file("two.casadi");
  export_knot_functions(two_functions(), {}, {}, file.path());
  const Function motion = casadi::StringDeserializer(file.text()).unpack_function();
  const casadi::SX x = casadi::SX::sym("x", 2), u = casadi::SX::sym("u"), t = casadi::SX::sym("t"),
                   p = casadi::SX::sym("p", 2);
  const Function slope("slope", {x, u, t, p},
                       {casadi::SX::jacobian(motion(std::vector<casadi::SX>{x, u, t, p})[0], x)});
  const DM found = slope(std::vector<DM>{std::vector<double>{0.4, -0.7}, 1.5, 0.6, std::vector<double>{5.0, 11.0}})[0];
  EXPECT_DOUBLE_EQ(static_cast<double>(found(1, 0)), 5.0 * std::cos(0.4));
  EXPECT_DOUBLE_EQ(static_cast<double>(found(0, 1)), 0.6);
}

TEST(ExportKnotFunctions, PutsNamesAndNumbersBehindTheFunctions) {
  const test::TemporaryFile file("two.casadi");
  export_knot_functions(two_functions(), {{"a", "b"}, {"c"}}, {2.0, 3.0}, file.path());
  casadi::StringDeserializer in(file.text());
  in.unpack_function();
  in.unpack_function();
  EXPECT_EQ(in.unpack_string_vector(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(in.unpack_string_vector(), std::vector<std::string>{"c"});
  EXPECT_EQ(in.unpack_double_vector(), (std::vector<double>{2.0, 3.0}));
}

TEST(ExportKnotFunctions, RefusesAPlaceItCannotWriteTo) {
  EXPECT_TRUE(test::refuses([] { export_knot_functions(two_functions(), {}, {}, "/no/such/folder/x.casadi"); },
                            "cannot write to '/no/such/folder/x.casadi'"));
}

}  // namespace tandem::export_knot_function_test
