#include <tandem/ocp/tableau.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>

namespace tandem {
namespace {

/// Fills what follows from the rest: the control polynomial at the points.
Tableau complete(Tableau tableau) {
  tableau.control_basis.resize(tableau.point_count(), tableau.node_controls());
  for (int j = 0; j < tableau.point_count(); ++j) {
    tableau.control_basis.row(j) = lagrange_basis(tableau.control_times, tableau.points(j));
  }
  return tableau;
}

}  // namespace

Eigen::RowVectorXd lagrange_basis(const Eigen::VectorXd& nodes, double at) {
  const int n = static_cast<int>(nodes.size());
  Eigen::RowVectorXd basis = Eigen::RowVectorXd::Ones(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (j != i) basis(i) *= (at - nodes(j)) / (nodes(i) - nodes(j));
    }
  }
  return basis;
}

Tableau trapezoid() {
  Tableau t;
  t.name = "trapezoid";
  t.state_order = 2;
  t.control_times = Eigen::Vector2d(0.0, 1.0);
  t.control_at_left = t.control_at_right = true;
  t.points = Eigen::Vector2d(0.0, 1.0);
  t.state_from_states = Eigen::Matrix2d::Identity();
  t.state_from_rates = Eigen::Matrix2d::Zero();
  t.defect_states = Eigen::RowVector2d(-1.0, 1.0);
  t.defect_rates = Eigen::RowVector2d(-0.5, -0.5);
  t.weights = Eigen::Vector2d(0.5, 0.5);
  t.left_point = 0;
  t.right_point = 1;
  return complete(t);
}

Tableau hermite_simpson() {
  Tableau t;
  t.name = "hermite-simpson";
  t.state_order = 4;
  t.control_times = Eigen::Vector3d(0.0, 0.5, 1.0);
  t.control_at_left = t.control_at_right = true;
  // Points: left knot, right knot, then the midpoint, which needs the rates of both.
  t.points = Eigen::Vector3d(0.0, 1.0, 0.5);
  t.state_from_states = (Eigen::Matrix<double, 3, 2>() << 1.0, 0.0, 0.0, 1.0, 0.5, 0.5).finished();
  t.state_from_rates = Eigen::Matrix3d::Zero();
  t.state_from_rates.row(2) << 1.0 / 8.0, -1.0 / 8.0, 0.0;
  t.defect_states = Eigen::RowVector2d(-1.0, 1.0);
  t.defect_rates = Eigen::RowVector3d(-1.0, -1.0, -4.0) / 6.0;
  t.weights = Eigen::Vector3d(1.0, 1.0, 4.0) / 6.0;
  t.left_point = 0;
  t.right_point = 1;
  return complete(t);
}

Tableau hermite_simpson_separated() {
  Tableau t = hermite_simpson();
  t.name = "hermite-simpson-separated";
  t.interior_states = 1;
  t.interior_state_times = Eigen::VectorXd::Constant(1, 0.5);
  t.state_from_states = (Eigen::Matrix3d() << 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0).finished();
  t.state_from_rates.setZero();
  t.defect_states = (Eigen::Matrix<double, 2, 3>() << -1.0, 0.0, 1.0, -0.5, 1.0, -0.5).finished();
  t.defect_rates = (Eigen::Matrix<double, 2, 3>() << -1.0 / 6.0, -1.0 / 6.0, -4.0 / 6.0,  //
                    -1.0 / 8.0, 1.0 / 8.0, 0.0)
                       .finished();
  return complete(t);
}

const std::vector<std::string>& transcription_names() {
  static const std::vector<std::string> names{"trapezoid", "hermite-simpson", "hermite-simpson-separated"};
  return names;
}

Tableau make_tableau(const std::string& transcription, int degree) {
  require(degree >= 0, "transcription '{}': the degree {} is negative", transcription, degree);
  const auto& known = transcription_names();
  const bool is_known = std::find(known.begin(), known.end(), transcription) != known.end();
  require(is_known, "no transcription is called '{}'{}", transcription, did_you_mean(transcription, known));
  require(degree == 0, "transcription '{}' has no degree to choose (given: {})", transcription, degree);
  if (transcription == "trapezoid") return trapezoid();
  if (transcription == "hermite-simpson") return hermite_simpson();
  return hermite_simpson_separated();
}

}  // namespace tandem
