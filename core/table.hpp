#pragma once

#include <tandem/core/steps.hpp>

#include <Eigen/Core>

#include <array>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// How the points of a table are joined: by straight lines; by cubics whose slopes keep what rises rising (F. N.
/// Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5, 1984: one continuous derivative, no overshoot); by the cubic
/// spline with two continuous derivatives, the third continuous at the second and last but one point ("not a knot").
enum class Joined { linear, monotone, spline };

/// What a table is beyond its ends: the value there; the outermost polynomial; without a value (NaN), from which a
/// solver turns back.
enum class Ends { held, continued, refused };

struct TableOptions {
  Joined joined = Joined::spline;
  Ends below = Ends::held, above = Ends::held;
};

/// Piecewise polynomials of one variable through given points: y(x) = sum c_k (x - o)^k with o, c_k of the piece of x.
/// A value that is copied freely; for all scalars, exact in both orders on every piece, and one search in bytecode.
///
///   const Table drag({0.2, 0.75, 0.98, 3.5}, {1.0, 0.45, 0.8, 0.2});
///   drag(mach)
///
/// Refuses abscissae that do not grow. Its third derivative (of a monotone one the second, of a linear one the first)
/// jumps at the points, and the first at ends that are held: knots of a mesh do well there.
class Table {
 public:
  static constexpr int kMostDegree = 7;
  using Points = std::vector<std::pair<double, double>>;

  Table(std::span<const double> x, std::span<const double> y, const TableOptions& options = {});
  Table(std::initializer_list<double> x, std::initializer_list<double> y, const TableOptions& options = {})
      : Table(std::span(x.begin(), x.size()), std::span(y.begin(), y.size()), options) {}

  /// One polynomial through each group of points, the last of which is the first of the next group.
  static Table through(const std::vector<Points>& groups, Ends below = Ends::held, Ends above = Ends::held);

  template <class S>
  S operator()(const S& x) const {
    std::array<S, kMostDegree + 2> numbers;
    look_up(steps_, x, std::span<S>(numbers).first(degree_ + 2));
    const S along = x - numbers[0];
    S sum = numbers[degree_ + 1];
    for (int k = degree_; k > 0; --k) sum = sum * along + numbers[k];
    return sum;
  }

 private:
  Table(std::size_t steps, int degree) : steps_(steps), degree_(degree) {}

  std::size_t steps_;
  int degree_;
};

/// The same of two variables, given at all pairs of abscissae: values(i, j) at x[i], y[j]. A spline is the tensor
/// product; a monotone one has monotone slopes along the lines of the grid, and as mixed derivative the mean of the two
/// that the slopes give.
class TableOfTwo {
 public:
  TableOfTwo(std::span<const double> x, std::span<const double> y, const Eigen::MatrixXd& values,
             const TableOptions& options = {});

  template <class A, class B>
  auto operator()(const A& x, const B& y) const {
    using S = std::common_type_t<A, B>;
    std::array<S, 2> column, row;  // each an origin and the part of the cell's number
    look_up(columns_, S(x), std::span<S>(column));
    look_up(rows_, S(y), std::span<S>(row));
    std::array<S, 16> c;
    look_up(cells_, S(column[1] + row[1]), std::span<S>(c).first(order_ * order_));
    const S along_x = S(x) - column[0], along_y = S(y) - row[0];
    const auto in_y = [&](int i) {
      S sum = c[i * order_ + order_ - 1];
      for (int j = order_ - 2; j >= 0; --j) sum = sum * along_y + c[i * order_ + j];
      return sum;
    };
    S sum = in_y(order_ - 1);
    for (int i = order_ - 2; i >= 0; --i) sum = sum * along_x + in_y(i);
    return sum;
  }

 private:
  std::size_t columns_, rows_, cells_;
  int order_;  ///< numbers a direction
};

/// From two columns of a CSV file with names in its first row.
Table table_from_csv(const std::filesystem::path& file, const std::string& x, const std::string& y,
                     const TableOptions& options = {});
/// From three columns, a row a pair of abscissae in any order; refuses one that is missing or stands there twice.
TableOfTwo table_from_csv(const std::filesystem::path& file, const std::string& x, const std::string& y,
                          const std::string& value, const TableOptions& options = {});

}  // namespace tandem
