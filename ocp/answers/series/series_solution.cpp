#include <tandem/ocp/answers/series/series_solution.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/series/arranged_series.hpp>
#include <tandem/ocp/answers/series/fitted_multipliers.hpp>
#include <tandem/ocp/answers/series/flow.hpp>
#include <tandem/ocp/answers/series/played_costs.hpp>
#include <tandem/ocp/answers/series/second_order.hpp>
#include <tandem/ocp/transcription/collocation.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

/// The transcription whose equations the multipliers are fitted to.
Tableau tableau_of_fit(const Problem& problem, const Tableau& stored) {
  for (const Phase& phase : problem.phases()) {
    if (!phase.path_constraints.empty()) return stored;
  }
  return stored.discrete ? stored : flow_tableau();
}

std::vector<double> interval_ends(const Eigen::VectorXd& time) {
  const double start = time(0), duration = time(time.size() - 1) - start;
  std::vector<double> ends;
  for (const double at : time) ends.push_back((at - start) / duration);
  ends.back() = 1.0;
  return ends;
}

std::vector<Mesh> meshes_of_fit(const Problem& problem, const ArrangedSeries& series, const Tableau& stored) {
  std::vector<Mesh> meshes;
  for (const PhaseSeries& phase : series.phases) {
    meshes.push_back(mesh_with_ends(series.transcription, series.degree, interval_ends(phase.time)));
    meshes.back().tableau = tableau_of_fit(problem, stored);
  }
  return meshes;
}

/// The control polynomial of an interval at a fraction of it.
Eigen::VectorXd control_at(const PhaseSeries& series, const Tableau& stored, int interval, double fraction) {
  const int nodes = stored.node_controls(), stride = nodes - (stored.control_at_right ? 1 : 0);
  return series.controls.middleCols(interval * stride, nodes) *
         lagrange_basis(stored.control_times, fraction).transpose();
}

/// Writes a phase's motion as it is, bounds or not.
void write_phase(const StagedNlp& nlp, int p, const PhaseSeries& series, const Tableau& stored, Eigen::VectorXd& z) {
  const PhaseLayout& layout = nlp.layout(p);
  const Tableau& tableau = nlp.mesh(p).tableau;
  for (int k = 0; k <= layout.intervals(); ++k) z.segment(layout.state(k), layout.states()) = series.states.col(k);
  for (int k = 0; k < layout.intervals() && layout.controls() > 0; ++k) {
    for (int n = 0; n < tableau.node_controls(); ++n) {
      z.segment(layout.node_control(k, n), layout.controls()) = control_at(series, stored, k, tableau.control_times(n));
    }
  }
  if (layout.start_time() >= 0) z(layout.start_time()) = series.time(0);
  if (layout.end_time() >= 0) z(layout.end_time()) = series.time(series.time.size() - 1);
  const int copy = nlp.layout().start_copy(p);
  if (copy >= 0) z.segment(copy, layout.states()) = series.states.col(0);
}

/// q_{k+1} = q_k + h sum_j w_j g_j, whatever bounds the last one has.
void write_integrals(StagedNlp& nlp, Eigen::VectorXd& z) {
  for (int p = 0; p < nlp.phases(); ++p) {
    const PhaseLayout& layout = nlp.layout(p);
    for (int k = 0; k <= layout.intervals(); ++k) z.segment(layout.integral(k), layout.integrals()).setZero();
  }
  Eigen::VectorXd rows(nlp.layout().constraints());
  nlp.constraints(z, rows);
  for (int p = 0; p < nlp.phases(); ++p) {
    const PhaseLayout& layout = nlp.layout(p);
    for (int k = 0; k < layout.intervals(); ++k) {
      z.segment(layout.integral(k + 1), layout.integrals()) =
          z.segment(layout.integral(k), layout.integrals()) - rows.segment(layout.quadrature(k), layout.integrals());
    }
  }
}

Eigen::VectorXd unknowns_of(StagedNlp& nlp, const ArrangedSeries& series, const Tableau& stored) {
  Guess guess;
  for (const PhaseSeries& phase : series.phases) {
    guess.phases.push_back({phase.time, phase.states, phase.control_time, phase.controls});
  }
  Eigen::VectorXd z = nlp.unknowns_from(guess);
  for (int p = 0; p < nlp.phases(); ++p) write_phase(nlp, p, series.phases[p], stored, z);
  write_integrals(nlp, z);
  nlp.require_finite_at(z);
  return z;
}

/// Of a phase as the fit has it, what the series says itself.
void put_back(const PhaseSeries& own, const Phase& phase, PhaseSolution& out, Solution& solution) {
  out.time = own.time;
  out.control_time = own.control_time;
  out.controls = own.controls;
  for (const Control& control : phase.controls) solution.multipliers.erase(phase.name + "/bound/" + control.name);
  if (own.costates.size() == 0) return;
  const Eigen::MatrixXd jumps = out.costates_before - out.costates;
  out.costates = own.costates;
  out.costates_before = own.costates + jumps;
  const int last = static_cast<int>(own.time.size()) - 1;
  out.costates_before.col(0) = out.costates.col(0);
  out.costates_before.col(last) = out.costates.col(last);
}

using IntervalCosts = std::vector<Eigen::VectorXd>;  ///< of each phase, as stated

/// By the transcription's own quadrature.
IntervalCosts transcribed_costs(const Problem& problem, const ArrangedSeries& series, const Tableau& stored) {
  std::vector<Mesh> meshes;
  for (const PhaseSeries& phase : series.phases) {
    meshes.push_back(mesh_with_ends(series.transcription, series.degree, interval_ends(phase.time)));
  }
  StagedNlp nlp(problem, std::move(meshes));
  const Eigen::VectorXd z = unknowns_of(nlp, series, stored);
  IntervalCosts costs;
  for (int p = 0; p < nlp.phases(); ++p) costs.push_back(nlp.interval_costs(z, p));
  return costs;
}

IntervalCosts played_costs(const Problem& problem, const Solution& solution) {
  IntervalCosts costs;
  for (int p = 0; p < std::ssize(solution.phases); ++p) costs.push_back(played_costs(problem, solution, p));
  return costs;
}

double sum_of(const IntervalCosts& costs) {
  double sum = 0.0;
  for (const Eigen::VectorXd& phase : costs) sum += phase.sum();
  return sum;
}

/// What each interval costs, and the whole. Without an objective it is what the motion costs when it is played. An
/// objective is explained by that or by the transcription's quadrature, whichever is nearer.
void price(const Problem& problem, const Series& series, const ArrangedSeries& arranged, const Tableau& stored,
           Solution& solution) {
  double of_fit = 0.0;
  for (const PhaseSolution& phase : solution.phases) of_fit += phase.interval_costs.sum();
  const double at_ends = solution.objective - of_fit;
  IntervalCosts costs =
      stored.discrete ? transcribed_costs(problem, arranged, stored) : played_costs(problem, solution);
  if (series.objective && !stored.discrete) {
    const double wanted = *series.objective - at_ends;
    IntervalCosts others = transcribed_costs(problem, arranged, stored);
    if (std::abs(sum_of(others) - wanted) < std::abs(sum_of(costs) - wanted)) costs = std::move(others);
  }
  solution.objective = series.objective.value_or(at_ends + sum_of(costs));
  for (std::size_t p = 0; p < costs.size(); ++p) {
    solution.phases[p].interval_costs = costs[p];
    solution.phases[p].costs_are_stated = true;
  }
}

}  // namespace

Problem with_numbers(const Problem& problem, const Series& series) {
  Problem stated = problem;
  for (const auto& [name, value] : series.numbers) stated.set(name, value);
  return stated;
}

Solution solution_from(const Problem& problem, const Series& series) {
  check_series(problem, series);
  const Problem stated = with_numbers(problem, series);
  const ArrangedSeries arranged = arranged_series(stated, series);
  const Tableau stored = make_tableau(arranged.transcription, arranged.degree);
  StagedNlp nlp(stated, meshes_of_fit(stated, arranged, stored));
  NlpSolution answer = fitted_multipliers(nlp, unknowns_of(nlp, arranged, stored));
  answer.last_regularization = missing_curvature(nlp, answer);
  Solution solution = make_solution(nlp, answer);
  solution.transcription = arranged.transcription;
  solution.degree = arranged.degree;
  solution.costates_fitted = false;
  for (std::size_t p = 0; p < arranged.phases.size(); ++p) {
    put_back(arranged.phases[p], stated.phases()[p], solution.phases[p], solution);
    if (arranged.phases[p].costates.size() == 0) solution.costates_fitted = true;
  }
  const PhaseSeries& last = arranged.phases.back();
  solution.final_time = last.time(last.time.size() - 1);
  solution.message = "an answer of another tool";
  price(stated, series, arranged, stored, solution);
  return solution;
}

Certificate certify(const Problem& problem, const Series& series, const CertificateLimits& limits) {
  return certify(with_numbers(problem, series), solution_from(problem, series), limits);
}

}  // namespace tandem
