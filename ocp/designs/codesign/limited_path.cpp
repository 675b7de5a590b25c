#include <tandem/ocp/designs/codesign/limited_path.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/codesign/design_path.hpp>
#include <tandem/ocp/designs/codesign/limit_conditions.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {

using codesign::LimitConditions;
using codesign::Limits;
using Eigen::VectorXd;

namespace {

constexpr int kPoints = 10;  // on the way of one limit

PathPoint point_of(const LimitedDesign& design, double value) {
  PathPoint point{.value = value,
                  .objective = design.structure_cost,
                  .iterations = design.iterations,
                  .certificate = design.certificate};
  point.measures = Eigen::Vector4d(design.effort, design.response, design.price, design.multiplier);
  point.designs = design.design;
  return point;
}

/// Which limit a path goes over.
struct LimitWay {
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
          "a co-design problem is followed over its limits, '{}' or '{}' of '{}', not over '{}'",
          problem.effort_limit_name(), problem.response_limit_name(), problem.name(), over);
  return {is_effort};
}

/// Walks along the limits and writes designs down.
class Walk {
 public:
  using Wish = std::function<bool(const LimitedProgress&)>;

  Walk(const Codesign& problem, const LimitedDesign& from, const Limits& to, const std::vector<double>& fractions,
       const Wish& progress)
      : problem_(problem),
        from_(from),
        fractions_(fractions),
        progress_(progress),
        conditions_(problem, from.limits, to),
        system_(conditions_.system()) {
    static_cast<Path&>(found_) = path_over("fraction", 0.0, 1.0, problem.name(), problem.numbers());
    found_.measures = {"effort", "response", "price", "multiplier"};
    for (const NamedNumber& number : problem.designs()) found_.designs.push_back(number.name);
  }

  LimitedPath run() {
    follow_from(from_, 0.0);
    while (!is_ended_ && !ending::is_due() && begin_anew()) {
    }
    const bool is_complete = found_.points.size() == fractions_.size();
    found_.status = is_complete ? PathStatus::reached : is_ended_ ? PathStatus::stopped : PathStatus::failed;
    const std::size_t restarts = found_.marks.size();
    const std::string anew = restarts > 0 ? fmt::format(", begun anew on the way: {}", restarts) : "";
    found_.reason = is_complete ? "reached" + anew : stopped_ + anew;
    found_.evaluations += system_.evaluations();
    return std::move(found_);
  }

 private:
  /// Points that were found stay where it fails.
  void follow_from(const LimitedDesign& design, double t) {
    try {
      walk_from(design, t);
    } catch (const Error& failure) {
      stopped_ = fmt::format("no path begins at the limits {}: {}", words_for(t), failure.what());
    }
  }

  void walk_from(const LimitedDesign& design, double t) {
    require(design.multiplier > 0.0, "they do not hold the design");
    const VectorXd guess = conditions_.start(logarithms(design.design), std::log(design.price), t);
    const VectorXd start = system_.sharpened(guess, t, found_.iterations);
    const continuation::Curve curve = continuation::follow(system_, start, t, options_after(t));
    for (const continuation::SpecialPoint& special : curve.specials) {
      if (special.kind == continuation::Special::target) write(special.point.x, special.point.lambda);
    }
    if (curve.end == continuation::CurveEnd::reached) write(curve.points.back().x, 1.0);
    found_.rejected_steps += curve.rejected;
    found_.iterations += curve.corrections;
    steps_ += static_cast<int>(curve.points.size()) - 1;
    is_ended_ = curve.end == continuation::CurveEnd::reached || curve.end == continuation::CurveEnd::stopped;
    stopped_ = fmt::format("stopped at the limits {}: {}", words_for(curve.points.back().lambda),
                           codesign::why_it_ended(curve));
  }

  std::string words_for(double t) const {
    const Limits limits = conditions_.limits_at(t);
    return fmt::format("{:.6g} of effort and {:.6g} of response", limits.effort, limits.response);
  }

  continuation::FollowOptions options_after(double t) const {
    continuation::FollowOptions options = codesign::design_path_options(0.05, 1.0, 1e-9);
    for (const double fraction : fractions_) {
      if (fraction > t && fraction < 1.0) options.targets.push_back(fraction);
    }
    options.goal = 1.0;
    if (progress_) {
      options.log = [this](const continuation::StepReport& report) {
        return progress_(
            {steps_ + report.step, conditions_.limits_at(report.lambda), report.corrections, report.was_accepted});
      };
    }
    return options;
  }

  void write(const VectorXd& y, double t) {
    write(conditions_.design_at(system_.sharpened(y, t, found_.iterations), t), t);
  }

  void write(LimitedDesign design, double t) {
    found_.points.push_back(point_of(design, t));
    found_.lightest.push_back(std::move(design));
  }

  /// The lightest design of the next fraction near the last one that was found.
  bool begin_anew() {
    const double t = fractions_[found_.points.size()];
    const VectorXd& near = found_.points.empty() ? from_.design : found_.points.back().designs;
    LimitedDesign next;
    try {
      next = lightest_design(problem_, conditions_.limits_at(t), near);
    } catch (const Error& refusal) {  // no controller there
      stopped_ = fmt::format("stopped at the limits {}: {}", words_for(t), refusal.what());
      return false;
    }
    found_.iterations += next.iterations;
    found_.evaluations += next.evaluations;
    if (!next.certificate.passes()) return false;
    found_.marks.push_back({Mark::restart, t});
    write(next, t);
    is_ended_ = t == 1.0;
    if (!is_ended_) follow_from(next, t);
    return true;
  }

  const Codesign& problem_;
  const LimitedDesign& from_;
  const std::vector<double>& fractions_;
  const Wish& progress_;
  LimitConditions conditions_;
  codesign::BoundedSystem& system_;
  LimitedPath found_;
  int steps_ = 0;
  bool is_ended_ = false;
  std::string stopped_;
};

}  // namespace

LimitedPath follow_limits(const Codesign& problem, const LimitedDesign& from, const Limits& to,
                          const std::vector<double>& fractions,
                          const std::function<bool(const LimitedProgress&)>& progress) {
  require(to.effort > 0.0 && to.response > 0.0, "limits of {} and {} should be positive", to.effort, to.response);
  require(from.is_solved, "a path of designs needs one that meets its limits to begin with");
  require(!fractions.empty() && fractions.front() > 0.0 && fractions.back() == 1.0 &&
              std::is_sorted(fractions.begin(), fractions.end()),
          "fractions of a path should rise from above 0 to 1");
  return Walk(problem, from, to, fractions, progress).run();
}

LimitedPath follow_limit(const Codesign& problem, const std::string& over, double to,
                         const std::function<bool(const LimitedProgress&)>& progress) {
  const LimitWay way = way_over(problem, over);
  Codesign there = problem;
  there.set(over, to);  // refuses what is out of bounds
  const LimitedDesign first = lightest_design(problem, problem.start());
  const double from = way.value(first.limits);
  require(first.is_solved, "{}: no design within the limits at {} = {} to begin with: {}", problem.name(), over, from,
          first.message);
  std::vector<double> fractions;
  for (int k = 1; k <= kPoints; ++k) fractions.push_back(static_cast<double>(k) / kPoints);
  LimitedPath path = follow_limits(problem, first, way.to(first.limits, to), fractions, progress);
  path.over = over;
  path.from = from;
  path.to = to;
  for (std::size_t i = 0; i < path.points.size(); ++i) path.points[i].value = way.value(path.lightest[i].limits);
  for (PathMark& mark : path.marks) mark.value = from * std::pow(to / from, mark.value);
  path.points.insert(path.points.begin(), point_of(first, from));
  path.lightest.insert(path.lightest.begin(), first);
  return path;
}

}  // namespace tandem
