#include <tandem/ocp/answers/series/series_file.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>

namespace tandem {
namespace {

bool is_json(const std::filesystem::path& file) { return file.extension() == ".json"; }

}  // namespace

Series read_series(const std::filesystem::path& file, const Problem& problem) {
  const std::string text = read_text(file), source = fmt::format("'{}'", file.string());
  return is_json(file) ? series_from_json(text, problem, source) : series_from_csv(text, problem, source);
}

bool is_saved_solution(const std::filesystem::path& file) {
  if (!is_json(file)) return false;
  try {
    return Json::parse(read_text(file)).contains("format");
  } catch (const JsonError&) {
    return false;  // its reader says why
  }
}

}  // namespace tandem
