#include <tandem/core/error.hpp>

#include "../bench_models.hpp"
#include "contest.hpp"
#include "peer_answers.hpp"
#include "program.hpp"
#include "robots.hpp"
#include <fmt/core.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

/// The recursions beside Pinocchio's, on the same trees at the same states in the same run:
///
///   pinocchio_dynamics [--out FILE]             compare the answers, then the times; write rows
///   pinocchio_dynamics --write-answers FILE     write the peer's answers for the tests
namespace tandem::bench {
namespace {

constexpr const char* kPeer = "Pinocchio 4.1.0";
constexpr double kTolerance = 1e-9;  ///< of an answer's norm
constexpr Task kTimed[] = {Task::inverse_dynamics,    Task::forward_dynamics,    Task::mass_matrix,
                           Task::mass_matrix_inverse, Task::inverse_derivatives, Task::forward_derivatives};

bool is_derivative(Task task) { return task == Task::inverse_derivatives || task == Task::forward_derivatives; }
const char* group_of(Task task) { return is_derivative(task) ? "derivatives" : "dynamics"; }

struct Case {
  std::string name;
  Tree tree;
  bool has_targets;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* name : {"panda 7", "hyq 18", "talos 38"}) all.push_back({name, robot(name), true});
  for (const int n : {8, 32, 128}) all.push_back({fmt::format("chain {}", n), tree_of(chain(n)), false});
  return all;
}

/// The best of theirs and the best of ours; then a state in a pack beside our own double, compiled the same way.
void add_rows(const Case& c, Task task, const std::vector<Entrant>& entrants, std::vector<Row>& rows) {
  const Entrant &ours = quickest(entrants, "tandem"), &peer = quickest(entrants, "Pinocchio");
  const std::string metric = fmt::format("{}, us a call", name_of(task));
  const std::string peer_name = fmt::format("{} ({})", kPeer, peer.name);
  rows.push_back({group_of(task), c.name, metric, ours.microseconds, peer.microseconds, peer_name,
                  c.has_targets ? std::optional(1.0) : std::nullopt});
  if (is_derivative(task)) {
    const Entrant& packs = quickest(entrants, "packs native");
    rows.push_back({group_of(task), c.name, fmt::format("{}, us a state in packs", name_of(task)), packs.microseconds,
                    peer.microseconds, peer_name, c.has_targets ? std::optional(0.35) : std::nullopt});
  }
  for (const char* flavour : {"native", "AVX2"}) {
    const std::string suffix = flavour;
    const bool is_there = std::any_of(entrants.begin(), entrants.end(),
                                      [&](const Entrant& entrant) { return entrant.name == "packs " + suffix; });
    if (!is_there) continue;
    // The inverse of the mass matrix puts its columns into packs already where the scalar is double.
    const bool has_target = suffix == "native" && task != Task::mass_matrix_inverse && !is_derivative(task);
    const Entrant &packs = quickest(entrants, "packs " + suffix), &plain = quickest(entrants, "tandem " + suffix);
    rows.push_back({group_of(task), c.name, fmt::format("{}, us a state in packs", name_of(task)), packs.microseconds,
                    plain.microseconds, "tandem double, " + suffix, has_target ? std::optional(0.35) : std::nullopt});
  }
}

void print_times(const Case& c, Task task, const std::vector<Entrant>& entrants) {
  fmt::print("{}, {}:", c.name, name_of(task));
  for (const Entrant& entrant : entrants) fmt::print("  {} {:.3g}", entrant.name, entrant.microseconds);
  fmt::print("\n");
  std::fflush(stdout);
}

/// What hybrid drives and ten numbers add to the derivatives of forward dynamics.
void add_own_rows(const Case& c, const Contest& contest, const std::vector<Entrant>& forward, std::vector<Row>& rows) {
  const double base = quickest(forward, "tandem").microseconds;
  const auto add = [&](Task task, double target, bool has_target) {
    const std::vector<Entrant> entrants = contest.race(task);
    print_times(c, task, entrants);
    rows.push_back({"derivatives", c.name, fmt::format("{}, us a call", name_of(task)),
                    quickest(entrants, "tandem").microseconds, base, "tandem forward_dynamics_derivatives",
                    has_target ? std::optional(target) : std::nullopt});
  };
  add(Task::hybrid_derivatives, 1.2, c.has_targets);
  add(Task::number_derivatives, 1.3, c.has_targets && c.tree.nv >= 18);
}

void measure(const Case& c, std::vector<Row>& rows) {
  const Contest contest(c.tree);
  for (const Task task : kTimed) contest.compare(task, kTolerance);
  for (const Task task : kTimed) {
    const std::vector<Entrant> entrants = contest.race(task);
    print_times(c, task, entrants);
    add_rows(c, task, entrants, rows);
    if (task == Task::forward_derivatives) add_own_rows(c, contest, entrants, rows);
  }
}

/// The power of n with which time grows: least squares in logarithms.
double slope(const std::vector<double>& n, const std::vector<double>& time) {
  double x_mean = 0, y_mean = 0, xx = 0, xy = 0;
  const auto count = static_cast<double>(n.size());
  for (std::size_t i = 0; i < n.size(); ++i) x_mean += std::log(n[i]) / count, y_mean += std::log(time[i]) / count;
  for (std::size_t i = 0; i < n.size(); ++i) {
    const double x = std::log(n[i]) - x_mean;
    xx += x * x;
    xy += x * (std::log(time[i]) - y_mean);
  }
  return xy / xx;
}

/// How our time grows with the length of a chain, beside linear growth.
void measure_growth(std::vector<Row>& rows) {
  constexpr int kStates = 16;  // 64 of 1024 freedoms make a batch so long that something always disturbs it
  const std::vector<double> lengths{32, 64, 128, 256, 512, 1024};
  for (const Task task : {Task::inverse_dynamics, Task::forward_dynamics}) {
    std::vector<double> times;
    for (const double n : lengths) {
      const Contest contest(tree_of(chain(static_cast<int>(n))), kStates, Sides::ours);
      times.push_back(quickest(contest.race(task), "tandem").microseconds);
    }
    rows.push_back({"dynamics", "chain 32..1024", fmt::format("{}, power of N", name_of(task)), slope(lengths, times),
                    1.0, "linear growth", 1.15});
  }
}

std::vector<Row> measure_all(Arguments& arguments) {
  const std::optional<std::string> answers = arguments.take("--write-answers");
  arguments.require_all_taken();
  std::vector<Row> rows;
  if (answers) {
    write_peer_answers(*answers);
    return rows;
  }
  for (const Case& c : cases()) measure(c, rows);
  measure_growth(rows);
  return rows;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  return tandem::bench::run_beside_peer("pinocchio_dynamics", argc, argv, tandem::bench::measure_all);
}
