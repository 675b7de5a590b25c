#include <tandem/ocp/answers/certificate_bar.hpp>

#include <tandem/ocp/answers/bounds_between_nodes.hpp>
#include <tandem/ocp/answers/measure_choice.hpp>
#include <tandem/ocp/answers/singular_arcs.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kAtBound = 1e-4;         // of a state's range
constexpr double kNegligiblePart = 1e-9;  // of the objective's scale

class BarMaker {
 public:
  BarMaker(PhaseFlow& flow, const PlayedPhase& played, PlayedCostates& costates, double scale)
      : flow_(flow),
        answer_(flow.played()),
        series_(answer_.series()),
        played_(played),
        costates_(costates),
        least_(costates.least_hamiltonian()),
        scale_(scale),
        n_(answer_.intervals()),
        state_scales_(answer_.state_scales()),
        singular_(flow, least_) {}

  PhaseBar make() {
    results_ = choose_measures(costates_, answer_, scale_);
    bar_.notes = singular_.notes();
    make_errors();
    see_clipping();
    price_bounds(flow_, played_, costates_, scale_, bar_);
    see_costates();
    see_jumps();
    see_stationarity();
    place_events();
    return std::move(bar_);
  }

 private:
  // ---- parts --------------------------------------------------------------------------------------------------------

  /// s_k = l_k - l_k^h + nu' (integrals - the answer's) + lambda' d_k.
  double gap(int k) const {
    double sum = played_.transcribed_costs.size() == n_ ? played_.costs(k) - played_.transcribed_costs(k) : 0.0;
    for (int i = 0; i < flow_.outputs().integrals; ++i) {
      const double stored = series_.integrals(i, k + 1) - series_.integrals(i, k);
      sum += flow_.integral_multipliers()[i] * (played_.integrals(i, k) - stored);
    }
    return sum + costates_.right_costate(k).dot(played_.ends.col(k) - series_.states.col(k + 1));
  }

  void make_errors() {
    bar_.parts.errors.resize(n_);
    bar_.parts.bounds.setZero(n_);
    bar_.parts.singular.resize(n_);
    for (int k = 0; k < n_; ++k) {
      double excess = results_.curved(k);
      for (int i = 0; i < flow_.true_controls(); ++i) {
        if (singular_.is_singular(i, k)) {
          bar_.singular += std::min(singular_.averaged_excess(i, k, results_.switching(i, k)), results_.affine(i, k));
        } else {
          excess += results_.affine(i, k);
        }
      }
      const double gap_here = gap(k);
      bar_.moved += (played_.ends.col(k) - series_.states.col(k + 1)).cwiseQuotient(state_scales_).norm();
      bar_.parts.singular[k] = singular_.is_singular(k);
      bar_.parts.errors(k) = excess - gap_here;
      excess_.push_back(bar_.parts.singular[k] ? 0.0 : excess);
      bar_.part.see(std::abs(bar_.parts.errors(k)), [&] { return part_words(k, excess, gap_here); });
    }
  }

  /// Which piece of a part is the largest: the control that could do better, or the state or cost that the
  /// transcription has wrong.
  std::string part_words(int k, double excess, double gap_here) const {
    const std::string where = fmt::format("in interval {} from {:.4g}", k, series_.time(k));
    if (excess > std::abs(gap_here) && flow_.true_controls() > 0) {
      int worst = 0;
      if (results_.affine.col(k).sum() > results_.curved(k)) results_.affine.col(k).maxCoeff(&worst);
      return fmt::format("control '{}' {}", flow_.phase().controls[worst].name, where);
    }
    const Eigen::VectorXd by_states =
        costates_.right_costate(k).cwiseProduct(played_.ends.col(k) - series_.states.col(k + 1)).cwiseAbs();
    int state = 0;
    const double largest = by_states.size() > 0 ? by_states.maxCoeff(&state) : 0.0;
    const bool by_cost =
        played_.transcribed_costs.size() == n_ && std::abs(played_.costs(k) - played_.transcribed_costs(k)) > largest;
    return by_cost ? fmt::format("the cost {}", where)
                   : fmt::format("state '{}' {}, played {:.2g} away", flow_.phase().states[state].name, where,
                                 std::abs(played_.ends(state, k) - series_.states(state, k + 1)));
  }

  // ---- controls clipped at their bounds ---------------------------------------------------------------------------

  /// What clipping moves the state by in interval k, over the states' ranges.
  Eigen::VectorXd clipped(int k) const {
    return (played_.ends.col(k) - played_.ends_as_stored.col(k)).cwiseQuotient(state_scales_);
  }

  /// Excess and gap of a control that leaves its bounds are of the same size and cancel to first order; what is left is
  /// of their own order, unless neighbours make up for each other (a switch on a knot). In each run of such intervals,
  /// the excess times the square of |sum of what clipping moves| / sum |of it| stays in the bar.
  void see_clipping() {
    int first = -1;
    for (int k = 0; k <= n_; ++k) {
      const bool moves = k < n_ && !bar_.parts.singular[k] && !clipped(k).isZero(0.0);
      if (moves && first < 0) first = k;
      if (moves || first < 0) continue;
      add_clipping(first, k);
      first = -1;
    }
  }

  void add_clipping(int first, int end) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(flow_.states());
    double sizes = 0.0;
    for (int k = first; k < end; ++k) {
      // carried over the interval by I + h f_x of its middle
      flow_.choose(std::vector<int>{k});
      const Eigen::VectorXd middle = 0.5 * (series_.states.col(k) + series_.states.col(k + 1));
      flow_.place(middle, Eigen::ArrayXd::Constant(1, 0.5));
      flow_.evaluate(Level::jacobian);
      const Eigen::MatrixXd by_state = flow_.rates_by_state(0);
      const Eigen::VectorXd unscaled = sum.cwiseProduct(state_scales_);
      sum += (answer_.step(k) * (by_state * unscaled)).cwiseQuotient(state_scales_) + clipped(k);
      sizes += clipped(k).norm();
    }
    const double ratio = std::min(1.0, sum.norm() / sizes);
    for (int k = first; k < end; ++k) {
      add_bound(bar_, series_, k, ratio * ratio * excess_[k],
                fmt::format("control '{}', clipped at its bounds", clipped_control(k)));
    }
  }

  std::string clipped_control(int k) const {
    int control = 0;
    played_.past_controls.col(k).maxCoeff(&control);
    return flow_.phase().controls[control].name;
  }

  // ---- costates and multipliers -------------------------------------------------------------------------------------

  void see_costates() {
    for (int k = 0; k < n_; ++k) {
      for (int i = 0; i < flow_.states(); ++i) {
        const double term = std::abs(results_.miss(i, k)) * state_scales_(i);
        bar_.costates += term;
        bar_.costate.see(term, [&] {
          return fmt::format("costate of '{}' in interval {} from {:.4g}", flow_.phase().states[i].name, k,
                             series_.time(k));
        });
        bar_.price.see(std::abs(series_.costates(i, k)) * state_scales_(i), [&] {
          return fmt::format("costate of '{}' at {:.4g}", flow_.phase().states[i].name, series_.time(k));
        });
      }
    }
  }

  /// A costate may jump where its state is at a bound, and the right way; what else jumps is left over.
  void see_jumps() {
    for (int k = 1; k < n_; ++k) {
      const Eigen::VectorXd push = costates_.bound_push(k);
      for (int i = 0; i < flow_.states(); ++i) {
        const Range& range = flow_.phase().states[i].bounds;
        const double to_bound = push(i) > 0.0 ? range.upper.at(answer_.numbers()) - series_.states(i, k)
                                              : series_.states(i, k) - range.lower.at(answer_.numbers());
        const double jump = std::abs(push(i));
        if (to_bound <= kAtBound * state_scales_(i)) {
          bar_.slackness += jump * std::max(to_bound, 0.0);
          continue;
        }
        const double left = jump * state_scales_(i);
        bar_.jumps += left;
        bar_.jump.see(left, [&] {
          return fmt::format("jump of the costate of '{}' at {:.4g}", flow_.phase().states[i].name, series_.time(k));
        });
      }
    }
  }

  /// Mean dH/du of controls inside their bounds, times the control's range: what a tenth of it would be worth.
  void see_stationarity() {
    const double duration = answer_.end() - answer_.start();
    for (int i = 0; i < flow_.true_controls(); ++i) {
      const auto u = series_.controls.row(i);
      const double range = u.maxCoeff() - u.minCoeff();
      const double lower = answer_.control_lower()(i), upper = answer_.control_upper()(i);
      for (int k = 0; k < n_; ++k) {
        const auto nodes = answer_.control_nodes(k).row(i);
        const double margin = 1e-5 * range;
        const double slope = results_.switching(i, k) / answer_.step(k);
        if ((slope < 0.0 && nodes.maxCoeff() >= upper - margin) ||
            (slope > 0.0 && nodes.minCoeff() <= lower + margin)) {
          continue;
        }
        bar_.stationarity.see(std::abs(slope) * range * duration / scale_, [&] {
          return fmt::format("control '{}' in interval {} from {:.4g}", flow_.phase().controls[i].name, k,
                             series_.time(k));
        });
      }
    }
  }

  // ---- where intervals would better end ---------------------------------------------------------------------------

  void place_events() {
    for (const MeshEvent& event : results_.switches) {
      const bool matters = results_.affine.col(event.interval).sum() > 0.1 * kNegligiblePart * scale_;
      if (matters && !singular_.is_singular(event.interval)) bar_.parts.events.push_back(event);
    }
  }

  PhaseFlow& flow_;
  const Played& answer_;
  const PhaseSolution& series_;
  const PlayedPhase& played_;
  PlayedCostates& costates_;
  const LeastHamiltonian& least_;
  double scale_;
  int n_;
  Eigen::VectorXd state_scales_;
  ChosenCostates results_;
  SingularArcs singular_;
  std::vector<double> excess_;  ///< of each interval, without its singular controls
  PhaseBar bar_;
};

}  // namespace

PhaseBar make_bar(PhaseFlow& flow, const PlayedPhase& played, PlayedCostates& costates, double objective_scale) {
  return BarMaker(flow, played, costates, objective_scale).make();
}

}  // namespace tandem
