#include <tandem/cli/commands.hpp>
#include <tandem/cli/parse.hpp>
#include <tandem/core/error.hpp>
#include <tandem/dynamics/urdf.hpp>
#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/continuation/curve_file.hpp>
#include <tandem/ocp/search/homotopy/checkpoint_file.hpp>
#include <tandem/problems/registry.hpp>

#include <fuzz/readers.hpp>

#include <algorithm>
#include <sstream>

namespace tandem::fuzz {
namespace {

/// A refusal is an answer; anything else that is thrown is a finding.
template <class Function>
void read_or_refuse(const Function& function) {
  try {
    function();
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
  }
}

const Problem& cart_pole() {
  static const Problem problem = make_problem("cart-pole-swing-up");
  return problem;
}

void read_urdf(const std::string& text) {
  for (const UrdfBase base : {UrdfBase::fixed, UrdfBase::floating}) {
    read_or_refuse([&] { parse_urdf(text, "robot.urdf", {.base = base}); });
  }
}

void read_solution(const std::string& text) {
  read_or_refuse([&] { solution_from_json(text); });
}

/// What is read is checked against the problem too.
void read_table(const std::string& text) {
  read_or_refuse([&] { check_series(cart_pole(), series_from_csv(text, cart_pole())); });
}

void read_series_json(const std::string& text) {
  read_or_refuse([&] { check_series(cart_pole(), series_from_json(text, cart_pole())); });
}

void read_curve(const std::string& text) {
  read_or_refuse([&] { continuation::curve_from_json(text); });
}

void read_checkpoint(const std::string& text) {
  read_or_refuse([&] { checkpoint_from_json(text); });
}

/// A word a line; nothing is solved.
void read_command(const std::string& text) {
  std::vector<std::string> words{"tandem"};
  std::istringstream lines(text);
  for (std::string word; std::getline(lines, word);) words.push_back(word.substr(0, word.find('\0')));
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  read_or_refuse([&] { cli::parse(static_cast<int>(words.size()), pointers.data(), cli::kTandem, false); });
}

}  // namespace

const std::vector<Reader>& readers() {
  static const std::vector<Reader> all{
      {"urdf", read_urdf},   {"solution", read_solution},     {"table", read_table},    {"series", read_series_json},
      {"curve", read_curve}, {"checkpoint", read_checkpoint}, {"command", read_command}};
  return all;
}

const Reader& reader_called(const std::string& name) {
  return *std::find_if(readers().begin(), readers().end(), [&](const Reader& reader) { return reader.name == name; });
}

}  // namespace tandem::fuzz
