#pragma once

#include <tandem/cli/option.hpp>

#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem::cli {

/// What the user gave for a command. To ask for an option that the command does not list, or as something else than it
/// takes, is a mistake of the program: std::logic_error.
class Given {
 public:
  /// The words after each option, by its name; a flag has none.
  using Words = std::map<std::string, std::vector<std::string>, std::less<>>;

  /// `options` are the command's; they outlive this.
  Given(std::string_view command, std::span<const Option> options, std::string name, Words words = {});

  /// The command's NAME; empty where none was given.
  const std::string& name() const { return name_; }
  /// The same, given for another NAME.
  Given of(std::string name) const { return {command_, options_, std::move(name), words_}; }

  bool has(const Option& option) const;
  std::optional<std::string> text(const Option& option) const;
  std::string choice(const Option& option) const;  ///< of an option with a preset: what was given, or the preset
  const std::vector<std::string>& all(const Option& option) const;  ///< of one that may be repeated
  std::optional<int> count(const Option& option) const;
  std::optional<unsigned> natural(const Option& option) const;
  std::optional<double> number(const Option& option) const;
  std::vector<double> numbers(const Option& option) const;
  std::filesystem::path file(const Option& option) const;  ///< empty where none was given

  /// Refuses values that are not what their options take, and options that exclude each other.
  void check_values() const;
  /// Refuses options that the kind does not take, and those without the ones beside which they mean something.
  void refuse_what_is_not_of(Kind kind) const;
  /// Refuses files that could not be written, and one file for two things, before the work whose result they are to
  /// take.
  void check_files() const;
  /// Whether a file to write is "-", the standard output.
  bool writes_to_stdout() const;

 private:
  const Option& listed_as(const Option& option) const;
  const Option& listed_as(const Option& option, std::initializer_list<Takes> takes) const;
  const std::vector<std::string>& words_of(const Option& option) const;
  bool was_given(std::string_view name) const { return words_.contains(name); }
  std::string sentence_for(const Option& option, Kind kind) const;
  void refuse_alone(const Option& option, Kind kind) const;

  std::string_view command_;
  std::span<const Option> options_;
  std::string name_;
  Words words_;
};

}  // namespace tandem::cli
