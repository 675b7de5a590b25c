#include <tandem/ocp/solvers/ddp/stage_map.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>

namespace tandem::ddp {

void refuse_unsupported(const StagedNlp& nlp) {
  const std::string& name = nlp.problem().name();
  for (int i = 0; i < nlp.phases(); ++i) {
    const Phase& phase = nlp.phase(i);
    require(!phase.implicit_rates, "problem '{}': DDP takes explicit dynamics; those of phase '{}' are implicit", name,
            phase.name);
    require(nlp.mesh(i).tableau.is_one_step(),
            "problem '{}': DDP takes transcriptions of one step an interval, shooting-rk4, semi-implicit, midpoint or "
            "trapezoid, not {}",
            name, nlp.mesh(i).tableau.name);
    require(phase.control_count > 0, "problem '{}': phase '{}' has no control for DDP to choose", name, phase.name);
  }
}

StageMap::StageMap(const StagedNlp& nlp) : layout_((refuse_unsupported(nlp), nlp.layout())) {
  for (int i = 0; i < layout_.phases(); ++i) {
    const PhaseLayout& phase = layout_.phase(i);
    const int states = phase.states() + (phase.has_knot_controls() ? phase.controls() : 0) + phase.integrals();
    for (int k = 0; k <= phase.intervals(); ++k) knots_.push_back({i, phase.state(k), states});
    states_ = std::max(states_, states);
  }
  for (int knot = 0; knot + 1 < static_cast<int>(knots_.size()); ++knot) {
    const PhaseLayout& phase = phase_layout(knot);
    if (is_joint(knot)) {
      steps_.push_back({state_at(knot + 1), states_of(knot + 1)});
    } else {
      const int own = own_knot(knot);
      steps_.push_back(
          {phase.has_knot_controls() ? phase.knot_control(own + 1) : phase.interior_control(own, 0), phase.controls()});
    }
    controls_ = std::max(controls_, steps_.back().controls);
  }
}

bool StageMap::is_repeated(int knot, int i) const {
  if (knot == 0 || !repeats_controls(knot - 1)) return false;
  const int past = i - repeated_at(knot - 1);
  return past >= 0 && past < controls_of(knot - 1);
}

int StageMap::step_row(int step, int i) const {
  if (is_joint(step) || is_repeated(step + 1, i) || i >= states_of(step + 1)) return -1;
  const PhaseLayout& phase = phase_layout(step);
  const int own = own_knot(step);
  if (i < phase.states()) return phase.defect(own, 0) + i;
  return phase.quadrature(own) + i - (states_of(step) - phase.integrals());
}

int StageMap::local(int knot, int unknown) const {
  if (is_border(unknown)) return states_ + controls_ + unknown - border_at();
  const int state = unknown - state_at(knot);
  if (state >= 0 && state < states_of(knot)) return state;
  if (knot == steps()) return -1;
  const int control = unknown - control_at(knot);
  return control >= 0 && control < controls_of(knot) ? states_ + control : -1;
}

int StageMap::wide_local(int knot, int unknown) const {
  const int own = local(knot, unknown);
  if (own >= 0 || knot == steps()) return own;
  const int next = unknown - state_at(knot + 1);
  return next >= 0 && next < states_of(knot + 1) ? states_ + controls_ + border() + next : -1;
}

std::string StageMap::state_name(const Problem& problem, int knot, int i) const {
  const Phase& phase = problem.phases()[this->phase(knot)];
  const PhaseLayout& own = phase_layout(knot);
  const std::string where = problem.phases().size() > 1 ? "phase '" + phase.name + "': " : "";
  if (i < own.states()) return where + "state '" + phase.states[i].name + "'";
  i -= own.states();
  if (own.has_knot_controls() && i < own.controls()) return where + "control '" + phase.controls[i].name + "'";
  return where + "integral '" + phase.integral_constraints[i - (own.has_knot_controls() ? own.controls() : 0)].name +
         "'";
}

// ---- places of a linear-quadratic problem ---------------------------------------------------------------------------

LqPlace second_order_place(LqProblem& lq, int knot, int a, int b) {
  if (a < b) std::swap(a, b);
  const int nx = lq.states(), nu = lq.controls(), past = nx + nu;
  const auto symmetric = [](Eigen::MatrixXd& matrix, int i, int j) {
    return LqPlace{&matrix(i, j), i == j ? nullptr : &matrix(j, i)};
  };
  if (b >= past) return symmetric(lq.Y, a - past, b - past);
  const bool is_last = knot == lq.steps();
  if (b < nx && a < nx) return symmetric(is_last ? lq.Q : lq.stages[knot].Q, a, b);
  if (b < nx && a >= past) return {is_last ? &lq.T(b, a - past) : &lq.stages[knot].T(b, a - past), nullptr};
  LqStage& stage = lq.stages[knot];
  if (b < nx) return {&stage.S(a - nx, b), nullptr};
  if (a >= past) return {&stage.U(b - nx, a - past), nullptr};
  return symmetric(stage.R, a - nx, b - nx);
}

double* first_order_place(LqProblem& lq, int knot, int a) {
  const int nx = lq.states(), past = nx + lq.controls();
  if (a >= past) return &lq.y(a - past);
  if (a >= nx) return &lq.stages[knot].r(a - nx);
  return knot == lq.steps() ? &lq.q(a) : &lq.stages[knot].q(a);
}

}  // namespace tandem::ddp
