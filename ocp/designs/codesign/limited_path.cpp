#include <tandem/ocp/designs/codesign/limited_path.hpp>

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
        system_(conditions_.system()) {}

  LimitedPath run() {
    follow_from(from_, 0.0);
    while (!is_ended_ && begin_anew()) {
    }
    found_.is_complete = found_.points.size() == fractions_.size();
    const std::string anew = found_.restarts > 0 ? fmt::format(", begun anew on the way: {}", found_.restarts) : "";
    found_.reason = found_.is_complete ? "reached" + anew : stopped_ + anew;
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
    const VectorXd start = system_.polished(guess, t, found_.iterations);
    const continuation::Path path = continuation::follow(system_, start, t, options_after(t));
    for (const continuation::SpecialPoint& special : path.specials) {
      if (special.kind == continuation::Special::target) write(special.point.x, special.point.lambda);
    }
    if (path.end == continuation::PathEnd::reached) write(path.points.back().x, 1.0);
    found_.rejected_steps += path.rejected;
    found_.iterations += path.corrections;
    steps_ += static_cast<int>(path.points.size()) - 1;
    is_ended_ = path.end == continuation::PathEnd::reached || path.end == continuation::PathEnd::stopped;
    stopped_ =
        fmt::format("stopped at the limits {}: {}", words_for(path.points.back().lambda), codesign::why_it_ended(path));
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
    found_.points.push_back(conditions_.design_at(system_.polished(y, t, found_.iterations), t));
  }

  /// The lightest design of the next fraction near the last one that was found.
  bool begin_anew() {
    const double t = fractions_[found_.points.size()];
    const VectorXd& near = found_.points.empty() ? from_.design : found_.points.back().design;
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
    ++found_.restarts;
    found_.points.push_back(next);
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

}  // namespace tandem
