#pragma once

#include <tandem/ocp/answers/phase_flow.hpp>
#include <tandem/ocp/transcription/collocation.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tandem::test {

/// What an answer of one phase is made up of: vectors as functions of time.
template <class States, class Controls, class Costates>
struct Motion {
  States states;
  Controls controls;
  Costates costates;
  double start = 0.0, end = 1.0;
};
template <class States, class Controls, class Costates>
Motion(States, Controls, Costates, double, double) -> Motion<States, Controls, Costates>;

/// These functions of time as an answer on equal intervals, multipliers and pushes zero.
template <class Functions>
Solution answer_of(const Problem& problem, const std::string& transcription, int intervals, const Functions& motion,
                   int degree = 0) {
  const Phase& phase = problem.phases().front();
  const Tableau tableau = make_tableau(transcription, degree);
  const int stride = tableau.node_controls() - (tableau.control_at_right ? 1 : 0), points = tableau.point_count();
  Solution solution;
  solution.problem = problem.name();
  solution.transcription = transcription;
  solution.degree = degree;
  solution.status = Status::solved;
  for (const NamedNumber& number : problem.numbers()) solution.numbers[number.name] = number.value;
  PhaseSolution series;
  series.name = phase.name;
  series.time = Eigen::VectorXd::LinSpaced(intervals + 1, motion.start, motion.end);
  series.states.resize(phase.state_count, intervals + 1);
  series.costates.resize(phase.state_count, intervals + 1);
  for (int k = 0; k <= intervals; ++k) {
    series.interval_ends.push_back(static_cast<double>(k) / intervals);
    series.states.col(k) = motion.states(series.time(k));
    series.costates.col(k) = motion.costates(series.time(k));
  }
  series.costates_before = series.costates;
  series.controls.resize(phase.control_count, intervals * stride + (tableau.control_at_right ? 1 : 0));
  series.control_time.resize(series.controls.cols());
  for (int k = 0; k < intervals; ++k) {
    for (int j = 0; j < tableau.node_controls(); ++j) {
      const double t = series.time(k) + tableau.control_times(j) * (series.time(k + 1) - series.time(k));
      series.control_time(k * stride + j) = t;
      series.controls.col(k * stride + j) = motion.controls(t);
    }
  }
  series.path_multipliers.setZero(std::ssize(phase.path_constraints), intervals * points);
  series.integrals.setZero(std::ssize(phase.integral_constraints), intervals + 1);
  series.interval_costs.setZero(intervals);
  solution.phases.push_back(std::move(series));
  return solution;
}

/// The first phase of an answer as the certificate looks at it.
struct LoneFlow {
  LoneFlow(Problem stated, Solution its_answer)
      : problem(std::move(stated)),
        solution(std::move(its_answer)),
        answer(problem, solution),
        function(make_knot_function(blocks_along(answer.phase(), numbers_of(problem, solution), problem.free_numbers()),
                                    kDefaultPlug)),
        flow(answer, *function, problem.free_numbers(), problem.is_maximised() ? -1.0 : 1.0, integral_multipliers()) {}

  std::vector<double> integral_multipliers() const {
    std::vector<double> all;
    for (const Constraint& integral : answer.phase().integral_constraints) {
      all.push_back(solution.multiplier(answer.phase().name + "/integral/" + integral.name));
    }
    return all;
  }

  Problem problem;
  Solution solution;
  Played answer;
  std::unique_ptr<KnotFunction> function;
  PhaseFlow flow;
};

}  // namespace tandem::test
