#pragma once

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// The problems of one kind that come with tandem, by name.
template <class Stated>
class Registry {
 public:
  struct Entry {
    std::string_view name;
    Stated (*make)();
  };

  /// `what` is what they are called: "co-design problem". The entries outlive this.
  constexpr Registry(std::string_view what, std::span<const Entry> entries) : what_(what), entries_(entries) {}

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.emplace_back(entry.name);
    return names;
  }

  bool has(std::string_view name) const { return find(name) != entries_.end(); }

  /// A fresh copy; refuses unknown names with the nearest known ones.
  Stated make(const std::string& name) const {
    const auto found = find(name);
    if (found == entries_.end()) refuse("no {} is called '{}'{}", what_, name, did_you_mean(name, names()));
    return found->make();
  }

 private:
  auto find(std::string_view name) const {
    return std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.name == name; });
  }

  std::string_view what_;
  std::span<const Entry> entries_;
};

}  // namespace tandem
