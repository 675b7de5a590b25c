#include <tandem/derivatives/knot_socket.hpp>

#include <algorithm>

namespace tandem {
namespace {

constexpr int kRoom = 16;  // knots at once: their dense blocks stay in the cache
constexpr long kLine = 8;  // numbers in a line of the cache

/// Rows for so many entries, in whole lines of the cache: vectors are written to one line each, none to two.
long padded(std::size_t entries) { return (static_cast<long>(entries) + kLine - 1) / kLine * kLine; }

std::vector<PatternEntry> entries_from(const BoolMatrix& pattern, bool lower) {
  std::vector<PatternEntry> entries;
  for (int col = 0; col < pattern.cols(); ++col) {
    for (int row = lower ? col : 0; row < pattern.rows(); ++row) {
      if (pattern(row, col)) entries.push_back({row, col});
    }
  }
  return entries;
}

void copy_entries(const Eigen::MatrixXd& blocks, long rows, const std::vector<PatternEntry>& entries, int count,
                  Eigen::Ref<Eigen::MatrixXd> to) {
  for (int knot = 0; knot < count; ++knot) {
    const double* const from = blocks.col(knot).data();
    double* const column = to.col(knot).data();
    for (std::size_t k = 0; k < entries.size(); ++k) column[k] = from[entries[k].col * rows + entries[k].row];
  }
}

}  // namespace

std::vector<PatternEntry> entries_of(const BoolMatrix& pattern) { return entries_from(pattern, false); }
std::vector<PatternEntry> lower_entries_of(const BoolMatrix& pattern) { return entries_from(pattern, true); }

void SparseKnotBatch::resize(const KnotFunction& function, int knots) {
  jacobian_entries = entries_of(function.jacobian_pattern());
  hessian_entries = lower_entries_of(function.hessian_pattern());
  inputs.setZero(function.inputs(), knots);
  weights.setZero(function.outputs(), knots);
  values.setZero(function.outputs(), knots);
  jacobians.setZero(padded(jacobian_entries.size()), knots);
  hessians.setZero(padded(hessian_entries.size()), knots);
}

Eigen::MatrixXd SparseKnotBatch::jacobian(int knot) const {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(values.rows(), inputs.rows());
  for (std::size_t k = 0; k < jacobian_entries.size(); ++k) {
    dense(jacobian_entries[k].row, jacobian_entries[k].col) = jacobians(k, knot);
  }
  return dense;
}

Eigen::MatrixXd SparseKnotBatch::hessian(int knot) const {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(inputs.rows(), inputs.rows());
  for (std::size_t k = 0; k < hessian_entries.size(); ++k) {
    const auto [row, col] = hessian_entries[k];
    dense(row, col) = dense(col, row) = hessians(k, knot);
  }
  return dense;
}

void KnotFunction::evaluate_entries(SparseKnotBatch& batch, int first, int count, Level level) {
  if (!some_) {
    some_ = std::make_unique<KnotBatch>();
    some_->resize(inputs(), outputs(), kRoom);
  }
  for (int from = first; from < first + count; from += kRoom) {
    const int some = std::min(kRoom, first + count - from);
    some_->inputs.leftCols(some) = batch.inputs.middleCols(from, some);
    some_->weights.leftCols(some) = batch.weights.middleCols(from, some);
    evaluate(*some_, 0, some, level);
    batch.values.middleCols(from, some) = some_->values.leftCols(some);
    if (level == Level::values) continue;
    copy_entries(some_->jacobians, outputs(), batch.jacobian_entries, some, batch.jacobians.middleCols(from, some));
    if (level == Level::jacobian) continue;
    copy_entries(some_->hessians, inputs(), batch.hessian_entries, some, batch.hessians.middleCols(from, some));
  }
}

}  // namespace tandem
