#include <tandem/ocp/search/homotopy/polished_path.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/search/homotopy/arc_search.hpp>
#include <tandem/ocp/search/polish/polished_guess.hpp>
#include <tandem/ocp/search/polish/predicted_arcs.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace tandem {
namespace {

using homotopy::ArcSearch;
using homotopy::is_good;
using homotopy::reason_of;
using homotopy::search_arcs;

constexpr double kLeastStep = 1e-4;  // of the range
constexpr double kGrowth = 1.5, kShrinkage = 0.5;
// Between predicted and corrected times of switches, by the shortest arc's length, or this much of a phase's duration:
constexpr double kMostDeviation = 0.25, kLittleDeviation = 0.05, kLeastArc = 1e-2;
constexpr int kMostCorrectorIterations = 150;  // of a corrector's solve
constexpr int kMostRounds = 4;                 // of a corrector's repairs
constexpr double kBeyond[] = {0.01, 0.05};     // of the range: where arcs are looked for anew

/// An accepted point: the polished answer at one value.
struct Station {
  double value = 0.0;
  ArcStructure arcs;
  Guess trajectory;  ///< on the problem's own phases
};

/// How far the ends of the same arcs are apart, by the shortest of each phase.
double distance(const ArcStructure& a, const ArcStructure& b) {
  double most = 0.0;
  for (std::size_t p = 0; p < a.phases.size(); ++p) {
    double shortest = kInfinity, apart = 0.0;
    for (std::size_t i = 0; i < a.phases[p].size(); ++i) {
      shortest = std::min(shortest, b.phases[p][i].length());
      apart = std::max(apart, std::abs(a.phases[p][i].end - b.phases[p][i].end));
    }
    const double duration = b.phases[p].back().end - b.phases[p].front().start;
    most = std::max(most, apart / std::max(shortest, kLeastArc * duration));
  }
  return most;
}

double shortest_length(const ArcStructure& arcs) {
  double least = kInfinity;
  for (const std::vector<Arc>& phase : arcs.phases) {
    for (const Arc& arc : phase) least = std::min(least, arc.length());
  }
  return least;
}

/// A signed length of an arc at one value of the number.
struct LengthAt {
  double length, value;
};

/// Where the polynomial through these has no length (Neville's scheme for the inverse function).
double value_of_no_length(std::vector<LengthAt> known) {
  for (std::size_t order = 1; order < known.size(); ++order) {
    for (std::size_t i = 0; i + order < known.size(); ++i) {
      const double near = known[i].length, far = known[i + order].length;
      known[i].value = (far * known[i].value - near * known[i + 1].value) / (far - near);
    }
  }
  return known.front().value;
}

class PolishedWalk {
 public:
  PolishedWalk(const Problem& problem, const std::string& over, double from, double to, const HomotopyOptions& options)
      : problem_(problem), options_(options) {
    static_cast<Path&>(found_) = path_over(over, from, to, problem.name(), problem.numbers());
    found_.numbers[over] = from;
    found_.measures = {"switches"};
  }

  Homotopy walk() {
    if (!start()) return std::move(found_);
    double step = options_.first_step * range();
    for (int tried = 1; now_.value != found_.to; ++tried) {
      if (tried > options_.most_steps) {
        end(PathStatus::step_limit, fmt::format("{}: took all {} steps", here(), options_.most_steps));
        return std::move(found_);
      }
      const double left = std::abs(found_.to - now_.value);
      const double value = step >= left ? found_.to : now_.value + direction() * step;
      const std::optional<double> deviation = try_step(value);
      const bool goes_on = tell(tried, value, deviation.has_value());
      if (!goes_on || ending::is_due()) {
        end(PathStatus::stopped, fmt::format("{}: {}", here(), goes_on ? ending::words() : "stopped by the caller"));
        return std::move(found_);
      }
      if (deviation) {
        step = *deviation <= kLittleDeviation ? kGrowth * step : step;
        continue;
      }
      step = kShrinkage * std::min(step, left);
      if (step < kLeastStep * range()) {
        step = options_.first_step * range();
        if (restart_beyond()) continue;
        end(PathStatus::failed, here() + ": no structure of arcs is confirmed beyond (" + why_ + ")");
        return std::move(found_);
      }
    }
    end(PathStatus::reached, "reached " + here());
    return std::move(found_);
  }

 private:
  double range() const { return std::abs(found_.to - found_.from); }
  double direction() const { return found_.to > found_.from ? 1.0 : -1.0; }
  std::string here() const { return fmt::format("{} = {:.10g}", found_.over, now_.value); }

  bool tell(int step, double value, bool was_accepted) const {
    return !options_.progress || options_.progress({step, value, last_iterations_, true, was_accepted});
  }

  void end(PathStatus status, std::string reason) {
    found_.status = status;
    found_.reason = std::move(reason);
  }

  Problem problem_at(double value) const {
    Problem at = problem_;
    at.set(found_.over, value);
    return at;
  }

  // ---- arcs from a mesh ---------------------------------------------------------------------------------------------

  bool start() {
    PolishOptions patient = polish_options();
    patient.solve.solver.max_iterations = options_.solve.solver.max_iterations;
    patient.most_rounds = PolishOptions{}.most_rounds;
    ArcSearch search = search_arcs(problem_at(found_.from), patient);
    found_.iterations += last_iterations_ = search.iterations;
    if (search.polished) {
      accept(found_.from, std::move(*search.polished));
    } else {
      end(PathStatus::failed, fmt::format("{} = {:.10g}: {}", found_.over, found_.from, search.why));
    }
    return search.polished.has_value();
  }

  PolishOptions polish_options() const {
    PolishOptions options;
    options.solve = options_.solve;
    options.solve.solver.progress = {};
    options.solve.solver.max_iterations = std::min(options.solve.solver.max_iterations, kMostCorrectorIterations);
    options.most_rounds = kMostRounds;
    options.mesh = mesh_;
    return options;
  }

  /// Where the arcs of the last point end in ones that none of them grow from, a little farther on the mesh tells.
  bool restart_beyond() {
    for (const double share : kBeyond) {
      const double value = now_.value + direction() * share * range();
      if (!options_.restarts || (found_.to - value) * direction() <= 0.0) return false;
      ArcSearch search = search_arcs(problem_at(value), polish_options());
      found_.iterations += last_iterations_ = search.iterations;
      if (!search.polished) continue;
      note_change(now_.value, search.polished->arcs);
      accept(value, std::move(*search.polished));
      return true;
    }
    return false;
  }

  // ---- steps --------------------------------------------------------------------------------------------------------

  /// How far the corrected point is from the predicted one; nothing, where there is no confirmed point near it.
  std::optional<double> try_step(double value) {
    const ArcStructure signed_arcs = predicted(value), arcs = unfolded(signed_arcs);
    const Guess guess = stretched_guess(now_.trajectory, now_.arcs, arcs);
    Polished polished = polish(problem_at(value), arcs, guess, polish_options());
    found_.iterations += last_iterations_ = polished.solution.iterations;
    const bool is_as_predicted = polished.arcs == arcs;
    const double deviation = is_as_predicted ? distance(arcs, polished.arcs) : 0.0;
    if (!is_good(polished) || deviation > kMostDeviation) {
      why_ = is_good(polished) ? "switches jump" : reason_of(polished);
      ++found_.rejected_steps;
      return {};
    }
    const bool has_passed = shortest_length(signed_arcs) < 0.0;
    if (has_passed || !(polished.arcs == now_.arcs)) note_change(value, signed_arcs, polished.arcs);
    const bool goes_on = has_passed && polished.arcs == now_.arcs;
    if (goes_on) now_.arcs = reordered(now_.arcs, signed_arcs);
    accept(value, std::move(polished));
    return deviation;
  }

  ArcStructure predicted(double value) const {
    if (!before_ || !(before_->arcs == now_.arcs)) return now_.arcs;
    return extrapolated_arcs(before_->arcs, now_.arcs, (value - before_->value) / (now_.value - before_->value));
  }

  void accept(double value, Polished polished) {
    found_.points.push_back({value, polished.solution.objective, last_iterations_, polished.solution.certificate,
                             Eigen::VectorXd::Constant(1, polished.arcs.switches())});
    found_.points.back().certificate.parts.clear();
    if (!now_.arcs.phases.empty()) before_ = std::move(now_);
    now_ = {value, polished.arcs, joined_guess(polished.arcs, guess_from(polished.solution))};
    mesh_ = polished.mesh;
    found_.statement = std::move(polished.problem);
    found_.solution = std::move(polished.solution);
  }

  /// Where the arcs changed since the last point: where the shortest of them is zero, by what is known on both sides if
  /// the same arcs came out on the other one, and by the predictor else.
  void note_change(double value, const ArcStructure& signed_arcs, const ArcStructure& after) {
    const double beyond = shortest_length(signed_arcs);
    if (beyond >= 0.0) return note_change(0.5 * (now_.value + value), after);
    std::vector<LengthAt> known{{shortest_length(now_.arcs), now_.value}};
    if (before_) known.push_back({shortest_length(before_->arcs), before_->value});
    known.push_back({after == now_.arcs ? -shortest_length(after) : beyond, value});
    note_change(value_of_no_length(known), after);
  }

  void note_change(double value, const ArcStructure& after) {
    found_.marks.push_back({Mark::structure_change, value, now_.arcs.switches(), after.switches()});
  }

  const Problem& problem_;
  const HomotopyOptions& options_;
  Station now_;
  std::optional<Station> before_;
  PolishMesh mesh_;  ///< that the last point came to
  int last_iterations_ = 0;
  std::string why_;
  Homotopy found_;
};

}  // namespace

Homotopy follow_polished(const Problem& problem, const std::string& over, double from, double to,
                         const HomotopyOptions& options) {
  check_path(problem, over, from, to, options);
  return PolishedWalk(problem, over, from, to, options).walk();
}

}  // namespace tandem
