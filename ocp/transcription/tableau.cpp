#include <tandem/ocp/transcription/tableau.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/transcription/collocation.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

constexpr int kHighestDegree = 20;

/// Fills what follows from the rest: the control polynomial at the points.
Tableau complete(Tableau tableau) {
  tableau.control_basis.resize(tableau.point_count(), tableau.node_controls());
  for (int j = 0; j < tableau.point_count(); ++j) {
    tableau.control_basis.row(j) = lagrange_basis(tableau.control_times, tableau.points(j));
  }
  return tableau;
}

/// Collocation at the points of a rule; states are the polynomial through the left knot and the points. Row i of the
/// defects is its slope at point i, less h f_i: the sparsest form, each row with the rate at one point only.
Tableau collocation(const QuadratureRule& rule) {
  const int count = static_cast<int>(rule.points.size());
  const bool ends_at_knot = rule.points(count - 1) == 1.0;
  Tableau t;
  t.interior_states = ends_at_knot ? count - 1 : count;
  t.interior_state_times = rule.points.head(t.interior_states);
  t.control_times = t.points = rule.points;
  t.weights = rule.weights;
  Eigen::VectorXd nodes(count + 1);  // of the states' polynomial; the right knot among them where it is a point
  nodes << 0.0, rule.points;
  t.state_from_states = Eigen::MatrixXd::Zero(count, t.node_states());
  t.state_from_states.middleCols(1, count).setIdentity();
  t.state_from_rates = Eigen::MatrixXd::Zero(count, count);
  const int defects = ends_at_knot ? count : count + 1;
  t.defect_states = Eigen::MatrixXd::Zero(defects, t.node_states());
  t.defect_rates = Eigen::MatrixXd::Zero(defects, count);
  for (int i = 0; i < count; ++i) {
    t.defect_states.row(i).head(count + 1) = lagrange_slopes(nodes, rule.points(i));
    t.defect_rates(i, i) = -1.0;
  }
  if (!ends_at_knot) {
    t.defect_states.row(count).head(count + 1) = -lagrange_basis(nodes, 1.0);
    t.defect_states(count, count + 1) = 1.0;
  }
  return complete(t);
}

int degree_or(int degree, int usual, const std::string& transcription) {
  require(degree <= kHighestDegree, "transcription '{}': the degree {} is above {}, past which rounding spoils it",
          transcription, degree, kHighestDegree);
  return degree == 0 ? usual : degree;
}

}  // namespace

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

Tableau gauss(int points) {
  Tableau t = collocation(gauss_rule(points));
  t.name = "gauss";
  t.state_order = 2 * points;
  return t;
}

Tableau radau(int points) {
  Tableau t = collocation(radau_rule(points));
  t.name = "radau";
  t.state_order = 2 * points - 1;
  return t;
}

Tableau spline(int points) {
  Tableau t = gauss(points);
  t.name = "spline";
  t.control_times = Eigen::VectorXd::Constant(1, 0.5);
  return complete(std::move(t));
}

Tableau midpoint() {
  Tableau t;
  t.name = "midpoint";
  t.state_order = 2;
  t.control_times = t.points = Eigen::VectorXd::Constant(1, 0.5);
  t.state_from_states = Eigen::RowVector2d(0.5, 0.5);
  t.state_from_rates = Eigen::MatrixXd::Zero(1, 1);
  t.defect_states = Eigen::RowVector2d(-1.0, 1.0);
  t.defect_rates = Eigen::MatrixXd::Constant(1, 1, -1.0);
  t.weights = Eigen::VectorXd::Ones(1);
  return complete(t);
}

Tableau shooting_rk4(bool linear_controls) {
  Tableau t;
  t.name = "shooting-rk4";
  t.state_order = 4;
  t.discrete = true;
  t.path_points = 1;  // at the knots; what is inside the step is no state of the discrete problem
  if (linear_controls) {
    t.control_times = Eigen::Vector2d(0.0, 1.0);
    t.control_at_left = t.control_at_right = true;
    t.left_point = 0;
  } else {
    t.control_times = Eigen::VectorXd::Zero(1);
  }
  t.points = Eigen::Vector4d(0.0, 0.5, 0.5, 1.0);
  t.state_from_states = Eigen::MatrixXd::Zero(4, 2);
  t.state_from_states.col(0).setOnes();
  t.state_from_rates = Eigen::Matrix4d::Zero();
  t.state_from_rates(1, 0) = t.state_from_rates(2, 1) = 0.5;
  t.state_from_rates(3, 2) = 1.0;
  t.defect_states = Eigen::RowVector2d(-1.0, 1.0);
  t.weights = Eigen::Vector4d(1.0, 2.0, 2.0, 1.0) / 6.0;
  t.defect_rates = -t.weights.transpose();
  return complete(t);
}

Tableau semi_implicit() {
  Tableau t;
  t.name = "semi-implicit";
  t.state_order = 1;
  t.discrete = true;
  t.velocities_ahead = true;
  t.control_times = t.points = Eigen::VectorXd::Zero(1);
  t.state_from_states = Eigen::RowVector2d(1.0, 0.0);
  t.state_from_rates = Eigen::MatrixXd::Zero(1, 1);
  t.defect_states = Eigen::RowVector2d(-1.0, 1.0);
  t.defect_rates = Eigen::MatrixXd::Constant(1, 1, -1.0);
  t.weights = Eigen::VectorXd::Ones(1);
  return complete(t);
}

const std::vector<std::string>& transcription_names() {
  static const std::vector<std::string> names{"trapezoid", "hermite-simpson", "hermite-simpson-separated",
                                              "gauss",     "radau",           "spline",
                                              "midpoint",  "shooting-rk4",    "semi-implicit"};
  return names;
}

Tableau make_tableau(const std::string& transcription, int degree) {
  require(degree >= 0, "transcription '{}': the degree {} is negative", transcription, degree);
  const auto& known = transcription_names();
  const bool is_known = std::find(known.begin(), known.end(), transcription) != known.end();
  require(is_known, "no transcription is called '{}'{}", transcription, did_you_mean(transcription, known));
  if (transcription == "gauss") return gauss(degree_or(degree, 3, transcription));
  if (transcription == "radau") return radau(degree_or(degree, 3, transcription));
  if (transcription == "spline") return spline(degree_or(degree, 3, transcription));
  if (transcription == "shooting-rk4") {
    require(degree <= 1, "transcription 'shooting-rk4' holds controls with degree 0 (constant) or 1 (linear), not {}",
            degree);
    return shooting_rk4(degree == 1);
  }
  require(degree == 0, "transcription '{}' has no degree to choose (given: {})", transcription, degree);
  if (transcription == "trapezoid") return trapezoid();
  if (transcription == "hermite-simpson") return hermite_simpson();
  if (transcription == "semi-implicit") return semi_implicit();
  return transcription == "midpoint" ? midpoint() : hermite_simpson_separated();
}

}  // namespace tandem
