#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/transcription/pack_matrix.hpp>
#include <tandem/ocp/transcription/phase_layout.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace tandem {

/// Intervals of a mesh that stand beside each other: first ... end - 1. Those before `own` are there for what they
/// share with the first own one: the knot between them.
struct MeshWindow {
  int first = 0, own = 0, end = 0;
  int intervals() const { return end - first; }
};

/// How many intervals are evaluated at a time: their numbers stay in the second level of the cache. A multiple of the
/// lanes of a group.
inline constexpr int kMostInWindow = 512;

/// The points of a mesh at which the dynamics are evaluated, and how each depends on the unknowns of its interval. On a
/// long mesh only those of a window are held, so that memory does not grow with the mesh.
///
/// Points that are knots are evaluated once for both neighbours. A direct point's inputs are sums of few unknowns; a
/// composite point's state needs the rates of earlier points too (ocp/transcription/point_tangents.hpp has its
/// derivatives).
class MeshPoints {
 public:
  MeshPoints(const Mesh& mesh, const PhaseLayout& layout, std::unique_ptr<KnotFunction> function, double start_time,
             double end_time, int most_in_window = kMostInWindow);

  // ---- windows --------------------------------------------------------------------------------------------------
  int windows() const { return (mesh_.intervals() + most_in_window_ - 1) / most_in_window_; }
  const MeshWindow& window() const { return window_; }
  /// That a window has.
  int most_intervals() const { return std::min(mesh_.intervals(), most_in_window_ + Pack4::kWidth); }
  /// Goes to window number w, whose points are then to be evaluated. `with_before`: and a group of intervals before it.
  void open(int w, bool with_before);

  // ---- of the open window: at first, the first one ----------------------------------------------------------------
  /// Evaluates every point for the unknowns z: values, or values and Jacobians. Cost: one knot evaluation a point.
  void evaluate(const Eigen::VectorXd& z, Level level);

  /// Times where they are not free.
  void set_fixed_times(double start, double end) {
    start_time_ = start;
    end_time_ = end;
  }

  /// Contracted Hessians at the last evaluated unknowns, for batch().weights as the caller has filled them.
  void evaluate_hessians();

  int columns() const { return columns_; }
  /// Column in the batch of point j of interval k, which is in the window.
  int column(int point, int interval) const;
  int knot_column(int knot) const { return knot - window_.first; }

  /// The same for four intervals at once: where the columns stand in one of the batch's matrices.
  LaneColumns columns(const Eigen::MatrixXd& matrix, int point, const LaneGroup& intervals) const;

  SparseKnotBatch& batch() { return batch_; }
  const SparseKnotBatch& batch() const { return batch_; }
  KnotFunction& function() { return *function_; }
  const KnotFunction& function() const { return *function_; }

  double duration(const Eigen::VectorXd& z) const { return end_of(z) - start_of(z); }
  double start_of(const Eigen::VectorXd& z) const;
  double end_of(const Eigen::VectorXd& z) const;

  /// Which unknowns of an interval make the inputs of a point that is not composite, or the direct part of one that is;
  /// nothing for the time. The same for every interval.
  struct Term {
    int input;
    int local;  ///< unknown of the interval
    double weight;
  };
  const std::vector<Term>& terms(int point) const { return terms_[point]; }

  /// Fraction of the phase at which point j of interval k lies; the left point of interval N is the last knot.
  double fraction(int point, int interval) const {
    if (interval == mesh_.intervals()) return 1.0;
    return mesh_.start(interval) + mesh_.tableau.points(point) * mesh_.length(interval);
  }

 private:
  std::vector<Term> terms_of(int point) const;
  void place_columns();
  std::pair<int, int> filled_by(int point) const;
  void fill_direct_inputs(const Eigen::VectorXd& z, int point);
  void add_rates(const Eigen::VectorXd& z, int point);
  int time_input() const { return layout_.states() + layout_.controls(); }

  const Mesh& mesh_;
  const PhaseLayout& layout_;
  std::unique_ptr<KnotFunction> function_;
  double start_time_, end_time_;  ///< where fixed
  int most_in_window_;
  MeshWindow window_;
  SparseKnotBatch batch_;
  int columns_ = 0, direct_columns_ = 0;
  std::vector<int> first_column_;         ///< of each point that is not a knot
  std::vector<std::vector<Term>> terms_;  ///< of each point
};

}  // namespace tandem
