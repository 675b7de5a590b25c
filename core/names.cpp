#include <tandem/core/names.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
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

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

/// How many bytes the character of UTF-8 that begins a text has; 0 where it is none (RFC 3629: no longer form than is
/// needed, no surrogates, nothing past U+10FFFF) or one of the control characters past ASCII.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4 || text.size() < length) return 0;
  unsigned code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::array<unsigned, 5> kLeast = {0, 0, 0xa0, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < kLeast[length] || is_surrogate || code > 0x10ffff ? 0 : length;
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

std::string escaped(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = length_of_character(text);
    const bool is_hidden = length == 0 || (is_control(first) && first != '\n' && first != '\t');
    if (is_hidden) {
      shown += fmt::format("\\x{:02x}", first);
    } else {
      shown += text.substr(0, length);
    }
    text.remove_prefix(is_hidden ? 1 : length);
  }
  return shown;
}

bool is_printable(std::string_view name) {
  return name.find_first_of("\n\t") == std::string_view::npos && escaped(name) == name;
}

bool is_plain_name(std::string_view name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), plain);
}

}  // namespace tandem
