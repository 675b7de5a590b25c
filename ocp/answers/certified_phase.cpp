#include <tandem/ocp/answers/certified_phase.hpp>

#include <fmt/core.h>

#include <utility>

namespace tandem {
namespace {

std::vector<double> integral_multipliers(const Problem& problem, const Solution& solution, int phase) {
  std::vector<double> all;
  const Phase& own = problem.phases()[phase];
  for (const Constraint& integral : own.integral_constraints) {
    all.push_back(solution.multiplier(own.name + "/integral/" + integral.name));
  }
  return all;
}

}  // namespace

CertifiedPhase::CertifiedPhase(const Problem& problem, const Solution& solution, int phase, KnotFunction& function,
                               std::vector<int> free_numbers, double sign)
    : answer(problem, solution, phase),
      flow(answer, function, std::move(free_numbers), sign, integral_multipliers(problem, solution, phase)),
      prefix(phase_prefix(problem, phase)) {
  if (answer.phase().end_cost) {
    const int last = answer.intervals();
    end_cost = answer.value(answer.phase().end_cost, answer.series().states.col(last), Eigen::VectorXd(), answer.end());
  }
}

void CertifiedPhase::make_bar(double objective_scale) {
  PlayedCostates costates(flow, played, objective_scale);
  bar = tandem::make_bar(flow, played, costates, objective_scale);
  integrals = costates.integrals();
}

double CertifiedPhase::claimed_cost(bool was_played) const {
  const Eigen::VectorXd& transcribed = played.transcribed_costs;
  const Eigen::VectorXd& stored = answer.series().interval_costs;
  if (transcribed.size() > 0) return flow.sign() * transcribed.sum();
  return stored.size() > 0 || !was_played ? stored.sum() : flow.sign() * played.costs.sum();
}

BorderShare CertifiedPhase::border(const Problem& problem) const {
  BorderShare share{-integrals.mean_to_start, integrals.mean_to_end, {}};
  share.by_numbers.setZero(std::ssize(problem.design_numbers()));
  for (std::size_t j = 0, at = 0; j < flow.free_numbers().size(); ++j) {
    const int number = flow.free_numbers()[j];
    if (problem.numbers()[number].role == Role::design)
      share.by_numbers(static_cast<int>(at++)) = integrals.by_numbers(static_cast<int>(j));
  }
  return share;
}

std::string CertifiedPhase::overshoot_note() const {
  const Eigen::MatrixXd& past = played.past_controls;
  int control = 0, interval = 0;
  if (past.size() == 0 || !(past.maxCoeff(&control, &interval) > 0.0)) return "";
  const Control& stated = answer.phase().controls[control];
  const double cost = (played.costs - played.costs_as_stored).sum();
  return fmt::format(
      "{}between nodes the stored control '{}' passes its bounds by {:.3g}{}{} (interval {}); it is "
      "played within them, which changes the cost by {:.2g}",
      prefix, stated.name, past(control, interval), stated.unit.empty() ? "" : " ", stated.unit, interval,
      flow.sign() * cost);
}

}  // namespace tandem
