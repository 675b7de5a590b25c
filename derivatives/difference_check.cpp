#include <tandem/derivatives/difference_check.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/differences.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

Difference difference_along(const VectorFunction& f, const Eigen::VectorXd& x, long j, double first_step) {
  Eigen::VectorXd moved = x;
  return ridders(
      [&](double step) {
        moved(j) = x(j) + step;
        return f(moved);
      },
      first_step);
}

double tenth_of_size(double x) { return 0.1 * std::max(1.0, std::abs(x)); }

bool is_within(double exact, double derivative, double error) { return std::abs(exact - derivative) <= error; }

}  // namespace

double reach_along(const Eigen::VectorXd& x, long j, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  const double reach = tenth_of_size(x(j));
  const double room = std::min(x(j) - lower(j), upper(j) - x(j));
  return room > 0 ? std::min(reach, room) : reach;
}

DifferenceBlock differences_at(const VectorFunction& f, const Eigen::VectorXd& x, const Eigen::MatrixXd& exact,
                               const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, const ReachLimit& limit) {
  DifferenceBlock result{exact, exact};
  for (long j = 0; j < x.size(); ++j) {
    double reach = reach_along(x, j, lower, upper);
    if (limit) reach = limit(j, reach);
    const Difference wide = difference_along(f, x, j, reach);
    result.block.col(j) = wide.derivative;
    result.error.col(j) = wide.error;
    bool all_within = true;
    for (long i = 0; i < exact.rows(); ++i) {
      all_within = all_within && is_within(exact(i, j), wide.derivative(i), wide.error(i));
    }
    if (all_within) continue;
    const Difference narrow = difference_along(f, x, j, 1e-2 * reach);
    for (long i = 0; i < exact.rows(); ++i) {
      if (is_within(exact(i, j), wide.derivative(i), wide.error(i))) continue;
      result.block(i, j) = narrow.derivative(i);
      result.error(i, j) = narrow.error(i);
    }
  }
  return result;
}

std::string why_not_smooth(const VectorFunction& f, const Eigen::VectorXd& x, long row, long column,
                           const SearchedBox& box) {
  const auto along = [&](long j) {
    Eigen::VectorXd moved = x;
    const auto line = [&](double step) {
      moved(j) = x(j) + step;
      return f(moved)(row);
    };
    return find_kink(line, std::max(box.upper(j) - box.lower(j), tenth_of_size(x(j))));
  };
  const auto words = [&](long j, const Kink& kink) {
    return fmt::format("not smooth at '{}' = {:.6g}: slope {:.4g} before, {:.4g} after", box.inputs[j], x(j) + kink.at,
                       kink.before, kink.after);
  };
  if (const auto kink = along(column)) return words(column, *kink);
  for (long j = 0; j < x.size(); ++j) {
    if (const auto kink = j == column ? std::nullopt : along(j)) return words(j, *kink);
  }
  return "";
}

Eigen::VectorXd random_point(Dice& dice, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  Eigen::VectorXd x(lower.size());
  for (long j = 0; j < x.size(); ++j) x(j) = dice.within(lower(j), upper(j));
  return x;
}

Eigen::VectorXd finite_point(Dice& dice, const VectorFunction& f, const std::string& name, const Eigen::VectorXd& lower,
                             const Eigen::VectorXd& upper) {
  constexpr int kTries = 50;
  for (int k = 0; k < kTries; ++k) {
    const Eigen::VectorXd x = random_point(dice, lower, upper);
    if (f(x).allFinite()) return x;
  }
  refuse("function '{}': it has no finite value at any of {} random points within its bounds", name, kTries);
}

}  // namespace tandem
