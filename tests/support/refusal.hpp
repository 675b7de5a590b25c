#pragma once

#include <tandem/core/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace tandem::test {

/// The sentence with which `action` is refused as InvalidInput, or "" if it is not.
template <class Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

/// Whether `text` contains `words`.
inline ::testing::AssertionResult says(const std::string& text, const std::string& words) {
  if (text.find(words) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << words << "' is not said in: '" << text << "'";
}

/// Whether `action` is refused with a sentence that contains `words`.
template <class Action>
::testing::AssertionResult refuses(const Action& action, const std::string& words) {
  return says(refusal(action), words);
}

}  // namespace tandem::test
