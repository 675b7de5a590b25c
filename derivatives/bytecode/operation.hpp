#pragma once

#include <array>
#include <cstdint>

namespace tandem::bytecode {

/// All operations of the bytecode and how many operands each has. Truths are 1 and 0; operands are called a, b, c, e,
/// f, g in their order.
///
///   negated_product -(a b)                  sum_of_products        a b + c e
///   fma   a b + c      fms  a b - c         difference_of_products a b - c e
///   fnma  c - a b      fnms -(a b) - c      two_products_more      a b + (c e + f)
///   if_else_zero  a ? b : 0                 two_products_less      (f - c e) - a b
///   rare  what has no vector form           three_products         a b + (c e + f g)
///   find  the cell of kept steps that a is in          take  a number of the cell a
// clang-format off
#define TANDEM_BYTECODE_OPERATIONS(X)                                                                          \
  X(halt, 0) X(input, 0) X(constant, 0)                                                                        \
  X(add, 2) X(subtract, 2) X(multiply, 2) X(divide, 2) X(negate, 1) X(negated_product, 2)                      \
  X(fma, 3) X(fms, 3) X(fnma, 3) X(fnms, 3) X(sum_of_products, 4) X(difference_of_products, 4)                 \
  X(two_products_more, 5) X(two_products_less, 5) X(three_products, 6) X(product_of_three, 3) X(sum_of_three, 3) \
  X(square_root, 1) X(absolute, 1) X(sign, 1) X(minimum, 2) X(maximum, 2)                                      \
  X(less, 2) X(at_most, 2) X(equal, 2) X(unequal, 2) X(both, 2) X(either, 2) X(negation, 1) X(if_else_zero, 2) \
  X(sine, 1) X(cosine, 1) X(sine_cosine, 1) X(exponential, 1) X(logarithm, 1) X(hyperbolic_tangent, 1)         \
  X(power, 2) X(arc_tangent, 2) X(arc_sine, 1) X(arc_cosine, 1) X(rare, 1) X(rare_of_two, 2) \
  X(find, 1) X(take, 1)
// clang-format on

enum class Operation : std::uint8_t {
#define TANDEM_BYTECODE_NAME(name, operands) name,
  TANDEM_BYTECODE_OPERATIONS(TANDEM_BYTECODE_NAME)
#undef TANDEM_BYTECODE_NAME
};

inline constexpr int kMostOperands = 6;

constexpr int operand_count(Operation operation) {
  constexpr std::array kCounts{
#define TANDEM_BYTECODE_COUNT(name, operands) operands,
      TANDEM_BYTECODE_OPERATIONS(TANDEM_BYTECODE_COUNT)
#undef TANDEM_BYTECODE_COUNT
  };
  return kCounts[static_cast<std::size_t>(operation)];
}

/// Whether an instruction has a number of a cell and kept steps in its fields f and g.
constexpr bool is_lookup(Operation operation) { return operation == Operation::find || operation == Operation::take; }

}  // namespace tandem::bytecode
