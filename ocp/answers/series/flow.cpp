#include <tandem/ocp/answers/series/flow.hpp>

#include <tandem/ocp/transcription/collocation.hpp>

namespace tandem {

Tableau flow_tableau() {
  Tableau t;
  t.name = "flow";
  t.state_order = 4;
  t.path_points = 0;
  t.control_times = Eigen::Vector3d(0.0, 0.5, 1.0);
  t.points.resize(8);
  t.points << 0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0;
  t.weights.resize(8);
  t.weights << 1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 2.0, 1.0;
  t.weights /= 12.0;
  t.state_from_states = Eigen::MatrixXd::Zero(8, 2);
  t.state_from_states.col(0).setOnes();
  t.state_from_rates = Eigen::MatrixXd::Zero(8, 8);
  t.state_from_rates.bottomLeftCorner(4, 4).rowwise() = t.weights.head(4).transpose();  // the first step is made
  for (const int first : {0, 4}) {
    t.state_from_rates(first + 1, first) = t.state_from_rates(first + 2, first + 1) = 0.25;
    t.state_from_rates(first + 3, first + 2) = 0.5;
  }
  t.defect_states = Eigen::RowVector2d(-1.0, 1.0);
  t.defect_rates = -t.weights.transpose();
  t.control_basis.resize(8, 3);
  for (int j = 0; j < 8; ++j) t.control_basis.row(j) = lagrange_basis(t.control_times, t.points(j));
  return t;
}

}  // namespace tandem
