#include <tandem/ocp/answers/solution.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

/// Gives names to slices of a solver's vectors, for one phase.
class Namer {
 public:
  Namer(const StagedNlp& nlp, int phase, const NlpSolution& answer, std::map<std::string, std::vector<double>>& named)
      : phase_(nlp.phase(phase)),
        tableau_(nlp.mesh(phase).tableau),
        layout_(nlp.layout(phase)),
        answer_(answer),
        named_(named) {}

  void name_all() {
    for (int i = 0; i < layout_.states(); ++i) name_state(i);
    for (int i = 0; i < layout_.controls(); ++i) {
      for (int at : control_offsets(layout_, tableau_)) {
        add("bound", phase_.controls[i].name, answer_.bound_multipliers(at + i));
      }
    }
    for (int i = 0; i < layout_.paths(); ++i) {
      for (int k = 0; k < layout_.intervals(); ++k) {
        for (int j = 0; j < tableau_.point_count(); ++j) {
          if (!tableau_.holds_paths(j)) continue;
          add("path", phase_.path_constraints[i].name, answer_.multipliers(layout_.path(k, j) + i));
        }
      }
    }
    for (int i = 0; i < layout_.end_constraints(); ++i) {
      add("end", phase_.end_constraints[i].name, answer_.multipliers(layout_.end_constraint() + i));
    }
    for (int i = 0; i < layout_.integrals(); ++i) {  // the costate of the integral so far: the same in all intervals
      add("integral", phase_.integral_constraints[i].name, -answer_.multipliers(layout_.quadrature(0) + i));
    }
    if (layout_.start_time() >= 0) add("time", "start", answer_.bound_multipliers(layout_.start_time()));
    if (layout_.end_time() >= 0) add("time", "end", answer_.bound_multipliers(layout_.end_time()));
    if (layout_.has_duration_row()) add("time", "duration", answer_.multipliers(layout_.duration_row()));
  }

  /// Where the node controls stand, in the order of time, each once.
  static std::vector<int> control_offsets(const PhaseLayout& layout, const Tableau& tableau) {
    std::vector<int> offsets;
    for (int k = 0; k < layout.intervals(); ++k) {
      const int last = tableau.node_controls() - (tableau.control_at_right ? 1 : 0);
      for (int n = 0; n < last; ++n) offsets.push_back(layout.node_control(k, n));
    }
    if (tableau.control_at_right) offsets.push_back(layout.knot_control(layout.intervals()));
    return offsets;
  }

 private:
  void name_state(int i) {
    const std::string& state = phase_.states[i].name;
    for (int k = 0; k < layout_.intervals(); ++k) {
      for (int e = 0; e < tableau_.defects(); ++e) {
        add("defect", state, answer_.multipliers(layout_.defect(k, e) + i));
      }
    }
    for (int k = 0; k <= layout_.intervals(); ++k) {
      add("bound", state, answer_.bound_multipliers(layout_.state(k) + i));
    }
  }

  void add(const char* kind, const std::string& name, double value) {
    named_[phase_.name + "/" + kind + "/" + name].push_back(value);
  }

  const Phase& phase_;
  const Tableau& tableau_;
  const PhaseLayout& layout_;
  const NlpSolution& answer_;
  std::map<std::string, std::vector<double>>& named_;
};

/// One phase's share of an answer.
struct PhaseAnswer {
  StagedNlp& nlp;
  int phase;
  const NlpSolution& answer;

  const PhaseLayout& layout() const { return nlp.layout(phase); }
  const Mesh& mesh() const { return nlp.mesh(phase); }
  double start() const { return nlp.start_time(answer.unknowns, phase); }
  double duration() const { return nlp.end_time(answer.unknowns, phase) - start(); }
};

void fill_controls(const PhaseAnswer& own, PhaseSolution& series) {
  const PhaseLayout& layout = own.layout();
  const Tableau& tableau = own.mesh().tableau;
  const std::vector<int> offsets = Namer::control_offsets(layout, tableau);
  series.control_time.resize(static_cast<int>(offsets.size()));
  series.controls.resize(layout.controls(), series.control_time.size());
  const int nodes = tableau.node_controls() - (tableau.control_at_right ? 1 : 0);
  for (int i = 0; i < series.control_time.size(); ++i) {
    const int k = std::min(i / nodes, layout.intervals() - 1);
    const double fraction = own.mesh().start(k) + tableau.control_times(i - k * nodes) * own.mesh().length(k);
    series.control_time(i) = own.start() + fraction * own.duration();
    series.controls.col(i) = own.answer.unknowns.segment(offsets[i], layout.controls());
  }
}

/// Multipliers per unit of time: each divided by the weight of its point in the quadrature, and those of a discrete
/// problem by their step.
void fill_path_multipliers(const PhaseAnswer& own, PhaseSolution& series) {
  const PhaseLayout& layout = own.layout();
  const Tableau& tableau = own.mesh().tableau;
  const int points = tableau.point_count();
  series.path_multipliers.setZero(layout.paths(), layout.intervals() * points);
  const auto weight = [&](int k, int j) {
    return own.duration() * own.mesh().length(k) * (tableau.discrete ? 1.0 : tableau.weights(j));
  };
  for (int k = 0; layout.paths() > 0 && k < layout.intervals(); ++k) {
    for (int j = 0; j < points; ++j) {
      if (!tableau.holds_paths(j)) continue;
      double total = weight(k, j);
      if (!tableau.discrete && j == tableau.left_point && k > 0) total += weight(k - 1, tableau.right_point);
      if (j == tableau.right_point && k + 1 < layout.intervals()) total += weight(k + 1, tableau.left_point);
      series.path_multipliers.col(k * points + j) =
          own.answer.multipliers.segment(layout.path(k, j), layout.paths()) / total;
    }
  }
}

void fill_costates(const PhaseAnswer& own, PhaseSolution& series) {
  const PhaseLayout& layout = own.layout();
  const int states = layout.states(), intervals = layout.intervals();
  series.costates.setZero(states, intervals + 1);
  series.costates_before.setZero(states, intervals + 1);
  const Eigen::MatrixXd gradients = own.nlp.interval_gradients(own.answer.unknowns, own.answer.multipliers, own.phase);
  series.costates.leftCols(intervals) = gradients.topRows(states);
  series.costates_before.rightCols(intervals) = -gradients.middleRows(layout.local(0, layout.state(1)), states);
  series.costates.col(intervals) = series.costates_before.col(intervals);
  series.costates_before.col(0) = series.costates.col(0);
}

/// States between the knots that are unknowns of the transcription, and what bounds push there.
void fill_inner_nodes(const PhaseAnswer& own, PhaseSolution& series) {
  const PhaseLayout& layout = own.layout();
  const int states = layout.states(), inner = own.mesh().tableau.interior_states;
  series.inner_states.resize(inner == 0 ? 0 : states, layout.intervals() * inner);
  series.inner_pushes.resize(series.inner_states.rows(), series.inner_states.cols());
  for (int i = 0; i < series.inner_states.cols(); ++i) {
    const int at = layout.interior_state(i / inner, i % inner);
    series.inner_states.col(i) = own.answer.unknowns.segment(at, states);
    series.inner_pushes.col(i) = own.answer.bound_multipliers.segment(at, states);
  }
}

PhaseSolution phase_series(const PhaseAnswer& own) {
  const PhaseLayout& layout = own.layout();
  const Phase& phase = own.nlp.phase(own.phase);
  const Eigen::VectorXd& z = own.answer.unknowns;
  const int knots = layout.intervals() + 1;
  PhaseSolution series;
  series.name = phase.name;
  series.interval_ends = own.mesh().ends;
  for (const State& state : phase.states) series.state_names.push_back(state.name);
  for (const Control& control : phase.controls) series.control_names.push_back(control.name);
  for (const Constraint& integral : phase.integral_constraints) series.integral_names.push_back(integral.name);
  series.time.resize(knots);
  series.states.resize(layout.states(), knots);
  series.integrals.resize(layout.integrals(), knots);
  for (int k = 0; k < knots; ++k) {
    series.time(k) = own.start() + own.mesh().ends[k] * own.duration();
    series.states.col(k) = z.segment(layout.state(k), layout.states());
    series.integrals.col(k) = z.segment(layout.integral(k), layout.integrals());
  }
  fill_inner_nodes(own, series);
  series.interval_costs = own.nlp.interval_costs(own.answer.unknowns, own.phase);
  fill_costates(own, series);
  fill_controls(own, series);
  fill_path_multipliers(own, series);
  return series;
}

void name_linkages(const StagedNlp& nlp, const NlpSolution& answer, Solution& solution) {
  const std::span<const Linkage> linkages = nlp.problem().linkages();
  for (std::size_t i = 0; i < linkages.size(); ++i) {
    std::vector<double>& values = solution.multipliers["linkage/" + linkages[i].name];
    const int first = nlp.layout().linkage_row(static_cast<int>(i));
    for (int row = 0; row < linkages[i].rows(); ++row) values.push_back(answer.multipliers(first + row));
  }
}

}  // namespace

int Solution::intervals() const {
  int sum = 0;
  for (const PhaseSolution& phase : phases) sum += phase.intervals();
  return sum;
}

double Solution::multiplier(const std::string& name) const {
  const auto found = multipliers.find(name);
  return found == multipliers.end() || found->second.empty() ? 0.0 : found->second.front();
}

Solution make_solution(StagedNlp& nlp, const NlpSolution& answer) {
  Solution solution;
  const Problem& problem = nlp.problem();
  solution.problem = problem.name();
  for (const NamedNumber& number : problem.numbers()) solution.numbers[number.name] = number.value;
  int next_free = 0;
  for (const NamedNumber& number : problem.numbers()) {
    if (number.role != Role::constant) {
      solution.numbers[number.name] = answer.unknowns(nlp.layout().free_number(next_free++));
    }
  }
  solution.status = answer.status;
  solution.message = answer.message;
  solution.objective = problem.is_maximised() ? -answer.objective : answer.objective;
  solution.final_time = nlp.end_time(answer.unknowns, nlp.phases() - 1);
  solution.iterations = answer.iterations;
  solution.last_regularization = answer.last_regularization;
  solution.transcription = nlp.mesh().tableau.name;
  solution.degree = nlp.mesh().degree;
  for (int i = 0; i < nlp.phases(); ++i) {
    solution.phases.push_back(phase_series({nlp, i, answer}));
    PhaseSolution& series = solution.phases.back();
    if (!answer.feedback.empty()) {
      const auto first = answer.feedback.begin() + solution.intervals() - series.intervals();
      series.feedback.assign(first, first + series.intervals());
    }
    Namer(nlp, i, answer, solution.multipliers).name_all();
  }
  name_linkages(nlp, answer, solution);
  solution.seconds.evaluation = answer.evaluation_seconds;
  solution.seconds.linear_algebra = answer.linear_algebra_seconds;
  solution.seconds.solver = answer.total_seconds;
  solution.shadow = answer.shadow;
  return solution;
}

void add_effort(const Solution& earlier, Solution& later) {
  later.iterations += earlier.iterations;
  later.seconds.setup += earlier.seconds.setup;
  later.seconds.evaluation += earlier.seconds.evaluation;
  later.seconds.linear_algebra += earlier.seconds.linear_algebra;
  later.seconds.solver += earlier.seconds.solver;
  later.seconds.certificate += earlier.seconds.certificate;
  later.seconds.total += earlier.seconds.total;
}

Guess guess_from(const Solution& solution) {
  require(!solution.phases.empty(), "solution of '{}': it has no phase to make a guess of", solution.problem);
  Guess guess;
  for (const PhaseSolution& phase : solution.phases) {
    guess.phases.push_back({phase.time, phase.states, phase.control_time, phase.controls, phase.costates});
  }
  guess.numbers = solution.numbers;
  return guess;
}

}  // namespace tandem
