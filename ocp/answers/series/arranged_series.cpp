#include <tandem/ocp/answers/series/arranged_series.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/statement/guess.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kSamePlace = 1e-3;  // of the interval: times are printed with few digits

const char* word(ControlShape shape) {
  return shape == ControlShape::held ? "held" : (shape == ControlShape::linear ? "linear" : "quadratic");
}

/// The controls of one phase beside its knots.
class ControlPlaces {
 public:
  ControlPlaces(const PhaseSeries& series, const Phase& phase) : series_(series), phase_(phase) {}

  int intervals() const { return static_cast<int>(series_.time.size()) - 1; }
  int count() const { return static_cast<int>(series_.control_time.size()); }

  bool are_knots_and_midpoints() const {
    if (count() != 2 * intervals() + 1) return false;
    for (int i = 0; i < count(); ++i) {
      if (!is_near(series_.control_time(i), i % 2 == 0 ? knot(i / 2) : middle(i / 2), i / 2)) return false;
    }
    return true;
  }
  bool are_knots_with_ends() const {
    return is_knot(series_.control_time(0)) == 0 && is_knot(series_.control_time(count() - 1)) == intervals();
  }
  /// One in each interval, its right end not included.
  bool are_one_an_interval() const {
    if (count() != intervals()) return false;
    for (int k = 0; k < count(); ++k) {
      const double at = series_.control_time(k), margin = kSamePlace * length(k);
      if (at < knot(k) - margin || at >= knot(k + 1) - margin) return false;
    }
    return true;
  }

  ControlShape suggested() const {
    if (are_knots_and_midpoints()) return ControlShape::quadratic;
    if (are_one_an_interval()) return ControlShape::held;
    if (are_knots_with_ends()) return ControlShape::linear;
    refuse(
        "series: phase '{}': its {} control times fit neither the {} times of its states (linear), nor all but the "
        "last "
        "of them (held), nor these and their midpoints (quadratic)",
        phase_.name, count(), intervals() + 1);
  }

  /// The controls at a transcription's nodes, and the knots: other ones where every second time is a midpoint.
  PhaseSeries arranged(ControlShape shape) const {
    PhaseSeries out = series_;
    if (shape == ControlShape::quadratic) {
      if (are_knots_and_midpoints()) return out;
      return with_every_second_knot();
    }
    return shape == ControlShape::held && are_one_an_interval() ? at_starts(series_.controls) : at_knots(shape);
  }

 private:
  double knot(int k) const { return series_.time(k); }
  double length(int k) const { return knot(k + 1) - knot(k); }
  double middle(int k) const { return 0.5 * (knot(k) + knot(k + 1)); }
  bool is_near(double at, double place, int interval) const {
    return std::abs(at - place) <= kSamePlace * length(std::min(interval, intervals() - 1));
  }
  /// Which knot that is, or -1.
  int is_knot(double at) const {
    for (int k = nearest_knot(at), to = std::min(k + 1, intervals()); k <= to; ++k) {
      if (is_near(at, knot(k), k) && is_near(at, knot(k), std::max(0, k - 1))) return k;
    }
    return -1;
  }
  /// The last knot that is not after `at`, or the first.
  int nearest_knot(double at) const {
    const double* const begin = series_.time.data();
    return std::max(0, static_cast<int>(std::upper_bound(begin, begin + intervals() + 1, at) - begin) - 1);
  }

  PhaseSeries at_starts(const Eigen::MatrixXd& controls) const {
    PhaseSeries out = series_;
    out.control_time = series_.time.head(controls.cols());
    out.controls = controls;
    return out;
  }

  /// Held or linear controls at every knot, from those at some of them.
  PhaseSeries at_knots(ControlShape shape) const {
    const bool is_held = shape == ControlShape::held;
    for (int i = 0; i < count(); ++i) {
      require(is_knot(series_.control_time(i)) >= 0,
              "series: phase '{}': {} controls are given at {:g}, which is no time of the states", phase_.name,
              word(shape), series_.control_time(i));
    }
    require(is_knot(series_.control_time(0)) == 0,
            "series: phase '{}': the first control is given at {:g}, after the start at {:g}", phase_.name,
            series_.control_time(0), knot(0));
    require(is_held || are_knots_with_ends(),
            "series: phase '{}': linear controls end at {:g}, before the last state at {:g}", phase_.name,
            series_.control_time(count() - 1), knot(intervals()));
    Eigen::MatrixXd controls(series_.controls.rows(), intervals() + (is_held ? 0 : 1));
    for (int k = 0, last = 0; k < controls.cols(); ++k) {
      const double slack = kSamePlace * length(std::min(k, intervals() - 1));
      while (last + 1 < count() && series_.control_time(last + 1) <= knot(k) + slack) ++last;
      controls.col(k) = is_held ? Eigen::VectorXd(series_.controls.col(last))
                                : interpolate(series_.control_time, series_.controls, knot(k));
    }
    return at_starts(controls);
  }

  PhaseSeries with_every_second_knot() const {
    const bool fits = count() == intervals() + 1 && intervals() % 2 == 0 && are_knots_with_ends();
    require(fits, "series: phase '{}': its {} control times are not the states' {} times and their midpoints",
            phase_.name, count(), intervals() + 1);
    PhaseSeries out = series_;
    const auto every = Eigen::seqN(0, intervals() / 2 + 1, 2);
    out.time = Eigen::VectorXd(series_.time(every));
    out.states = Eigen::MatrixXd(series_.states(Eigen::all, every));
    if (series_.costates.size() > 0) out.costates = Eigen::MatrixXd(series_.costates(Eigen::all, every));
    require(ControlPlaces(out, phase_).are_knots_and_midpoints(),
            "series: phase '{}': every second time of its states is not the midpoint of its neighbours", phase_.name);
    return out;
  }

  const PhaseSeries& series_;
  const Phase& phase_;
};

/// With as many empty columns as the transcription has control times.
PhaseSeries without_controls(PhaseSeries series, ControlShape shape) {
  const int intervals = static_cast<int>(series.time.size()) - 1;
  const int an_interval = shape == ControlShape::quadratic ? 2 : 1;
  const int nodes = an_interval * intervals + (shape == ControlShape::held ? 0 : 1);
  series.control_time.resize(nodes);
  for (int i = 0; i < nodes; ++i) {
    const int k = i / an_interval;
    series.control_time(i) = i % an_interval == 0 ? series.time(k) : 0.5 * (series.time(k) + series.time(k + 1));
  }
  series.controls.resize(0, nodes);
  return series;
}

std::string transcription_of(ControlShape shape) {
  return shape == ControlShape::held ? "midpoint" : (shape == ControlShape::linear ? "trapezoid" : "hermite-simpson");
}

ControlShape shape_of(const Problem& problem, const Series& series) {
  if (series.shape) return *series.shape;
  std::optional<ControlShape> shape;
  for (std::size_t i = 0; i < series.phases.size(); ++i) {
    const Phase& phase = problem.phases()[i];
    if (phase.control_count == 0) continue;
    const ControlShape own = ControlPlaces(series.phases[i], phase).suggested();
    require(!shape || *shape == own, "series: the controls of phase '{}' seem {}, those before it {}: say which",
            phase.name, word(own), word(shape.value_or(own)));
    shape = own;
  }
  return shape.value_or(ControlShape::linear);
}

}  // namespace

ArrangedSeries arranged_series(const Problem& problem, const Series& series) {
  const ControlShape shape = shape_of(problem, series);
  ArrangedSeries out{transcription_of(shape), 0, {}};
  if (!series.steps.empty()) {
    const bool is_linear = shape == ControlShape::linear && series.steps == "shooting-rk4";
    require(shape == ControlShape::held || is_linear, "series: steps of '{}' do not have {} controls", series.steps,
            word(shape));
    out.transcription = series.steps;
    out.degree = is_linear ? 1 : 0;
  }
  for (std::size_t i = 0; i < series.phases.size(); ++i) {
    const Phase& phase = problem.phases()[i];
    const PhaseSeries& own = series.phases[i];
    out.phases.push_back(phase.control_count == 0 ? without_controls(own, shape)
                                                  : ControlPlaces(own, phase).arranged(shape));
  }
  return out;
}

}  // namespace tandem
