#include <tandem/ocp/answers/bounds_between_nodes.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tandem {
namespace {

constexpr double kNegligible = 1e-9;  // of the objective's scale

class BoundExaminer {
 public:
  BoundExaminer(const PhaseFlow& flow, const PlayedPhase& played, const PlayedCostates& costates, double scale,
                PhaseBar& bar)
      : flow_(flow),
        answer_(flow.played()),
        series_(answer_.series()),
        played_(played),
        costates_(costates),
        scale_(scale),
        n_(answer_.intervals()),
        state_scales_(answer_.state_scales()),
        bar_(bar) {}

  void see_bounds() {
    const int inner = answer_.tableau().interior_states;
    const bool has_inner = inner > 0 && series_.inner_pushes.cols() == n_ * inner;
    for (int i = 0; i < flow_.states(); ++i) {
      if (played_.past_states.row(i).isZero(0.0)) continue;
      const std::string what = fmt::format("the bound of state '{}'", flow_.phase().states[i].name);
      std::vector<bool> priced(n_, false);
      for (int k = 1; k < n_; ++k) {
        const double push = std::abs(costates_.bound_push(k)(i));
        const double price = push * most_past(played_.past_states, i, k - 1, k);
        if (push * state_scales_(i) > kNegligible * scale_) priced[k - 1] = priced[k] = true;
        add(k - 1, 0.5 * price, what);
        add(k, 0.5 * price, what);
      }
      for (int k = 0; has_inner && k < n_; ++k) {
        double push = 0.0;
        for (int j = 0; j < inner; ++j) push += std::abs(series_.inner_pushes(i, k * inner + j));
        if (push * state_scales_(i) > kNegligible * scale_) priced[k] = true;
        add(k, push * most_past(played_.past_states, i, k - 1, k + 1), what);
      }
      for (int k = 0; k < n_; ++k) {
        see_past(played_.past_states(i, k), state_scales_(i), priced[k],
                 fmt::format("state '{}'", flow_.phase().states[i].name), k);
      }
    }
  }

  void see_paths() {
    const int points = answer_.tableau().point_count();
    for (int row = 0; row < flow_.outputs().paths; ++row) {
      if (flow_.path_kind(row) == PathKind::residual) continue;
      const Constraint& constraint = flow_.phase().path_constraints[row];
      for (int k = 0; k < n_; ++k) {
        const double density =
            series_.path_multipliers.row(row).segment(k * points, points).cwiseAbs().maxCoeff() * answer_.step(k);
        add(k, density * most_past(played_.past_paths, row, k - 1, k + 1),
            fmt::format("path constraint '{}'", constraint.name));
        see_past(played_.past_paths(row, k), played_.path_scales(row),
                 density * played_.path_scales(row) > kNegligible * scale_,
                 fmt::format("path constraint '{}'", constraint.name), k);
      }
      see_path_slack(row);
    }
  }

 private:
  void add(int k, double price, const std::string& what) { add_bound(bar_, series_, k, price, what); }

  double most_past(const Eigen::MatrixXd& past, int row, int first, int last) const {
    double most = 0.0;
    for (int k = std::max(first, 0); k <= std::min(last, n_ - 1); ++k) most = std::max(most, past(row, k));
    return most;
  }

  void see_past(double past, double size, bool priced, const std::string& what, int k) {
    (priced ? bar_.priced : bar_.unpriced).see(past / size, [&] {
      return fmt::format("{} is {:.2g} past its bound in interval {} from {:.4g}", what, past, k, series_.time(k));
    });
  }

  /// h w_j |mu| times the distance to the bound that mu pushes at; where there is none, times the constraint's size.
  void see_path_slack(int row) {
    const Tableau& tableau = answer_.tableau();
    const Constraint& constraint = flow_.phase().path_constraints[row];
    const double lower = constraint.bounds.lower.at(answer_.numbers());
    const double upper = constraint.bounds.upper.at(answer_.numbers());
    if (lower == upper) return;
    for (int k = 0; k < n_; ++k) {
      for (int j = 0; j < tableau.point_count(); ++j) {
        const double push = series_.path_multipliers(row, k * tableau.point_count() + j);
        if (push == 0.0 || !tableau.holds_paths(j)) continue;
        const double s = tableau.points(j);
        const double value =
            answer_.value(constraint.function, answer_.node_state(k, s), answer_.control(k, s), answer_.time(k, s));
        double slack = push > 0.0 ? upper - value : value - lower;
        if (std::isinf(slack)) slack = played_.path_scales(row);
        const double left = answer_.step(k) * std::abs(tableau.weights(j) * push) * std::max(slack, 0.0);
        bar_.slackness += left;
        bar_.slack.see(left, [&] {
          return fmt::format("the multiplier of path constraint '{}', off its bounds", constraint.name);
        });
      }
    }
  }

  const PhaseFlow& flow_;
  const Played& answer_;
  const PhaseSolution& series_;
  const PlayedPhase& played_;
  const PlayedCostates& costates_;
  double scale_;
  int n_;
  Eigen::VectorXd state_scales_;
  PhaseBar& bar_;
};

}  // namespace

void price_bounds(const PhaseFlow& flow, const PlayedPhase& played, const PlayedCostates& costates,
                  double objective_scale, PhaseBar& bar) {
  BoundExaminer examiner(flow, played, costates, objective_scale, bar);
  examiner.see_bounds();
  examiner.see_paths();
}

void add_bound(PhaseBar& bar, const PhaseSolution& series, int k, double price, const std::string& what) {
  bar.parts.bounds(k) += price;
  bar.part.see(price, [&] { return fmt::format("{} in interval {} from {:.4g}", what, k, series.time(k)); });
}

}  // namespace tandem
