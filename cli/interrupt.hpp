#pragma once

namespace tandem::cli {

/// While one exists, the first Ctrl-C (SIGINT) asks for an end instead of ending the program; the second ends it.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool is_asked_for();
};

}  // namespace tandem::cli
