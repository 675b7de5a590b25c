#include <tandem/derivatives/evaluation_threads.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace tandem::evaluation_threads_test {

/// Sets how many, and one again in the end.
struct Threads {
  explicit Threads(int count) { set_evaluation_threads(count); }
  ~Threads() { set_evaluation_threads(1); }
};

TEST(InParts, DoesEachPartOnce) {
  for (const int threads : {1, 2, 5}) {
    const Threads set(threads);
    EXPECT_EQ(evaluation_threads(), threads);
    for (int round = 0; round < 200; ++round) {
      std::array<std::atomic<int>, 7> done{};
      auto work = [&done](int part) { ++done[part]; };
      in_parts(7, work);
      for (const auto& count : done) EXPECT_EQ(count, 1);
    }
  }
}

TEST(InParts, ServesSeveralCallersAtOnce) {
  const Threads set(3);
  std::atomic<int> done = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&done] {
      auto work = [&done](int) { ++done; };
      for (int round = 0; round < 100; ++round) in_parts(4, work);
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(done, 3 * 100 * 4);
}

TEST(EvaluationThreads, AreAtLeastOne) {
  EXPECT_TRUE(test::refuses([] { set_evaluation_threads(0); }, "an evaluation in 0 threads"));
}

}  // namespace tandem::evaluation_threads_test
