#pragma once

#include <tandem/cli/kind.hpp>
#include <tandem/ocp/statement/problem.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tandem::cli {

/// The problems a program knows: those of the registries, and its own if it has one, which an empty name means too.
class Problems {
 public:
  explicit Problems(std::optional<Problem> own = std::nullopt) : own_(std::move(own)) {}

  std::vector<std::string> names() const;      ///< of motions
  std::vector<std::string> all_names() const;  ///< of motions, designs and controllers
  bool has_own() const { return own_.has_value(); }
  bool knows(const std::string& name) const;
  Kind kind_of(const std::string& name) const;  ///< refuses unknown names with the nearest known ones
  Problem make(const std::string& name) const;  ///< of motion; refuses other names

 private:
  bool is_own(const std::string& name) const { return own_ && (name.empty() || name == own_->name()); }

  std::optional<Problem> own_;
};

}  // namespace tandem::cli
