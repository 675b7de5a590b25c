#pragma once

namespace tandem::cli {

/// While one exists, the first Ctrl-C, SIGTERM or SIGHUP asks for an end (core/ending.hpp) instead of ending the
/// program; the second ends it. SIGHUP stays ignored where it was (nohup).
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
};

}  // namespace tandem::cli
