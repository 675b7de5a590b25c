#pragma once

#include <tandem/core/error.hpp>

#include <cstring>
#include <dlfcn.h>

namespace tandem::bench {

/// The peer's library is loaded with its own symbols first: inline functions of Eigen compiled for one processor must
/// not stand in for those of another.
inline void* crocoddyl_library() {
  static void* const library = dlopen(TANDEM_BENCH_CROCODDYL, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  require(library != nullptr, "the peer's library does not load: {}", library == nullptr ? dlerror() : "");
  return library;
}

/// One of its make_...().
template <class Make>
Make* crocoddyl_maker(const char* name) {
  void* const found = dlsym(crocoddyl_library(), name);
  require(found != nullptr, "the peer's library has no {}", name);
  Make* make = nullptr;
  std::memcpy(&make, &found, sizeof make);
  return make;
}

}  // namespace tandem::bench
