#include <tandem/core/table.hpp>

#include <tandem/core/csv_columns.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/slopes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// A polynomial in powers of x - origin by rows; by columns in powers of the other variable.
struct Piece {
  double origin;
  Eigen::MatrixXd c;
};

void check(std::span<const double> x, const char* which) {
  require(x.size() >= 2, "table: it needs two points at least along {}, there are {}", which, x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    require(std::isfinite(x[i]), "table: number {} along {} is not finite", i + 1, which);
    require(i == 0 || x[i - 1] < x[i],
            "table: numbers along {} must grow, number {} is {:g} after {:g} (points that are no grid are no table)",
            which, i + 1, x[i], i == 0 ? 0.0 : x[i - 1]);
  }
}

/// The beginnings of all cells: the last point belongs to the last piece.
std::vector<double> breaks_of(std::span<const double> x) {
  std::vector<double> breaks(x.begin(), x.end());
  breaks.back() = std::nextafter(breaks.back(), std::numeric_limits<double>::infinity());
  return breaks;
}

/// From values at both ends of a piece, and of cubics the slopes there, to coefficients.
Eigen::MatrixXd joining(double h, Joined joined) {
  if (joined == Joined::linear) return Eigen::Matrix2d{{1.0, 0.0}, {-1.0 / h, 1.0 / h}};
  const double a = 1.0 / h, b = a * a, c = b * a;
  return Eigen::Matrix4d{
      {1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {-3.0 * b, 3.0 * b, -2.0 * a, -a}, {2.0 * c, -2.0 * c, b, b}};
}

/// Beyond an end at x, from the piece that stands there.
Piece beyond(const Piece& piece, double x, Ends ends) {
  if (ends == Ends::continued) return piece;
  Piece outer{x, Eigen::MatrixXd::Zero(piece.c.rows(), piece.c.cols())};
  for (Eigen::Index i = piece.c.rows() - 1; i >= 0; --i) {
    outer.c.row(0) = outer.c.row(0) * (x - piece.origin) + piece.c.row(i);
  }
  if (ends == Ends::refused) outer.c.setConstant(kNoValue);
  return outer;
}

std::vector<Piece> with_ends(std::vector<Piece> pieces, double last, Ends below, Ends above) {
  pieces.insert(pieces.begin(), beyond(pieces.front(), pieces.front().origin, below));
  pieces.push_back(beyond(pieces.back(), last, above));
  return pieces;
}

Eigen::MatrixXd slopes_along(std::span<const double> x, const Eigen::MatrixXd& y, Joined joined) {
  Eigen::MatrixXd slopes(y.rows(), y.cols());
  for (Eigen::Index j = 0; j < y.cols(); ++j) {
    slopes.col(j) = joined == Joined::spline ? spline_slopes(x, y.col(j)) : monotone_slopes(x, y.col(j));
  }
  return slopes;
}

/// Pieces along x of each column of y.
std::vector<Piece> pieces_along(std::span<const double> x, const Eigen::MatrixXd& y, const Eigen::MatrixXd& slopes,
                                Joined joined) {
  std::vector<Piece> pieces;
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    Eigen::MatrixXd ends(joined == Joined::linear ? 2 : 4, y.cols());
    ends.topRows(2) = y.middleRows(i, 2);
    if (joined != Joined::linear) ends.bottomRows(2) = slopes.middleRows(i, 2);
    pieces.push_back({x[k], joining(x[k + 1] - x[k], joined) * ends});
  }
  return pieces;
}

/// A cell's numbers: the origin, then the coefficients.
std::size_t keep_pieces(const std::vector<Piece>& pieces, std::vector<double> breaks) {
  std::vector<double> numbers;
  for (const Piece& piece : pieces) {
    numbers.push_back(piece.origin);
    numbers.insert(numbers.end(), piece.c.data(), piece.c.data() + piece.c.size());
  }
  return keep(Steps(std::move(breaks), static_cast<int>(pieces.front().c.size()) + 1, std::move(numbers)));
}

/// Of each piece the origin, and its number times the cells that one of them is apart from the next.
std::vector<double> origins_of(const std::vector<Piece>& pieces, double apart) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    numbers.insert(numbers.end(), {pieces[i].origin, apart * static_cast<double>(i)});
  }
  return numbers;
}

/// The polynomial through points, in powers of x less the first of them: Newton's divided differences, multiplied out.
Piece through(const Table::Points& points, int degree) {
  const auto n = static_cast<Eigen::Index>(points.size());
  Eigen::VectorXd differences(n), c = Eigen::VectorXd::Zero(degree + 1);
  for (Eigen::Index i = 0; i < n; ++i) differences(i) = points[i].second;
  for (Eigen::Index order = 1; order < n; ++order) {
    for (Eigen::Index i = n - 1; i >= order; --i) {
      differences(i) = (differences(i) - differences(i - 1)) / (points[i].first - points[i - order].first);
    }
  }
  const double origin = points.front().first;
  for (Eigen::Index i = n - 1; i >= 0; --i) {  // c = c (x - x_i) + differences(i)
    const double shift = points[i].first - origin;
    for (Eigen::Index k = degree; k > 0; --k) c(k) = c(k - 1) - shift * c(k);
    c(0) = differences(i) - shift * c(0);
  }
  return {origin, c};
}

/// The different numbers in a column, in their order, and where one of them stands.
std::vector<double> abscissae(std::vector<double> column) {
  std::sort(column.begin(), column.end());
  column.erase(std::unique(column.begin(), column.end()), column.end());
  return column;
}

Eigen::Index place(const std::vector<double>& abscissae, double number) {
  return std::lower_bound(abscissae.begin(), abscissae.end(), number) - abscissae.begin();
}

}  // namespace

Table::Table(std::span<const double> x, std::span<const double> y, const TableOptions& options)
    : degree_(options.joined == Joined::linear ? 1 : 3) {
  check(x, "x");
  require(x.size() == y.size(), "table: {} numbers along x have {} values", x.size(), y.size());
  const Eigen::MatrixXd values = Eigen::Map<const Eigen::VectorXd>(y.data(), std::ssize(y));
  require(values.allFinite(), "table: a value is not finite");
  const auto pieces = pieces_along(x, values, slopes_along(x, values, options.joined), options.joined);
  steps_ = keep_pieces(with_ends(pieces, x.back(), options.below, options.above), breaks_of(x));
}

Table Table::through(const std::vector<Points>& groups, Ends below, Ends above) {
  require(!groups.empty(), "table: there is no group of points");
  std::size_t most = 0;
  std::vector<double> x;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Points& points = groups[i];
    require(points.size() >= 2 && points.size() <= kMostDegree + 1, "table: group {} has {} points, not 2 to {}", i + 1,
            points.size(), kMostDegree + 1);
    require(i == 0 || points.front() == groups[i - 1].back(),
            "table: group {} does not begin with the last point of the one before", i + 1);
    std::vector<double> its_x;
    for (const auto& [at, value] : points) its_x.push_back(at);
    check(its_x, "x");
    most = std::max(most, points.size());
    x.push_back(points.front().first);
  }
  x.push_back(groups.back().back().first);
  const int degree = static_cast<int>(most) - 1;
  std::vector<Piece> pieces;
  for (const Points& points : groups) pieces.push_back(tandem::through(points, degree));
  return Table(keep_pieces(with_ends(std::move(pieces), x.back(), below, above), breaks_of(x)), degree);
}

TableOfTwo::TableOfTwo(std::span<const double> x, std::span<const double> y, const Eigen::MatrixXd& values,
                       const TableOptions& options)
    : order_(options.joined == Joined::linear ? 2 : 4) {
  check(x, "x"), check(y, "y");
  require(values.rows() == std::ssize(x) && values.cols() == std::ssize(y),
          "table: values are {} by {}, not {} by {} as x and y", values.rows(), values.cols(), x.size(), y.size());
  require(values.allFinite(), "table: a value is not finite");
  const Joined joined = options.joined;
  const auto in_y = [&](const Eigen::MatrixXd& of) -> Eigen::MatrixXd {
    return slopes_along(y, of.transpose(), joined).transpose();
  };
  Eigen::MatrixXd fx = slopes_along(x, values, joined), fy = in_y(values), fxy = in_y(fx);
  if (joined == Joined::monotone) fxy = 0.5 * (fxy + slopes_along(x, fy, joined));
  // Along x: the values at all y in the left columns, the slopes by y in the right ones.
  const Eigen::Index n = values.cols();
  Eigen::MatrixXd f(values.rows(), 2 * n), slopes(values.rows(), 2 * n);
  f << values, fy;
  slopes << fx, fxy;
  const auto rows_of = [&](const Piece& column) {
    const Eigen::MatrixXd at = column.c.leftCols(n).transpose(), slope = column.c.rightCols(n).transpose();
    return with_ends(pieces_along(y, at, slope, joined), y.back(), options.below, options.above);
  };
  const auto columns = with_ends(pieces_along(x, f, slopes, joined), x.back(), options.below, options.above);
  std::vector<double> numbers;
  for (const Piece& column : columns) {
    for (const Piece& row : rows_of(column)) numbers.insert(numbers.end(), row.c.data(), row.c.data() + row.c.size());
  }
  columns_ = keep(Steps(breaks_of(x), 2, origins_of(columns, static_cast<double>(y.size() + 1))));
  rows_ = keep(Steps(breaks_of(y), 2, origins_of(rows_of(columns.front()), 1.0)));
  cells_ = keep(Steps({}, order_ * order_, std::move(numbers)));
}

Table table_from_csv(const std::filesystem::path& file, const std::string& x, const std::string& y,
                     const TableOptions& options) {
  const CsvColumns columns(file);
  return Table(columns.column(x), columns.column(y), options);
}

TableOfTwo table_from_csv(const std::filesystem::path& file, const std::string& x, const std::string& y,
                          const std::string& value, const TableOptions& options) {
  const CsvColumns columns(file);
  const std::vector<double> at_x = columns.column(x), at_y = columns.column(y), found = columns.column(value);
  const std::vector<double> xs = abscissae(at_x), ys = abscissae(at_y);
  Eigen::MatrixXd values = Eigen::MatrixXd::Constant(std::ssize(xs), std::ssize(ys), kNoValue);
  for (std::size_t k = 0; k < found.size(); ++k) {
    double& cell = values(place(xs, at_x[k]), place(ys, at_y[k]));
    require(std::isnan(cell), "'{}': {} {:g}, {} {:g} stands there twice", file.string(), x, at_x[k], y, at_y[k]);
    cell = found[k];
  }
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      require(!std::isnan(values(i, j)), "'{}' is no grid: {} {:g}, {} {:g} is missing", file.string(), x, xs[i], y,
              ys[j]);
    }
  }
  return TableOfTwo(xs, ys, values, options);
}

}  // namespace tandem
