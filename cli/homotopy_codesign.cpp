#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/homotopy_options.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/codesign/limited_file.hpp>
#include <tandem/ocp/designs/codesign/limited_path.hpp>

#include <fmt/core.h>

namespace tandem::cli {
namespace {

using codesign::Limits;

constexpr int kPoints = 10;  // on the way, equal in ratio

/// Which limit the path goes over.
struct LimitWay {
  std::string over;
  bool is_effort = false;

  double value(const Limits& limits) const { return is_effort ? limits.effort : limits.response; }
  Limits to(const Limits& from, double value) const {
    return is_effort ? Limits{value, from.response} : Limits{from.effort, value};
  }
};

LimitWay way_over(const Codesign& problem, const std::string& over) {
  require(problem.has_limits(), "{} has no limits on mean squares to follow: its designs are a front ('tandem pareto')",
          problem.name());
  const bool is_effort = over == problem.effort_limit_name();
  require(is_effort || over == problem.response_limit_name(),
          "--over: a co-design problem is followed over its limits, '{}' or '{}' of '{}', not over '{}'",
          problem.effort_limit_name(), problem.response_limit_name(), problem.name(), over);
  return {over, is_effort};
}

void print_path(const Codesign& problem, const LimitWay& way, const LimitedPath& path) {
  fmt::print("{}: {}\n  {:>14}  {:>14}  {:>14}\n", problem.name(), path.reason, way.over, "structure", "price");
  for (const LimitedDesign& point : path.points) {
    fmt::print("  {:>14.8g}  {:>14.10g}  {:>14.6g}{}\n", way.value(point.limits), point.structure_cost, point.price,
               point.certificate.passes() ? "" : "  FAIL");
  }
  fmt::print("  {} Newton steps, {} steps rejected, {} evaluations\n", path.iterations, path.rejected_steps,
             path.evaluations);
}

}  // namespace

int homotopy_codesign(const Given& given, const Problems& /*problems*/) {
  Codesign problem = stated_codesign(given);
  const LimitWay way = way_over(problem, given.text(kOver).value());
  const double to = given.number(kTo).value();
  Codesign there = problem;
  there.set(way.over, to);  // refuses what is out of bounds
  if (const auto from = given.number(kFrom)) problem.set(way.over, *from);
  const LimitedDesign first = lightest_design(problem, problem.start());
  require(first.is_solved, "{}: no design within the limits at {} = {} to begin with: {}", problem.name(), way.over,
          way.value(first.limits), first.message);
  std::vector<double> fractions;
  for (int k = 1; k <= kPoints; ++k) fractions.push_back(static_cast<double>(k) / kPoints);
  ProgressLine line;
  const auto progress = [&](const LimitedProgress& step) {
    if (!given.has(kQuiet)) {
      line.show(fmt::format("step {:4}  {} = {:<16.10g} {:2} Newton steps{}", step.step, way.over,
                            way.value(step.limits), step.iterations, step.was_accepted ? "" : ", rejected"),
                true);
    }
    return true;
  };
  LimitedPath path = follow_limits(problem, first, way.to(first.limits, to), fractions, progress);
  line.finish();
  path.points.insert(path.points.begin(), first);
  if (!given.has(kQuiet)) {
    print_path(problem, way, path);
    print_design(there, path.points.back());
  }
  save_as(given, kJson, "path", [&](const auto& file) { save_json(problem, path.points, file); });
  return path.is_complete && path.points.back().certificate.passes() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
