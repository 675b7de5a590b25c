#include <tandem/derivatives/bytecode/graph.hpp>

#include <tandem/core/steps.hpp>

#include <bit>
#include <cmath>
#include <utility>

namespace tandem::bytecode {

std::size_t Graph::Hash::operator()(const Key& key) const {
  const std::uint64_t mixed = key.operation * 0x9E3779B97F4A7C15ULL ^
                              (key.operands + 0x7F4A7C15ULL) * 0xBF58476D1CE4E5B9ULL ^
                              key.constant * 0x94D049BB133111EBULL;
  return mixed ^ (mixed >> 29);
}

int Graph::find_or_add(Operation operation, int a, int b, double constant, std::uint8_t rare) {
  const Key key{static_cast<std::uint64_t>(operation) | static_cast<std::uint64_t>(rare) << 8,
                static_cast<std::uint32_t>(a) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(b)) << 32,
                std::bit_cast<std::uint64_t>(constant)};
  const auto [at, is_new] = numbers_.try_emplace(key, static_cast<int>(nodes_.size()));
  if (!is_new) return at->second;
  Node node{.operation = operation, .rare = rare, .constant = constant};
  node.operands[0] = a, node.operands[1] = b;
  node.fixed = (a < 0 || nodes_[a].fixed) && (b < 0 || nodes_[b].fixed);
  nodes_.push_back(node);
  return at->second;
}

Value Graph::constant(double number) {
  const bool negative = std::signbit(number) && !std::isnan(number);
  return {find_or_add(Operation::constant, -1, -1, negative ? -number : number, 0), negative};
}

Value Graph::input(int argument, int entry, bool fixed) {
  // Numbered by its place, which stands where others have operands.
  Node node{.operation = Operation::input, .fixed = fixed};
  inputs_.push_back({argument, entry, static_cast<int>(nodes_.size())});
  nodes_.push_back(node);
  return {inputs_.back().node, false};
}

Value Graph::add(Value a, Value b) {
  if (is_constant(a) && is_constant(b)) return constant(number(a) + number(b));
  if (is_constant(a) && number(a) == 0.0) return b;
  if (is_constant(b) && number(b) == 0.0) return a;
  if (a.node > b.node) std::swap(a, b);
  const Operation operation = a.negative == b.negative ? Operation::add : Operation::subtract;
  return {find_or_add(operation, a.node, b.node, 0.0, 0), a.negative};
}

Value Graph::multiply(Value a, Value b) {
  if (is_constant(a) && is_constant(b)) return constant(number(a) * number(b));
  const bool negative = a.negative != b.negative;
  if (is_one(a)) return {b.node, negative};
  if (is_one(b)) return {a.node, negative};
  if (a.node > b.node) std::swap(a, b);
  return {find_or_add(Operation::multiply, a.node, b.node, 0.0, 0), negative};
}

Value Graph::divide(Value a, Value b) {
  if (is_constant(a) && is_constant(b)) return constant(number(a) / number(b));
  const bool negative = a.negative != b.negative;
  if (is_one(b)) return {a.node, negative};
  return {find_or_add(Operation::divide, a.node, b.node, 0.0, 0), negative};
}

Value Graph::make(Operation operation, Value a, Value b, std::uint8_t rare) {
  const int first = plain(a), second = b.node < 0 ? -1 : plain(b);
  return {find_or_add(operation, first, second, 0.0, rare), false};
}

Value Graph::look_up(std::uint32_t steps, std::uint32_t column, Value a) {
  // A key has room for it where constants stand; 0 is that of operations without any.
  const auto place = [](std::uint32_t of, std::uint32_t number) {
    return std::bit_cast<double>((std::uint64_t{of} + 1) << 32 | number);
  };
  const auto add = [&](Operation operation, int operand, std::uint32_t number) {
    const int node = find_or_add(operation, operand, -1, place(steps, number), 0);
    nodes_[node].steps = steps, nodes_[node].column = number;
    return node;
  };
  const int cell = kept_steps(steps).counts() ? plain(a) : add(Operation::find, plain(a), 0);
  return {add(Operation::take, cell, column), false};
}

int Graph::plain(Value value) {
  if (!value.negative) return value.node;
  if (is_constant(value)) return find_or_add(Operation::constant, -1, -1, number(value), 0);
  return find_or_add(Operation::negate, value.node, -1, 0.0, 0);
}

void Graph::count_uses() {
  for (Node& node : nodes_) node.uses = 0;
  for (const Entry& output : outputs_) ++nodes_[output.node].uses;
  for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
    if (node->uses == 0) continue;
    for (int i = 0; i < operand_count(node->operation); ++i) ++nodes_[node->operands[i]].uses;
  }
}

}  // namespace tandem::bytecode
