#include <tandem/core/error.hpp>

#include "cases.hpp"
#include "closed_forms.hpp"
#include "run_case.hpp"
#include "summary.hpp"
#include "workers.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <fstream>
#include <functional>
#include <map>

/// Tries the certificate on answers whose truth is known by other means. Prints what came of it, and ends with 1 where
/// a rule is broken.
///
///   stress                        all of meshes, numbers and table
///   stress --group truths         the list of truths, found once more
///   stress --out FILE             saves one line of JSON a case
///   stress --read FILE            looks at saved lines again
///
/// --group meshes|numbers|table and --problem NAME choose, --seed 19 throws other numbers, --workers 2 are processes.
namespace tandem::stress {
namespace {

struct Options {
  std::string group = {}, problem = {}, out = {}, read = {};
  int workers = 2, seed = 19;
};

int count_in(const std::string& name, const std::string& value) {
  int count = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  require(error == std::errc() && *end == 0 && count >= 1, "{} is '{}' instead of a whole number of at least 1", name,
          value);
  return count;
}

Options options_from(int argc, char** argv) {
  Options options;
  const std::map<std::string, std::string*> words{
      {"--group", &options.group}, {"--problem", &options.problem}, {"--out", &options.out}, {"--read", &options.read}};
  const std::map<std::string, int*> counts{{"--workers", &options.workers}, {"--seed", &options.seed}};
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    require(i + 1 < argc, "{} needs a value", name);
    const std::string value = argv[i + 1];
    if (const auto word = words.find(name); word != words.end()) {
      *word->second = value;
      continue;
    }
    const auto count = counts.find(name);
    require(count != counts.end(), "there is no argument '{}'", name);
    *count->second = count_in(name, value);
  }
  return options;
}

std::vector<Job> jobs_for(const Options& options) {
  std::vector<Job> jobs;
  const std::map<std::string, std::function<std::vector<Job>()>> groups{
      {"meshes", mesh_jobs}, {"numbers", [&] { return number_jobs(options.seed); }}, {"table", table_jobs}};
  require(options.group.empty() || groups.contains(options.group),
          "there is no group '{}': meshes, numbers, table, truths", options.group);
  for (const auto& [name, made] : groups) {
    if (!options.group.empty() && name != options.group) continue;
    for (Job& job : made()) {
      if (options.problem.empty() || job.cases.front().problem == options.problem) jobs.push_back(std::move(job));
    }
  }
  return jobs;
}

/// The optimum of a statement as far as it is known beforehand: a closed form, or the list's.
std::optional<Optimum> known_optimum(const Case& one) {
  if (std::optional<Optimum> form = closed_form(problem_of(one))) return form;
  const test::Truth* truth = test::truth_of(one.problem);
  if (truth == nullptr || !one.numbers.empty()) return std::nullopt;
  return Optimum{truth->objective, truth->uncertainty, truth->how, truth->is_only};
}

void do_job(const Job& job, const std::function<void(std::string)>& tell) {
  std::vector<Optimum> found;
  for (const Case& one : job.cases) {
    Tried tried = run_case(one);
    add_optimum(tried, known_optimum(one), found);
    tell(to_line(tried.outcome));
  }
}

std::vector<Outcome> outcomes_of(const std::vector<Job>& jobs, const Options& options) {
  std::ofstream out;
  if (!options.out.empty()) out.open(options.out);
  std::vector<Outcome> outcomes;
  const auto collect = [&](const std::string& line) {
    outcomes.push_back(outcome_from(line));
    if (out.is_open()) out << line << std::endl;
    if (outcomes.size() % 50 == 0) fmt::print(stderr, "{} cases\n", outcomes.size());
  };
  const auto crashed = [&](int job) {
    Outcome outcome;
    outcome.tried = jobs[job].cases.front();
    collect(to_line(outcome));
  };
  in_workers(
      static_cast<int>(jobs.size()), options.workers, [&](int i, const auto& tell) { do_job(jobs[i], tell); }, collect,
      crashed);
  return outcomes;
}

std::vector<Outcome> outcomes_in(const std::string& file) {
  std::ifstream lines(file);
  require(lines.good(), "cannot read '{}'", file);
  std::vector<Outcome> outcomes;
  for (std::string line; std::getline(lines, line);) outcomes.push_back(outcome_from(line));
  return outcomes;
}

/// Cases in the order of their groups and commands, whoever was done first.
void sort(std::vector<Outcome>& outcomes) {
  std::stable_sort(outcomes.begin(), outcomes.end(), [](const Outcome& a, const Outcome& b) {
    const auto key = [](const Outcome& one) { return std::pair(one.tried.group, command_of(one.tried)); };
    return key(a) < key(b);
  });
}

/// Prints the rules with what was found; whether all are kept.
bool are_kept(const std::vector<Rule>& rules) {
  fmt::print("\n");
  for (const Rule& rule : rules) fmt::print("{:<6} {}: {}\n", rule.is_kept ? "kept" : "BROKEN", rule.says, rule.found);
  return std::all_of(rules.begin(), rules.end(), [](const Rule& rule) { return rule.is_kept; });
}

std::vector<Rule> all_rules(const std::vector<Outcome>& outcomes) {
  std::vector<Rule> rules = rules_of(outcomes);
  const std::vector<Rule> more = table_rules(outcomes);
  rules.insert(rules.end(), more.begin(), more.end());
  return rules;
}

int run(int argc, char** argv) {
  const Options options = options_from(argc, argv);
  if (options.group == "truths") return are_kept(truth_rules()) ? 0 : 1;
  std::vector<Outcome> outcomes =
      options.read.empty() ? outcomes_of(jobs_for(options), options) : outcomes_in(options.read);
  sort(outcomes);
  fmt::print("{}", report_of(outcomes));
  return are_kept(all_rules(outcomes)) ? 0 : 1;
}

}  // namespace
}  // namespace tandem::stress

int main(int argc, char** argv) {
  try {
    return tandem::stress::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "stress: {}\n", error.what());
    return 2;
  }
}
