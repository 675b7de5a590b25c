#pragma once

#include <tandem/derivatives/check.hpp>

#include <Eigen/Core>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// A block of derivatives by one way.
struct Way {
  std::string name;
  Eigen::MatrixXd block;
};

/// The same by differences of values, with a bound of each entry's error.
struct DifferenceBlock {
  Eigen::MatrixXd block, error;
};

/// The names of the rows and columns of a block.
struct BlockNames {
  std::function<std::string(long)> row, column;
};
BlockNames named(std::vector<std::string> rows, std::vector<std::string> columns);

/// Compares the ways to one block at one state after another, and remembers the worst entry. Differences of entries
/// are relative to the norm of the block, or to `terms` where that is larger: the size of what may cancel in it.
class BlockComparison {
 public:
  BlockComparison(std::string name, BlockNames names);

  /// All pairs of exact ways; `limit` is what their relative difference may be. A NaN differs from everything.
  void compare(std::span<const Way> ways, double limit, double terms = 0);

  /// An exact way with differences, which may be as wrong as they say, and by 1e-9 of the block's norm.
  void compare(const Way& exact, const DifferenceBlock& differences);

  /// The entry that is furthest beyond its limit, if any is, and the state (counted by calls of next_state()).
  struct Place {
    int state;
    long row, column;
  };
  void next_state() { ++state_; }
  const std::optional<Place>& disagreement() const { return disagreement_; }
  void add_note(const std::string& note);

  BlockReport report() const;

 private:
  struct Entry {
    double difference = 0, limit = 0;  ///< relative
    double excess = -1;                ///< their quotient
    long row = -1, column = -1;
  };
  void keep(const Entry& entry, bool is_exact);
  void add_way(const std::string& way);
  void name_who_stands_alone(std::span<const Way> ways, const Entry& entry, double tolerance);

  std::string name_;
  BlockNames names_;
  std::vector<std::string> ways_;
  Entry worst_;
  bool worst_is_exact_ = false;
  int state_ = 0;
  std::optional<Place> disagreement_;
  std::string note_;
};

}  // namespace tandem
