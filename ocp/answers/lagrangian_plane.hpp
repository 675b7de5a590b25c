#pragma once

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// A plane of pairs (y, lambda) in which lambda is half the gradient of a quadratic form of y, and its limits: spanned
/// by n columns [X; L] with X'L symmetric. Where X can be inverted, P = L X^-1 is Riccati's matrix; the plane itself
/// goes on where P grows past any bound. Its angles alpha_j (P has the eigenvalues tan alpha_j) turn one way as a
/// Jacobi system with H_uu > 0 moves it back in time: they fall, and where one passes -pi/2 the determinant of X is 0.
/// Arnold, "Characteristic class entering in quantization conditions", Functional Analysis 1 (1967).
class LagrangianPlane {
 public:
  /// The plane of rows y = 0 and lambda - curvature y normal to what is left. Rows may depend on each other.
  LagrangianPlane(const Eigen::MatrixXd& rows, const Eigen::MatrixXd& curvature);

  int size() const { return static_cast<int>(frame_.cols()); }
  const Eigen::MatrixXd& frame() const { return frame_; }

  /// [X; L] becomes exp(exponent) [X; L]; the exponent is a Hamiltonian matrix. Cost: about 20 products of 2n x 2n by
  /// 2n x n where the norm of the exponent is 1, more in proportion to a larger norm.
  void move(const Eigen::MatrixXd& exponent);

  /// The angles in (-pi/2, pi/2], increasing; what is within rounding of -pi/2 counts as pi/2. Where `exchanged` says
  /// so, (-lambda_i, y_i) stands for (y_i, lambda_i): an angle is then pi/2 where the form has no slope along y_i.
  Eigen::VectorXd angles(const std::vector<bool>& exchanged = {}) const;

  /// How often an angle has passed -pi/2 since the plane was made, counted with multiplicity: the negative directions
  /// of the form so far that vanish in y, or, exchanged, of the form with these y_i left free.
  int crossings(const std::vector<bool>& exchanged = {}) const { return crossings(angles(exchanged), exchanged); }

  /// The product of the angles' cosines, |det X| of orthonormal columns: with a plus before the first crossing and a
  /// minus from there on, so that its zero is the first crossing and smooth. Rounding where a state is moved by no
  /// control (its angle stays at pi/2), but then with the right sign.
  double margin(const std::vector<bool>& exchanged = {}) const;

 private:
  int crossings(const Eigen::VectorXd& angles, const std::vector<bool>& exchanged) const;
  void apply_exponential(const Eigen::MatrixXd& exponent, double factor);
  void settle();

  Eigen::MatrixXd frame_, term_, next_;
  double turned_ = 0.0;  ///< sum of all angles, continuous since the plane was made
  double last_ = 0.0;    ///< argument of det(X + iL) of the frame as it was settled last
  double slack_ = 0.0;   ///< bound of what the sum has turned since then
};

}  // namespace tandem
