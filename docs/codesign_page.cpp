#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/codesign/limited.hpp>
#include <tandem/ocp/designs/codesign/pareto.hpp>
#include <tandem/report/svg.hpp>

#include <docs/codesign_page.hpp>
#include <docs/problem_comment.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>

namespace tandem::docs {
namespace {

constexpr double kWidth = 360.0, kHeight = 200.0, kMargin = 16.0;
constexpr double kEqualWeights = 0.5;  // lambda
constexpr std::array kColours{"#2f6fb3", "#d9822b", "#3a9a6b", "#a8508f", "#7a6fd0", "#b04a4a"};

// ---- pictures -------------------------------------------------------------------------------------------------------

/// A panel with logarithmic axes that just hold what is drawn in it.
struct Panel {
  double left, width;
  std::array<double, 2> x{kInfinity, -kInfinity}, y{kInfinity, -kInfinity};

  void cover(double at_x, double at_y) {
    x = {std::min(x[0], std::log(at_x)), std::max(x[1], std::log(at_x))};
    y = {std::min(y[0], std::log(at_y)), std::max(y[1], std::log(at_y))};
  }
  Svg::Point at(double at_x, double at_y) const {
    const double s = (std::log(at_x) - x[0]) / std::max(x[1] - x[0], 1e-9),
                 t = (std::log(at_y) - y[0]) / std::max(y[1] - y[0], 1e-9);
    return {left + 8.0 + s * (width - 16.0), kMargin + 8.0 + (1.0 - t) * (height() - 16.0)};
  }
  static double height() { return kHeight - 2.0 * kMargin - 14.0; }
  void draw_sheet(const std::string& words, Svg& svg) const {
    svg.rectangle({left, kMargin}, width, height(), "fill=\"#f6f7f9\"");
    svg.text({left, kHeight - kMargin + 2.0}, words, "fill=\"#5a6470\"");
  }
};

/// The front, and the sizes along it, all by their logarithms.
std::string picture_of(const Path& front) {
  const double half = 0.5 * (kWidth - 3.0 * kMargin);
  Panel costs{kMargin, half}, sizes{2.0 * kMargin + half, half};
  for (const PathPoint& point : front.points) {
    costs.cover(front.measure("structure_cost", point), front.measure("control_cost", point));
    for (const double size : point.designs) sizes.cover(front.measure("structure_cost", point), size);
  }
  Svg svg(kWidth, kHeight);
  costs.draw_sheet("controller by structure (log)", svg);
  sizes.draw_sheet("sizes by structure (log)", svg);
  std::vector<Svg::Point> path;
  for (const PathPoint& point : front.points)
    path.push_back(costs.at(front.measure("structure_cost", point), front.measure("control_cost", point)));
  svg.polyline(path, "stroke=\"#1d3f66\" stroke-width=\"1.8\" stroke-linejoin=\"round\"");
  for (const Svg::Point& at : path) svg.circle(at, 2.5, "fill=\"#d9822b\"");
  for (std::size_t i = 0; i < front.designs.size(); ++i) {
    std::vector<Svg::Point> line;
    for (const PathPoint& point : front.points) {
      line.push_back(sizes.at(front.measure("structure_cost", point), point.designs(static_cast<Eigen::Index>(i))));
    }
    svg.polyline(line, fmt::format("stroke=\"{}\" stroke-width=\"1.8\"", kColours[i % kColours.size()]));
  }
  return std::move(svg).result();
}

/// A bar for each size, by its logarithm from the smallest bound.
std::string picture_of(const Codesign& problem, const LimitedDesign& best) {
  const auto count = static_cast<double>(best.design.size());
  const double row = 15.0, names = 80.0, least = problem.lower().minCoeff() / 1.5;
  const double range = std::log(best.design.maxCoeff() / least);
  Svg svg(kWidth, 2.0 * kMargin + row * count);
  for (Eigen::Index i = 0; i < best.design.size(); ++i) {
    const double top = kMargin + row * static_cast<double>(i);
    const NamedNumber& number = problem.designs()[static_cast<std::size_t>(i)];
    const double length = (kWidth - 2.0 * kMargin - names) * std::log(best.design(i) / least) / range;
    svg.text({kMargin, top + 11.0}, number.name, "fill=\"#5a6470\"");
    svg.rectangle({kMargin + names, top + 2.0}, length, row - 4.0,
                  best.design(i) == number.lower ? "fill=\"#9aa3ad\"" : "fill=\"#2f6fb3\"");
  }
  return std::move(svg).result();
}

// ---- answers --------------------------------------------------------------------------------------------------------

std::string heading(const std::vector<std::string>& names) {
  std::string text = "|", rule = "|";
  for (const std::string& name : names) text += " " + name + " |", rule += "---|";
  return text + "\n" + rule + "\n";
}

void add_front(const Codesign& problem, DocumentedDesign& one) {
  Path front = pareto_front(problem);
  require(is_certified(front), "docs: the front of '{}' is not all certified: {}", one.name, front.reason);
  const auto equal = std::find_if(front.points.begin(), front.points.end(),
                                  [](const PathPoint& point) { return point.value == kEqualWeights; });
  require(equal != front.points.end(), "docs: the front of '{}' has no point at lambda = {}", one.name, kEqualWeights);
  one.value = equal->objective;
  one.command = "tandem pareto " + one.name;
  one.answer.emplace_back("value is", "(1 - lambda) structure + lambda control at lambda = 0.5");
  one.answer.emplace_back("front", fmt::format("{} points, all minima", front.points.size()));
  std::vector<std::string> names{"lambda", "structure", "control"};
  for (const std::string& name : front.designs) names.push_back("`" + name + "`");
  one.table = heading(names);
  for (const PathPoint& point : front.points) {
    one.table += fmt::format("| {:g} | {:.4g} | {:.4g} |", point.value, front.measure("structure_cost", point),
                             front.measure("control_cost", point));
    for (const double size : point.designs) one.table += fmt::format(" {:.4g} |", size);
    one.table += "\n";
  }
  one.picture = picture_of(front);
}

void add_lightest(const Codesign& problem, DocumentedDesign& one) {
  const LimitedDesign best = lightest_design(problem, problem.start());
  require(is_certified(best), "docs: '{}' is not solved ({})", one.name, best.message);
  one.value = best.structure_cost;
  one.command = "tandem solve " + one.name;
  one.answer.emplace_back("value is", "the structure's cost; other starts lead to other minima");
  one.answer.emplace_back("effort", fmt::format("{:.6g} of {:.6g}", best.effort, best.limits.effort));
  one.answer.emplace_back("response", fmt::format("{:.6g} of {:.6g}", best.response, best.limits.response));
  one.answer.emplace_back("minimum", "to rounding: conditions of first order, and of second along the limits");
  one.table = heading({"size", "value"});
  for (Eigen::Index i = 0; i < best.design.size(); ++i) {
    const NamedNumber& number = problem.designs()[static_cast<std::size_t>(i)];
    one.table += fmt::format("| `{}` | {:.5g} {}{} |\n", number.name, best.design(i), plain(number.unit),
                             best.design(i) == number.lower ? ", at its bound" : "");
  }
  one.picture = picture_of(problem, best);
}

}  // namespace

DocumentedDesign documented_codesign(const Codesign& problem, std::string comment) {
  DocumentedDesign one;
  one.name = problem.name();
  one.description = problem.description();
  one.comment = std::move(comment);
  one.designs.assign(problem.designs().begin(), problem.designs().end());
  one.numbers.assign(problem.numbers().begin(), problem.numbers().end());
  require(problem.has_limits() || !problem.weights().empty(), "docs: '{}' has neither limits nor weights", one.name);
  problem.has_limits() ? add_lightest(problem, one) : add_front(problem, one);
  require_on_reference(one);
  return one;
}

}  // namespace tandem::docs
