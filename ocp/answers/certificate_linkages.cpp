#include <tandem/ocp/answers/certificate_linkages.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/answers/played.hpp>

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
    find_sizes(linkage, numbers);
    multipliers_ = Eigen::VectorXd::Zero(linkage.rows());
    if (found != solution.multipliers.end() && std::ssize(found->second) == linkage.rows()) {
      multipliers_ = Eigen::Map<const Eigen::VectorXd>(found->second.data(), linkage.rows());
    }
  }

  double value(int row) const { return batch_.values(row, 0); }
  double multiplier(int row) const { return multipliers_(row); }
  /// How far the ranges of both ends' states and times can move a row, or its bounds' size.
  double size(int row) const { return sizes_(row); }
  Eigen::VectorXd pushes() const { return batch_.jacobian(0).transpose() * multipliers_; }
  double time() const { return after_.time(0); }

 private:
  static Eigen::VectorXd reach(const PhaseSolution& series) {
    const int nx = static_cast<int>(series.states.rows()), last = static_cast<int>(series.time.size()) - 1;
    Eigen::VectorXd all(nx + 1);
    for (int i = 0; i < nx; ++i) {
      const auto x = series.states.row(i);
      all(i) = std::max(x.maxCoeff() - x.minCoeff(), 1e-9 * x.cwiseAbs().maxCoeff());
    }
    all(nx) = series.time(last) - series.time(0);
    return all;
  }

  void find_sizes(const Linkage& linkage, const std::vector<double>& numbers) {
    const Eigen::VectorXd before = reach(before_), after = reach(after_);
    const auto by_ends = batch_.jacobian(0).cwiseAbs();
    sizes_ = by_ends.leftCols(before.size()) * before + by_ends.middleCols(before.size(), after.size()) * after;
    for (const double bound : {linkage.bounds.lower.at(numbers), linkage.bounds.upper.at(numbers)}) {
      if (std::isfinite(bound)) sizes_ = sizes_.cwiseMax(std::abs(bound));
    }
    sizes_ = sizes_.cwiseMax(1e-300);
  }

  const PhaseSolution& before_;
  const PhaseSolution& after_;
  KnotBatch batch_;
  Eigen::VectorXd multipliers_, sizes_;
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
    const double past = outside(at.value(row), linkage.bounds, numbers) / at.size(row);
    worst.see(past, [&] { return fmt::format("linkage '{}' at {:.4g}", linkage.row_name(row), at.time()); });
  });
  return worst;
}

void see_linkage_misses(const Problem& problem, const Solution& solution, EndMisses& misses) {
  const std::vector<double> numbers = numbers_of(problem, solution);
  for_each_row(problem, solution, [&](const Linkage& linkage, int row, const LinkageAtAnswer& at) {
    misses.see(outside(at.value(row), linkage.bounds, numbers), at.multiplier(row), at.size(row),
               [&] { return fmt::format("linkage '{}', missed", linkage.row_name(row)); });
  });
}

Worst examine_linkage_multipliers(const Problem& problem, const Solution& solution) {
  Worst worst;
  const std::vector<double> numbers = numbers_of(problem, solution);
  for_each_row(problem, solution, [&](const Linkage& linkage, int row, const LinkageAtAnswer& at) {
    const double push =
        unexplained_push(at.multiplier(row), at.value(row), linkage.bounds, numbers, at.size(row)) * at.size(row);
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
