#include <tandem/core/error.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <algorithm>

namespace tandem {
namespace {

/// User functions stacked. They number their inputs [states; controls; time; all named numbers]; a knot's inputs hold
/// the free ones of these only.
class UserKnotFunction : public KnotFunction {
 public:
  explicit UserKnotFunction(const KnotBlocks& blocks)
      : blocks_(blocks),
        states_(blocks.states),
        plain_inputs_(blocks.states + blocks.controls + 1),
        inputs_(blocks.inputs()),
        all_inputs_(plain_inputs_ + static_cast<int>(blocks.numbers.size())),
        outputs_(blocks.outputs()),
        jacobian_pattern_(BoolMatrix::Constant(outputs_, inputs_, false)),
        hessian_pattern_(BoolMatrix::Constant(inputs_, inputs_, false)),
        hessian_(all_inputs_, all_inputs_) {
    for (int i = 0; i < plain_inputs_; ++i) place_.push_back(i);
    for (const int number : blocks.free_numbers) place_.push_back(plain_inputs_ + number);
    int row = 0, most_outputs = 0;
    for (const KnotBlock& block : blocks.blocks) {
      add_patterns(block, row);
      row += block.outputs();
      most_outputs = std::max(most_outputs, block.outputs());
    }
    jacobian_.resize(most_outputs, all_inputs_);
  }

  int inputs() const override { return inputs_; }
  int outputs() const override { return outputs_; }
  const BoolMatrix& jacobian_pattern() const override { return jacobian_pattern_; }
  const BoolMatrix& hessian_pattern() const override { return hessian_pattern_; }

  void set_numbers(std::span<const double> numbers) override {
    require(numbers.size() == blocks_.numbers.size(), "knot function: {} named numbers were given, it has {}",
            numbers.size(), blocks_.numbers.size());
    blocks_.numbers.assign(numbers.begin(), numbers.end());
  }

  void require_level(Level level) const override {
    if (level < Level::hessian) return;
    for (const KnotBlock& block : blocks_.blocks) {
      const UserFunction& user = *block.function.user();
      require(user.linear || user.hessian,
              "derivatives: '{}' brings a Jacobian but no Hessian; give it one, or say that it is linear", block.name);
    }
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    require_level(level);
    for (int knot = first; knot < first + count; ++knot) evaluate(batch, knot, level);
  }

 private:
  void add_patterns(const KnotBlock& block, int row) {
    const UserFunction& user = *block.function.user();
    const auto check_columns = [&](const std::optional<BoolMatrix>& pattern, const char* what) {
      require(!pattern || pattern->cols() == all_inputs_,
              "derivatives: the {} pattern of '{}' has {} columns for {} inputs (states, controls, time, numbers)",
              what, block.name, pattern ? pattern->cols() : 0, all_inputs_);
    };
    check_columns(user.jacobian_pattern, "Jacobian's");
    check_columns(user.hessian_pattern, "Hessian's");
    for (int i = 0; i < inputs_; ++i) {
      for (int output = 0; output < block.outputs(); ++output) {
        jacobian_pattern_(row + output, i) = !user.jacobian_pattern || (*user.jacobian_pattern)(output, place_[i]);
      }
    }
    if (user.linear) return;
    for (int i = 0; i < inputs_; ++i) {
      for (int j = 0; j < inputs_; ++j) {
        const bool may = user.hessian_pattern ? (*user.hessian_pattern)(place_[i], place_[j])
                                              : jacobian_pattern_.col(i).any() && jacobian_pattern_.col(j).any();
        hessian_pattern_(i, j) = hessian_pattern_(i, j) || may;
      }
    }
  }

  void evaluate(KnotBatch& batch, int knot, Level level) {
    const std::span<const double> in(batch.inputs.col(knot).data(), inputs_);
    for (std::size_t i = 0; i < blocks_.free_numbers.size(); ++i) {
      blocks_.numbers[blocks_.free_numbers[i]] = in[plain_inputs_ + i];
    }
    const KnotView<double> view{in.first(states_), in.subspan(states_, blocks_.controls), in[plain_inputs_ - 1],
                                blocks_.numbers};
    Eigen::Map<Eigen::MatrixXd> jacobian(batch.jacobians.col(knot).data(), outputs_, inputs_);
    Eigen::Map<Eigen::MatrixXd> hessian(batch.hessians.col(knot).data(), inputs_, inputs_);
    if (level >= Level::jacobian) jacobian.setZero();
    if (level == Level::hessian) hessian.setZero();
    int row = 0;
    for (const KnotBlock& block : blocks_.blocks) {
      const UserFunction& user = *block.function.user();
      const int outputs = block.outputs();
      user.values(view, std::span<double>(batch.values.col(knot).data() + row, outputs));
      if (level >= Level::jacobian) take_jacobian(user, view, row, jacobian);
      if (level == Level::hessian && user.hessian) {
        take_hessian(user, view, std::span<const double>(batch.weights.col(knot).data() + row, outputs), hessian);
      }
      row += outputs;
    }
  }

  void take_jacobian(const UserFunction& user, const KnotView<double>& view, int row,
                     Eigen::Map<Eigen::MatrixXd>& out) {
    auto all = jacobian_.topRows(user.outputs);
    all.setZero();
    user.jacobian(view, all);
    for (int i = 0; i < inputs_; ++i) {
      for (int output = 0; output < user.outputs; ++output) {
        if (jacobian_pattern_(row + output, i)) out(row + output, i) = all(output, place_[i]);
      }
    }
  }

  void take_hessian(const UserFunction& user, const KnotView<double>& view, std::span<const double> weights,
                    Eigen::Map<Eigen::MatrixXd>& out) {
    hessian_.setZero();
    user.hessian(view, weights, hessian_);
    for (int i = 0; i < inputs_; ++i) {
      for (int j = 0; j < inputs_; ++j) {
        if (!hessian_pattern_(i, j)) continue;
        out(i, j) += hessian_(std::max(place_[i], place_[j]), std::min(place_[i], place_[j]));
      }
    }
  }

  KnotBlocks blocks_;
  int states_, plain_inputs_, inputs_, all_inputs_, outputs_;
  std::vector<int> place_;  ///< of each input among the user's
  BoolMatrix jacobian_pattern_, hessian_pattern_;
  Eigen::MatrixXd jacobian_, hessian_;  ///< as the user writes them
};

}  // namespace

std::unique_ptr<KnotFunction> make_user_knot_function(const KnotBlocks& blocks) {
  for (const KnotBlock& block : blocks.blocks) {
    require(block.function.user() != nullptr,
            "derivatives: '{}' brings no derivatives of its own, as the plug 'user' needs", block.name);
  }
  return std::make_unique<UserKnotFunction>(blocks);
}

}  // namespace tandem
