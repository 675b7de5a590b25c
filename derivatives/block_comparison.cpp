#include <tandem/derivatives/block_comparison.hpp>

#include <tandem/core/named_number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace tandem {
namespace {

constexpr double kTrustInDifferences = 1e-9;  ///< their estimate of their error may be too good by chance

/// |a - b|; infinite where one is not a number.
double distance(double a, double b) {
  const double d = std::abs(a - b);
  return std::isnan(d) ? kInfinity : d;
}

double finite_norm(const Eigen::MatrixXd& block) { return block.allFinite() ? block.norm() : 0.0; }

/// A block whose norm and terms are zero is compared absolutely.
double scale_of(double norm, double terms) {
  const double scale = std::max(norm, terms);
  return scale > 0 ? scale : 1.0;
}

}  // namespace

BlockNames named(std::vector<std::string> rows, std::vector<std::string> columns) {
  return {[rows = std::move(rows)](long i) { return rows[i]; },
          [columns = std::move(columns)](long j) { return columns[j]; }};
}

BlockComparison::BlockComparison(std::string name, BlockNames names)
    : name_(std::move(name)), names_(std::move(names)) {}

void BlockComparison::compare(std::span<const Way> ways, double limit, double terms) {
  double norm = 0;
  for (const Way& way : ways) {
    add_way(way.name);
    norm = std::max(norm, finite_norm(way.block));
  }
  const double scale = scale_of(norm, terms);
  if (ways.size() < 2) return;
  Entry worst;
  for (long j = 0; j < ways.front().block.cols(); ++j) {
    for (long i = 0; i < ways.front().block.rows(); ++i) {
      double largest = 0;
      for (std::size_t a = 0; a < ways.size(); ++a) {
        for (std::size_t b = a + 1; b < ways.size(); ++b) {
          largest = std::max(largest, distance(ways[a].block(i, j), ways[b].block(i, j)) / scale);
        }
      }
      if (largest / limit > worst.excess) worst = {largest, limit, largest / limit, i, j};
    }
  }
  if (worst.excess > 1 && worst.excess > worst_.excess) name_who_stands_alone(ways, worst, limit * scale);
  keep(worst, true);
}

void BlockComparison::compare(const Way& exact, const DifferenceBlock& differences) {
  add_way(exact.name);
  add_way("differences");
  const double scale = scale_of(finite_norm(exact.block), 0);
  Entry worst;
  for (long j = 0; j < exact.block.cols(); ++j) {
    for (long i = 0; i < exact.block.rows(); ++i) {
      const double difference = distance(exact.block(i, j), differences.block(i, j)) / scale;
      const double limit = differences.error(i, j) / scale + kTrustInDifferences;
      if (difference / limit > worst.excess) worst = {difference, limit, difference / limit, i, j};
    }
  }
  keep(worst, false);
}

/// What fails comes first. Then exact ways: differences do not hide how well those agree.
void BlockComparison::keep(const Entry& entry, bool is_exact) {
  if (entry.row < 0) return;
  const bool fails = entry.excess > 1, failed = worst_.excess > 1;
  const auto rank = [](const Entry& e, bool failing, bool exact) {
    return std::tuple(failing, failing || exact, e.excess);
  };
  if (worst_.row >= 0 && rank(entry, fails, is_exact) <= rank(worst_, failed, worst_is_exact_)) return;
  worst_ = entry;
  worst_is_exact_ = is_exact;
  if (fails) disagreement_ = Place{state_, entry.row, entry.column};
}

void BlockComparison::add_way(const std::string& way) {
  if (std::find(ways_.begin(), ways_.end(), way) == ways_.end()) ways_.push_back(way);
}

void BlockComparison::name_who_stands_alone(std::span<const Way> ways, const Entry& entry, double tolerance) {
  note_.clear();
  if (ways.size() < 3) return;
  const auto value = [&](std::size_t a) { return ways[a].block(entry.row, entry.column); };
  for (std::size_t alone = 0; alone < ways.size(); ++alone) {
    bool others_agree = true;
    const std::size_t other = alone == 0 ? 1 : 0;
    for (std::size_t a = 0; a < ways.size(); ++a) {
      if (a != alone) others_agree = others_agree && distance(value(a), value(other)) <= tolerance;
    }
    if (!others_agree) continue;
    note_ = fmt::format("{} stands alone with {:.10g} where the others say {:.10g}", ways[alone].name, value(alone),
                        value(other));
    return;
  }
}

void BlockComparison::add_note(const std::string& note) {
  if (!note.empty()) note_ += (note_.empty() ? "" : "; ") + note;
}

BlockReport BlockComparison::report() const {
  BlockReport report{name_, ways_, 0, 0, {}, note_, !disagreement_};
  if (worst_.row < 0) return report;
  report.max_relative_difference = worst_.difference;
  report.limit = worst_.limit;
  report.worst = {names_.row(worst_.row), names_.column(worst_.column)};
  return report;
}

}  // namespace tandem
