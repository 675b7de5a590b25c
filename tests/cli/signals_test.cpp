#include <tandem/cli/signals.hpp>

#include <tandem/core/ending.hpp>

#include <gtest/gtest.h>

#include <csignal>

namespace tandem::cli::signals_test {

TEST(Signals, AskForAnEndTheFirstTime) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Signals signals;
    EXPECT_FALSE(ending::is_due());
    std::raise(signal);
    EXPECT_EQ(ending::cause(), ending::Cause::asked) << signal;
  }
  EXPECT_FALSE(ending::is_due());
}

TEST(Signals, EndTheProgramTheSecondTime) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT(
        {
          const Signals signals;
          std::raise(signal);
          std::raise(signal);
        },
        testing::KilledBySignal(signal), "");
  }
}

TEST(Signals, StayIgnoredWhereTheyWere) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const Signals signals;
    std::raise(SIGHUP);
    EXPECT_FALSE(ending::is_due());
  }
  EXPECT_EQ(std::signal(SIGHUP, before), SIG_IGN);
}

}  // namespace tandem::cli::signals_test
