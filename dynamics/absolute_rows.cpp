#include <tandem/dynamics/absolute_rows.hpp>

namespace tandem {
namespace {

/// The matrix of an operator on motions.
template <class Result, class Operator>
Matrix6 matrix_of(const Operator& op) {
  Matrix6 m;
  for (int k = 0; k < 6; ++k) m.col(k) = op(motion_of(Vector6::Unit(k))).eigen();
  return m;
}

}  // namespace

Motion<double> motion_of(const Vector6& v) { return {Vec3<double>(v.head<3>()), Vec3<double>(v.tail<3>())}; }

Matrix6 moved_slope(const Motion<double>& x) {
  const Matrix6 ad = matrix_of<Motion<double>>([&](const Motion<double>& m) { return cross(x, m); });
  Matrix6 term = Matrix6::Identity(), sum = term;
  for (int k = 2; k < 40 && term.cwiseAbs().maxCoeff() > 1e-18; ++k) {
    term = term * ad * (-1.0 / k);
    sum += term;
  }
  return sum;
}

Matrix6 momentum_slope(const Inertia<double>& I, const Motion<double>& half_way, double time) {
  const Wrench<double> momentum = I * half_way;
  return matrix_of<Wrench<double>>([&](const Motion<double>& m) {
    return I * (m * (1 / time)) + (cross(half_way, I * m) + cross(m, momentum)) * 0.5;
  });
}

void write_rows(const AbsoluteLink& link, const std::vector<Transform<double>>& places, RowsOfBody& first,
                RowsOfBody& second) {
  first.resize(std::ssize(link.rows), 6);
  second.resize(std::ssize(link.rows), 6);
  for (long k = 0; k < first.rows(); ++k) {
    const LinkWrenches<double> wrenches = link_wrenches(link, link.rows[k], places[link.first], places[link.second]);
    first.row(k) = wrenches.on_first.eigen();
    second.row(k) = wrenches.on_second.eigen();
  }
}

Eigen::VectorXd gaps_of(const AbsoluteLink& link, const std::vector<Transform<double>>& places) {
  const Transform<double> X = first_from_second(link, places[link.first], places[link.second]);
  Eigen::VectorXd gaps(std::ssize(link.rows));
  for (long k = 0; k < gaps.size(); ++k) gaps(k) = recursions::gap_of(link.rows[k], X);
  return gaps;
}

}  // namespace tandem
