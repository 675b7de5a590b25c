#include <tandem/ocp/solution.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

/// Gives names to slices of a solver's vectors.
class Namer {
 public:
  Namer(const StagedNlp& nlp, const NlpSolution& answer, std::map<std::string, std::vector<double>>& named)
      : nlp_(nlp), layout_(nlp.layout()), answer_(answer), named_(named) {}

  void name_all() {
    const Phase& phase = nlp_.phase();
    const int knots = layout_.intervals() + 1;
    for (int i = 0; i < layout_.states(); ++i) {
      const std::string& state = phase.states[i].name;
      for (int k = 0; k < layout_.intervals(); ++k) {
        for (int e = 0; e < nlp_.mesh().tableau.defects(); ++e) {
          add("defect", state, answer_.multipliers(layout_.defect(k, e) + i));
        }
      }
      for (int k = 0; k < knots; ++k) add("bound", state, answer_.bound_multipliers(layout_.state(k) + i));
    }
    for (int i = 0; i < layout_.controls(); ++i) {
      for (int at : control_offsets(nlp_)) add("bound", phase.controls[i].name, answer_.bound_multipliers(at + i));
    }
    for (int i = 0; i < layout_.paths(); ++i) {
      for (int k = 0; k < layout_.intervals(); ++k) {
        for (int j = 0; j < nlp_.mesh().tableau.point_count(); ++j) {
          if (!nlp_.mesh().tableau.holds_paths(j)) continue;
          add("path", phase.path_constraints[i].name, answer_.multipliers(layout_.path(k, j) + i));
        }
      }
    }
    for (int i = 0; i < layout_.end_constraints(); ++i) {
      add("end", phase.end_constraints[i].name, answer_.multipliers(layout_.end_constraint() + i));
    }
    if (layout_.start_time() >= 0) add("time", "start", answer_.bound_multipliers(layout_.start_time()));
    if (layout_.end_time() >= 0) add("time", "end", answer_.bound_multipliers(layout_.end_time()));
  }

  /// Where the node controls stand, in the order of time, each once.
  static std::vector<int> control_offsets(const StagedNlp& nlp) {
    const NlpLayout& layout = nlp.layout();
    const Tableau& tableau = nlp.mesh().tableau;
    std::vector<int> offsets;
    for (int k = 0; k < layout.intervals(); ++k) {
      const int last = tableau.node_controls() - (tableau.control_at_right ? 1 : 0);
      for (int n = 0; n < last; ++n) offsets.push_back(layout.node_control(k, n));
    }
    if (tableau.control_at_right) offsets.push_back(layout.knot_control(layout.intervals()));
    return offsets;
  }

 private:
  void add(const char* kind, const std::string& name, double value) {
    named_[nlp_.phase().name + "/" + kind + "/" + name].push_back(value);
  }

  const StagedNlp& nlp_;
  const NlpLayout& layout_;
  const NlpSolution& answer_;
  std::map<std::string, std::vector<double>>& named_;
};

void fill_controls(const StagedNlp& nlp, const Eigen::VectorXd& z, PhaseSolution& series) {
  const NlpLayout& layout = nlp.layout();
  const Tableau& tableau = nlp.mesh().tableau;
  const std::vector<int> offsets = Namer::control_offsets(nlp);
  const double start = nlp.start_time(z), duration = nlp.end_time(z) - start;
  series.control_time.resize(static_cast<int>(offsets.size()));
  series.controls.resize(layout.controls(), series.control_time.size());
  const int nodes = tableau.node_controls() - (tableau.control_at_right ? 1 : 0);
  for (int i = 0; i < series.control_time.size(); ++i) {
    const int k = std::min(i / nodes, layout.intervals() - 1);
    const double fraction = nlp.mesh().start(k) + tableau.control_times(i - k * nodes) * nlp.mesh().length(k);
    series.control_time(i) = start + fraction * duration;
    series.controls.col(i) = z.segment(offsets[i], layout.controls());
  }
}

/// Multipliers per unit of time: each divided by the weight of its point in the quadrature, and those of a discrete
/// problem by their step.
void fill_path_multipliers(const StagedNlp& nlp, const NlpSolution& answer, PhaseSolution& series) {
  const NlpLayout& layout = nlp.layout();
  const Tableau& tableau = nlp.mesh().tableau;
  const double duration = nlp.end_time(answer.unknowns) - nlp.start_time(answer.unknowns);
  const int points = tableau.point_count();
  series.path_multipliers.setZero(layout.paths(), layout.intervals() * points);
  const auto weight = [&](int k, int j) {
    return duration * nlp.mesh().length(k) * (tableau.discrete ? 1.0 : tableau.weights(j));
  };
  for (int k = 0; layout.paths() > 0 && k < layout.intervals(); ++k) {
    for (int j = 0; j < points; ++j) {
      if (!tableau.holds_paths(j)) continue;
      double total = weight(k, j);
      if (!tableau.discrete && j == tableau.left_point && k > 0) total += weight(k - 1, tableau.right_point);
      if (j == tableau.right_point && k + 1 < layout.intervals()) total += weight(k + 1, tableau.left_point);
      series.path_multipliers.col(k * points + j) =
          answer.multipliers.segment(layout.path(k, j), layout.paths()) / total;
    }
  }
}

PhaseSolution phase_series(StagedNlp& nlp, const NlpSolution& answer) {
  const NlpLayout& layout = nlp.layout();
  const Eigen::VectorXd& z = answer.unknowns;
  const int states = layout.states(), intervals = layout.intervals();
  PhaseSolution series;
  series.name = nlp.phase().name;
  for (const State& state : nlp.phase().states) series.state_names.push_back(state.name);
  for (const Control& control : nlp.phase().controls) series.control_names.push_back(control.name);
  series.time.resize(intervals + 1);
  series.states.resize(states, intervals + 1);
  series.costates.setZero(states, intervals + 1);
  series.costates_before.setZero(states, intervals + 1);
  const double start = nlp.start_time(z), duration = nlp.end_time(z) - start;
  for (int k = 0; k <= intervals; ++k) {
    series.time(k) = start + nlp.mesh().ends[k] * duration;
    series.states.col(k) = z.segment(layout.state(k), states);
  }
  for (int k = 0; k < intervals; ++k) {
    const Eigen::VectorXd gradient = nlp.interval_gradient(z, answer.multipliers, k);
    series.costates.col(k) = gradient.head(states);
    series.costates_before.col(k + 1) = -gradient.segment(layout.local(k, layout.state(k + 1)), states);
  }
  series.costates.col(intervals) = series.costates_before.col(intervals);
  series.costates_before.col(0) = series.costates.col(0);
  fill_controls(nlp, z, series);
  fill_path_multipliers(nlp, answer, series);
  return series;
}

}  // namespace

Solution make_solution(StagedNlp& nlp, const NlpSolution& answer) {
  Solution solution;
  const Problem& problem = nlp.problem();
  solution.problem = problem.name();
  for (const NamedNumber& number : problem.numbers()) solution.numbers[number.name] = number.value;
  int next_free = 0;
  for (const NamedNumber& number : problem.numbers()) {
    if (number.role == Role::design) {
      solution.numbers[number.name] = answer.unknowns(nlp.layout().free_number(next_free++));
    }
  }
  solution.status = answer.status;
  solution.message = answer.message;
  solution.objective = problem.is_maximised() ? -answer.objective : answer.objective;
  solution.final_time = nlp.end_time(answer.unknowns);
  solution.iterations = answer.iterations;
  solution.last_regularization = answer.last_regularization;
  solution.transcription = nlp.mesh().tableau.name;
  solution.degree = nlp.mesh().degree;
  solution.interval_ends = nlp.mesh().ends;
  solution.phases.push_back(phase_series(nlp, answer));
  Namer(nlp, answer, solution.multipliers).name_all();
  solution.seconds.evaluation = answer.evaluation_seconds;
  solution.seconds.linear_algebra = answer.linear_algebra_seconds;
  solution.seconds.solver = answer.total_seconds;
  solution.shadow = answer.shadow;
  return solution;
}

Guess guess_from(const Solution& solution) {
  require(!solution.phases.empty(), "solution of '{}': it has no phase to make a guess of", solution.problem);
  const PhaseSolution& phase = solution.phases.front();
  return Guess{phase.time, phase.states, phase.control_time, phase.controls};
}

}  // namespace tandem
