#include <tandem/ocp/certificate_checks.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

/// One linkage at an answer, by its tape: values and derivatives by [x_before; t_before; x_after; t_after; time;
/// design numbers].
class LinkageAtAnswer {
 public:
  LinkageAtAnswer(const Problem& problem, const Solution& solution, const Linkage& linkage)
      : before_(solution.phases[linkage.before]), after_(solution.phases[linkage.after]) {
    const std::vector<double> numbers = numbers_of(problem, solution);
    const int nb = static_cast<int>(before_.states.rows()), na = static_cast<int>(after_.states.rows());
    const int last = static_cast<int>(before_.time.size()) - 1;
    const std::vector<int> design = problem.design_numbers();
    const auto function =
        make_knot_function({nb + na + 2, 0, {KnotBlock(linkage.function, linkage.name)}, numbers, design}, "tape");
    batch_.resize(function->inputs(), function->outputs(), 1);
    batch_.inputs.col(0).head(nb + na + 2) << before_.states.col(last), before_.time(last), after_.states.col(0),
        after_.time(0);
    for (std::size_t i = 0; i < design.size(); ++i) {
      batch_.inputs(nb + na + 3 + static_cast<int>(i), 0) = numbers[design[i]];
    }
    function->evaluate(batch_, 0, 1, Level::jacobian);
    const auto found = solution.multipliers.find("linkage/" + linkage.name);
    multipliers_ = Eigen::VectorXd::Zero(linkage.rows());
    if (found != solution.multipliers.end() && std::ssize(found->second) == linkage.rows()) {
      multipliers_ = Eigen::Map<const Eigen::VectorXd>(found->second.data(), linkage.rows());
    }
  }

  double value(int row) const { return batch_.values(row, 0); }
  double multiplier(int row) const { return multipliers_(row); }
  Eigen::VectorXd pushes() const { return batch_.jacobian(0).transpose() * multipliers_; }
  double time() const { return after_.time(0); }

 private:
  const PhaseSolution& before_;
  const PhaseSolution& after_;
  KnotBatch batch_;
  Eigen::VectorXd multipliers_;
};

/// Calls see(linkage, row, at) for every row of every linkage.
template <class See>
void for_each_row(const Problem& problem, const Solution& solution, const See& see) {
  for (const Linkage& linkage : problem.linkages()) {
    const LinkageAtAnswer at(problem, solution, linkage);
    for (int row = 0; row < linkage.rows(); ++row) see(linkage, row, at);
  }
}

}  // namespace

Worst examine_linkages(const Problem& problem, const Solution& solution) {
  Worst worst;
  const std::vector<double> numbers = numbers_of(problem, solution);
  for_each_row(problem, solution, [&](const Linkage& linkage, int row, const LinkageAtAnswer& at) {
    const double below = linkage.bounds.lower.at(numbers) - at.value(row);
    const double above = at.value(row) - linkage.bounds.upper.at(numbers);
    const double outside = std::isnan(at.value(row)) ? at.value(row) : std::max({0.0, below, above});
    worst.see(outside, [&] { return fmt::format("linkage '{}' at {:.4g}", linkage.row_name(row), at.time()); });
  });
  return worst;
}

Worst examine_linkage_multipliers(const Problem& problem, const Solution& solution) {
  Worst worst;
  const std::vector<double> numbers = numbers_of(problem, solution);
  for_each_row(problem, solution, [&](const Linkage& linkage, int row, const LinkageAtAnswer& at) {
    const double push = unexplained_push(at.multiplier(row), at.value(row), linkage.bounds, numbers);
    worst.see(push, [&] { return fmt::format("multiplier of linkage '{}'", linkage.row_name(row)); });
  });
  return worst;
}

LinkagePushes linkage_pushes(const Problem& problem, const Solution& solution) {
  LinkagePushes pushes;
  for (const Phase& phase : problem.phases()) {
    pushes.by_start.emplace_back(Eigen::VectorXd::Zero(phase.state_count + 1));
    pushes.by_end.emplace_back(Eigen::VectorXd::Zero(phase.state_count + 1));
  }
  pushes.by_numbers.setZero(std::ssize(problem.design_numbers()));
  for (const Linkage& linkage : problem.linkages()) {
    const Eigen::VectorXd push = LinkageAtAnswer(problem, solution, linkage).pushes();
    Eigen::VectorXd& before = pushes.by_end[linkage.before];
    Eigen::VectorXd& after = pushes.by_start[linkage.after];
    before += push.head(before.size());
    after += push.segment(before.size(), after.size());
    pushes.by_numbers += push.tail(pushes.by_numbers.size());
  }
  return pushes;
}

}  // namespace tandem
