#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/transcription/pack_matrix.hpp>
#include <tandem/ocp/transcription/phase_layout.hpp>

#include <memory>
#include <vector>

namespace tandem {

/// All points of a mesh at which the dynamics are evaluated, and how each depends on the unknowns of its interval.
///
/// Points that are knots are evaluated once for both neighbours. A direct point's inputs are sums of few unknowns; a
/// composite point's state needs the rates of earlier points too (ocp/transcription/point_tangents.hpp has its
/// derivatives).
class MeshPoints {
 public:
  MeshPoints(const Mesh& mesh, const PhaseLayout& layout, std::unique_ptr<KnotFunction> function, double start_time,
             double end_time);

  /// Evaluates every point for the unknowns z: values, or values and Jacobians. Cost: one knot evaluation a point.
  void evaluate(const Eigen::VectorXd& z, Level level);

  /// Times where they are not free.
  void set_fixed_times(double start, double end) {
    start_time_ = start;
    end_time_ = end;
  }

  /// Contracted Hessians at the last evaluated unknowns, for batch().weights as the caller has filled them.
  void evaluate_hessians();

  /// Column of point j of interval k in the batch.
  int column(int point, int interval) const;
  int knot_column(int knot) const { return knot; }

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
  void fill_direct_inputs(const Eigen::VectorXd& z, int point);
  void add_rates(const Eigen::VectorXd& z, int point);
  int time_input() const { return layout_.states() + layout_.controls(); }

  const Mesh& mesh_;
  const PhaseLayout& layout_;
  std::unique_ptr<KnotFunction> function_;
  double start_time_, end_time_;  ///< where fixed
  SparseKnotBatch batch_;
  int direct_columns_ = 0;
  std::vector<int> first_column_;         ///< of each point that is not a knot
  std::vector<std::vector<Term>> terms_;  ///< of each point
};

}  // namespace tandem
