// For cli/parse.cpp alone: CLI11 costs seconds to compile.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tandem::cli {

/// The options of one group of a command.
class OptionGroup {
 public:
  explicit OptionGroup(CLI::App& app, std::string group = "Options") : app_(app), group_(std::move(group)) {}

  CLI::Option* flag(const char* name, bool& to, const char* about) const {
    return app_.add_flag(name, to, about)->group(group_);
  }
  /// Its value is called `type` in the help.
  template <class T>
  CLI::Option* value(const char* name, T& to, const char* type, const char* about) const {
    return app_.add_option(name, to, about)->type_name(type)->group(group_);
  }
  /// May be given again and again, a value each.
  CLI::Option* many(const char* name, std::vector<std::string>& to, const char* type, const char* about) const {
    return value(name, to, type, about)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

 private:
  CLI::App& app_;
  std::string group_;
};

}  // namespace tandem::cli
