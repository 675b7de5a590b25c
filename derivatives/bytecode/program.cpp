#include <tandem/derivatives/bytecode/program.hpp>

#include <algorithm>

namespace tandem::bytecode {
namespace {

using enum Operation;

class Slots {
 public:
  explicit Slots(const Graph& graph)
      : graph_(graph), nodes_(graph.nodes()), slot_(nodes_.size(), -1), partner_(nodes_.size(), -1) {}

  Program program() {
    pair_sines();
    for (const Node& node : nodes_) uses_.push_back(node.uses);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (is_second(i)) --uses_[nodes_[i].operands[0]];  // it reads its angle with the first
    }
    place_what_stays();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (is_live(i) && nodes_[i].operation != input && nodes_[i].operation != constant && !is_second(i)) translate(i);
    }
    finish();
    return std::move(program_);
  }

 private:
  bool is_live(std::size_t i) const { return nodes_[i].uses > 0; }
  /// A sine or cosine whose partner came before.
  bool is_second(std::size_t i) const { return partner_[i] >= 0 && partner_[i] < static_cast<int>(i); }
  bool stays(int i) const { return nodes_[i].fixed || nodes_[i].operation == input || is_output_[i]; }

  /// A sine and a cosine of one angle.
  void pair_sines() {
    std::vector<int> of_angle(nodes_.size(), -1);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      if (!is_live(i) || (node.operation != sine && node.operation != cosine)) continue;
      int& other = of_angle[node.operands[0]];
      if (other >= 0) partner_[i] = other, partner_[other] = static_cast<int>(i);
      other = static_cast<int>(i);
    }
  }

  void place_what_stays() {
    is_output_.assign(nodes_.size(), false);
    for (const Entry& output : graph_.outputs()) is_output_[output.node] = true;
    for (const Entry& entry : graph_.inputs()) {
      slot_[entry.node] = program_.slots++;
      program_.inputs.push_back({entry.argument, entry.entry, slot_[entry.node]});
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (!is_live(i) || !nodes_[i].fixed || slot_[i] >= 0) continue;
      slot_[i] = program_.slots++;
      if (nodes_[i].operation == constant) program_.constants.push_back({slot_[i], nodes_[i].constant});
    }
  }

  int take() {
    if (free_.empty()) return program_.slots++;
    const int slot = free_.back();
    free_.pop_back();
    return slot;
  }

  void release(int node) {
    if (--uses_[node] == 0 && !stays(node)) free_.push_back(slot_[node]);
  }

  void translate(std::size_t i) {
    const Node& node = nodes_[i];
    Instruction instruction{.operation = static_cast<std::uint32_t>(node.operation), .g = node.rare};
    std::uint32_t* const fields[kMostOperands] = {&instruction.a, &instruction.b, &instruction.c,
                                                  &instruction.e, &instruction.f, &instruction.g};
    const int count = operand_count(node.operation);
    if (is_lookup(node.operation)) instruction.f = node.column, instruction.g = node.steps;
    for (int k = 0; k < count; ++k) *fields[k] = static_cast<std::uint32_t>(slot_[node.operands[k]]);
    // A vector of each operand is read before one of a result is written, so that these may stand in operands' places.
    for (int k = 0; k < count; ++k) release(node.operands[k]);
    if (slot_[i] < 0) slot_[i] = take();
    instruction.d = static_cast<std::uint32_t>(slot_[i]);
    if (partner_[i] >= 0) take_both(node, slot_[partner_[i]], instruction);
    (node.fixed ? program_.prologue : program_.body).push_back(instruction);
  }

  void take_both(const Node& node, int& other, Instruction& instruction) {
    if (other < 0) other = take();
    instruction.operation = static_cast<std::uint32_t>(sine_cosine);
    instruction.b = static_cast<std::uint32_t>(other);
    if (node.operation == cosine) std::swap(instruction.d, instruction.b);
  }

  void finish() {
    for (const Entry& output : graph_.outputs()) {
      program_.outputs.push_back({output.argument, output.entry, slot_[output.node]});
    }
    program_.prologue.push_back({});
    program_.body.push_back({});
    static_assert(static_cast<int>(halt) == 0);
  }

  const Graph& graph_;
  const std::vector<Node>& nodes_;
  std::vector<int> slot_, partner_, uses_, free_;
  std::vector<char> is_output_;
  Program program_;
};

}  // namespace

Program program_of(const Graph& graph) { return Slots(graph).program(); }

}  // namespace tandem::bytecode
