#include <tandem/derivatives/bytecode/fuse.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace tandem::bytecode {
namespace {

using enum Operation;

class Fusion {
 public:
  explicit Fusion(Graph& graph) : nodes_(graph.nodes()) {}

  void pairs() {
    for (Node& node : nodes_) {
      if (node.uses == 0) continue;
      if (node.operation == add) fuse_sum(node);
      if (node.operation == subtract) fuse_difference(node);
      if (node.operation == negate) fuse_negative(node);
    }
  }

  /// What pairs() has made, three operations and more at once.
  void chains() {
    for (Node& node : nodes_) {
      if (node.uses == 0) continue;
      if (node.operation == fma && absorbs(node, 2, fma)) extend(node, two_products_more, 3);
      if (node.operation == fma && absorbs(node, 2, sum_of_products)) extend(node, three_products, 4);
      if (node.operation == fnma && absorbs(node, 2, fnma)) extend(node, two_products_less, 3);
      if (node.operation == multiply) join_three(node, product_of_three);
      if (node.operation == add) join_three(node, sum_of_three);
    }
  }

 private:
  /// Whether operand i is such an operation that nobody else reads, on the same side of the border between what is
  /// computed once and what is computed for each knot.
  bool absorbs(const Node& node, int i, Operation operation) const {
    const Node& other = nodes_[node.operands[i]];
    return other.operation == operation && other.uses == 1 && other.fixed == node.fixed;
  }

  void become(Node& node, Operation operation, std::initializer_list<int> operands) {
    node.operation = operation;
    std::copy(operands.begin(), operands.end(), node.operands.begin());
  }

  /// The operand, which is read no more.
  const Node& absorbed(const Node& node, int i) {
    Node& other = nodes_[node.operands[i]];
    other.uses = 0;
    return other;
  }

  void fuse_sum(Node& node) {
    const auto [a, b] = std::pair(node.operands[0], node.operands[1]);
    if (a != b && absorbs(node, 0, multiply) && absorbs(node, 1, multiply)) {
      const auto &p = absorbed(node, 0).operands, &q = absorbed(node, 1).operands;
      become(node, sum_of_products, {p[0], p[1], q[0], q[1]});
    } else if (absorbs(node, 1, multiply)) {
      const auto& p = absorbed(node, 1).operands;
      become(node, fma, {p[0], p[1], a});
    } else if (absorbs(node, 0, multiply)) {
      const auto& p = absorbed(node, 0).operands;
      become(node, fma, {p[0], p[1], b});
    }
  }

  void fuse_difference(Node& node) {
    const auto [a, b] = std::pair(node.operands[0], node.operands[1]);
    if (a != b && absorbs(node, 0, multiply) && absorbs(node, 1, multiply)) {
      const auto &p = absorbed(node, 0).operands, &q = absorbed(node, 1).operands;
      become(node, difference_of_products, {p[0], p[1], q[0], q[1]});
    } else if (absorbs(node, 1, multiply)) {
      const auto& p = absorbed(node, 1).operands;
      become(node, fnma, {p[0], p[1], a});
    } else if (absorbs(node, 0, multiply)) {
      const auto& p = absorbed(node, 0).operands;
      become(node, fms, {p[0], p[1], b});
    }
  }

  void fuse_negative(Node& node) {
    static constexpr std::array<std::pair<Operation, Operation>, 4> kNegatives{
        {{multiply, negated_product}, {fma, fnms}, {fms, fnma}, {fnma, fms}}};
    for (const auto& [operation, negative] : kNegatives) {
      if (!absorbs(node, 0, operation)) continue;
      const auto& p = absorbed(node, 0).operands;
      return become(node, negative, {p[0], p[1], p[2]});
    }
    if (absorbs(node, 0, subtract)) {
      const auto& p = absorbed(node, 0).operands;
      become(node, subtract, {p[1], p[0]});
    } else if (absorbs(node, 0, difference_of_products)) {
      const auto& p = absorbed(node, 0).operands;
      become(node, difference_of_products, {p[2], p[3], p[0], p[1]});
    }
  }

  /// Operand 2 gives way to its own operands.
  void extend(Node& node, Operation operation, int its_operands) {
    const auto& p = absorbed(node, 2).operands;
    node.operation = operation;
    std::copy_n(p.begin(), its_operands, node.operands.begin() + 2);
  }

  void join_three(Node& node, Operation operation) {
    if (node.operands[0] == node.operands[1]) return;
    for (int i = 0; i < 2; ++i) {
      if (!absorbs(node, i, node.operation)) continue;
      const int other = node.operands[1 - i];
      const auto& p = absorbed(node, i).operands;
      return become(node, operation, {p[0], p[1], other});
    }
  }

  std::vector<Node>& nodes_;
};

}  // namespace

void fuse(Graph& graph) {
  graph.count_uses();
  Fusion fusion(graph);
  fusion.pairs();
  fusion.chains();
  graph.count_uses();
}

}  // namespace tandem::bytecode
