#include <tandem/derivatives/evaluation_threads.hpp>

#include <tandem/core/error.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace tandem {
namespace {

/// Threads that wait for work. The caller is one of them.
class Crew {
 public:
  ~Crew() { dismiss(); }

  void resize(int size) {
    const std::lock_guard alone(busy_);
    dismiss();
    for (int i = 1; i < size; ++i) hands_.emplace_back([this] { serve(); });
    size_ = size;
  }

  int size() const { return size_; }

  struct Task {
    void (*work)(void*, int) = nullptr;
    void* context = nullptr;
    int parts = 0;
  };

  void do_all(const Task& task) {
    const std::unique_lock alone(busy_, std::try_to_lock);
    if (task.parts < 2 || !alone || hands_.empty()) {
      for (int part = 0; part < task.parts; ++part) task.work(task.context, part);
      return;
    }
    begin(task);
    take_parts();
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return serving_ == 0; });
  }

 private:
  void begin(const Task& task) {
    {
      const std::lock_guard lock(mutex_);
      task_ = task;
      next_ = 0;
      serving_ = static_cast<int>(hands_.size());
      ++round_;
    }
    called_.notify_all();
  }

  void take_parts() {
    for (int part = next_++; part < task_.parts; part = next_++) task_.work(task_.context, part);
  }

  void serve() {
    long seen = 0;
    while (true) {
      {
        std::unique_lock lock(mutex_);
        called_.wait(lock, [&] { return round_ != seen || dismissed_; });
        if (dismissed_) return;
        seen = round_;
      }
      take_parts();
      const std::lock_guard lock(mutex_);
      if (--serving_ == 0) finished_.notify_one();
    }
  }

  void dismiss() {
    {
      const std::lock_guard lock(mutex_);
      dismissed_ = true;
    }
    called_.notify_all();
    for (std::thread& hand : hands_) hand.join();
    hands_.clear();
    dismissed_ = false;
    round_ = 0;
  }

  std::mutex busy_, mutex_;  // of the whole crew; of what follows
  std::condition_variable called_, finished_;
  Task task_;
  std::atomic<int> next_ = 0;
  int serving_ = 0;
  long round_ = 0;
  bool dismissed_ = false;
  std::vector<std::thread> hands_;
  std::atomic<int> size_ = 1;
};

Crew& crew() {
  static Crew all;
  return all;
}

}  // namespace

void set_evaluation_threads(int threads) {
  require(threads >= 1, "derivatives: an evaluation in {} threads", threads);
  crew().resize(threads);
}

int evaluation_threads() { return crew().size(); }

void work_in_parts(int parts, void (*work)(void* context, int part), void* context) {
  crew().do_all({work, context, parts});
}

}  // namespace tandem
