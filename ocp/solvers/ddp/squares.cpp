#include <tandem/ocp/solvers/ddp/squares.hpp>

#include <tandem/ocp/transcription/phase_nlp.hpp>
#include <tandem/ocp/transcription/velocities_ahead.hpp>

#include <algorithm>

namespace tandem::ddp {
namespace {

/// A phase without a cost has no say against squares.
bool has_squares_only(const Phase& phase) {
  return bool(phase.running_cost) == bool(phase.running_residuals) && bool(phase.end_cost) == bool(phase.end_residuals);
}

bool can_serve(const StagedNlp& nlp) {
  bool any = false;
  for (int p = 0; p < nlp.phases(); ++p) {
    const Phase& phase = nlp.phase(p);
    const Tableau& tableau = nlp.mesh(p).tableau;
    const bool is_at_left = tableau.point_count() == 1 && tableau.points(0) == 0.0 && tableau.node_controls() == 1;
    if (!has_squares_only(phase) || !is_at_left) return false;
    if (nlp.layout(p).start_time() >= 0 || nlp.layout(p).end_time() >= 0) return false;
    any = any || phase.running_residuals || phase.end_residuals;
  }
  return any && nlp.problem().free_numbers().empty() && !nlp.problem().is_maximised();
}

/// Which of the first `inputs` inputs each output depends on, from output `first` on.
std::vector<std::vector<int>> inputs_of(const KnotFunction& function, int first, int inputs) {
  std::vector<std::vector<int>> found(function.outputs() - first);
  for (int r = first; r < function.outputs(); ++r) {
    for (int i = 0; i < inputs; ++i) {
      if (function.jacobian_pattern()(r, i)) found[r - first].push_back(i);
    }
  }
  return found;
}

}  // namespace

Squares::Squares(const StagedNlp& nlp, const StageMap& map) : nlp_(nlp), map_(map), serve_(can_serve(nlp)) {
  const std::vector<double> numbers = nlp.problem().number_values();
  for (int p = 0; serve_ && p < nlp.phases(); ++p) {
    const Phase& phase = nlp.phase(p);
    PhaseSquares& own = phases_.emplace_back();
    has_integrals_ = has_integrals_ || layout(p).integrals() > 0;
    own.ahead = velocities_ahead(phase, nlp.mesh(p).tableau, numbers);
    own.has_cost = bool(phase.running_residuals);
    if (nlp.phases() == 1) own.kernels = stage_kernels(phase.state_count, phase.control_count);
    KnotBlocks blocks{phase.state_count, phase.control_count, {{phase.dynamics, "dynamics"}}, numbers, {}};
    if (own.has_cost) blocks.blocks.emplace_back(phase.running_residuals, "residuals");
    own.along = make_knot_function(blocks, nlp.plug());
    own.along->require_level(Level::jacobian);
    own.batch.resize(own.along->inputs(), own.along->outputs(), nlp.mesh(p).intervals());
    own.lengths.resize(nlp.mesh(p).intervals());
    own.inputs_of = inputs_of(*own.along, phase.state_count, phase.state_count + phase.control_count);
    if (!phase.end_residuals) continue;
    own.at_end = make_knot_function({phase.state_count, 0, {{phase.end_residuals, "residuals"}}, numbers, {}},
                                    plug_at_ends(nlp.plug()));
    own.at_end->require_level(Level::jacobian);
    own.end_batch.resize(own.at_end->inputs(), own.at_end->outputs(), 1);
    own.end_inputs_of = inputs_of(*own.at_end, 0, phase.state_count);
  }
}

void Squares::read_numbers() {
  const std::vector<double> numbers = nlp_.problem().number_values();
  for (PhaseSquares& own : phases_) {
    own.along->set_numbers(numbers);
    if (own.at_end) own.at_end->set_numbers(numbers);
  }
}

void Squares::evaluate(const Eigen::VectorXd& z, Level level) {
  for (int p = 0; p < static_cast<int>(phases_.size()); ++p) {
    PhaseSquares& own = phases_[p];
    const PhaseLayout& at = layout(p);
    place_times(z, p);
    const int nx = at.states(), nu = at.controls();
    for (int k = 0; k < at.intervals(); ++k) {
      double* const inputs = own.batch.inputs.col(k).data();
      const double *const x = z.data() + at.state(k), *const u = z.data() + at.node_control(k, 0);
      for (int i = 0; i < nx; ++i) inputs[i] = x[i];
      for (int i = 0; i < nu; ++i) inputs[nx + i] = u[i];
    }
    own.along->evaluate(own.batch, 0, at.intervals(), level);
    if (!own.at_end) continue;
    std::copy_n(z.data() + at.state(at.intervals()), nx, own.end_batch.inputs.data());
    own.end_batch.inputs(nx, 0) = own.start + own.duration;
    own.at_end->evaluate(own.end_batch, 0, 1, level);
  }
}

/// Times are fixed: they change with a named number only.
void Squares::place_times(const Eigen::VectorXd& z, int phase) {
  PhaseSquares& own = phases_[phase];
  const Mesh& mesh = nlp_.mesh(phase);
  const double start = nlp_.start_time(z, phase), duration = nlp_.end_time(z, phase) - start;
  if (start == own.start && duration == own.duration) return;
  own.start = start;
  own.duration = duration;
  const int place = layout(phase).states() + layout(phase).controls();
  for (int k = 0; k < mesh.intervals(); ++k) {
    own.batch.inputs(place, k) = start + mesh.start(k) * duration;
    own.lengths[k] = duration * mesh.length(k);
  }
}

double Squares::values(const Eigen::VectorXd& z, Eigen::MatrixXd& gaps) {
  evaluate(z, Level::values);
  double cost = 0.0;
  for (int p = 0; p < static_cast<int>(phases_.size()); ++p) {
    const PhaseSquares& own = phases_[p];
    const int nx = layout(p).states(), first = layout(p).first_stage();
    const int outputs = static_cast<int>(own.batch.values.rows());
    for (int k = 0; k < layout(p).intervals(); ++k) {
      const double h = own.lengths[k];
      const double* const values = own.batch.values.col(k).data();
      const double *const x = z.data() + layout(p).state(k), *const next = z.data() + layout(p).state(k + 1);
      double* const gap = gaps.col(first + k).data();
      for (int i = 0; i < nx; ++i) gap[i] = x[i] + h * values[i] - next[i];
      for (int i = 0; i < nx; ++i) {  // q+ = q + h (v + h a)
        if (own.ahead[i] >= 0) gap[i] = x[i] + h * (x[own.ahead[i]] + h * values[own.ahead[i]]) - next[i];
      }
      for (int r = nx; r < outputs; ++r) cost += 0.5 * h * values[r] * values[r];
    }
    for (int r = 0; own.at_end && r < own.end_batch.values.rows(); ++r) {
      cost += 0.5 * own.end_batch.values(r, 0) * own.end_batch.values(r, 0);
    }
  }
  return cost;
}

void Squares::linearise(const Eigen::VectorXd& z, LqProblem& lq) {
  evaluate(z, Level::jacobian);
  const PhaseSquares& own = phases_.front();
  for (int k = 0; k < lq.steps(); ++k) {
    LqStage& stage = lq.stages[k];
    write_step(own, k, stage);
    add_gradients(own, k, stage);
    add_hessian(own, k, stage);
  }
  write_end_gradient(own, lq);
  lq.Q.setZero();
  if (own.at_end) add_end_hessian(0, lq);
}

void Squares::add_hessians(const Eigen::VectorXd& z, LqProblem& lq) {
  evaluate(z, Level::jacobian);
  for (int p = 0; p < static_cast<int>(phases_.size()); ++p) {
    for (int k = 0; k < layout(p).intervals(); ++k) add_hessian(phases_[p], k, lq.stages[layout(p).first_stage() + k]);
    if (phases_[p].at_end) add_end_hessian(p, lq);
  }
}

/// A and B, and zeros for what is summed up.
void Squares::write_step(const PhaseSquares& own, int k, LqStage& stage) const {
  const int nx = static_cast<int>(own.ahead.size()), nu = static_cast<int>(stage.r.size());
  const auto outputs = own.batch.values.rows();
  const double h = own.lengths[k];
  const double* by = own.batch.jacobians.col(k).data();
  if (own.kernels) {
    own.kernels.write_step(by, static_cast<int>(outputs), h, own.ahead.data(), stage);
    return;
  }
  for (int j = 0; j < nx + nu; ++j, by += outputs) {
    double* const to = j < nx ? stage.A.data() + j * nx : stage.B.data() + (j - nx) * nx;
    for (int i = 0; i < nx; ++i) to[i] = h * by[i];
    if (j < nx) to[j] += 1.0;
    for (int i = 0; i < nx; ++i) {
      if (own.ahead[i] >= 0) to[i] = (i == j ? 1.0 : 0.0) + h * to[own.ahead[i]];
    }
  }
  const auto clear = [](auto& numbers) {
    double* const to = numbers.data();
    for (Eigen::Index i = 0; i < numbers.size(); ++i) to[i] = 0.0;
  };
  clear(stage.q);
  clear(stage.r);
  clear(stage.Q);
  clear(stage.S);
  clear(stage.R);
}

/// h r_z'r.
void Squares::add_gradients(const PhaseSquares& own, int k, LqStage& stage) const {
  const int nx = static_cast<int>(own.ahead.size()), outputs = static_cast<int>(own.batch.values.rows());
  const double* const values = own.batch.values.col(k).data();
  const double* const jacobian = own.batch.jacobians.col(k).data();
  for (int r = nx; r < outputs; ++r) {
    const double weighted = own.lengths[k] * values[r];
    for (const int j : own.inputs_of[r - nx]) {
      (j < nx ? stage.q.data()[j] : stage.r.data()[j - nx]) += weighted * jacobian[j * outputs + r];
    }
  }
}

/// h r_z'r_z.
void Squares::add_hessian(const PhaseSquares& own, int k, LqStage& stage) const {
  const int nx = static_cast<int>(own.ahead.size()), outputs = static_cast<int>(own.batch.values.rows());
  for (int r = 0; r < outputs - nx; ++r) {
    const double* const by = own.batch.jacobians.col(k).data() + nx + r;
    for (const int i : own.inputs_of[r]) {
      const double weighted = own.lengths[k] * by[i * outputs];
      for (const int j : own.inputs_of[r]) {
        if (j > i) break;
        const double product = weighted * by[j * outputs];
        if (i >= nx) {
          (j >= nx ? stage.R(i - nx, j - nx) : stage.S(i - nx, j)) += product;
          if (j >= nx && j < i) stage.R(j - nx, i - nx) += product;
        } else {
          stage.Q(i, j) += product;
          if (j < i) stage.Q(j, i) += product;
        }
      }
    }
  }
}

void Squares::write_end_gradient(const PhaseSquares& own, LqProblem& lq) const {
  lq.q.setZero();
  const int rows = static_cast<int>(own.end_batch.values.rows());
  for (int j = 0; j < lq.states() && own.at_end; ++j) {
    const double* const by = own.end_batch.jacobians.data() + j * rows;
    for (int r = 0; r < rows; ++r) lq.q(j) += own.end_batch.values(r, 0) * by[r];
  }
}

void Squares::add_end_hessian(int phase, LqProblem& lq) const {
  const PhaseSquares& own = phases_[phase];
  const int knot = layout(phase).first_stage() + layout(phase).intervals();
  Eigen::MatrixXd& Q = knot < map_.steps() ? lq.stages[knot].Q : lq.Q;
  const auto jacobian = own.end_batch.jacobian(0);
  for (int r = 0; r < jacobian.rows(); ++r) {
    for (const int i : own.end_inputs_of[r]) {
      for (const int j : own.end_inputs_of[r]) Q(i, j) += jacobian(r, i) * jacobian(r, j);
    }
  }
}

}  // namespace tandem::ddp
