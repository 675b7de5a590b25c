#pragma once

#include <tandem/derivatives/bytecode/operation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tandem::bytecode {

/// One operation on the results of earlier ones.
struct Node {
  Operation operation = Operation::halt;
  std::uint8_t rare = 0;                ///< which, of operations without a vector form
  std::uint32_t steps = 0, column = 0;  ///< of find and take: which kept steps, which number of a cell
  bool fixed = false;                   ///< depends on constants and named numbers alone: computed once for all knots
  std::array<int, kMostOperands> operands{-1, -1, -1, -1, -1, -1};
  double constant = 0.0;
  int uses = 0;
};

/// A node, or its negative: signs are carried along until an operation cannot take them.
struct Value {
  int node = -1;
  bool negative = false;

  Value operator-() const { return {node, !negative}; }
};

/// An entry of one of the function's arguments or results.
struct Entry {
  int argument, entry, node;
};

/// A function as operations, each of which refers to earlier ones only and stands there once (value numbering).
///
/// Signs: a - b and b - a are one node, so a zero that is their difference may change its sign.
class Graph {
 public:
  explicit Graph(std::size_t expected) {
    nodes_.reserve(expected);
    numbers_.reserve(2 * expected);
  }

  Value constant(double number);
  Value input(int argument, int entry, bool fixed);
  Value add(Value a, Value b);
  Value multiply(Value a, Value b);
  Value divide(Value a, Value b);
  /// Any other; its operands are given as they are.
  Value make(Operation operation, Value a, Value b = {}, std::uint8_t rare = 0);
  /// Number `column` of the kept steps of that number, at a.
  Value look_up(std::uint32_t steps, std::uint32_t column, Value a);
  /// The node of a value; a negative one is negated.
  int plain(Value value);
  void add_output(int argument, int entry, Value value) { outputs_.push_back({argument, entry, plain(value)}); }

  /// How often each node is read, by live ones and as an output. Nodes without uses are not evaluated.
  void count_uses();

  std::vector<Node>& nodes() { return nodes_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Entry>& inputs() const { return inputs_; }
  const std::vector<Entry>& outputs() const { return outputs_; }

 private:
  struct Key {
    std::uint64_t operation, operands, constant;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  int find_or_add(Operation operation, int a, int b, double constant, std::uint8_t rare);
  bool is_constant(Value value) const { return nodes_[value.node].operation == Operation::constant; }
  double number(Value value) const {
    return value.negative ? -nodes_[value.node].constant : nodes_[value.node].constant;
  }
  bool is_one(Value value) const { return is_constant(value) && nodes_[value.node].constant == 1.0; }

  std::vector<Node> nodes_;
  std::unordered_map<Key, int, Hash> numbers_;
  std::vector<Entry> inputs_, outputs_;
};

}  // namespace tandem::bytecode
