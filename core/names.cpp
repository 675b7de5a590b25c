#include <tandem/core/names.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <utility>

namespace tandem {
namespace {

/// Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours. O(|a| |b|).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view wanted, std::span<const std::string> known) {
  const std::size_t reach = std::max<std::size_t>(2, wanted.size() / 3);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : known) {
    const bool contains = wanted.size() >= 3 && name.find(wanted) != std::string::npos;
    const std::size_t distance = edit_distance(wanted, name);
    if (distance <= reach) {
      near.emplace_back(distance, name);
    } else if (contains) {
      near.emplace_back(reach + 1, name);
    }
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [distance, name] : near) {
    if (names.size() < 3) names.push_back(name);
  }
  return names;
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string> known) {
  const std::vector<std::string> near = nearest_names(wanted, known);
  if (near.empty()) return "";
  std::string list;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const char* joint = i == 0 ? "" : (i + 1 == near.size() ? " or " : ", ");
    list += fmt::format("{}'{}'", joint, near[i]);
  }
  return fmt::format("; did you mean {}?", list);
}

bool is_plain_name(std::string_view name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

}  // namespace tandem
