#include <tandem/core/ending.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <thread>

namespace tandem::ending_test {

using ending::Cause;

class Ending : public ::testing::Test {
 protected:
  Ending() { ending::forget(); }
  ~Ending() override { ending::forget(); }
};

TEST_F(Ending, IsNotDueUntilItIsAskedFor) {
  EXPECT_FALSE(ending::is_due());
  EXPECT_EQ(ending::cause(), Cause::none);
  EXPECT_TRUE(std::isinf(ending::seconds_left()));
  ending::ask();
  EXPECT_TRUE(ending::is_due());
  EXPECT_EQ(ending::cause(), Cause::asked);
  EXPECT_EQ(ending::seconds_left(), 0.0);
  EXPECT_EQ(ending::words(), "stopped, as was asked");
}

TEST_F(Ending, MayBeAskedForBySignals) {
  const auto before = std::signal(SIGUSR1, [](int) { ending::ask(); });
  std::raise(SIGUSR1);
  std::signal(SIGUSR1, before);
  EXPECT_EQ(ending::cause(), Cause::asked);
}

TEST_F(Ending, IsDueOnceItsTimeIsUp) {
  ending::ask_in(1000.0);
  EXPECT_FALSE(ending::is_due());
  EXPECT_GT(ending::seconds_left(), 900.0);
  EXPECT_LE(ending::seconds_left(), 1000.0);
  ending::ask_in(1e-3);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_EQ(ending::cause(), Cause::out_of_time);
  EXPECT_EQ(ending::words(), "the time limit was reached");
}

TEST_F(Ending, TakesATimeBackAndLongerOnes) {
  ending::ask_in(0.0);
  EXPECT_TRUE(ending::is_due());
  ending::ask_in(1000.0);
  EXPECT_FALSE(ending::is_due());
  ending::forget();
  EXPECT_TRUE(std::isinf(ending::seconds_left()));
}

TEST_F(Ending, SaysTheFirstOfItsCauses) {
  ending::ask();
  ending::ask_in(0.0);
  EXPECT_EQ(ending::cause(), Cause::asked);
}

TEST_F(Ending, IsDueOnceMoreMemoryIsTakenThanItsLimit) {
  ending::limit_memory(std::size_t{1} << 50);
  EXPECT_FALSE(ending::is_due());
  ending::limit_memory(1);
  EXPECT_EQ(ending::cause(), Cause::out_of_memory);
  EXPECT_EQ(ending::words(), "the memory limit was reached");
  ending::limit_memory(0);
  EXPECT_FALSE(ending::is_due());
}

TEST_F(Ending, IsSeenByOtherThreads) {
  std::thread other([] { ending::ask(); });
  other.join();
  EXPECT_TRUE(ending::is_due());
}

}  // namespace tandem::ending_test
