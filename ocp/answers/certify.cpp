#include <tandem/ocp/answers/certify.hpp>

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/bang_arcs.hpp>
#include <tandem/ocp/answers/certificate_discrete.hpp>
#include <tandem/ocp/answers/certificate_ends.hpp>
#include <tandem/ocp/answers/certificate_intervals.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/answers/certificate_linkages.hpp>
#include <tandem/ocp/answers/certificate_nodes.hpp>
#include <tandem/ocp/answers/certificate_notes.hpp>
#include <tandem/ocp/answers/certificate_transversality.hpp>
#include <tandem/ocp/answers/certified_phase.hpp>
#include <tandem/ocp/answers/switch_curvature.hpp>
#include <tandem/ocp/answers/switching_function.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace tandem {
namespace {

constexpr double kInReach = 0.5;  // of the scale: an answer that is further off wants more than a finer mesh
constexpr double kRootAtTheEdge =
    0.5;  // of the scale: how much the objective moves by the root of a state's range, at the edge

/// Relative to the scale: a bar below which the second order is worth a look.
constexpr double kNearExtremal = 1e-2;

/// What errors of the state cost to second order where the objective moves by their root, J = J0 + c sqrt(delta), as
/// at the edge of what is possible: with p = c / (2 sqrt(delta)) measured, J'' / 2 = p^3 / c^2. All over the scale and
/// the states' ranges. Counted above limits.price only: below, states that decay fast have large costates too.
double cost_at_the_edge(double price, double moved) {
  return price * price * price * moved * moved / (kRootAtTheEdge * kRootAtTheEdge);
}

/// Phases, played one after another: what the lines are made of.
class Certifier {
 public:
  Certifier(const Problem& problem, const Solution& solution, std::span<const PhaseFunction> functions,
            const CertificateLimits& limits)
      : problem_(problem), solution_(solution), limits_(limits), sign_(problem.is_maximised() ? -1.0 : 1.0) {
    is_discrete_ = make_tableau(solution.transcription, solution.degree).discrete;
    phases_.reserve(functions.size());
    for (int i = 0; i < std::ssize(functions); ++i) {
      const auto& [along, free_numbers] = functions[i];
      phases_.push_back(std::make_unique<CertifiedPhase>(problem, solution, i, *along, free_numbers, sign_));
    }
    for (const auto& phase : phases_) end_cost_ += phase->end_cost, end_size_ += std::abs(phase->end_cost);
  }

  Certificate certify(CertifyLevel level) {
    certificate_.kind = is_discrete_ ? "discrete" : "continuous";
    if (level == CertifyLevel::full) {
      play_all();
      add_bar();
    } else {
      scale_ = std::max(claimed_size() + end_size_, 1e-300);
    }
    add("node_violation", examine_nodes(problem_, solution_), limits_.node_violation, true);
    add_left_over(level);
    if (level == CertifyLevel::full) {
      if (is_discrete_) add_discrete();
      add("transversality", examine_transversality(problem_, solution_, shares(), scale_), limits_.transversality,
          true);
    }
    add_curvature();
    if (level == CertifyLevel::full) add_switch_curvature();
    if (const HeldControls held = examine_held_controls(problem_, solution_); held.any) {
      add("switching", held.worst, limits_.switching, true);
    }
    if (level == CertifyLevel::full) {
      add_derivatives();
      add_notes();
    }
    give_reasons();
    return std::move(certificate_);
  }

 private:
  void add(std::string name, const Worst& worst, double limit, bool in_verdict) {
    add_line(certificate_, std::move(name), worst, limit, in_verdict);
  }

  double claimed_size() const {
    double sum = 0.0;
    for (const auto& phase : phases_) sum += phase->answer.series().interval_costs.cwiseAbs().sum();
    return sum;
  }

  void play_all() {
    double size = end_size_;
    for (const auto& phase : phases_) {
      phase->played = play(phase->flow);
      size += phase->played.sizes.sum();
    }
    scale_ = size > 0.0 ? size : (std::isnan(size) ? size : 1e-300);
    for (const auto& phase : phases_) phase->make_bar(scale_);
  }

  std::vector<BorderShare> shares() const {
    std::vector<BorderShare> all;
    for (int i = 0; i < std::ssize(phases_); ++i) {
      all.push_back(is_discrete_ ? discrete_border(problem_, solution_, i) : phases_[i]->border(problem_));
    }
    return all;
  }

  // ---- lines --------------------------------------------------------------------------------------------------------

  void add_bar() {
    ErrorBar bar;
    bar.scale = scale_;
    double corrections = 0.0, costates = 0.0, singular = 0.0;
    double moved = 0.0;
    Worst part, priced, unpriced, interval_error, costate, price;
    for (const auto& phase : phases_) {
      const PhaseBar& own = phase->bar;
      moved += own.moved;
      bar.bar += own.parts.errors.cwiseAbs().sum() + own.parts.bounds.sum();
      corrections += own.parts.errors.sum();
      costates += own.costates;
      singular += own.singular;
      part.see(own.part, phase->prefix);
      priced.see(own.priced, phase->prefix);
      unpriced.see(own.unpriced, phase->prefix);
      costate.see(own.costate, phase->prefix);
      price.see(own.price, phase->prefix);
      interval_error.see(examine_intervals(phase->answer, phase->played), phase->prefix);
      certificate_.parts.push_back(own.parts);
    }
    EndMisses misses;
    for (int i = 0; i < std::ssize(phases_); ++i) see_end_misses(problem_, solution_, i, misses);
    see_linkage_misses(problem_, solution_, misses);
    bar.bar += misses.cost;
    moved += misses.moved;
    part.see(misses.worst);
    bar.better = solution_.objective - sign_ * corrections;
    price_ = {price.value / scale_, price.where};
    const double edge = price_.value > limits_.price ? scale_ * cost_at_the_edge(price_.value, moved) : 0.0;
    bar.bar += edge;
    part.see(edge, [&] { return "errors of the state at the edge of what is possible, " + price.where; });
    certificate_.error_bar = bar;
    const bool judged = !is_discrete_;
    add("objective_error", {bar.bar / scale_, part.where}, limits_.objective_error, judged);
    const bool by_unpriced = unpriced.value / limits_.feasibility_unpriced > priced.value / limits_.feasibility ||
                             std::isnan(unpriced.value);
    add("feasibility", by_unpriced ? unpriced : priced,
        by_unpriced ? limits_.feasibility_unpriced : limits_.feasibility, judged);
    add("costates", {costates / scale_, costate.where}, limits_.costates, judged);
    if (singular > 0.0)
      add("singular", {singular / scale_, "switching functions averaged over each interval"}, limits_.singular, judged);
    add("interval_error", interval_error, limits_.interval_error, judged);
  }

  /// What the solver has left: jumps of costates that nothing explains, multipliers off their bounds, and the printed
  /// objective against the sum of what the answer says of its intervals.
  void add_left_over(CertifyLevel level) {
    const double of_controls = control_slackness(problem_, solution_);
    double jumps = 0.0, slackness = of_controls, claimed = 0.0;
    Worst jump, slack;
    for (const auto& phase : phases_) {
      jumps += phase->bar.jumps;
      slackness += phase->bar.slackness;
      jump.see(phase->bar.jump, phase->prefix);
      claimed += phase->claimed_cost(level == CertifyLevel::full);
      slack.see(phase->bar.slack, phase->prefix);
    }
    const double gap = std::abs(solution_.objective - claimed - end_cost_);
    const bool by_path = slack.value > 0.0 && slackness > 2.0 * of_controls;
    std::string largest = by_path ? slack.where : "multipliers off their bounds";
    if (gap > std::max(jumps, slackness)) largest = "the objective is not the sum of its parts";
    if (jumps > std::max(gap, slackness)) largest = jump.where;
    add("left_over", {(jumps + slackness + gap) / scale_, largest}, limits_.left_over, true);
  }

  void add_discrete() {
    const DiscreteEvidence discrete = examine_discrete(problem_, solution_, scale_);
    add("step_residual", discrete.step_residual, limits_.step_residual, true);
    add("stationarity", discrete.stationarity, limits_.discrete_stationarity, true);
  }

  void add_curvature() {
    bool is_singular = false;
    for (const auto& phase : phases_) is_singular = is_singular || !phase->bar.notes.empty();
    const Worst regularization{solution_.last_regularization, "inertia of the last KKT matrix"};
    add("curvature", regularization, is_singular ? limits_.singular_curvature : 0.0, true);
  }

  /// On a mesh a bang-bang answer is a corner of its bounds, and the inertia of its KKT matrix says nothing of when it
  /// switches. Of several phases it does: their times are unknowns. Far from an extremal there is nothing to say.
  void add_switch_curvature() {
    if (is_discrete_ || phases_.size() != 1 || !is_bang_type(phases_[0]->flow)) return;
    if (!(certificate_.error_bar->relative() < kNearExtremal)) return;
    const SwitchCurvature found = switch_curvature(problem_, solution_);
    if (!found.applies) {
      if (!found.why_not.empty()) certificate_.notes.push_back("times of switches are not varied: " + found.why_not);
      return;
    }
    add("switch_curvature", {std::max(0.0, -found.least_ratio), words_for(found)}, limits_.switch_curvature, true);
    if (std::abs(found.least_ratio) <= limits_.switch_curvature) {
      certificate_.notes.push_back("to second order the objective does not see " + found.worst +
                                   ": it may be no strict minimum");
    }
  }

  void add_derivatives() {
    Worst worst;
    for (const auto& phase : phases_) worst.see(compare_with_tapes(phase->flow), phase->prefix);
    add("derivatives", worst, limits_.derivatives, true);
  }

  void add_notes() {
    Worst miss, drift, stationarity;
    bool autonomous = true;
    double amplification = 1.0;
    for (const auto& phase : phases_) {
      const PhaseNotes notes = examine_notes(phase->flow);
      miss.see(notes.open_loop_miss, phase->prefix);
      drift.see(notes.hamiltonian_drift, phase->prefix);
      stationarity.see(phase->bar.stationarity, phase->prefix);
      autonomous = autonomous && notes.is_autonomous;
      amplification = std::max(amplification, notes.amplification);
      for (const std::string& note : phase->bar.notes) certificate_.notes.push_back(phase->prefix + note);
      if (std::string note = phase->overshoot_note(); !note.empty()) certificate_.notes.push_back(std::move(note));
    }
    if (!is_discrete_) add("stationarity", stationarity, kNoLimit, false);
    add("price", price_, kNoLimit, false);
    add("open_loop_miss", miss, kNoLimit, false);
    if (autonomous) add("hamiltonian_drift", drift, kNoLimit, false);
    certificate_.notes.push_back(
        fmt::format("errors of the state grow at most about {:.3g} times from start to end", amplification));
    if (price_.value > limits_.price) {
      certificate_.notes.push_back(
          fmt::format("{} would pay {:.3g} times the objective for its range: at the edge of what is possible",
                      price_.where, price_.value));
    }
  }

  // ---- words --------------------------------------------------------------------------------------------------------

  void give_reasons() {
    if (!solution_.is_solved()) certificate_.reasons.push_back("the solver did not finish: " + solution_.message);
    for (const CertificateLine& line : certificate_.lines) {
      if (line.in_verdict && !line.holds) certificate_.reasons.push_back(words_of(line));
    }
    const bool in_reach = certificate_.error_bar && certificate_.error_bar->relative() < kInReach;
    if (solution_.is_solved() && wants_finer_mesh(certificate_) && in_reach) {
      certificate_.reasons.push_back(fmt::format("a finer mesh should mend it: tandem solve {} --refine {:.0e}",
                                                 solution_.problem, limits_.objective_error));
    }
  }

  std::string words_of(const CertificateLine& line) const {
    if (line.name != "objective_error" || !certificate_.error_bar) return reason_for(line);
    const ErrorBar& bar = *certificate_.error_bar;
    return fmt::format("the objective may be {:.2g} off, {:.2g} of its scale {:.4g} (limit {:.0e}), most of it by {}",
                       bar.bar, line.value, bar.scale, line.limit, line.where);
  }

  const Problem& problem_;
  const Solution& solution_;
  const CertificateLimits& limits_;
  double sign_;
  bool is_discrete_ = false;
  std::vector<std::unique_ptr<CertifiedPhase>> phases_;
  double end_cost_ = 0.0, end_size_ = 0.0;
  double scale_ = 0.0;  ///< of the objective: integral of |L| + |end cost|
  Worst price_;
  Certificate certificate_;
};

}  // namespace

Certificate certify_with(const Problem& problem, const Solution& solution, std::span<const PhaseFunction> functions,
                         const CertificateLimits& limits, CertifyLevel level) {
  if (level == CertifyLevel::none) return {};
  return Certifier(problem, solution, functions, limits).certify(level);
}

Certificate certify(const Problem& problem, const Solution& solution, const CertificateLimits& limits,
                    CertifyLevel level) {
  if (level == CertifyLevel::none) return {};
  std::vector<std::unique_ptr<KnotFunction>> made;
  std::vector<PhaseFunction> functions;
  const std::vector<double> numbers = numbers_of(problem, solution);
  for (const Phase& phase : problem.phases()) {
    made.push_back(make_knot_function(blocks_along(phase, numbers, problem.design_numbers()), kDefaultPlug));
    functions.push_back({made.back().get(), problem.design_numbers()});
  }
  return certify_with(problem, solution, functions, limits, level);
}

}  // namespace tandem
