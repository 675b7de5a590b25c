#include <tandem/derivatives/bytecode/machine.hpp>

#include <algorithm>
#include <bit>

namespace tandem::bytecode {
namespace {

std::vector<Instruction> in_bytes(std::vector<Instruction> code) {
  for (Instruction& instruction : code) {
    const auto operation = static_cast<Operation>(instruction.operation);
    const bool is_rare = operation == Operation::rare || operation == Operation::rare_of_two;
    const auto scale = [](std::uint32_t& slot) { slot *= static_cast<std::uint32_t>(sizeof(double) * kLanes); };
    for (std::uint32_t* const slot : {&instruction.d, &instruction.a, &instruction.b, &instruction.c, &instruction.e}) {
      scale(*slot);
    }
    if (is_lookup(operation)) continue;
    scale(instruction.f);
    if (!is_rare) scale(instruction.g);
  }
  return code;
}

}  // namespace

Machine::Machine(const Program& program)
    : prologue_(in_bytes(program.prologue)),
      body_(in_bytes(program.body)),
      inputs_(program.inputs),
      outputs_(program.outputs),
      slots_(static_cast<std::uint32_t>(program.slots)) {
  for (std::size_t i = 0; i < kWidths.size(); ++i) {
    arenas_[i].assign(static_cast<std::size_t>(program.slots + 2) * kWidths[i], Vector{});
  }
  for (const auto& [slot, number] : program.constants) fill(slot, number);
  for (const int width : kWidths) run(prologue_, width);
}

void Machine::set_fixed(int argument, std::span<const double> entries) {
  for (const Place& place : inputs_) {
    if (place.argument == argument) fill(place.slot, entries[place.entry]);
  }
  for (const int width : kWidths) run(prologue_, width);
}

int Machine::width_for(int knots) {
  const int vectors = (knots + kLanes - 1) / kLanes;
  return *std::find_if(kWidths.begin(), kWidths.end() - 1, [vectors](int width) { return width >= vectors; });
}

void Machine::run(int width) { run(body_, width); }

std::size_t Machine::bytes() const {
  std::size_t sum = (prologue_.size() + body_.size()) * sizeof(Instruction);
  for (const auto& arena : arenas_) sum += arena.size() * sizeof(Vector);
  return sum;
}

std::size_t Machine::index_of(int width) { return std::countr_zero(static_cast<unsigned>(width)); }

void Machine::fill(int slot, double number) {
  for (const int width : kWidths) std::fill_n(at(width, slot, 0), width * kLanes, number);
}

void Machine::run(const std::vector<Instruction>& code, int width) {
  interpret(code.data(), arenas_[index_of(width)].front().numbers, width);
}

}  // namespace tandem::bytecode
