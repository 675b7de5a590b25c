#pragma once

namespace tandem::test {

/// Begins to count the allocations of this thread; ends it and returns how many there were.
void start_counting_allocations();
long stop_counting_allocations();

/// How often `function` allocates.
template <class Function>
long allocations_in(const Function& function) {
  start_counting_allocations();
  function();
  return stop_counting_allocations();
}

}  // namespace tandem::test
