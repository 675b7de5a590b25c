#include <tandem/cli/interrupt.hpp>

#include <atomic>
#include <csignal>

namespace tandem::cli {
namespace {

using Handler = void (*)(int);

Handler before = SIG_DFL;
std::atomic<bool> asked = false;  // lock-free: a handler may write it
static_assert(std::atomic<bool>::is_always_lock_free);

void remember(int /*signal*/) {
  asked = true;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  asked = false;
  before = std::signal(SIGINT, remember);
}

Interrupt::~Interrupt() { std::signal(SIGINT, before); }

bool Interrupt::is_asked_for() { return asked; }

}  // namespace tandem::cli
