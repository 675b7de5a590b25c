#include <tandem/derivatives/bytecode/columns.hpp>

#include <Eigen/Core>
#include <gtest/gtest.h>

namespace tandem::columns_test {

using bytecode::Columns;
using bytecode::kLanes;
using bytecode::Machine;

/// Room for so many slots.
Machine machine_of(int slots) {
  bytecode::Program program;
  program.slots = slots;
  program.prologue.emplace_back(), program.body.emplace_back();
  return Machine(program);
}

template <class Number, class Matrix>
Columns<Number> columns_of(Matrix& matrix) {
  Columns<Number> columns;
  for (int lane = 0; lane < kLanes; ++lane) columns[lane] = matrix.col(lane).data();
  return columns;
}

TEST(Gather, PutsEachRowIntoItsSlotAndScatterBack) {
  for (const int rows : {1, 3, kLanes, kLanes + 1, 3 * kLanes - 1}) {
    Machine machine = machine_of(rows);
    std::vector<std::uint32_t> slots;
    for (int row = 0; row < rows; ++row) slots.push_back(rows - 1 - row);
    const Eigen::MatrixXd in = Eigen::MatrixXd::Random(rows, kLanes);
    gather(columns_of<const double>(in), slots, machine, 4, 2);
    for (int row = 0; row < rows; ++row) {
      for (int lane = 0; lane < kLanes; ++lane) EXPECT_EQ(machine.at(4, slots[row], 2)[lane], in(row, lane));
    }
    Eigen::MatrixXd out = Eigen::MatrixXd::Constant(rows, kLanes, 7.0);
    scatter(machine, 4, 2, slots, columns_of<double>(out));
    EXPECT_EQ(out, in);
  }
}

TEST(Scatter, WritesNothingBeyondItsRows) {
  Machine machine = machine_of(1);
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(5, kLanes, 7.0);
  scatter(machine, 1, 0, std::vector<std::uint32_t>{0, machine.zero()}, columns_of<double>(out));
  EXPECT_TRUE(out.topRows(2).isZero(0.0));
  EXPECT_TRUE((out.bottomRows(3).array() == 7.0).all());
}

}  // namespace tandem::columns_test
