#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::cli {

/// What a command works on: what its NAME is, or the ways to ask for more than one solve. An option says which of them
/// take it.
enum class Kind : unsigned {
  motion = 1U,       ///< a problem of motion
  starts = 2U,       ///< one from many starts
  every = 4U,        ///< all that there is, not one of a name
  structure = 8U,    ///< a co-design problem
  controller = 16U,  ///< a controller problem
  model = 32U,       ///< of tandem's own
  urdf = 64U,        ///< a model in a file
};

/// Some of them.
class Kinds {
 public:
  constexpr Kinds(Kind kind) : bits_(static_cast<unsigned>(kind)) {}
  constexpr bool has(Kind kind) const { return (bits_ & static_cast<unsigned>(kind)) != 0U; }
  constexpr Kinds with(Kinds others) const {
    Kinds all = *this;
    all.bits_ |= others.bits_;
    return all;
  }

 private:
  unsigned bits_;
};

constexpr Kinds operator|(Kinds some, Kinds others) { return some.with(others); }
constexpr Kinds operator|(Kind one, Kind other) { return Kinds(one).with(other); }

inline constexpr Kinds kMotions = Kind::motion | Kind::starts | Kind::every;
inline constexpr Kinds kDesigns = Kind::structure | Kind::controller;
inline constexpr Kinds kModels = Kind::model | Kind::urdf;
inline constexpr Kinds kAllKinds = kMotions | kDesigns | kModels;

/// Whether it is what a NAME is, not a way to ask for more than one solve.
constexpr bool is_of_one_name(Kind kind) { return kind != Kind::starts && kind != Kind::every; }

/// "a co-design problem" of what is called by one name; else what an option is for that is not for the kind: "one
/// problem, not for --all".
std::string_view words_for(Kind kind);

/// "problems of motion and co-design problems".
std::string plural_of(Kinds kinds);

/// "a, b and c"; `last` stands before the last.
std::string listed(const std::vector<std::string_view>& words, std::string_view last);

}  // namespace tandem::cli
