#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/cli/solving.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>
#include <tandem/ocp/answers/envelope.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>

namespace tandem::cli {
namespace {

/// What came of one problem.
struct Row {
  Problem problem;
  Solution solution;
  std::string refusal = {};  ///< why it was not tried

  /// Against the reference value; NaN where there is none.
  double difference() const {
    const auto reference = problem.reference();
    return reference ? solution.objective - reference->objective : std::nan("");
  }
  bool agrees() const { return !problem.reference() || std::abs(difference()) <= problem.reference()->tolerance; }
  bool holds() const { return refusal.empty() && is_certified(solution) && agrees(); }
};

/// How each problem is solved.
std::function<Solution(const Problem&)> way_to_solve(const Given& given) {
  const SolveOptions options = options_from(given);
  check_options(options);
  if (!goes_on(given)) return [options](const Problem& problem) { return tandem::solve(problem, options); };
  return [certified = certified_options_from(given, options)](const Problem& problem) {
    return solve_certified(problem, certified).solution;
  };
}

/// A problem to which an option does not apply (--degree, say) is a row of the table, not the end of it.
Row row_of(Problem problem, const std::function<Solution(const Problem&)>& solve_it) {
  Row row{std::move(problem), {}};
  try {
    row.solution = solve_it(row.problem);
  } catch (const Error& refusal) {
    row.refusal = refusal.what();
  }
  return row;
}

void print_head(std::size_t width) {
  say("{:<{}}  {:<15}  {:<11}  {:<16}  {:>10}  {:>9}  {:>10}  {:>8}\n", "problem", width, "status", "certificate",
      "objective", "difference", "tolerance", "iterations", "time");
}

void print_row(const Row& row, std::size_t width) {
  const std::string& name = row.problem.name();
  if (!row.refusal.empty()) {
    say("{:<{}}  refused: {}\n", name, width, row.refusal);
    return;
  }
  const Solution& solution = row.solution;
  const auto reference = row.problem.reference();
  say("{:<{}}  {:<15}  {:<11}  {:<16.10g}  {:>10}  {:>9}  {:>10}  {:>6.2f} s{}\n", name, width,
      to_string(solution.status), solution.certificate.passes() ? "PASS" : "FAIL", solution.objective,
      reference ? fmt::format("{:.1e}", row.difference()) : "-",
      reference ? fmt::format("{:.0e}", reference->tolerance) : "-", solution.iterations, solution.seconds.total,
      row.holds() ? "" : "  FAILS");
  if (row.holds()) return;
  for (const std::string& reason : solution.certificate.reasons) say("  because {}\n", reason);
  if (!row.agrees()) say("  because the objective is off its reference by more than the tolerance\n");
}

Json entry_of(const Row& row) {
  const Solution& solution = row.solution;
  Json entry{{"name", row.problem.name()}, {"holds", row.holds()}};
  if (!row.refusal.empty()) {
    entry["status"] = "refused";
    entry["message"] = row.refusal;
    return entry;
  }
  entry["status"] = to_string(solution.status);
  entry["message"] = solution.message;
  entry["certificate"] = certificate_json(solution.certificate);
  entry["objective"] = solution.objective;
  entry["reference"] = nullptr;
  if (const auto reference = row.problem.reference()) {
    entry["reference"] = {{"objective", reference->objective},
                          {"tolerance", reference->tolerance},
                          {"difference", row.difference()},
                          {"source", reference->source}};
  }
  entry["final_time"] = solution.final_time;
  entry["mesh"] = {
      {"transcription", solution.transcription}, {"intervals", solution.intervals()}, {"degree", solution.degree}};
  entry["iterations"] = solution.iterations;
  entry["seconds"] = solution.seconds.total;
  return entry;
}

std::string summary(const std::vector<Row>& rows) {
  std::string failing;
  for (const Row& row : rows) {
    if (!row.holds()) failing += (failing.empty() ? "" : ", ") + row.problem.name();
  }
  return failing.empty() ? "all solved, certified, and within the tolerance of their references" : "not so: " + failing;
}

bool all_hold(const std::vector<Row>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.holds(); });
}

/// An envelope of the kind "table" and {"problems": [an entry a problem, in the order of the table]}.
void save(const std::vector<Row>& rows, const std::filesystem::path& file) {
  Json json =
      envelope_json({.kind = "table", .status = all_hold(rows) ? "passed" : "failed", .message = summary(rows)});
  json["problems"] = Json::array();
  for (const Row& row : rows) json["problems"].push_back(entry_of(row));
  write_text(json.dump(1) + "\n", file);
}

void print_sum(const std::vector<Row>& rows) {
  double seconds = 0.0;
  for (const Row& row : rows) seconds += row.solution.seconds.total;
  say("\n{} problems, {:.3g} s: {}\n", rows.size(), seconds, summary(rows));
}

}  // namespace

int solve_each(const std::vector<std::string>& names, const Given& given, const Problems& problems) {
  const auto solve_it = way_to_solve(given);
  const bool is_quiet = given.has(kQuiet);
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  if (!is_quiet) print_head(width);
  ProgressLine line;
  std::vector<Row> rows;
  for (const std::string& name : names) {
    if (!is_quiet) line.show(fmt::format("{} of {}: {}", rows.size() + 1, names.size(), name), false);
    rows.push_back(row_of(problems.make(name), solve_it));
    line.finish();
    if (!is_quiet) print_row(rows.back(), width);
    std::fflush(stdout);
    if (ending::is_due()) break;
  }
  if (!is_quiet) print_sum(rows);
  save_as(given, kJson, "table", [&](const auto& file) { save(rows, file); });
  return all_hold(rows) && rows.size() == names.size() ? kCertified : kNotCertified;
}

int solve_all(const Given& given, const Problems& problems) { return solve_each(problems.names(), given, problems); }

}  // namespace tandem::cli
