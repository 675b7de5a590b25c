#include <tandem/ocp/transcription/linkage_rows.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <algorithm>
#include <utility>

namespace tandem {

LinkageRows::LinkageRows(const Problem& problem, const NlpLayout& layout, const std::vector<int>& free_numbers,
                         const std::string& plug)
    : layout_(layout) {
  for (int i = 0; i < static_cast<int>(problem.linkages().size()); ++i) {
    joints_.push_back(make_joint(problem, i, free_numbers, plug));
  }
  set_fixed_times(problem);
  make_shares(problem, free_numbers);
  set_patterns();
}

void LinkageRows::make_shares(const Problem& problem, const std::vector<int>& free_numbers) {
  for (const Budget& budget : layout_.budgets()) {
    const PhaseLayout& phase = layout_.phase(budget.phase);
    const Constraint& constraint = problem.phases()[budget.phase].integral_constraints[budget.integral];
    Share share{budget.row, phase.integral(phase.intervals()) + budget.integral, {}};
    for (int i = 0; i < std::ssize(free_numbers); ++i) {
      const NamedNumber& number = problem.numbers()[free_numbers[i]];
      if (number.role != Role::design) continue;
      const Range& bounds = constraint.bounds;
      const double lower = slope_of(bounds.lower, free_numbers[i]), upper = slope_of(bounds.upper, free_numbers[i]);
      require(lower == upper, "integral constraint '{}': design number '{}' moves its bounds by {} and {}; both alike",
              constraint.name, number.name, lower, upper);
      if (lower != 0.0) share.slopes.emplace_back(layout_.free_number(i), lower);
    }
    shares_.push_back(std::move(share));
  }
}

LinkageRows::Joint LinkageRows::make_joint(const Problem& problem, int index, const std::vector<int>& free_numbers,
                                           const std::string& plug) {
  const Linkage& linkage = problem.linkages()[index];
  const PhaseLayout& before = layout_.phase(linkage.before);
  const PhaseLayout& after = layout_.phase(linkage.after);
  Joint joint;
  joint.name = linkage.name;
  joint.row = layout_.linkage_row(index);
  joint.before = linkage.before, joint.after = linkage.after;
  const int states = before.states() + after.states() + 2;
  KnotBlocks blocks{states, 0, {KnotBlock(linkage.function, linkage.name)}, problem.number_values(), free_numbers};
  joint.function = make_knot_function(blocks, plug_at_ends(plug));
  joint.function->require_level(Level::hessian);
  joint.batch.resize(joint.function->inputs(), joint.function->outputs(), 1);

  for (int i = 0; i < before.states(); ++i) joint.inputs.push_back(before.state(before.intervals()) + i);
  joint.time_before = static_cast<int>(joint.inputs.size());
  joint.inputs.push_back(before.end_time());
  const int start = linkage.goes_back() ? layout_.start_copy(linkage.after) : after.state(0);
  for (int i = 0; i < after.states(); ++i) joint.inputs.push_back(start + i);
  joint.time_after = static_cast<int>(joint.inputs.size());
  joint.inputs.push_back(after.start_time());
  joint.inputs.push_back(-1);  // the function's own time: it has none
  for (int i = 0; i < layout_.free_numbers(); ++i) joint.inputs.push_back(layout_.free_number(i));
  return joint;
}

void LinkageRows::set_fixed_times(const Problem& problem) {
  for (Joint& joint : joints_) {
    joint.batch.inputs(joint.time_before, 0) = fixed_end(problem, joint.before);
    joint.batch.inputs(joint.time_after, 0) = fixed_start(problem, joint.after);
  }
}

void LinkageRows::set_numbers(const Problem& problem) {
  for (Joint& joint : joints_) joint.function->set_numbers(problem.number_values());
  set_fixed_times(problem);
}

void LinkageRows::set_patterns() {
  for (Joint& joint : joints_) {
    const auto unknown = [&](int input) { return joint.inputs[input]; };
    const Pattern jacobian = places(joint.function->jacobian_pattern());
    for (int i = 0; i < jacobian.size(); ++i) {
      if (unknown(jacobian.cols[i]) < 0) continue;
      joint.jacobian.add(jacobian.rows[i], jacobian.cols[i]);
      jacobian_pattern_.add(joint.row + jacobian.rows[i], unknown(jacobian.cols[i]));
    }
    const Pattern hessian = places(joint.function->hessian_pattern());
    for (int i = 0; i < hessian.size(); ++i) {
      const int row = unknown(hessian.rows[i]), col = unknown(hessian.cols[i]);
      // Times that two phases share stand behind two inputs: their off-diagonal entries both count.
      if (row < 0 || col < 0 || row < col) continue;
      joint.hessian.add(hessian.rows[i], hessian.cols[i]);
      hessian_pattern_.add(row, col);
    }
  }
  for (int i = 0; i < layout_.phases(); ++i) {
    for (int s = 0; layout_.start_copy(i) >= 0 && s < layout_.phase(i).states(); ++s) {
      jacobian_pattern_.add(layout_.copy_row(i) + s, layout_.phase(i).state(0) + s);
      jacobian_pattern_.add(layout_.copy_row(i) + s, layout_.start_copy(i) + s);
    }
  }
  for (const Share& share : shares_) {
    jacobian_pattern_.add(share.row, share.integral);
    for (const auto& [number, slope] : share.slopes) jacobian_pattern_.add(share.row, number);
  }
}

void LinkageRows::fill_copies(Eigen::VectorXd& z) const {
  for (int i = 0; i < layout_.phases(); ++i) {
    if (layout_.start_copy(i) < 0) continue;
    const int states = layout_.phase(i).states();
    z.segment(layout_.start_copy(i), states) = z.segment(layout_.phase(i).state(0), states);
  }
}

void LinkageRows::require_finite() const {
  for (const Joint& joint : joints_) {
    require(joint.batch.values.allFinite() && joint.batch.jacobians.allFinite(),
            "linkage '{}': it or its derivative is not finite at the guess", joint.name);
  }
}

void LinkageRows::evaluate(const Eigen::VectorXd& z, Level level) {
  for (Joint& joint : joints_) {
    for (std::size_t i = 0; i < joint.inputs.size(); ++i) {
      if (joint.inputs[i] >= 0) joint.batch.inputs(static_cast<int>(i), 0) = z(joint.inputs[i]);
    }
    joint.function->evaluate(joint.batch, 0, 1, level);
  }
}

void LinkageRows::constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out) const {
  for (const Joint& joint : joints_) out.segment(joint.row, joint.batch.values.rows()) = joint.batch.values.col(0);
  for (int i = 0; i < layout_.phases(); ++i) {
    if (layout_.start_copy(i) < 0) continue;
    const int states = layout_.phase(i).states();
    out.segment(layout_.copy_row(i), states) =
        z.segment(layout_.phase(i).state(0), states) - z.segment(layout_.start_copy(i), states);
  }
  for (const Share& share : shares_) {
    out(share.row) = z(share.integral);
    for (const auto& [number, slope] : share.slopes) out(share.row) -= slope * z(number);
  }
}

void LinkageRows::jacobian(std::span<double> values) const {
  std::size_t next = 0;
  for (const Joint& joint : joints_) {
    const auto jacobian = joint.batch.jacobian(0);
    for (int i = 0; i < joint.jacobian.size(); ++i) {
      values[next++] = jacobian(joint.jacobian.rows[i], joint.jacobian.cols[i]);
    }
  }
  for (int i = 0; i < layout_.phases(); ++i) {
    for (int s = 0; layout_.start_copy(i) >= 0 && s < layout_.phase(i).states(); ++s) {
      values[next++] = 1.0;
      values[next++] = -1.0;
    }
  }
  for (const Share& share : shares_) {
    values[next++] = 1.0;
    for (const auto& [number, slope] : share.slopes) values[next++] = -slope;
  }
}

void LinkageRows::hessian(const Eigen::VectorXd& multipliers, std::span<double> values) {
  std::size_t next = 0;
  for (Joint& joint : joints_) {
    if (joint.hessian.size() == 0) continue;
    joint.batch.weights.col(0) = multipliers.segment(joint.row, joint.batch.weights.rows());
    joint.function->evaluate(joint.batch, 0, 1, Level::hessian);
    const auto hessian = joint.batch.hessian(0);
    for (int i = 0; i < joint.hessian.size(); ++i) {
      values[next++] = hessian(joint.hessian.rows[i], joint.hessian.cols[i]);
    }
  }
}

}  // namespace tandem
