#pragma once

#include <string>

#include <gtest/gtest.h>

namespace tandem::testing {

/// What `action` throws says; a failure and "" if it throws nothing or something else than Exception.
template <class Exception, class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "threw something else: " << error.what();
    return "";
  }
  ADD_FAILURE() << "threw nothing";
  return "";
}

}  // namespace tandem::testing
