#include <tandem/derivatives/check_knot_function.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/error.hpp>
#include <tandem/derivatives/difference_check.hpp>
#include <tandem/derivatives/pieces.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace tandem {
namespace {

constexpr double kExactPlugs = 1e-11;  ///< plugs order their operations differently

/// A plug at work on one point at a time.
class PlugAtPoint {
 public:
  PlugAtPoint(std::string name, std::unique_ptr<KnotFunction> function)
      : name_(std::move(name)), function_(std::move(function)) {
    batch_.resize(function_->inputs(), function_->outputs(), 1);
  }

  const std::string& name() const { return name_; }
  /// A function that brings derivatives of its own may have no second ones.
  bool has_hessian() const {
    try {
      function_->require_level(Level::hessian);
      return true;
    } catch (const InvalidInput&) {
      return false;
    }
  }
  Eigen::VectorXd values(const Eigen::VectorXd& x) {
    evaluate(x, Level::values);
    return batch_.values.col(0);
  }
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& x) {
    evaluate(x, Level::jacobian);
    return batch_.jacobian(0);
  }
  Eigen::MatrixXd hessian(const Eigen::VectorXd& x, const Eigen::VectorXd& weights) {
    batch_.weights.col(0) = weights;
    evaluate(x, Level::hessian);
    return batch_.hessian(0);
  }

 private:
  void evaluate(const Eigen::VectorXd& x, Level level) {
    batch_.inputs.col(0) = x;
    function_->evaluate(batch_, 0, 1, level);
  }

  std::string name_;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
};

/// All plugs that take the block: one that does not, a plug for another kind of function, is left out.
std::vector<PlugAtPoint> plugs_for(const KnotBlocks& block) {
  std::vector<PlugAtPoint> plugs;
  std::string refusal;
  for (const std::string& name : derivative_plugs()) {
    KnotBlocks chosen = block;
    chosen.blocks.front().plugs.plug = name;
    try {
      plugs.emplace_back(name, make_knot_function(chosen, name));
    } catch (const InvalidInput& error) {
      refusal = error.what();
    }
  }
  require(!plugs.empty(), "no way to derivatives takes '{}': {}", block.blocks.front().name, refusal);
  return plugs;
}

/// One block of the functions: its values for doubles, its plugs, and what was found.
class BlockCheck {
 public:
  BlockCheck(const NamedKnotBlocks& all, std::size_t which, long first_output)
      : all_(all), function_(all.blocks.blocks[which].function), name_(all.blocks.blocks[which].name) {
    KnotBlocks alone = all.blocks;
    alone.blocks = {KnotBlock(function_, name_)};  // without the plugs that it chose
    plugs_ = plugs_for(alone);
    pieces_ = std::make_unique<Pieces>(alone);
    const auto begin = all.outputs.begin() + first_output;
    const std::vector<std::string> outputs(begin, begin + function_.outputs());
    first_ = std::make_unique<BlockComparison>(name_, named(outputs, all.inputs));
    second_ = std::make_unique<BlockComparison>(name_ + ", second order", named(all.inputs, all.inputs));
  }

  void check(Dice& dice, int states) {
    const VectorFunction values = [this](const Eigen::VectorXd& x) { return values_at(x); };
    for (int k = 0; k < states; ++k) {
      points_.push_back(finite_point(dice, values, name_, all_.lower, all_.upper));
      const Eigen::VectorXd ones = Eigen::VectorXd::Ones(function_.outputs());
      weights_.push_back(random_point(dice, 0.5 * ones, 1.5 * ones));
      compare_first(values);
      compare_second();
      first_->next_state();
      second_->next_state();
    }
    explain(*first_, [&](int) { return values; });
    explain(*second_, [this](int k) { return gradient(plugs_.front(), weights_[k]); });
  }

  void append_to(DerivativeReport& report) const {
    report.blocks.push_back(first_->report());
    const bool has_second =
        std::any_of(plugs_.begin(), plugs_.end(), [](const PlugAtPoint& plug) { return plug.has_hessian(); });
    if (has_second) report.blocks.push_back(second_->report());
  }

 private:
  /// Without any plug.
  Eigen::VectorXd values_at(const Eigen::VectorXd& x) const {
    const int states = all_.blocks.states, controls = all_.blocks.controls;
    std::vector<double> numbers = all_.blocks.numbers;
    for (std::size_t i = 0; i < all_.blocks.free_numbers.size(); ++i) {
      numbers[all_.blocks.free_numbers[i]] = x(states + controls + 1 + static_cast<long>(i));
    }
    const std::span<const double> inputs(x.data(), static_cast<std::size_t>(x.size()));
    const KnotView<double> knot{inputs.first(states), inputs.subspan(states, controls), x(states + controls), numbers};
    Eigen::VectorXd y(function_.outputs());
    function_(knot, std::span<double>(y.data(), static_cast<std::size_t>(y.size())));
    return y;
  }

  void compare_first(const VectorFunction& values) {
    const Eigen::VectorXd& x = points_.back();
    std::vector<Way> ways;
    for (PlugAtPoint& plug : plugs_) ways.push_back({plug.name(), plug.jacobian(x)});
    first_->compare(ways, kExactPlugs);
    for (const Way& way : ways) {
      first_->compare(way, differences_at(values, x, way.block, all_.lower, all_.upper, on_piece(x)));
    }
  }

  /// Differences are of w'J, of each plug's own J, which was compared before.
  void compare_second() {
    const Eigen::VectorXd &x = points_.back(), &w = weights_.back();
    std::vector<Way> ways;
    std::vector<DifferenceBlock> differences;
    for (PlugAtPoint& plug : plugs_) {
      if (!plug.has_hessian()) continue;
      ways.push_back({plug.name(), plug.hessian(x, w)});
      differences.push_back(
          differences_at(gradient(plug, w), x, ways.back().block, all_.lower, all_.upper, on_piece(x)));
    }
    second_->compare(ways, kExactPlugs);
    for (std::size_t k = 0; k < ways.size(); ++k) second_->compare(ways[k], differences[k]);
  }

  static VectorFunction gradient(PlugAtPoint& plug, const Eigen::VectorXd& weights) {
    return [&plug, weights](const Eigen::VectorXd& x) -> Eigen::VectorXd {
      return plug.jacobian(x).transpose() * weights;
    };
  }

  /// Differences stay on the piece of the point, unless it is at the piece's end.
  ReachLimit on_piece(const Eigen::VectorXd& x) const {
    return [this, &x](long j, double reach) {
      const double within = pieces_->reach_within(x, j, reach);
      return within > 0.0 ? within : reach;
    };
  }

  /// What disagrees may not be smooth; `function_at` gives the function that was differentiated at a point.
  void explain(BlockComparison& comparison, const std::function<VectorFunction(int)>& function_at) {
    const auto place = comparison.disagreement();
    if (!place) return;
    const Eigen::VectorXd& x = points_[place->state];
    comparison.add_note(
        why_not_smooth(function_at(place->state), x, place->row, place->column, {all_.inputs, all_.lower, all_.upper}));
  }

  const NamedKnotBlocks& all_;
  const GenericFunction& function_;
  std::string name_;
  std::vector<PlugAtPoint> plugs_;
  std::unique_ptr<Pieces> pieces_;
  std::vector<Eigen::VectorXd> points_, weights_;
  std::unique_ptr<BlockComparison> first_, second_;
};

void check_names(const NamedKnotBlocks& f) {
  const long inputs = f.blocks.inputs();
  require(std::ssize(f.inputs) == inputs, "knot function: {} inputs are named, it has {}", f.inputs.size(), inputs);
  require(std::ssize(f.outputs) == f.blocks.outputs(), "knot function: {} outputs are named, it has {}",
          f.outputs.size(), f.blocks.outputs());
  require(f.lower.size() == inputs && f.upper.size() == inputs,
          "knot function: it has {} lower and {} upper bounds of {} inputs", f.lower.size(), f.upper.size(), inputs);
  for (long j = 0; j < inputs; ++j) {
    require(std::isfinite(f.lower(j)) && std::isfinite(f.upper(j)) && f.lower(j) <= f.upper(j),
            "knot function: input '{}' is to be looked at within [{}, {}]", f.inputs[j], f.lower(j), f.upper(j));
  }
}

}  // namespace

DerivativeReport check_knot_function(const NamedKnotBlocks& function, const CheckOptions& options) {
  check_options(options);
  check_names(function);
  DerivativeReport report{"", options.seed, {}};
  Dice dice(options.seed);
  long output = 0;
  for (std::size_t which = 0; which < function.blocks.blocks.size(); ++which) {
    BlockCheck check(function, which, output);
    check.check(dice, options.states);
    check.append_to(report);
    output += function.blocks.blocks[which].outputs();
  }
  return report;
}

}  // namespace tandem
