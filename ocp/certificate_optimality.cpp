#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/collocation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem {
namespace {

/// The Hamiltonian H = sign L + lambda' f + mu' c at one instant, with what is known of its derivatives.
struct Hamiltonian {
  double value = 0.0;         ///< without the path constraints' share
  double largest_term = 0.0;  ///< of the value
  double by_time = 0.0;
  Eigen::VectorXd by_state;
  Eigen::VectorXd by_control;
  Eigen::VectorXd control_terms;      ///< largest |term| of each by_control
  Eigen::VectorXd control_curvature;  ///< diagonal of d2H/du2
  Eigen::VectorXd by_numbers;         ///< by the design numbers
  Eigen::VectorXd number_terms;       ///< largest |term| of each by_numbers
  Eigen::VectorXd path_values;
};

/// One phase's evidence, and its share of what phases have in common: derivatives of the Lagrangian.
struct PhaseOptimality {
  OptimalityEvidence evidence;
  double by_start_time = 0.0, by_end_time = 0.0, time_scale = 1.0;
  Eigen::VectorXd by_numbers, number_scale;
};

class OptimalityExaminer {
 public:
  OptimalityExaminer(const Problem& problem, const Solution& solution, int phase, const LinkagePushes& linkages)
      : replay_(problem, solution, phase),
        phase_(replay_.phase()),
        series_(replay_.series()),
        solution_(solution),
        linkage_start_(linkages.by_start[phase]),
        linkage_end_(linkages.by_end[phase]),
        design_numbers_(designed(problem)),
        sign_(problem.is_maximised() ? -1.0 : 1.0) {
    function_ = knot_function_of(replay_, design_numbers_);
    batch_.resize(function_->inputs(), function_->outputs(), 1);
    by_numbers_.setZero(std::ssize(design_numbers_));
    number_scale_.setOnes(std::ssize(design_numbers_));
    for (const Constraint& integral : phase_.integral_constraints) {
      const auto found = solution.multipliers.find(phase_.name + "/integral/" + integral.name);
      integral_multipliers_.push_back(found == solution.multipliers.end() ? 0.0 : found->second.at(0));
    }
    const double largest = series_.costates.size() == 0 ? 0.0 : series_.costates.cwiseAbs().maxCoeff();
    costate_scale_ = std::max(1.0, largest);
  }

  PhaseOptimality examine() {
    evidence_.autonomous = !function_->jacobian_pattern().col(phase_.state_count + phase_.control_count).any();
    examine_ends();
    examine_jumps();
    if (!replay_.tableau().discrete) {
      examine_stationarity();
    }
    examine_integrals();
    examine_drift();
    PhaseOptimality found;
    found.by_end_time = mean_to_end_ + end_gradient_(phase_.state_count) + duration_multiplier();
    found.by_start_time = linkage_start_(phase_.state_count) - mean_to_start_ - duration_multiplier();
    found.time_scale = std::max({1.0, largest_hamiltonian_term_, std::abs(end_gradient_(phase_.state_count))});
    found.by_numbers = by_numbers_ + end_gradient_.tail(by_numbers_.size());
    found.number_scale = number_scale_.cwiseMax(end_gradient_.tail(by_numbers_.size()).cwiseAbs());
    found.evidence = std::move(evidence_);
    return found;
  }

 private:
  int paths() const { return static_cast<int>(phase_.path_constraints.size()); }
  int cost_rows() const { return phase_.running_cost ? 1 : 0; }
  int path_row() const { return phase_.state_count + cost_rows(); }
  int integrals() const { return static_cast<int>(integral_multipliers_.size()); }
  int numbers() const { return static_cast<int>(design_numbers_.size()); }

  Hamiltonian hamiltonian(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t, const Eigen::VectorXd& costate,
                          const Eigen::VectorXd& path_multipliers) {
    const int nx = phase_.state_count, nu = phase_.control_count;
    batch_.inputs.col(0).head(nx + nu + 1) << x, u, t;
    for (int i = 0; i < numbers(); ++i) batch_.inputs(nx + nu + 1 + i, 0) = replay_.numbers()[design_numbers_[i]];
    Eigen::VectorXd weights(function_->outputs());
    weights.head(nx) = costate;
    if (cost_rows() > 0) weights(nx) = sign_;
    weights.segment(path_row(), paths()) = path_multipliers;
    for (int i = 0; i < integrals(); ++i) weights(path_row() + paths() + i) = integral_multipliers_[i];
    batch_.weights.col(0) = weights;
    function_->evaluate(batch_, 0, 1, Level::hessian);
    const auto jacobian = batch_.jacobian(0);
    Eigen::VectorXd terms = weights.cwiseProduct(batch_.values.col(0));
    terms.segment(path_row(), paths()).setZero();
    const Eigen::VectorXd gradient = jacobian.transpose() * weights;
    Hamiltonian h;
    h.value = terms.sum();
    h.largest_term = terms.cwiseAbs().maxCoeff();
    h.by_time = gradient(nx + nu);
    h.by_state = gradient.head(nx);
    h.by_control = gradient.segment(nx, nu);
    h.control_terms = (weights.asDiagonal() * jacobian.middleCols(nx, nu)).cwiseAbs().colwise().maxCoeff().transpose();
    h.control_curvature = batch_.hessian(0).diagonal().segment(nx, nu);
    h.by_numbers = gradient.tail(numbers());
    h.number_terms = (weights.asDiagonal() * jacobian.rightCols(numbers())).cwiseAbs().colwise().sum().transpose();
    h.path_values = batch_.values.col(0).segment(path_row(), paths());
    return h;
  }

  Eigen::VectorXd path_multipliers(int k, int point) const {
    if (paths() == 0) return Eigen::VectorXd();
    return series_.path_multipliers.col(k * replay_.tableau().point_count() + point);
  }

  /// The tableau's point at a fraction of the interval, or -1.
  int point_at(double fraction) const {
    for (int j = 0; j < replay_.tableau().point_count(); ++j) {
      if (replay_.tableau().points(j) == fraction) return j;
    }
    return -1;
  }

  Eigen::VectorXd path_multipliers_at(int k, double fraction) const {
    const int point = point_at(fraction);
    return point < 0 ? Eigen::VectorXd::Zero(paths()) : path_multipliers(k, point);
  }

  // ---- stationarity -------------------------------------------------------------------------------------------------

  /// dH/du at the points of one interval, with the costate as the cubic through both knots with slopes -H_x and the
  /// state integrated from the left knot.
  std::vector<Hamiltonian> interval_hamiltonians(int k) {
    const Tableau& tableau = replay_.tableau();
    const double h = replay_.step(k);
    const Eigen::VectorXd x0 = series_.states.col(k), x1 = series_.states.col(k + 1);
    const Eigen::VectorXd l0 = series_.costates.col(k), l1 = series_.costates_before.col(k + 1);
    const Hamiltonian left =
        hamiltonian(x0, replay_.control(k, 0.0), replay_.time(k, 0.0), l0, path_multipliers_inside(k, 0.0));
    const Hamiltonian right =
        hamiltonian(x1, replay_.control(k, 1.0), replay_.time(k, 1.0), l1, path_multipliers_inside(k, 1.0));
    std::vector<Hamiltonian> all;
    for (int j = 0; j < tableau.point_count(); ++j) {
      const double s = tableau.points(j), t = costate_fraction(k, s), a = 1.0 - t;
      const Eigen::VectorXd costate = (1.0 + 2.0 * t) * a * a * l0 + t * t * (3.0 - 2.0 * t) * l1 -
                                      t * a * a * h * left.by_state + t * t * a * h * right.by_state;
      const Eigen::VectorXd x = s == 0.0   ? x0
                                : s == 1.0 ? x1
                                           : Eigen::VectorXd(replay_.integrate(k, x0, Eigen::VectorXd::Constant(1, s)));
      all.push_back(hamiltonian(x, replay_.control(k, s), replay_.time(k, s), costate, path_multipliers(k, j)));
    }
    return all;
  }

  /// The path multipliers that act inside an interval, at one of its ends. A knot's multiplier belongs to both its
  /// neighbours, and where an arc begins or ends there, to one of them only; the interval's own points say to which.
  /// That of an equation knows no arcs: it is the polynomial through the points.
  Eigen::VectorXd path_multipliers_inside(int k, double end) const {
    const Tableau& tableau = replay_.tableau();
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(paths());
    double weight = 0.0;
    for (int j = 0; paths() > 0 && j < tableau.point_count(); ++j) {
      if (tableau.is_shared(j)) continue;
      sum += tableau.weights(j) * path_multipliers(k, j);
      weight += tableau.weights(j);
    }
    if (weight > 0.0) sum /= weight;
    for (int c = 0; c < paths() && !tableau.discrete; ++c) {
      const Range& bounds = phase_.path_constraints[c].bounds;
      if (bounds.lower.at(replay_.numbers()) != bounds.upper.at(replay_.numbers())) continue;
      const Eigen::RowVectorXd basis = lagrange_basis(tableau.points, end);
      const auto own = series_.path_multipliers.row(c).segment(k * tableau.point_count(), tableau.point_count());
      sum(c) = basis.dot(own);
    }
    return sum;
  }

  /// Where in interval k the costate is that a control at fraction s answers to. A control that sits at knots only
  /// answers to the mean of the intervals around it; at the two ends that is the middle of one interval, which makes
  /// the control there one order less accurate than elsewhere, and the motion not.
  double costate_fraction(int k, double s) const {
    if (replay_.tableau().interior_controls() > 0) return s;
    const bool at_the_end = (s == 0.0 && k == 0) || (s == 1.0 && k + 1 == replay_.intervals());
    return at_the_end ? 0.5 : s;
  }

  void examine_stationarity() {
    const int nu = phase_.control_count;
    Eigen::MatrixXd averages(nu, replay_.intervals());
    Eigen::MatrixXd curvature = Eigen::MatrixXd::Zero(nu, replay_.intervals());
    Eigen::VectorXd largest = Eigen::VectorXd::Constant(nu, 1e-300);
    for (int k = 0; k < replay_.intervals(); ++k) {
      const std::vector<Hamiltonian> all = interval_hamiltonians(k);
      averages.col(k).setZero();
      for (std::size_t j = 0; j < all.size(); ++j) {
        const double weight = replay_.tableau().weights(static_cast<int>(j));
        add_to_time_means(k, replay_.tableau().points(static_cast<int>(j)), weight, all[j]);
        averages.col(k) += weight * all[j].by_control;
        largest = largest.cwiseMax(all[j].control_terms);
        curvature.col(k) = curvature.col(k).cwiseMax(all[j].control_curvature.cwiseAbs());
        add_unexplained_path_pushes(weight * replay_.step(k), all[j].path_values,
                                    path_multipliers(k, static_cast<int>(j)));
      }
    }
    give_scale_to_singular(largest);
    evidence_.interval_stationarities.assign(1, std::vector<double>(replay_.intervals(), 0.0));
    for (int i = 0; i < nu; ++i) {
      for (int k = 0; k < replay_.intervals(); ++k) {
        const double value = projected(i, k, averages(i, k)) / largest(i);
        double& worst = evidence_.interval_stationarities[0][k];
        worst = std::max(worst, value);
        evidence_.stationarity.see(value, [&] {
          return fmt::format("control '{}' in interval {} from {:.4g}", phase_.controls[i].name, k, series_.time(k));
        });
      }
      note_singular_arcs(i, averages.row(i), curvature.row(i), largest(i));
    }
    for (int c = 0; c < paths(); ++c) {
      evidence_.stationarity.see(path_pushes_(c) / costate_scale_, [&] {
        return fmt::format("multiplier of path constraint '{}'", phase_.path_constraints[c].name);
      });
    }
  }

  /// Where all terms of dH/du vanish, as with a control that is singular all the time, the scale is the slope that
  /// would change H by a tenth when the control moves over its range.
  void give_scale_to_singular(Eigen::VectorXd& largest) const {
    for (int i = 0; i < phase_.control_count; ++i) {
      const auto values = series_.controls.row(i);
      const double range = std::max(1.0, values.maxCoeff() - values.minCoeff());
      largest(i) = std::max(largest(i), 0.1 * largest_hamiltonian_term_ / range);
    }
  }

  /// Integrates what path constraints push away from their bounds, or towards them.
  void add_unexplained_path_pushes(double weight, const Eigen::VectorXd& values, const Eigen::VectorXd& multipliers) {
    for (int c = 0; c < paths(); ++c) {
      path_pushes_(c) += weight * unexplained_push(multipliers(c), values(c), phase_.path_constraints[c].bounds);
    }
  }

  /// The part of dH/du that a bound does not hold: at an upper bound it may be negative, at a lower one positive.
  double projected(int control, int k, double average) const {
    if (std::isnan(average)) return average;
    const auto [at_lower, at_upper] = activity(control, k);
    if (at_upper && average < 0.0) return 0.0;
    if (at_lower && average > 0.0) return 0.0;
    return std::abs(average);
  }

  /// Whether the control is at a bound somewhere in interval k.
  std::pair<bool, bool> activity(int control, int k) const {
    const Range& bounds = phase_.controls[control].bounds;
    const double lower = bounds.lower.at(replay_.numbers()), upper = bounds.upper.at(replay_.numbers());
    const double tolerance = 1e-5 * std::max(1.0, std::isfinite(upper - lower) ? upper - lower : 1.0);
    bool at_lower = false, at_upper = false;
    for (int n = 0; n < replay_.tableau().node_controls(); ++n) {
      const double u = replay_.control(k, replay_.tableau().control_times(n))(control);
      at_lower = at_lower || u <= lower + tolerance;
      at_upper = at_upper || u >= upper - tolerance;
    }
    return {at_lower, at_upper};
  }

  /// Runs of two and more intervals where the control is inside its bounds though H is linear in it.
  void note_singular_arcs(int control, const Eigen::RowVectorXd& averages, const Eigen::RowVectorXd& curvature,
                          double largest) {
    int first = -1;
    for (int k = 0; k <= replay_.intervals(); ++k) {
      bool singular = false;
      if (k < replay_.intervals()) {
        const auto [at_lower, at_upper] = activity(control, k);
        singular = !at_lower && !at_upper && curvature(k) <= 1e-9 * largest && std::abs(averages(k)) <= 1e-3 * largest;
      }
      if (singular && first < 0) first = k;
      if (singular || first < 0) continue;
      if (k - first >= 2) {
        evidence_.notes.push_back(fmt::format("control '{}' is singular from {:.4g} to {:.4g}{}",
                                              phase_.controls[control].name, series_.time(first), series_.time(k),
                                              chatters(control, first, k) ? ", and chatters there" : ""));
      }
      first = -1;
    }
  }

  /// Whether the control changes direction at most of its nodes in intervals [first, end).
  bool chatters(int control, int first, int end) const {
    std::vector<double> values;
    for (int k = first; k < end; ++k) values.push_back(replay_.control(k, 0.5)(control));
    int turns = 0;
    for (std::size_t i = 2; i < values.size(); ++i) {
      if ((values[i] - values[i - 1]) * (values[i - 1] - values[i - 2]) < 0.0) ++turns;
    }
    return values.size() > 4 && turns * 2 > static_cast<int>(values.size());
  }

  // ---- ends and jumps -----------------------------------------------------------------------------------------------

  double unexplained_push(double push, double value, const Range& range) const {
    return tandem::unexplained_push(push, value, range, replay_.numbers());
  }

  static Range both(const Range& bounds, const std::optional<Range>& end, std::span<const double> numbers) {
    if (!end) return bounds;
    return Range(std::max(bounds.lower.at(numbers), end->lower.at(numbers)),
                 std::min(bounds.upper.at(numbers), end->upper.at(numbers)));
  }

  void see_push(double push, double value, const Range& range, const std::string& what, double time) {
    evidence_.transversality.see(unexplained_push(push, value, range) / costate_scale_,
                                 [&] { return fmt::format("{} at {:.4g}", what, time); });
  }

  /// Derivative of sign * end cost + multipliers' end constraints and linkages by the final state, by the final time,
  /// and (without the linkages) by the design numbers.
  Eigen::VectorXd end_gradient() {
    const int nx = phase_.state_count, last = replay_.intervals();
    const std::vector<double> numbers(replay_.numbers().begin(), replay_.numbers().end());
    KnotBlocks blocks{nx, 0, {}, numbers, design_numbers_};
    std::vector<double> weights;
    if (phase_.end_cost) {
      blocks.blocks.push_back(phase_.end_cost);
      weights.push_back(sign_);
    }
    for (const Constraint& constraint : phase_.end_constraints) {
      blocks.blocks.push_back(constraint.function);
      weights.push_back(named_multiplier("end", constraint.name).value_or(0.0));
    }
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(blocks.inputs());
    if (!weights.empty()) {
      const auto function = make_knot_function(blocks, "tape");
      KnotBatch batch;
      batch.resize(function->inputs(), function->outputs(), 1);
      batch.inputs.col(0).head(nx + 1) << series_.states.col(last), series_.time(last);
      for (int i = 0; i < this->numbers(); ++i) batch.inputs(nx + 1 + i, 0) = numbers[design_numbers_[i]];
      function->evaluate(batch, 0, 1, Level::jacobian);
      const Eigen::Map<const Eigen::VectorXd> factors(weights.data(), static_cast<int>(weights.size()));
      gradient = batch.jacobian(0).transpose() * factors;
    }
    gradient.head(nx + 1) += linkage_end_;
    return gradient;
  }

  std::optional<double> named_multiplier(const char* kind, const std::string& name) const {
    const auto found = solution_.multipliers.find(phase_.name + "/" + kind + "/" + name);
    if (found == solution_.multipliers.end() || found->second.empty()) return std::nullopt;
    return found->second[0];
  }

  double duration_multiplier() const { return named_multiplier("time", "duration").value_or(0.0); }

  /// The multiplier of an integral pushes only at a bound, and the right way; so does that of the duration.
  void examine_integrals() {
    const int last = replay_.intervals();
    for (int i = 0; i < integrals(); ++i) {
      const Constraint& constraint = phase_.integral_constraints[i];
      see_push(integral_multipliers_[i], series_.integrals(i, last) - series_.integrals(i, 0), constraint.bounds,
               fmt::format("multiplier of integral constraint '{}'", constraint.name), series_.time(last));
    }
    see_push(duration_multiplier(), series_.time(last) - series_.time(0),
             phase_.time.duration.value_or(Range(0.0, kInfinity)), "multiplier of the duration", series_.time(last));
  }

  /// lambda(tf) = d(end cost + multipliers' end constraints and linkages)/dx + bound multiplier,
  /// lambda(t0) = -d(multipliers' linkages)/dx - bound multiplier.
  void examine_ends() {
    const int last = replay_.intervals();
    end_gradient_ = end_gradient();
    for (int i = 0; i < phase_.state_count; ++i) {
      const State& state = phase_.states[i];
      const std::string what = fmt::format("costate of '{}'", state.name);
      see_push(-series_.costates(i, 0) - linkage_start_(i), series_.states(i, 0),
               both(state.bounds, state.start, replay_.numbers()), what, series_.time(0));
      see_push(series_.costates_before(i, last) - end_gradient_(i), series_.states(i, last),
               both(state.bounds, state.end, replay_.numbers()), what, series_.time(last));
    }
    for (const Constraint& constraint : phase_.end_constraints) {
      const std::optional<double> multiplier = named_multiplier("end", constraint.name);
      if (!multiplier) continue;
      see_push(*multiplier, end_value(constraint), constraint.bounds,
               fmt::format("multiplier of end constraint '{}'", constraint.name), series_.time(last));
    }
  }

  double end_value(const Constraint& constraint) const {
    const Eigen::VectorXd x = series_.states.col(replay_.intervals());
    double value = 0.0;
    constraint.function(
        KnotView<double>{
            {x.data(), static_cast<std::size_t>(x.size())}, {}, series_.time(replay_.intervals()), replay_.numbers()},
        std::span<double>(&value, 1));
    return value;
  }

  /// At inner knots the costate may only jump where a state bound pushes, and the right way; path constraints at
  /// knots push with their multiplier (weight of the knot times multiplier per unit of time).
  void examine_jumps() {
    const Tableau& tableau = replay_.tableau();
    for (int k = 1; k < replay_.intervals(); ++k) {
      Eigen::VectorXd push = series_.costates_before.col(k) - series_.costates.col(k);
      if (paths() > 0 && tableau.left_point >= 0) {
        const double weight = tableau.discrete ? replay_.step(k)
                                               : replay_.step(k) * tableau.weights(tableau.left_point) +
                                                     replay_.step(k - 1) * tableau.weights(tableau.right_point);
        hamiltonian(series_.states.col(k), replay_.control(k, 0.0), series_.time(k), series_.costates.col(k),
                    path_multipliers(k, tableau.left_point));
        const auto jacobian = batch_.jacobian(0).middleRows(path_row(), paths()).leftCols(phase_.state_count);
        push -= weight * jacobian.transpose() * path_multipliers(k, tableau.left_point);
      }
      for (int i = 0; i < phase_.state_count; ++i) {
        see_push(push(i), series_.states(i, k), phase_.states[i].bounds,
                 fmt::format("jump of the costate of '{}'", phase_.states[i].name), series_.time(k));
      }
    }
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  Hamiltonian at_knot(int k) {
    const bool last = k == replay_.intervals();
    const int interval = last ? k - 1 : k;
    const double fraction = last ? 1.0 : 0.0;
    return hamiltonian(series_.states.col(k), replay_.control(interval, fraction), series_.time(k),
                       last ? series_.costates_before.col(k) : series_.costates.col(k),
                       path_multipliers_at(interval, fraction));
  }

  /// Adds one point to the integrals over s in [0, 1], t = t0 + s T, of H + s T dH/dt and H - (1 - s) T dH/dt.
  void add_to_time_means(int k, double fraction, double weight, const Hamiltonian& h) {
    const double start = series_.time(0), duration = series_.time(replay_.intervals()) - start;
    const double passed = replay_.time(k, fraction) - start;
    const double share = weight * replay_.step(k) / duration;
    mean_to_end_ += share * (h.value + passed * h.by_time);
    mean_to_start_ += share * (h.value - (duration - passed) * h.by_time);
    largest_hamiltonian_term_ = std::max(largest_hamiltonian_term_, h.largest_term);
    by_numbers_ += weight * replay_.step(k) * h.by_numbers;
    number_scale_ += weight * replay_.step(k) * h.number_terms;
  }

  void examine_drift() {
    if (!evidence_.autonomous) return;
    double least = kInfinity, most = -kInfinity, scale = 1.0;
    for (int k = 0; k <= replay_.intervals(); ++k) {
      const Hamiltonian h = at_knot(k);
      least = std::min(least, h.value);
      most = std::max(most, h.value);
      scale = std::max(scale, h.largest_term);
    }
    evidence_.hamiltonian_drift.see((most - least) / scale, [] { return std::string("over the knots"); });
  }

  Replay replay_;
  const Phase& phase_;
  const PhaseSolution& series_;
  const Solution& solution_;
  const Eigen::VectorXd& linkage_start_;  ///< what linkages push: by the states and the time at the start
  const Eigen::VectorXd& linkage_end_;
  std::vector<int> design_numbers_;
  std::vector<double> integral_multipliers_;
  double sign_;
  double costate_scale_ = 1.0;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
  Eigen::VectorXd end_gradient_;
  Eigen::VectorXd path_pushes_ = Eigen::VectorXd::Zero(paths());
  double mean_to_end_ = 0.0, mean_to_start_ = 0.0, largest_hamiltonian_term_ = 0.0;
  Eigen::VectorXd by_numbers_, number_scale_;
  OptimalityEvidence evidence_;
};

void take_in(OptimalityEvidence& all, OptimalityEvidence& own, const std::string& prefix) {
  const auto take = [&](Worst& worst, Worst& one) {
    one.where = prefix + one.where;
    worst.see(one);
  };
  take(all.stationarity, own.stationarity);
  take(all.transversality, own.transversality);
  take(all.hamiltonian_drift, own.hamiltonian_drift);
  for (const std::string& note : own.notes) all.notes.push_back(prefix + note);
  own.interval_stationarities.resize(1);
  all.interval_stationarities.push_back(std::move(own.interval_stationarities[0]));
  all.autonomous = all.autonomous && own.autonomous;
}

/// Where a time is free, the derivative of the Lagrangian by it, with the motion stretched, balances: for an end the
/// integral over s of H + s T dH/dt + d(end cost + multipliers' end constraints and linkages)/dt. That equals H(tf) by
/// the costate equation, and holds on a mesh whose knots miss the switches. A time that two phases share balances for
/// both together.
void examine_free_times(const Problem& problem, const Solution& solution, const std::vector<PhaseOptimality>& phases,
                        std::span<const double> numbers, Worst& transversality) {
  const auto see = [&](double push, double scale, double time, const Range& range, int phase, const char* what) {
    transversality.see(unexplained_push(push, time, range, numbers) / scale,
                       [&] { return fmt::format("{}H at the free {} time", phase_prefix(problem, phase), what); });
  };
  const int count = static_cast<int>(phases.size());
  for (int i = 0; i < count; ++i) {
    const PhaseTime& own = problem.phases()[i].time;
    const Eigen::VectorXd& time = solution.phases[i].time;
    if (!own.continues) see(-phases[i].by_start_time, phases[i].time_scale, time(0), own.start, i, "start");
    double by_end = phases[i].by_end_time, scale = phases[i].time_scale;
    if (i + 1 < count && problem.phases()[i + 1].time.continues) {
      by_end += phases[i + 1].by_start_time;
      scale = std::max(scale, phases[i + 1].time_scale);
    }
    see(-by_end, scale, time(time.size() - 1), own.end, i, "end");
  }
}

/// The derivative of the Lagrangian by each design number vanishes, unless a bound holds the number.
void examine_numbers(const Problem& problem, const std::vector<PhaseOptimality>& phases, const LinkagePushes& linkages,
                     std::span<const double> numbers, Worst& transversality) {
  const std::vector<int> design = designed(problem);
  for (int i = 0; i < static_cast<int>(design.size()); ++i) {
    const NamedNumber& number = problem.numbers()[design[i]];
    double sum = linkages.by_numbers(i), scale = std::abs(sum);
    for (const PhaseOptimality& phase : phases) {
      sum += phase.by_numbers(i);
      scale = std::max(scale, phase.number_scale(i));
    }
    transversality.see(unexplained_push(-sum, numbers[design[i]], Range(number.lower, number.upper), numbers) / scale,
                       [&] { return fmt::format("design number '{}'", number.name); });
  }
}

}  // namespace

std::vector<int> designed(const Problem& problem) {
  std::vector<int> indices;
  for (int i = 0; i < static_cast<int>(problem.numbers().size()); ++i) {
    if (problem.numbers()[i].role == Role::design) indices.push_back(i);
  }
  return indices;
}

double unexplained_push(double push, double value, const Range& range, std::span<const double> numbers) {
  const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
  const double tolerance = 1e-5 * std::max(1.0, std::abs(value));
  if (lower == upper) return 0.0;
  if (push > 0.0 && value >= upper - tolerance) return 0.0;
  if (push < 0.0 && value <= lower + tolerance) return 0.0;
  return std::isnan(push) ? push : std::abs(push);
}

std::unique_ptr<KnotFunction> knot_function_of(const Replay& replay, const std::vector<int>& free_numbers) {
  const Phase& phase = replay.phase();
  const std::vector<double> numbers(replay.numbers().begin(), replay.numbers().end());
  KnotBlocks blocks{phase.state_count, phase.control_count, {phase.dynamics}, numbers, free_numbers};
  if (phase.running_cost) blocks.blocks.push_back(phase.running_cost);
  for (const Constraint& constraint : phase.path_constraints) blocks.blocks.push_back(constraint.function);
  for (const Constraint& constraint : phase.integral_constraints) blocks.blocks.push_back(constraint.function);
  return make_knot_function(blocks, "tape");
}

OptimalityEvidence examine_optimality(const Problem& problem, const Solution& solution) {
  const LinkagePushes linkages = linkage_pushes(problem, solution);
  const std::vector<double> numbers = numbers_of(problem, solution);
  std::vector<PhaseOptimality> phases;
  OptimalityEvidence all;
  all.autonomous = true;
  for (int i = 0; i < static_cast<int>(problem.phases().size()); ++i) {
    phases.push_back(OptimalityExaminer(problem, solution, i, linkages).examine());
    take_in(all, phases.back().evidence, phase_prefix(problem, i));
  }
  all.transversality.see(examine_linkage_multipliers(problem, solution));
  if (make_tableau(solution.transcription, solution.degree).discrete) return all;
  examine_free_times(problem, solution, phases, numbers, all.transversality);
  examine_numbers(problem, phases, linkages, numbers, all.transversality);
  return all;
}

}  // namespace tandem
