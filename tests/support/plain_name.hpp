#pragma once

#include <gtest/gtest.h>

#include <string>

namespace tandem::test {

/// Names parametrised tests by their parameter: "hermite-simpson" becomes hermite_simpson.
struct PlainName {
  std::string operator()(const testing::TestParamInfo<std::string>& info) const {
    std::string name = info.param;
    for (char& letter : name) letter = letter == '-' ? '_' : letter;
    return name;
  }
};

}  // namespace tandem::test
