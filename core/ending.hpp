#pragma once

#include <cstddef>
#include <string_view>

/// The wish of a whole program to end before its work is done: of who presses Ctrl-C, of a clock, or for want of
/// memory. There is one a
/// process, as there is one of its signals. Whatever works long (iterations of a solver, starts, steps of a path or of
/// a simulation, refinements) looks at is_due() between two pieces of work, and ends with the best that it has.
/// Threads may call all of it together; asked() and is_due() take no lock.
namespace tandem::ending {

enum class Cause { none, asked, out_of_time, out_of_memory };

/// Asks for an end; signal handlers may call it.
void ask() noexcept;

/// Asks for an end in so many seconds from now, in place of what was said before; infinity takes it back.
void ask_in(double seconds) noexcept;

/// Asks for an end once more bytes than these are resident (looked at every ten milliseconds at most), in place of
/// what was said before; 0 takes it back.
void limit_memory(std::size_t bytes) noexcept;

/// Takes back all.
void forget() noexcept;

/// Whether work is to end. Reads one number, and the clock where there is a time or a bound of memory.
bool is_due() noexcept;

/// Why, where it is due; what came first stays.
Cause cause() noexcept;

/// Until the time that ask_in() said; infinite where it did not, 0 where it was asked for.
double seconds_left() noexcept;

/// "stopped, as was asked", "the time limit was reached", "the memory limit was reached": what a message says where it
/// is due.
std::string_view words() noexcept;

}  // namespace tandem::ending
