#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/cli/solving.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

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

void check_combination(const Arguments& arguments) {
  require(arguments.name.empty(), "solve takes --all or a NAME, not both ('{}')", arguments.name);
  const auto refuse_if = [](bool given, const char* option) {
    require(!given, "{} is for one problem, not for --all", option);
  };
  refuse_if(!arguments.settings.empty(), "--set");
  refuse_if(!arguments.scales.empty(), "--scale");
  refuse_if(!arguments.guess.empty(), "--guess");
  refuse_if(arguments.multi_start.has_value(), "--multi-start");
  refuse_if(arguments.from_start.has_value(), "--from-start");
  refuse_if(arguments.seed.has_value(), "--seed");
  refuse_if(arguments.threads.has_value(), "--threads");
  refuse_if(!arguments.csv.empty(), "--csv");
  refuse_if(!arguments.report.empty(), "--report");
  refuse_if(arguments.verbose, "--verbose");
  refuse_if(arguments.timing, "--timing");
}

/// A problem to which an option does not apply (--degree, say) is a row of the table, not the end of it.
Row row_of(const std::string& name, const Problems& problems, const Arguments& arguments, const SolveOptions& options) {
  Row row{problems.make(name), {}};
  try {
    row.solution = goes_on(arguments)
                       ? solve_certified(row.problem, certified_options_from(arguments, options)).solution
                       : tandem::solve(row.problem, options);
  } catch (const Error& refusal) {
    row.refusal = refusal.what();
  }
  return row;
}

void print_head(std::size_t width) {
  fmt::print("{:<{}}  {:<15}  {:<11}  {:<16}  {:>10}  {:>9}  {:>10}  {:>8}\n", "problem", width, "status",
             "certificate", "objective", "difference", "tolerance", "iterations", "time");
}

void print_row(const Row& row, std::size_t width) {
  const std::string& name = row.problem.name();
  if (!row.refusal.empty()) {
    fmt::print("{:<{}}  refused: {}\n", name, width, row.refusal);
    return;
  }
  const Solution& solution = row.solution;
  const auto reference = row.problem.reference();
  fmt::print("{:<{}}  {:<15}  {:<11}  {:<16.10g}  {:>10}  {:>9}  {:>10}  {:>6.2f} s{}\n", name, width,
             to_string(solution.status), solution.certificate.passes() ? "PASS" : "FAIL", solution.objective,
             reference ? fmt::format("{:.1e}", row.difference()) : "-",
             reference ? fmt::format("{:.0e}", reference->tolerance) : "-", solution.iterations, solution.seconds.total,
             row.holds() ? "" : "  FAILS");
  if (row.holds()) return;
  for (const std::string& reason : solution.certificate.reasons) fmt::print("  because {}\n", reason);
  if (!row.agrees()) fmt::print("  because the objective is off its reference by more than the tolerance\n");
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

/// {"format": 1, "problems": [an entry a problem, in the order of the table]}.
void save(const std::vector<Row>& rows, const std::filesystem::path& file) {
  Json json{{"format", 1}, {"problems", Json::array()}};
  for (const Row& row : rows) json["problems"].push_back(entry_of(row));
  write_text(json.dump(1) + "\n", file);
}

void print_sum(const std::vector<Row>& rows) {
  double seconds = 0.0;
  std::string failing;
  for (const Row& row : rows) {
    seconds += row.solution.seconds.total;
    if (!row.holds()) failing += (failing.empty() ? "" : ", ") + row.problem.name();
  }
  fmt::print(
      "\n{} problems, {:.3g} s: {}\n", rows.size(), seconds,
      failing.empty() ? "all solved, certified, and within the tolerance of their references" : "not so: " + failing);
}

}  // namespace

int solve_each(const std::vector<std::string>& names, const Arguments& arguments, const Problems& problems) {
  const SolveOptions options = options_from(arguments);
  check_options(options);
  check_files({arguments.json});
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  if (!arguments.quiet) print_head(width);
  ProgressLine line;
  std::vector<Row> rows;
  for (const std::string& name : names) {
    if (!arguments.quiet) line.show(fmt::format("{} of {}: {}", rows.size() + 1, names.size(), name), false);
    rows.push_back(row_of(name, problems, arguments, options));
    line.finish();
    if (!arguments.quiet) print_row(rows.back(), width);
    std::fflush(stdout);
  }
  if (!arguments.quiet) print_sum(rows);
  if (!arguments.json.empty()) save(rows, arguments.json);
  return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.holds(); }) ? kCertified : kNotCertified;
}

int solve_all(const Arguments& arguments, const Problems& problems) {
  check_combination(arguments);
  return solve_each(problems.names(), arguments, problems);
}

}  // namespace tandem::cli
