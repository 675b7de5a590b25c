#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/phase_layout.hpp>

#include <memory>
#include <vector>

namespace tandem {

/// All points of a mesh at which the dynamics are evaluated, and how each depends on the unknowns of its interval.
///
/// Points that are knots are evaluated once for both neighbours. A direct point's inputs are sums of few unknowns; a
/// composite point's state needs the rates of earlier points, and its tangent G = d inputs / d unknowns is dense.
class MeshPoints {
 public:
  MeshPoints(const Mesh& mesh, const PhaseLayout& layout, std::unique_ptr<KnotFunction> function, double start_time,
             double end_time);

  /// Evaluates every point for the unknowns z: values, or values and Jacobians with the tangents. Cost: one knot
  /// evaluation a point, and for composite points one product of Jacobian and tangent a dependence.
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

  KnotBatch& batch() { return batch_; }
  const KnotBatch& batch() const { return batch_; }
  KnotFunction& function() { return *function_; }
  const KnotFunction& function() const { return *function_; }

  double duration(const Eigen::VectorXd& z) const { return end_of(z) - start_of(z); }
  double start_of(const Eigen::VectorXd& z) const;
  double end_of(const Eigen::VectorXd& z) const;

  /// out += factor * rows * G for point j of interval k, with `rows` (any number) over the inputs of the point.
  /// Nothing is allocated here or below.
  void add_product_with_tangent(int point, int interval, const Eigen::Ref<const Eigen::MatrixXd>& rows, double factor,
                                Eigen::Ref<Eigen::MatrixXd> out) const;

  /// out += G' * hessian * G.
  void add_congruence(int point, int interval, const Eigen::Ref<const Eigen::MatrixXd>& hessian,
                      Eigen::Ref<Eigen::MatrixXd> out);

  /// The same for a knot's own point, over the knot's unknowns [x_k; u_k; border].
  void add_knot_product(int knot, const Eigen::Ref<const Eigen::MatrixXd>& rows, Eigen::Ref<Eigen::MatrixXd> out) const;
  void add_knot_congruence(int knot, const Eigen::Ref<const Eigen::MatrixXd>& hessian,
                           Eigen::Ref<Eigen::MatrixXd> out) const;
  int knot_unknowns() const { return layout_.states() + layout_.controls() + layout_.border(); }
  int knot_global(int knot, int local) const {
    const int own = layout_.states() + layout_.controls();
    return local < own ? layout_.state(knot) + local : layout_.global(0, layout_.local_border() + local - own);
  }
  BoolMatrix knot_tangent_pattern() const;

  /// Which entries of G may be non-zero; the same for every interval.
  const BoolMatrix& tangent_pattern(int point) const { return tangent_patterns_[point]; }

  /// The unknowns of an interval that are free times.
  std::vector<int> free_times() const;

  /// Fraction of the phase at which point j of interval k lies.
  double fraction(int point, int interval) const {
    return mesh_.start(interval) + mesh_.tableau.points(point) * mesh_.length(interval);
  }

 private:
  struct Term {
    int local;  ///< unknown of the interval
    double weight;
  };
  using Terms = std::vector<Term>;

  Terms terms_of(int point, int input) const;
  void fill_direct_inputs(const Eigen::VectorXd& z, int point, int interval);
  void add_rates(int point, int interval, double step);
  void fill_tangent(int point, int interval, double step);
  void find_tangent_patterns();

  int time_input() const { return layout_.states() + layout_.controls(); }

  /// Calls visit(unknown of the interval, weight) for what an input of a point that is not composite is made of.
  template <class Visit>
  void for_terms(int point, int interval, int input, const Visit& visit) const {
    if (input == time_input()) {
      visit_times(fraction(point, interval), 0, visit);
    } else {
      for (const Term& term : terms_[point][input]) visit(term.local, term.weight);
    }
  }
  /// The same for a knot by itself, over its own unknowns.
  template <class Visit>
  void for_knot_terms(int knot, int input, const Visit& visit) const {
    const int shift = time_input() - layout_.local_border();  // the border follows the knot's own unknowns
    if (input < time_input()) {
      visit(input, 1.0);
    } else if (input == time_input()) {
      visit_times(mesh_.ends[knot], shift, visit);
    } else {
      for (const Term& term : terms_[0][input]) visit(term.local + shift, term.weight);
    }
  }
  template <class Visit>
  void visit_times(double fraction, int shift, const Visit& visit) const {
    if (layout_.start_time() >= 0) visit(layout_.local_start_time() + shift, 1.0 - fraction);
    if (layout_.end_time() >= 0) visit(layout_.local_end_time() + shift, fraction);
  }

  const Mesh& mesh_;
  const PhaseLayout& layout_;
  std::unique_ptr<KnotFunction> function_;
  double start_time_, end_time_;  ///< where fixed
  KnotBatch batch_;
  int direct_columns_ = 0;
  std::vector<int> first_column_;                       ///< of each point that is not a knot
  std::vector<std::vector<Terms>> terms_;               ///< point, input: without the time
  std::vector<std::vector<Eigen::MatrixXd>> tangents_;  ///< composite point, interval
  std::vector<BoolMatrix> tangent_patterns_;
  Eigen::MatrixXd scratch_, transposed_;
};

}  // namespace tandem
