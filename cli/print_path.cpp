#include <tandem/cli/print_path.hpp>

#include <tandem/cli/output.hpp>
#include <tandem/cli/print_certificate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tandem::cli {
namespace {

constexpr int kMostColumns = 6;  // of designs in the table

std::string list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{:.12g}", text.empty() ? "" : ", ", value);
  return text;
}

void print_counts(const Path& path) {
  std::string evaluations, seconds;
  if (path.evaluations > 0) evaluations = fmt::format(", {} evaluations", path.evaluations);
  if (path.seconds > 0.0) seconds = fmt::format(", {:.2f} s", path.seconds);
  say("  status       {}\n", to_string(path.status));
  say("  points       {}, {} certified\n", path.points.size(), path.certified_points());
  say("  iterations   {}, {} steps rejected{}{}\n", path.iterations, path.rejected_steps, evaluations, seconds);
}

void print_marks(const Path& path) {
  constexpr std::array kHeads = {std::pair{Mark::fold, "folds"}, std::pair{Mark::branch_point, "branches"},
                                 std::pair{Mark::restart, "begun anew"}};
  for (const auto& [mark, head] : kHeads) {
    const std::vector<double> values = path.at(mark);
    if (!values.empty()) say("  {:<12} at {} = {}\n", head, path.over, list(values));
  }
  for (const PathMark& mark : path.marks) {
    if (mark.mark != Mark::structure_change) continue;
    say("  structure    at {} = {:.8g}: {} switches before, {} after\n", path.over, mark.value, mark.switches_before,
        mark.switches_after);
  }
}

/// A row for each point; a column for each thing that is known of all of them.
void print_table(const Path& path) {
  const auto width = [](const std::string& name) { return std::max<std::size_t>(12, name.size()); };
  const bool with_designs = std::ssize(path.designs) <= kMostColumns;
  const auto print_row = [&](const auto& print_cell, const std::string& end) {
    print_cell(path.over, -2);
    print_cell("objective", -1);
    for (std::size_t i = 0; i < path.measures.size(); ++i) {
      if (path.measures[i] != path.over) print_cell(path.measures[i], static_cast<int>(i));
    }
    for (std::size_t i = 0; with_designs && i < path.designs.size(); ++i) {
      print_cell(path.designs[i], static_cast<int>(path.measures.size() + i));
    }
    say("{}\n", end);
  };
  print_row([&](const std::string& name, int) { say("  {:>{}}", name, width(name)); }, "");
  for (const PathPoint& point : path.points) {
    const auto value = [&](int place) {
      if (place < 0) return place == -2 ? point.value : point.objective;
      const int design = place - static_cast<int>(path.measures.size());
      return design < 0 ? point.measures(place) : point.designs(design);
    };
    print_row([&](const std::string& name, int place) { say("  {:>{}.6g}", value(place), width(name)); },
              point.certificate.passes() ? "" : "  FAIL");
  }
}

void print_values(const char* head, const std::vector<std::string>& names, const Eigen::VectorXd& values) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    say("  {:<12} {} = {:.10g}\n", i == 0 ? head : "", names[i], values(static_cast<int>(i)));
  }
}

void print_last(const Path& path) {
  const PathPoint& last = path.points.back();
  say("  last point   {} = {:.12g}, objective {:.12g}{}\n", path.over, last.value, last.objective,
      last.certificate.passes() ? ", certified" : "");
  if (path.is_front) return;
  print_values("with", path.measures, last.measures);
  print_values("designs", path.designs, last.designs);
}

}  // namespace

void print_path(const Path& path) {
  say("{}: {}\n", path.problem, path.reason);
  print_counts(path);
  print_marks(path);
  if (path.points.empty()) return;
  if (!path.designs.empty()) print_table(path);
  print_last(path);
  print_certificate(certificate_of(path));
}

}  // namespace tandem::cli
