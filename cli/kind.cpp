#include <tandem/cli/kind.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace tandem::cli {
namespace {

struct Words {
  Kind kind;
  std::string_view one, many;
};

constexpr std::array<Words, 7> kWords = {{
    {Kind::motion, "a problem of motion", "problems of motion"},
    {Kind::starts, "one solve, not for --multi-start", "problems of motion"},
    {Kind::every, "one problem, not for --all", ""},
    {Kind::structure, "a co-design problem", "co-design problems"},
    {Kind::controller, "a controller problem", "controller problems"},
    {Kind::model, "a model of tandem's own", "models"},
    {Kind::urdf, "a URDF file", "URDF files"},
}};

}  // namespace

std::string_view words_for(Kind kind) {
  const auto* const found = std::find_if(kWords.begin(), kWords.end(), [=](const Words& w) { return w.kind == kind; });
  return found->one;
}

std::string plural_of(Kinds kinds) {
  std::vector<std::string_view> all;
  for (const Words& words : kWords) {
    const bool is_said = !all.empty() && words.many == all.back();
    if (kinds.has(words.kind) && !words.many.empty() && !is_said) all.push_back(words.many);
  }
  return listed(all, "and");
}

std::string listed(const std::vector<std::string_view>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 < words.size() ? ", " : fmt::format(" {} ", last);
    text += words[i];
  }
  return text;
}

}  // namespace tandem::cli
