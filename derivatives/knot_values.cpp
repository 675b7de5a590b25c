#include <tandem/derivatives/knot_values.hpp>

#include <tandem/core/error.hpp>

namespace tandem {

void refuse_index(std::size_t index, std::size_t count) {
  refuse("a function asks for [{}] of {} states or controls: they count from 0", index, count);
}

}  // namespace tandem
