#include <tandem/derivatives/pieces.hpp>

#include <tandem/derivatives/recording.hpp>
#include <tandem/derivatives/tape_expression.hpp>

#include <algorithm>

namespace tandem {
namespace {

constexpr double kLeastReach = 1e-10;

/// Of the blocks that can be recorded.
casadi::SX choices_in(KnotBlocks blocks, const casadi::SX& x, const casadi::SX& p) {
  std::erase_if(blocks.blocks, [](const KnotBlock& block) { return block.function.user() != nullptr; });
  if (blocks.blocks.empty()) return casadi::SX(0, 1);
  CppAD::ADFun<double> tape = record(blocks);
  return choices_of(tape, x, p);
}

}  // namespace

Pieces::Pieces(const KnotBlocks& blocks) : numbers_(blocks.numbers) {
  const casadi::SX x = casadi::SX::sym("x", blocks.inputs()), p = casadi::SX::sym("p", std::ssize(blocks.numbers));
  choices_ = casadi::Function("choices", {x, p}, {choices_in(blocks, x, p)});
}

Eigen::VectorXd Pieces::choices_at(const Eigen::VectorXd& x) const {
  Eigen::VectorXd found(choices());
  choices_(std::vector<const double*>{x.data(), numbers_.data()}, std::vector<double*>{found.data()});
  return found;
}

bool Pieces::are_same(const Eigen::VectorXd& x, long j, double step, const Eigen::VectorXd& here) const {
  Eigen::VectorXd moved = x;
  moved(j) += step;
  const Eigen::VectorXd there = choices_at(moved);
  return ((there.array() > 0.0) == (here.array() > 0.0)).all() && ((there.array() < 0.0) == (here.array() < 0.0)).all();
}

/// From the least step up, as long as both sides are on the piece.
double Pieces::reach_within(const Eigen::VectorXd& x, long j, double reach) const {
  if (choices() == 0) return reach;
  const Eigen::VectorXd here = choices_at(x);
  double least = reach, within = 0.0;
  while (0.5 * least >= kLeastReach * reach) least *= 0.5;
  for (double step = least; step <= reach && are_same(x, j, step, here) && are_same(x, j, -step, here); step *= 2.0) {
    within = step;
  }
  return within;
}

}  // namespace tandem
