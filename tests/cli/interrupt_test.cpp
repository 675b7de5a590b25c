#include <tandem/cli/interrupt.hpp>

#include <gtest/gtest.h>

#include <csignal>

namespace tandem::cli::interrupt_test {

TEST(Interrupt, IsAskedForByTheFirstSignal) {
  {
    const Interrupt interrupt;
    EXPECT_FALSE(Interrupt::is_asked_for());
    std::raise(SIGINT);
    EXPECT_TRUE(Interrupt::is_asked_for());
  }
  const Interrupt next;
  EXPECT_FALSE(Interrupt::is_asked_for());
}

TEST(Interrupt, LeavesTheSecondSignalToEndTheProgram) {
  EXPECT_EXIT(
      {
        const Interrupt interrupt;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace tandem::cli::interrupt_test
