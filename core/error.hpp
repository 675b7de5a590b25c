#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace tandem {

/// Base of all exceptions of tandem. The text is a sentence that names the thing that is wrong.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the caller gave cannot be used: refused at the boundary, before any computation.
class InvalidInput : public Error {
 public:
  using Error::Error;
};

/// The input was well formed, but the numbers led to something without a value (a singular matrix, a NaN).
class NumericalError : public Error {
 public:
  using Error::Error;
};

/// Throws InvalidInput with a formatted sentence.
template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> sentence, Args&&... args) {
  throw InvalidInput(fmt::format(sentence, std::forward<Args>(args)...));
}

/// Throws InvalidInput unless `condition` holds.
template <class... Args>
void require(bool condition, fmt::format_string<Args...> sentence, Args&&... args) {
  if (!condition) refuse(sentence, std::forward<Args>(args)...);
}

}  // namespace tandem
