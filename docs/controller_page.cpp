#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/controllers/design.hpp>
#include <tandem/ocp/designs/controllers/peak_gain.hpp>
#include <tandem/report/svg.hpp>

#include <docs/controller_page.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tandem::docs {
namespace {

using controllers::ControllerDesign;
using controllers::Loop;
using controllers::Objective;
using controllers::Plant;

constexpr double kWidth = 360.0, kHeight = 200.0, kMargin = 16.0;
constexpr int kFrequencies = 160;
constexpr double kSlowest = 1e-2, kFastest = 1e2;  // rad/s, in the units of the problem

/// The logarithm of the largest gain at equally spaced logarithms of frequency.
std::vector<double> gains_of(const Loop& loop) {
  std::vector<double> gains;
  for (int i = 0; i < kFrequencies; ++i) {
    const double frequency = kSlowest * std::pow(kFastest / kSlowest, static_cast<double>(i) / (kFrequencies - 1));
    gains.push_back(0.5 * std::log(controllers::gain_squared(loop, frequency).value));
  }
  return gains;
}

/// From noise to what is watched, with the controller (blue) and without (grey), on logarithmic axes.
std::string picture_of(const Objective& objective, const ControllerDesign& best) {
  const Plant& plant = objective.conditions().front().plant;
  const std::vector<double> without =
      gains_of(closed(plant, Eigen::MatrixXd::Zero(plant.controls(), plant.measured())));
  const std::vector<double> with =
      gains_of(closed(augmented(plant, objective.form().order()), objective.form().gain(best.numbers)));
  const double most =
      std::max(*std::max_element(with.begin(), with.end()), *std::max_element(without.begin(), without.end()));
  const double least = most - std::log(1e4);
  const double width = kWidth - 2.0 * kMargin, height = kHeight - 2.0 * kMargin - 14.0;
  Svg svg(kWidth, kHeight);
  svg.rectangle({kMargin, kMargin}, width, height, "fill=\"#f6f7f9\"");
  svg.text({kMargin, kHeight - kMargin + 2.0}, "gain by frequency (0.01 to 100 rad/s, log): blue with it, grey without",
           "fill=\"#5a6470\"");
  const auto draw = [&](const std::vector<double>& gains, const char* look) {
    std::vector<Svg::Point> line;
    for (int i = 0; i < kFrequencies; ++i) {
      if (gains[i] < least) continue;
      const double over = (most - gains[i]) / (most - least);
      line.push_back({kMargin + width * i / (kFrequencies - 1), kMargin + 6.0 + (height - 6.0) * over});
    }
    svg.polyline(line, look);
  };
  draw(without, "stroke=\"#9aa3ad\" stroke-width=\"1.4\"");
  draw(with, "stroke=\"#2f6fb3\" stroke-width=\"1.8\"");
  return std::move(svg).result();
}

void add_answer(const Objective& objective, const ControllerDesign& best, DocumentedDesign& one) {
  one.answer.emplace_back("value is", "the controller's cost");
  for (const controllers::ConditionValue& condition : best.conditions) {
    one.answer.emplace_back(
        "norms", fmt::format("mean square {:.6g}, largest gain {:.5g} at {:.4g} rad/s", condition.mean_square,
                             std::sqrt(condition.peak), condition.peak_frequency));
  }
  one.answer.emplace_back("minimum", "to rounding: stationary, and curved upwards");
  one.table = "| number | value |\n|---|---|\n";
  const controllers::Form& form = objective.form();
  for (int i = 0; i < form.size(); ++i) {
    const std::string& name = form.numbers()[static_cast<std::size_t>(i)].name;
    one.designs.push_back({.name = name, .value = form.start()(i), .meaning = "of the controller"});
    one.table += fmt::format("| `{}` | {:.5g} |\n", name, best.numbers(i));
  }
}

}  // namespace

DocumentedDesign documented_controller(const ControllerProblem& problem, std::string comment) {
  const Objective objective = problem.objective();
  const ControllerDesign best = design_controller(objective, objective.form().start());
  require(is_certified(best), "docs: '{}' is not solved ({})", problem.name(), best.message);
  DocumentedDesign one;
  one.name = problem.name();
  one.description = problem.description();
  one.comment = std::move(comment);
  one.command = "tandem solve " + problem.name();
  one.value = best.value;
  one.numbers.assign(problem.numbers().begin(), problem.numbers().end());
  add_answer(objective, best, one);
  require_on_reference(one);
  one.picture = picture_of(objective, best);
  return one;
}

}  // namespace tandem::docs
