#include <tandem/ocp/series/series_file.hpp>

#include <tandem/core/error.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace tandem {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  require(in.good() && !std::filesystem::is_directory(file), "cannot read '{}'", file.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}

bool is_json(const std::filesystem::path& file) { return file.extension() == ".json"; }

}  // namespace

Series read_series(const std::filesystem::path& file, const Problem& problem) {
  const std::string text = text_of(file), source = fmt::format("'{}'", file.string());
  return is_json(file) ? series_from_json(text, problem, source) : series_from_csv(text, problem, source);
}

bool is_saved_solution(const std::filesystem::path& file) {
  if (!is_json(file)) return false;
  const nlohmann::json json = nlohmann::json::parse(text_of(file), nullptr, false);
  return json.is_object() && json.contains("format");
}

}  // namespace tandem
