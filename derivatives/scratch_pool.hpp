#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tandem {

/// What evaluations write, kept between them, so that threads may evaluate together and nothing is allocated once as
/// many were made as evaluate at a time.
template <class Scratch>
class ScratchPool {
  struct GiveBack {
    ScratchPool* pool;
    void operator()(Scratch* scratch) const {
      const std::lock_guard lock(pool->mutex_);
      pool->free_.emplace_back(scratch);
    }
  };

 public:
  /// One that nobody uses, or what `make` makes; it comes back by itself.
  template <class Make>
  std::unique_ptr<Scratch, GiveBack> take(const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Scratch> scratch = std::move(free_.back());
        free_.pop_back();
        return {scratch.release(), GiveBack{this}};
      }
    }
    return {std::unique_ptr<Scratch>(make()).release(), GiveBack{this}};
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
};

}  // namespace tandem
