#include <tandem/ocp/designs/controllers/number_path.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/json.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/certificate_json.hpp>
#include <tandem/ocp/designs/controllers/certify_controller.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem {

using controllers::ControllerStep;
using controllers::Objective;
using Eigen::VectorXd;

namespace {

constexpr double kDifference = 1e-5;  // of the way; rounding of 1e-11 in a slope that only predicts

/// The problem's objective along the way, made once for each place.
class Along {
 public:
  Along(const ControllerProblem& problem, std::string over, double from, double to)
      : problem_(problem), over_(std::move(over)), from_(from), to_(to) {}

  double value(double lambda) const { return lambda == 1.0 ? to_ : from_ + lambda * (to_ - from_); }

  /// Beyond the ends, where the number may not be allowed to go, that of the end.
  const Objective& at(double lambda) {
    if (!objective_ || lambda != lambda_) {
      problem_.set(over_, value(std::clamp(lambda, 0.0, 1.0)));
      objective_.emplace(problem_.objective());
      lambda_ = lambda;
    }
    return *objective_;
  }

  VectorXd slope(const VectorXd& p, double lambda) {
    const double low = std::max(0.0, lambda - kDifference), high = std::min(1.0, lambda + kDifference);
    const auto after = at(high).mean_squares(p), before = at(low).mean_squares(p);
    if (!after || !before || high <= low) return VectorXd::Constant(p.size(), NAN);
    return (after->gradient - before->gradient) / (high - low);
  }

 private:
  ControllerProblem problem_;
  std::string over_;
  double from_, to_, lambda_ = -1.0;
  std::optional<Objective> objective_;
};

}  // namespace

NumberPath follow_number(const ControllerProblem& problem, const std::string& over, double from, double to,
                         const controllers::ControllerPathOptions& options) {
  Along along(problem, over, from, to);
  const Objective last = along.at(1.0), first = along.at(0.0);
  require(!first.has_peaks() && !last.has_peaks(), "{}: paths follow mean squares; the weight of a peak must be 0",
          problem.name());
  require(first.form().size() == last.form().size() && first.form().order() == last.form().order(),
          "{}: the controller's form depends on '{}'", problem.name(), over);
  require(from != to, "{}: the path over '{}' has no length", problem.name(), over);
  NumberPath found{over, from, to, design_controller(first, first.form().start()), {}};
  if (!found.first.is_solved) {
    found.path.reason = "no minimum to begin with: " + found.first.message;
    return found;
  }
  const controllers::CostFamily family{
      [&](const VectorXd& p, double lambda, bool with_hessian) {
        return along.at(lambda).mean_squares(p, with_hessian);
      },
      [&](const VectorXd& p, double lambda) { return along.slope(p, lambda); },
      [&](const VectorXd& p, double lambda) { return along.at(lambda).abscissa(p); },
      [&](const VectorXd& p, double lambda, double cost) { return certify(along.at(lambda), p, cost); }};
  found.path = follow_minimum(family, first.form(), found.first.numbers, options);
  for (ControllerStep& step : found.path.steps) step.lambda = along.value(step.lambda);
  return found;
}

std::string to_json(const ControllerProblem& problem, const NumberPath& path) {
  const Objective objective = problem.objective();
  Json json{{"format", 1},
            {"problem", problem.name()},
            {"over", path.over},
            {"from", path.from},
            {"to", path.to},
            {"is_complete", path.path.is_complete},
            {"reason", path.path.reason},
            {"rejected_steps", path.path.rejected_steps},
            {"corrections", path.path.corrections},
            {"folds", path.path.folds},
            {"steps", Json::array()}};
  for (const ControllerStep& step : path.path.steps) {
    Json numbers = Json::object();
    for (int i = 0; i < objective.form().size(); ++i) numbers[objective.form().numbers()[i].name] = step.numbers(i);
    json["steps"].push_back({{path.over, step.lambda},
                             {"cost", step.cost},
                             {"abscissa", step.abscissa},
                             {"stationarity", step.stationarity},
                             {"least_curvature", step.least_curvature},
                             {"corrections", step.corrections},
                             {"certificate", certificate_json(step.certificate)},
                             {"numbers", std::move(numbers)}});
  }
  return json.dump(1);
}

void save_json(const ControllerProblem& problem, const NumberPath& path, const std::filesystem::path& file) {
  write_text(to_json(problem, path) + "\n", file);
}

}  // namespace tandem
