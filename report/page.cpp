#include <tandem/report/page.hpp>

#include <tandem/core/error.hpp>
#include <tandem/report/assets.hpp>
#include <tandem/report/html_text.hpp>

#include <string_view>

namespace tandem {
namespace {

/// JSON within a script block: "</script>" or "<!--" inside a string would end or swallow the block, so no "<" is left.
std::string escape_for_script(const std::string& json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

/// What stands for the mark {{name}} of the template: the title, the data, or the asset of that name.
std::string part(const std::string& name, const std::string& title, const std::string& data) {
  if (name == "title") return escape_html(title);
  if (name == "data") return escape_for_script(data);
  const auto found = assets().find(name);
  if (found == assets().end()) throw Error(fmt::format("report.html asks for '{}', which is not embedded", name));
  return name.ends_with(".txt") ? escape_html(found->second) : std::string(found->second);
}

}  // namespace

std::string page_html(const std::string& title, const std::string& data) {
  const std::string_view page = assets().at("report.html");
  std::string html;
  std::size_t at = 0;
  for (std::size_t open = page.find("{{"); open != std::string_view::npos; open = page.find("{{", at)) {
    const std::size_t close = page.find("}}", open);
    html += page.substr(at, open - at);
    html += part(std::string(page.substr(open + 2, close - open - 2)), title, data);
    at = close + 2;
  }
  html += page.substr(at);
  return html;
}

}  // namespace tandem
