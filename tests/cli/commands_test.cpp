#include <tandem/cli/commands.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tandem::cli::commands_test {

bool has(const Command& command, std::string_view name) {
  return std::any_of(command.options.begin(), command.options.end(), [=](const Option& o) { return o.name == name; });
}

bool is_taken(const Command& command, const Option& option) {
  return std::any_of(command.ways.begin(), command.ways.end(), [&](Way way) { return option.kinds.has(way.kind); });
}

TEST(Commands, AreThoseOfTheHelp) {
  std::string names;
  for (const Command* command : kTandem.commands) names += std::string(command->name) + " ";
  EXPECT_EQ(names, "list show solve homotopy pareto simulate linearize certify verify export ");
}

TEST(Commands, HaveEachOptionOnceWithWordsForTheHelp) {
  for (const Command* command : kTandem.commands) {
    std::set<std::string_view> names;
    for (const Option& option : command->options) {
      EXPECT_TRUE(names.insert(option.name).second) << command->name << " " << option.name;
      EXPECT_TRUE(option.name.starts_with("--")) << option.name;
      EXPECT_FALSE(option.about.empty()) << command->name << " " << option.name;
      EXPECT_EQ(option.value.empty(), option.takes == Takes::nothing) << command->name << " " << option.name;
    }
  }
}

// Names of other options are words in a record: nothing but this finds a wrong one.
TEST(Commands, NameOnlyOptionsOfTheirOwn) {
  for (const Command* command : kTandem.commands) {
    for (const Option& option : command->options) {
      for (const std::string_view name : option.beside) EXPECT_TRUE(name.empty() || has(*command, name)) << name;
      for (const std::string_view name : option.excludes) EXPECT_TRUE(name.empty() || has(*command, name)) << name;
    }
  }
}

TEST(Commands, HaveNoOptionThatNoKindTakes) {
  for (const Command* command : kTandem.commands) {
    for (const Option& option : command->options) {
      EXPECT_TRUE(is_taken(*command, option)) << command->name << " " << option.name;
    }
  }
}

}  // namespace tandem::cli::commands_test
