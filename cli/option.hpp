#pragma once

#include <tandem/cli/kind.hpp>

#include <array>
#include <string_view>

namespace tandem::cli {

/// What the words after an option are.
enum class Takes {
  nothing,  ///< a flag
  text,
  count,    ///< a whole number
  natural,  ///< one that is not negative
  number,
  numbers,  ///< with commas between them where they are one word
  file,     ///< to read
  saved,    ///< a file to write
};

/// An option as a record: what is known of it before anybody has given it. The name is what makes it: a command lists
/// an option with its own words, group and kinds, and asks what was given by the one that it has in common with others.
struct Option {
  std::string_view name;                          ///< "--intervals"
  Takes takes = Takes::nothing;                   ///< what comes after it
  std::string_view value = {};                    ///< what the help calls what it takes: "N"
  std::string_view about = {};                    ///< what the help says
  std::string_view group = {};                    ///< of the help; "Options" where there is none
  std::string_view preset = {};                   ///< what holds where it is not given, if the help is to show it
  Kinds kinds = kAllKinds;                        ///< that take it
  std::array<std::string_view, 2> beside = {};    ///< names: it means something beside one of these only
  std::array<std::string_view, 4> excludes = {};  ///< names: it is not given together with these
  int words = 1;                                  ///< how many it takes
  bool is_repeated = false;                       ///< may be given again and again, a value each
  bool is_required = false;

  constexpr Option saying(std::string_view words_of_help) const {
    Option other = *this;
    other.about = words_of_help;
    return other;
  }
  constexpr Option in(std::string_view group_of_help) const {
    Option other = *this;
    other.group = group_of_help;
    return other;
  }
  constexpr Option of(Kinds who_take_it) const {
    Option other = *this;
    other.kinds = who_take_it;
    return other;
  }
  constexpr Option only_beside(std::array<std::string_view, 2> names) const {
    Option other = *this;
    other.beside = names;
    return other;
  }
  constexpr Option excluding(std::array<std::string_view, 4> names) const {
    Option other = *this;
    other.excludes = names;
    return other;
  }
  constexpr Option required() const {
    Option other = *this;
    other.is_required = true;
    return other;
  }
};

}  // namespace tandem::cli
