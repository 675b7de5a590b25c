#include "support/allocations.hpp"

#include <cerrno>
#include <cstddef>

/// Eigen allocates by malloc, not by operator new: under AddressSanitizer its hooks count, otherwise glibc's own
/// functions are replaced, for the whole test program, by ones that count and call them.
namespace {

thread_local long allocations = 0;
thread_local bool counting = false;

void count_allocation() {
  if (counting) ++allocations;
}

}  // namespace

#if defined(TANDEM_SANITIZED)
// As in sanitizer/allocator_interface.h, which not every installation has.
extern "C" int __sanitizer_install_malloc_and_free_hooks(  // NOLINT(bugprone-reserved-identifier)
    void (*malloc_hook)(const volatile void*, std::size_t), void (*free_hook)(const volatile void*));
namespace {
void on_malloc(const volatile void*, std::size_t) { count_allocation(); }
void on_free(const volatile void*) {}
const bool hooked = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
}  // namespace
#else
// NOLINTBEGIN(bugprone-reserved-identifier): glibc's names
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* __libc_calloc(std::size_t, std::size_t);
extern "C" void* __libc_realloc(void*, std::size_t);
extern "C" void* __libc_memalign(std::size_t, std::size_t);
// NOLINTEND(bugprone-reserved-identifier)

extern "C" void* malloc(std::size_t size) {
  count_allocation();
  return __libc_malloc(size);
}
extern "C" void* calloc(std::size_t count, std::size_t size) {
  count_allocation();
  return __libc_calloc(count, size);
}
extern "C" void* realloc(void* old, std::size_t size) {
  count_allocation();
  return __libc_realloc(old, size);
}
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count_allocation();
  return __libc_memalign(alignment, size);
}
extern "C" void* memalign(std::size_t alignment, std::size_t size) {
  count_allocation();
  return __libc_memalign(alignment, size);
}
extern "C" int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  count_allocation();
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}
#endif

namespace tandem::test {

void start_counting_allocations() {
  allocations = 0;
  counting = true;
}

long stop_counting_allocations() {
  counting = false;
  return allocations;
}

}  // namespace tandem::test
