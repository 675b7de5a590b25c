#include <tandem/dynamics/loop_rows.hpp>

#include <tandem/core/error.hpp>

#include <array>
#include <set>

namespace tandem {
namespace {

/// A unit matrix' entry: e_i . R e_k.
LoopRow entry_row(int i, int k, double factor = 1) {
  LoopRow row{{Vec3<double>::zero(), Vec3<double>::zero(), Vec3<double>::zero()}, Vec3<double>::zero()};
  const std::array<Vec3<double>*, 3> columns{&row.turns.x, &row.turns.y, &row.turns.z};
  Vec3<double>& column = *columns[k];
  (i == 0 ? column.x : i == 1 ? column.y : column.z) = factor;
  return row;
}

LoopRow shift_row(int i) {
  LoopRow row = entry_row(0, 0, 0);
  (i == 0 ? row.shift.x : i == 1 ? row.shift.y : row.shift.z) = 1;
  return row;
}

std::vector<LoopRow> turn_rows(const std::vector<int>& turns) {
  std::vector<LoopRow> rows;
  if (turns.size() == 3) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      LoopRow row = entry_row(k, j, 0.5);
      const LoopRow other = entry_row(j, k, -0.5);
      row.turns = {row.turns.x + other.turns.x, row.turns.y + other.turns.y, row.turns.z + other.turns.z};
      rows.push_back(row);
    }
  } else if (turns.size() == 2) {
    const int left = 3 - turns[0] - turns[1];
    for (const int i : turns) rows.push_back(entry_row(i, left));
  } else if (turns.size() == 1) {
    rows.push_back(entry_row((turns[0] + 2) % 3, (turns[0] + 1) % 3));
  }
  return rows;
}

}  // namespace

std::vector<LoopRow> rows_of(const Model& tree, const LoopStatement& statement) {
  std::set<Direction> directions(statement.directions.begin(), statement.directions.end());
  require(!directions.empty() && directions.size() == statement.directions.size(),
          "model '{}': loop '{}' is closed in no direction, or twice in one", tree.name(), statement.name);
  std::vector<int> turns;
  std::vector<LoopRow> shifts;
  for (const Direction direction : directions) {
    const int k = static_cast<int>(direction);
    if (k < 3) {
      turns.push_back(k);
    } else {
      shifts.push_back(shift_row(k - 3));
    }
  }
  std::vector<LoopRow> rows = turn_rows(turns);
  rows.insert(rows.end(), shifts.begin(), shifts.end());
  return rows;
}

}  // namespace tandem
