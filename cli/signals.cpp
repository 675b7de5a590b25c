#include <tandem/cli/signals.hpp>

#include <tandem/core/ending.hpp>

#include <array>
#include <csignal>
#include <cstddef>

namespace tandem::cli {
namespace {

using Handler = void (*)(int);

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

std::array<Handler, kSignals.size()> before{};

void ask_for_end(int signal) {
  ending::ask();
  std::signal(signal, SIG_DFL);
}

}  // namespace

Signals::Signals() {
  ending::forget();
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    before[i] = std::signal(kSignals[i], ask_for_end);
    if (before[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);
  }
}

Signals::~Signals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], before[i]);
  ending::forget();
}

}  // namespace tandem::cli
