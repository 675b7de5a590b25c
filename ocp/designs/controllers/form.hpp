#pragma once

#include <Eigen/Core>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::controllers {

/// z' = A z + B y, u = C z + D y.
struct Controller {
  Eigen::MatrixXd a, b, c, d;

  int order() const { return static_cast<int>(a.rows()); }
};

/// The controller as one gain [D, C; B, A] of (y, z) to (u, z').
Eigen::MatrixXd gain_of(const Controller& controller);

/// What a controller may look like: some entries of its gain are free numbers, the others are fixed,
///
///     gain(p) = fixed + sum over i of p_i sum over the places of number i of factor e_row e_col'.
///
/// (Ly 1989: "controllers of fixed order and structure".)
class Form {
 public:
  struct Place {
    Eigen::Index row = 0, col = 0;
    double factor = 1.0;
  };
  struct FreeNumber {
    std::string name;
    std::vector<Place> places;
    double start = 0.0;
  };
  /// Which matrix an entry is of.
  enum class Part { a, b, c, d };

  Form(int order, int controls, int measured);

  int order() const { return order_; }
  int controls() const { return controls_; }
  int measured() const { return measured_; }

  /// Fixes an entry of A, B, C or D, or frees it. Places out of range, names twice and values that are not finite are
  /// refused.
  void fix(Part part, int row, int col, double value);
  void free(std::string name, Part part, int row, int col, double start = 0.0);
  /// One more place of a free number.
  void also(std::string_view name, Part part, int row, int col, double factor = 1.0);

  /// Where searches start.
  void start_at(const Eigen::VectorXd& p);

  std::span<const FreeNumber> numbers() const { return numbers_; }
  int size() const { return static_cast<int>(numbers_.size()); }
  Eigen::VectorXd start() const;

  Eigen::MatrixXd gain(const Eigen::VectorXd& p) const;
  Controller controller(const Eigen::VectorXd& p) const;
  /// d gain / dp_i.
  Eigen::MatrixXd direction(int i) const;
  /// By p, of what has the derivative `by_gain` by the gain.
  Eigen::VectorXd by_numbers(const Eigen::MatrixXd& by_gain) const;

 private:
  Place place_of(Part part, int row, int col) const;

  int order_, controls_, measured_;
  Eigen::MatrixXd fixed_;
  std::vector<FreeNumber> numbers_;
};

/// u = D y, all of D free.
Form static_form(int controls, int measured);

/// Second-order blocks side by side, for an even order: block k has A = [0, 1; -s_k, -d_k], the first column of B
/// (0, 1)' and all else of B, and all of C, free; D = 0. That is order (controls + measured) numbers, as few as there
/// can be: no two sets of numbers (but for the order of blocks) are one controller. Where two modes meet, or the first
/// sensor does not reach one, it has no such form.
Form modal_form(int order, int controls, int measured);

/// The numbers of that form that a controller has. Refuses one whose modes are not simple, that the first sensor does
/// not reach, or with D.
Eigen::VectorXd modal_numbers(const Controller& controller);

}  // namespace tandem::controllers
