#pragma once

#include <tandem/derivatives/bytecode/lanes.hpp>
#include <tandem/derivatives/bytecode/program.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tandem::bytecode {

/// Vectors that an instruction works on at once, in this order of arenas.
inline constexpr std::array<int, 4> kWidths{1, 2, 4, 8};
/// Knots side by side at most: 64 with AVX-512, 32 with AVX2. An instruction is looked up once for all of them.
inline constexpr int kMostLanes = kLanes * kWidths.back();

/// A program with room to run in, one arena a width: slot s holds `width` vectors, one number a knot.
class Machine {
 public:
  explicit Machine(const Program& program);

  /// What is the same for all knots: the entries of one argument. Runs the prologue.
  void set_fixed(int argument, std::span<const double> entries);

  /// The fewest vectors of kWidths that hold so many knots, or the most.
  static int width_for(int knots);

  /// Runs the body on the knots in the arena of `width` vectors. Cost: 2 to 6 ns an instruction.
  void run(int width);

  /// Vector number `group` of a slot.
  double* at(int width, std::uint32_t slot, int group) {
    return arenas_[index_of(width)][static_cast<std::size_t>(slot) * width + group].numbers;
  }

  /// A slot that is always zero, and one that nobody reads.
  std::uint32_t zero() const { return slots_; }
  std::uint32_t sink() const { return slots_ + 1; }
  const std::vector<Place>& inputs() const { return inputs_; }
  const std::vector<Place>& outputs() const { return outputs_; }
  std::size_t instructions() const { return body_.size() + prologue_.size(); }
  /// Of code and arenas.
  std::size_t bytes() const;

 private:
  struct alignas(8 * kLanes) Vector {
    double numbers[kLanes];
  };

  static std::size_t index_of(int width);
  void fill(int slot, double number);
  void run(const std::vector<Instruction>& code, int width);

  std::vector<Instruction> prologue_, body_;  ///< slots as bytes in an arena of one vector
  std::vector<Place> inputs_, outputs_;
  std::uint32_t slots_;
  std::array<std::vector<Vector>, kWidths.size()> arenas_;
};

/// Interprets `code` on arenas of `width` vectors a slot.
void interpret(const Instruction* code, double* arena, int width);

}  // namespace tandem::bytecode
