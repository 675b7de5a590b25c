#include <tandem/ocp/designs/codesign/motion_front.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/search/refine.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace tandem {
namespace {

constexpr double kAffine = 1e-8;   // of the costs: what rounding leaves of J - (1 - lambda) J_s - lambda J_c
constexpr double kBetter = 1e-7;   // of a cost: less is the solver's tolerance
constexpr int kMostRevisions = 5;  // of the whole front

std::vector<double> usual_weights() { return {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95}; }

/// A motion, its design, and what both costs make of it.
struct Motion {
  Solution solution;
  double structure_cost = 0.0, control_cost = 0.0;
  double cost_at(double lambda) const { return (1.0 - lambda) * structure_cost + lambda * control_cost; }
};

class MotionFront {
 public:
  MotionFront(const Problem& problem, std::string weight, const MotionFrontOptions& options)
      : problem_(problem), weight_(std::move(weight)), wished_(options), weights_(options.weights) {
    const NamedNumber& number = problem_.numbers()[problem_.index_of_number(weight_)];
    require(number.role == Role::constant, "problem '{}': the weight '{}' of a front is chosen by the solver",
            problem_.name(), weight_);
    require(!problem_.is_maximised(), "problem '{}' is maximised: a front is of costs", problem_.name());
    if (weights_.empty()) weights_ = usual_weights();
    for (const double lambda : weights_) {
      require(lambda >= 0.0 && lambda <= 1.0, "the weight lambda = {} should be between 0 and 1", lambda);
    }
    std::sort(weights_.begin(), weights_.end());
    weights_.erase(std::unique(weights_.begin(), weights_.end()), weights_.end());
    stated_ = problem_.value(weight_);
    motions_.resize(weights_.size());
    found_ = front_over(weight_, weights_, problem_.name(), problem_.numbers());
    for (const int i : problem_.design_numbers()) found_.designs.push_back(problem_.numbers()[i].name);
  }

  Path walk() {
    const Stopwatch watch;
    const auto middle = std::lower_bound(weights_.begin(), weights_.end(), stated_);
    const int first = static_cast<int>(middle - weights_.begin()), count = static_cast<int>(weights_.size());
    solve_into(anchor_, stated_, wished_.solve.guess);
    for (int i = first; i < count; ++i) solve_into(motions_[i], weights_[i], guess_beside(i, -1));
    for (int i = first - 1; i >= 0; --i) solve_into(motions_[i], weights_[i], guess_beside(i, +1));
    for (int round = 0; round < kMostRevisions && revise(); ++round) {
    }
    summarise();
    found_.seconds = watch.seconds();
    return std::move(found_);
  }

 private:
  /// The nearest answer on that side, that of the stated weight, or the caller's guess.
  std::optional<Guess> guess_beside(int i, int side) const {
    for (int j = i + side; j >= 0 && j < std::ssize(weights_); j += side) {
      if (motions_[j]) return guess_from(motions_[j]->solution);
    }
    return anchor_ ? guess_from(anchor_->solution) : wished_.solve.guess;
  }

  /// Solves at a weight and keeps what is found where nothing better is there; whether it was kept.
  bool solve_into(std::optional<Motion>& kept, double lambda, std::optional<Guess> guess) {
    if (is_stopped_) return false;
    if (&kept != &anchor_ && lambda == stated_ && anchor_ && !kept) {
      kept = anchor_;
      return true;
    }
    problem_.set(weight_, lambda);
    SolveOptions options = wished_.solve;
    options.guess = std::move(guess);
    Solution solution = solve(problem_, options);
    if (!options.refine && !options.intervals && wants_refinement(solution)) {  // as plain solve goes on
      options.refine = options.limits.objective_error;
      solution = refined(problem_, std::move(solution), options);
    }
    found_.iterations += solution.iterations;
    const bool is_solved = solution.is_solved();
    ++solves_;
    const bool goes_on = !wished_.progress || wished_.progress({solves_, lambda, solution.iterations, is_solved});
    is_stopped_ = !goes_on || ending::is_due();
    if (!is_solved) return false;
    Motion motion = with_costs(std::move(solution), lambda);
    if (kept && !is_less(motion.cost_at(lambda), kept->cost_at(lambda))) return false;
    kept = std::move(motion);
    return true;
  }

  static bool is_less(double a, double b) { return a < b - kBetter * std::max(std::abs(b), 1e-300); }

  Motion with_costs(Solution solution, double lambda) {
    std::vector<Mesh> meshes;
    for (const PhaseSolution& phase : solution.phases) {
      meshes.push_back(mesh_with_ends(solution.transcription, solution.degree, phase.interval_ends));
    }
    StagedNlp nlp(problem_, std::move(meshes), wished_.solve.derivatives);
    const Eigen::VectorXd z = nlp.unknowns_from(guess_from(solution));
    std::array<double, 3> costs{};
    for (int k = 0; k < 3; ++k) {
      nlp.set_number(weight_, std::array{0.0, 1.0, lambda}[k]);
      costs[k] = nlp.objective(z);
    }
    Motion motion{std::move(solution), costs[0], costs[1]};
    const double off = std::abs(costs[2] - motion.cost_at(lambda));
    require(off <= kAffine * (std::abs(costs[0]) + std::abs(costs[1])),
            "problem '{}': '{}' is no weight of two costs: the objective is not (1 - lambda) J_s + lambda J_c in it",
            problem_.name(), weight_);
    return motion;
  }

  /// Solves points anew that another point's motion beats at their weight; whether any got better.
  bool revise() {
    bool is_any_better = false;
    for (int i = 0; i < std::ssize(weights_); ++i) {
      const std::optional<Motion>* best = &motions_[i];
      const auto look_at = [&](const std::optional<Motion>& other) {
        if (!other) return;
        if (!*best || is_less(other->cost_at(weights_[i]), (*best)->cost_at(weights_[i]))) best = &other;
      };
      look_at(anchor_);
      for (const std::optional<Motion>& other : motions_) look_at(other);
      if (best == &motions_[i]) continue;
      is_any_better = solve_into(motions_[i], weights_[i], guess_from((*best)->solution)) || is_any_better;
    }
    return is_any_better;
  }

  void summarise() {
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (!motions_[i]) continue;
      const auto& [solution, structure_cost, control_cost] = *motions_[i];
      ParetoPoint point;
      point.lambda = weights_[i];
      point.structure_cost = structure_cost;
      point.control_cost = control_cost;
      point.objective = motions_[i]->cost_at(weights_[i]);
      point.design.resize(std::ssize(found_.designs));
      for (int k = 0; k < std::ssize(found_.designs); ++k) point.design(k) = solution.numbers.at(found_.designs[k]);
      point.certificate = solution.certificate;
      found_.points.push_back(on_front(point));
    }
    sum_up(found_, weights_.size(), is_stopped_ ? PathStatus::stopped : PathStatus::failed);
    if (is_stopped_) found_.reason += "; stopped";
  }

  Problem problem_;
  std::string weight_;
  const MotionFrontOptions& wished_;
  std::vector<double> weights_;
  std::vector<std::optional<Motion>> motions_;  ///< one a weight
  double stated_ = 0.0;                         ///< the problem's own weight
  std::optional<Motion> anchor_;                ///< its answer there
  int solves_ = 0;
  bool is_stopped_ = false;
  Path found_;
};

}  // namespace

Path motion_front(const Problem& problem, const std::string& weight, const MotionFrontOptions& options) {
  return MotionFront(problem, weight, options).walk();
}

}  // namespace tandem
