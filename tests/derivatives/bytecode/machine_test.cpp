#include <tandem/derivatives/bytecode/machine.hpp>

#include <tandem/derivatives/bytecode/from_casadi.hpp>
#include <tandem/derivatives/bytecode/fuse.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tandem::machine_test {

using bytecode::kLanes;
using bytecode::kWidths;
using bytecode::Machine;
using casadi::SX;

Machine machine_of(const casadi::Function& function, const std::vector<bool>& varying) {
  bytecode::Graph graph = bytecode::graph_of(function, varying);
  fuse(graph);
  return Machine(bytecode::program_of(graph));
}

TEST(Machine, TakesTheFewestVectorsThatHoldTheKnots) {
  EXPECT_EQ(Machine::width_for(1), 1);
  EXPECT_EQ(Machine::width_for(kLanes), 1);
  EXPECT_EQ(Machine::width_for(kLanes + 1), 2);
  EXPECT_EQ(Machine::width_for(3 * kLanes), 4);
  EXPECT_EQ(Machine::width_for(5 * kLanes), 8);
  EXPECT_EQ(Machine::width_for(100 * kLanes), 8);
}

TEST(Machine, GivesEveryWidthTheSameNumbers) {
  const SX x = SX::sym("x"), p = SX::sym("p", 2);
  Machine machine = machine_of(casadi::Function("f", {x, p}, {p(0) * sin(x) + exp(p(1)) / x}), {true, false});
  machine.set_fixed(1, std::vector<double>{2.0, 0.5});
  const auto is_varying = [](const bytecode::Place& place) { return place.argument == 0; };
  const auto x_place = std::find_if(machine.inputs().begin(), machine.inputs().end(), is_varying);
  const auto in = static_cast<std::uint32_t>(x_place->slot);
  const auto out = static_cast<std::uint32_t>(machine.outputs().front().slot);
  double first = 0.0;
  for (const int width : kWidths) {
    for (int i = 0; i < width * kLanes; ++i) machine.at(width, in, 0)[i] = 0.7;
    machine.run(width);
    if (width == 1) first = machine.at(width, out, 0)[0];
    for (int i = 0; i < width * kLanes; ++i) EXPECT_EQ(machine.at(width, out, 0)[i], first);
  }
  EXPECT_NEAR(first, 2.0 * std::sin(0.7) + std::exp(0.5) / 0.7, 1e-15);
}

TEST(Machine, TellsItsSize) {
  const SX x = SX::sym("x");
  const Machine machine = machine_of(casadi::Function("f", {x}, {sin(x) * x}), {true});
  EXPECT_EQ(machine.instructions(), 2U + 2U);  // and two halts
  EXPECT_EQ(machine.bytes(), 4 * 32 + 4U * 15 * 8 * kLanes);
}

}  // namespace tandem::machine_test
