#pragma once

#include <tandem/derivatives/bytecode/machine.hpp>

#include <array>
#include <span>

namespace tandem::bytecode {

/// Where the columns of as many knots as a vector has lanes begin.
template <class Number>
using Columns = std::array<Number*, kLanes>;

/// Row i of the columns becomes vector `group` of slot slots[i], and the other way round: numbers of one knot stand
/// side by side in a column, those of one slot in an arena, so that squares of kLanes rows are transposed.
void gather(const Columns<const double>& columns, std::span<const std::uint32_t> slots, Machine& machine, int width,
            int group);
void scatter(Machine& machine, int width, int group, std::span<const std::uint32_t> slots,
             const Columns<double>& columns);

}  // namespace tandem::bytecode
