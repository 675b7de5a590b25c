#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

Problem validated(Problem problem) {
  problem.validate();
  return problem;
}

const std::vector<Mesh>& fitting(const std::vector<Mesh>& meshes, const Problem& problem) {
  require(meshes.size() == problem.phases().size(), "problem '{}': {} meshes were given for its {} phases",
          problem.name(), meshes.size(), problem.phases().size());
  return meshes;
}

void append(Pattern& all, const Pattern& more) {
  all.rows.insert(all.rows.end(), more.rows.begin(), more.rows.end());
  all.cols.insert(all.cols.end(), more.cols.begin(), more.cols.end());
}

}  // namespace

StagedNlp::StagedNlp(Problem problem, const Mesh& mesh, const std::string& plug)
    : StagedNlp(problem, std::vector<Mesh>(problem.phases().size(), mesh), plug) {}

StagedNlp::StagedNlp(Problem problem, std::vector<Mesh> meshes, const std::string& plug, int most_in_window)
    : problem_(validated(std::move(problem))),
      plug_(plug),
      free_numbers_(problem_.free_numbers()),
      layout_(problem_, fitting(meshes, problem_), static_cast<int>(free_numbers_.size())),
      linkages_(problem_, layout_, free_numbers_, plug) {
  std::vector<Tableau> tableaux;
  for (int i = 0; i < layout_.phases(); ++i) {
    tableaux.push_back(meshes[i].tableau);
    phases_.push_back(std::make_unique<PhaseNlp>(problem_, i, std::move(meshes[i]), layout_.phase(i), free_numbers_,
                                                 plug, most_in_window));
  }
  bounds_ = make_bounds(problem_, tableaux, layout_, free_numbers_);
}

// ---- patterns -------------------------------------------------------------------------------------------------------

int StagedNlp::jacobian_entries() const {
  int sum = linkages_.jacobian_pattern().size();
  for (const auto& phase : phases_) sum += phase->jacobian_entries();
  return sum;
}

int StagedNlp::hessian_entries() const {
  int sum = linkages_.hessian_pattern().size();
  for (const auto& phase : phases_) sum += phase->hessian_entries();
  return sum;
}

Pattern StagedNlp::jacobian_pattern() const {
  Pattern all;
  all.reserve_more(jacobian_entries());
  for (const auto& phase : phases_) phase->append_jacobian_pattern(all);
  append(all, linkages_.jacobian_pattern());
  return all;
}

Pattern StagedNlp::hessian_pattern() const {
  Pattern all;
  all.reserve_more(hessian_entries());
  for (const auto& phase : phases_) phase->append_hessian_pattern(all);
  append(all, linkages_.hessian_pattern());
  return all;
}

// ---- numbers --------------------------------------------------------------------------------------------------------

void StagedNlp::set_number(std::string_view name, double value) {
  const double before = problem_.value(name);
  problem_.set(name, value);
  std::vector<Mesh> meshes;
  for (const auto& phase : phases_) meshes.push_back(phase->mesh());
  try {
    problem_.validate();
    const NlpLayout layout(problem_, meshes, static_cast<int>(free_numbers_.size()));
    require(layout.border() == layout_.border() && layout.constraints() == layout_.constraints(),
            "number '{}': the value {} frees or fixes a time; build the problem anew", name, value);
  } catch (const InvalidInput&) {
    problem_.set(name, before);  // what was refused leaves no trace
    throw;
  }
  for (const auto& phase : phases_) phase->set_numbers(problem_);
  linkages_.set_numbers(problem_);
  known_ = false;
  std::vector<Tableau> tableaux;
  for (const Mesh& mesh : meshes) tableaux.push_back(mesh.tableau);
  bounds_ = make_bounds(problem_, tableaux, layout_, free_numbers_);
}

NlpBounds StagedNlp::bound_slopes(std::string_view name) const {
  std::vector<Tableau> tableaux;
  for (const auto& phase : phases_) tableaux.push_back(phase->mesh().tableau);
  return make_bound_slopes(problem_, tableaux, layout_, free_numbers_, problem_.index_of_number(name));
}

// ---- guess ----------------------------------------------------------------------------------------------------------

Eigen::VectorXd StagedNlp::unknowns_from(const Guess& guess) {
  check_guess(guess, problem_);
  Eigen::VectorXd z = Eigen::VectorXd::Zero(layout_.variables());
  for (int i = 0; i < layout_.free_numbers(); ++i) {
    const NamedNumber& number = problem_.numbers()[free_numbers_[i]];
    const auto guessed = guess.numbers.find(number.name);
    z(layout_.free_number(i)) = guessed == guess.numbers.end() ? number.value : guessed->second;
  }
  for (std::size_t i = 0; i < phases_.size(); ++i) phases_[i]->fill_unknowns(guess.phases[i], z);
  z = z.cwiseMax(bounds_.lower).cwiseMin(bounds_.upper);
  for (const auto& phase : phases_) phase->fill_integrals(z);
  linkages_.fill_copies(z);
  known_ = false;
  return z.cwiseMax(bounds_.lower).cwiseMin(bounds_.upper);
}

void StagedNlp::require_finite_at(const Eigen::VectorXd& z) {
  ensure(z, Level::jacobian);
  for (const auto& phase : phases_) phase->require_finite(problem_, z);
  linkages_.require_finite();
}

// ---- evaluation -----------------------------------------------------------------------------------------------------

/// Hessians need multipliers and are made on demand.
void StagedNlp::ensure(const Eigen::VectorXd& z, Level level) {
  const bool has_values = known_ && z == last_z_;
  if (has_values && known_level_ >= level) return;
  known_ = false;  // until all of it is
  for (const auto& phase : phases_) phase->evaluate(z, level, has_values);
  linkages_.evaluate(z, level);
  last_z_ = z;
  known_ = true;
  known_level_ = level;
}

double StagedNlp::objective(const Eigen::VectorXd& z) {
  ensure(z, Level::values);
  double sum = 0.0;
  for (const auto& phase : phases_) sum += phase->objective();
  return sum;
}

void StagedNlp::gradient(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out) {
  ensure(z, Level::jacobian);
  out.setZero();
  for (const auto& phase : phases_) phase->add_gradient(out);
}

void StagedNlp::constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out) {
  ensure(z, Level::values);
  for (const auto& phase : phases_) phase->constraints(out);
  linkages_.constraints(z, out);
}

void StagedNlp::jacobian(const Eigen::VectorXd& z, std::span<double> values) {
  ensure(z, Level::jacobian);
  for (const auto& phase : phases_) {
    phase->jacobian(values.first(phase->jacobian_entries()));
    values = values.subspan(phase->jacobian_entries());
  }
  linkages_.jacobian(values);
}

void StagedNlp::hessian(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers,
                        std::span<double> values) {
  ensure(z, Level::jacobian);
  for (const auto& phase : phases_) {
    phase->hessian(z, objective_factor, multipliers, values.first(phase->hessian_entries()));
    values = values.subspan(phase->hessian_entries());
  }
  linkages_.hessian(multipliers, values);
}

Eigen::MatrixXd StagedNlp::interval_gradients(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers, int phase) {
  ensure(z, Level::jacobian);
  const PhaseLayout& layout = layout_.phase(phase);
  Eigen::MatrixXd gradients(layout.local_size(), layout.intervals());
  phases_[phase]->interval_gradients(z, multipliers, gradients);
  return gradients;
}

Eigen::VectorXd StagedNlp::interval_costs(const Eigen::VectorXd& z, int phase) {
  ensure(z, Level::values);
  return phases_[phase]->interval_costs();
}

}  // namespace tandem
