#include <tandem/ocp/answers/interval_hamiltonians.hpp>

#include <tandem/ocp/transcription/collocation.hpp>

namespace tandem {

/// States, costates and slopes H_x at both knots of an interval.
struct IntervalHamiltonians::Ends {
  double step = 0.0;
  Eigen::VectorXd x0, x1, l0, l1, slope0, slope1;

  Eigen::VectorXd costate(double s) const {
    const double a = 1.0 - s;
    return (1.0 + 2.0 * s) * a * a * l0 + s * s * (3.0 - 2.0 * s) * l1 - s * a * a * step * slope0 +
           s * s * a * step * slope1;
  }
};

IntervalHamiltonians::IntervalHamiltonians(PhaseHamiltonian& hamiltonian)
    : hamiltonian_(hamiltonian), replay_(hamiltonian.replay()), series_(hamiltonian.series()) {}

std::vector<Hamiltonian> IntervalHamiltonians::at_points(int k) {
  const Tableau& tableau = replay_.tableau();
  const Ends ends = ends_of(k);
  std::vector<Hamiltonian> all;
  for (int j = 0; j < tableau.point_count(); ++j) {
    const double s = tableau.points(j);
    const Eigen::VectorXd at = Eigen::VectorXd::Constant(1, s);
    const Eigen::VectorXd x = s == 0.0   ? ends.x0
                              : s == 1.0 ? ends.x1
                                         : Eigen::VectorXd(replay_.integrate(k, ends.x0, at));
    all.push_back(hamiltonian_.at(x, replay_.control(k, s), replay_.time(k, s), ends.costate(costate_fraction(k, s)),
                                  hamiltonian_.path_multipliers(k, j)));
  }
  return all;
}

std::vector<Hamiltonian> IntervalHamiltonians::at(int k, const Eigen::VectorXd& fractions) {
  const Ends ends = ends_of(k);
  const Eigen::MatrixXd states = replay_.integrate(k, ends.x0, fractions);
  std::vector<Hamiltonian> all;
  for (int i = 0; i < fractions.size(); ++i) {
    const double s = fractions(i);
    all.push_back(hamiltonian_.at(states.col(i), replay_.control(k, s), replay_.time(k, s), ends.costate(s),
                                  path_multipliers_inside(k, s)));
  }
  return all;
}

IntervalHamiltonians::Ends IntervalHamiltonians::ends_of(int k) {
  Ends ends{replay_.step(k),
            series_.states.col(k),
            series_.states.col(k + 1),
            series_.costates.col(k),
            series_.costates_before.col(k + 1),
            {},
            {}};
  const auto slope = [&](double s, const Eigen::VectorXd& x, const Eigen::VectorXd& costate) {
    return hamiltonian_.at(x, replay_.control(k, s), replay_.time(k, s), costate, path_multipliers_inside(k, s))
        .by_state;
  };
  ends.slope0 = slope(0.0, ends.x0, ends.l0);
  ends.slope1 = slope(1.0, ends.x1, ends.l1);
  return ends;
}

/// The path multipliers that act inside an interval, at a fraction of it. A knot's multiplier belongs to both its
/// neighbours, and where an arc begins or ends there, to one of them only; the interval's own points say to which.
/// That of an equation knows no arcs: it is the polynomial through the points.
Eigen::VectorXd IntervalHamiltonians::path_multipliers_inside(int k, double fraction) const {
  const Tableau& tableau = replay_.tableau();
  const int paths = hamiltonian_.paths();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(paths);
  double weight = 0.0;
  for (int j = 0; paths > 0 && j < tableau.point_count(); ++j) {
    if (tableau.is_shared(j)) continue;
    sum += tableau.weights(j) * hamiltonian_.path_multipliers(k, j);
    weight += tableau.weights(j);
  }
  if (weight > 0.0) sum /= weight;
  for (int c = 0; c < paths; ++c) {
    const Range& bounds = hamiltonian_.phase().path_constraints[c].bounds;
    if (bounds.lower.at(replay_.numbers()) != bounds.upper.at(replay_.numbers())) continue;
    const Eigen::RowVectorXd basis = lagrange_basis(tableau.points, fraction);
    const auto own = series_.path_multipliers.row(c).segment(k * tableau.point_count(), tableau.point_count());
    sum(c) = basis.dot(own);
  }
  return sum;
}

/// Where in interval k the costate is that a control at fraction s answers to. A control that sits at knots only
/// answers to the mean of the intervals around it; at the two ends that is the middle of one interval, which makes
/// the control there one order less accurate than elsewhere, and the motion not.
double IntervalHamiltonians::costate_fraction(int k, double s) const {
  if (replay_.tableau().interior_controls() > 0) return s;
  const bool at_the_end = (s == 0.0 && k == 0) || (s == 1.0 && k + 1 == replay_.intervals());
  return at_the_end ? 0.5 : s;
}

}  // namespace tandem
