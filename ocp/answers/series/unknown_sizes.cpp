#include <tandem/ocp/answers/series/unknown_sizes.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kStateAtBound = 1e-6, kControlAtBound = 1e-4;  // of their sizes

/// Where one state, control or integral stands in the unknowns.
using Places = std::vector<int>;

class Measure {
 public:
  Measure(const StagedNlp& nlp, const Eigen::VectorXd& z) : nlp_(nlp), z_(z) {
    found_.size.setOnes(z.size());
    found_.weight.setOnes(z.size());
    found_.side.setZero(z.size());
    at_bound_.setConstant(z.size(), kStateAtBound);
  }

  UnknownSizes take() {
    for (int p = 0; p < nlp_.phases(); ++p) see_phase(p);
    for (int i = 0; i < nlp_.layout().free_numbers(); ++i) see({nlp_.layout().free_number(i)});
    for (int i = 0; i < z_.size(); ++i) {
      const double lower = nlp_.lower()(i), upper = nlp_.upper()(i);
      found_.side(i) = lower == upper ? 2 : side_of(z_(i), lower, upper, at_bound_(i) * found_.size(i));
    }
    return std::move(found_);
  }

 private:
  /// Gives all of them the range of their values, or their magnitude, or 1.
  void see(const Places& places) {
    double least = kInfinity, most = -kInfinity;
    for (const int at : places) least = std::min(least, z_(at)), most = std::max(most, z_(at));
    const double magnitude = std::max(std::abs(least), std::abs(most));
    const double range = most - least > 1e-9 * magnitude ? most - least : magnitude;
    for (const int at : places) found_.size(at) = range > 0.0 ? range : 1.0;
  }

  void see_phase(int p) {
    const PhaseLayout& layout = nlp_.layout(p);
    const int knots = layout.intervals() + 1;
    for (int i = 0; i < layout.states(); ++i) {
      Places places;
      for (int k = 0; k < knots; ++k) places.push_back(layout.state(k) + i);
      if (const int copy = nlp_.layout().start_copy(p); copy >= 0) places.push_back(copy + i);
      see(places);
    }
    for (int i = 0; i < layout.integrals(); ++i) {
      Places places;
      for (int k = 0; k < knots; ++k) places.push_back(layout.integral(k) + i);
      see(places);
    }
    for (int i = 0; i < layout.controls(); ++i) see_control(p, i);
    const double duration = std::abs(nlp_.end_time(z_, p) - nlp_.start_time(z_, p));
    for (const int at : {layout.start_time(), layout.end_time()}) {
      if (at >= 0) found_.size(at) = duration > 0.0 ? duration : 1.0;
    }
  }

  /// A node stands for the integral of its basis function, as the transcription takes it.
  void see_control(int p, int i) {
    const PhaseLayout& layout = nlp_.layout(p);
    const Mesh& mesh = nlp_.mesh(p);
    const Eigen::RowVectorXd share = mesh.tableau.weights.transpose() * mesh.tableau.control_basis;
    Eigen::VectorXd width = Eigen::VectorXd::Zero(z_.size());
    Places places;
    for (int k = 0; k < layout.intervals(); ++k) {
      for (int n = 0; n < mesh.tableau.node_controls(); ++n) {
        places.push_back(layout.node_control(k, n) + i);
        width(places.back()) += std::max(share(n), 1e-3) * mesh.length(k);
      }
    }
    see(places);
    for (const int at : places) found_.weight(at) = 1.0 / std::sqrt(width(at)), at_bound_(at) = kControlAtBound;
  }

  const StagedNlp& nlp_;
  const Eigen::VectorXd& z_;
  Eigen::VectorXd at_bound_;
  UnknownSizes found_;
};

}  // namespace

int side_of(double value, double lower, double upper, double tolerance) {
  const double below = value - lower, above = upper - value;
  if (std::min(below, above) > tolerance) return 0;
  return below <= above ? 1 : -1;
}

UnknownSizes unknown_sizes(const StagedNlp& nlp, const Eigen::VectorXd& z) { return Measure(nlp, z).take(); }

double objective_size(StagedNlp& nlp, const Eigen::VectorXd& z) {
  double all = 0.0, sum = 0.0;
  for (int p = 0; p < nlp.phases(); ++p) {
    const Eigen::VectorXd costs = nlp.interval_costs(z, p);
    all += costs.cwiseAbs().sum();
    sum += costs.sum();
  }
  const double stated = nlp.problem().is_maximised() ? -nlp.objective(z) : nlp.objective(z);
  const double size = all + std::abs(stated - sum);
  return size > 0.0 ? size : 1.0;
}

}  // namespace tandem
