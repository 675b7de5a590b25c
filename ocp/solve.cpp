#include <tandem/ocp/solve.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/ddp/ddp_solver.hpp>
#include <tandem/ocp/warm_start.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kMostRefinements = 12;
constexpr int kMostPieces = 4;

double seconds_between(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double>(end - start).count();
}

/// Transcribes on these meshes, solves and certifies.
Solution solve_on(const Problem& problem, std::vector<Mesh> meshes, const Guess& guess, const SolveOptions& options) {
  const Clock::time_point begin = Clock::now();
  StagedNlp nlp(problem, std::move(meshes), options.derivatives);
  const Eigen::VectorXd start = nlp.unknowns_from(guess);
  nlp.require_finite_at(start);

  History history;
  const auto progress = [&](const Progress& line) {
    history.push_back(line);
    return options.solver.progress ? options.solver.progress(line) : true;
  };
  const Clock::time_point ready = Clock::now();
  Solution solution = make_solution(nlp, solve_transcribed(nlp, guess, start, options, progress));
  const Clock::time_point solved = Clock::now();
  solution.certificate = certify(nlp.problem(), solution, options.limits);
  const Clock::time_point end = Clock::now();
  solution.history = std::move(history);
  solution.seconds.setup = seconds_between(begin, ready);
  solution.seconds.certificate = seconds_between(solved, end);
  solution.seconds.total = seconds_between(begin, end);
  return solution;
}

/// The interval ends with every interval split whose error is above the tolerance, or whose stationarity is above its
/// limit; an error of order p + 1 in the length of the interval falls by m^(p + 1) when it is cut into m.
std::vector<double> split_ends(const PhaseSolution& phase, const std::vector<double>& errors,
                               const std::vector<double>& stationarities, int order, double tolerance) {
  const std::vector<double>& knots = phase.interval_ends;
  const auto length = [&](int k) { return knots[k + 1] - knots[k]; };
  // A control at a knot is as good as the longer of the intervals beside it: that one is halved, not the shorter.
  const auto is_to_be_halved = [&](int k) {
    for (int j = std::max(0, k - 1); j <= std::min(k + 1, phase.intervals() - 1); ++j) {
      if (!(stationarities[j] <= 1e-4) && length(k) > 0.99 * length(j)) return true;
    }
    return false;
  };
  std::vector<double> ends{0.0};
  for (int k = 0; k < phase.intervals(); ++k) {
    const double from = knots[k], to = knots[k + 1];
    int pieces = 1;
    if (!(errors[k] <= tolerance)) {
      const double wanted = std::ceil(std::pow(2.0 * errors[k] / tolerance, 1.0 / (order + 1)));
      pieces = wanted <= kMostPieces ? std::max(2, static_cast<int>(wanted)) : kMostPieces;
    }
    if (is_to_be_halved(k)) pieces = std::max(pieces, 2);
    for (int piece = 1; piece < pieces; ++piece) ends.push_back(from + (to - from) * piece / pieces);
    ends.push_back(to);
  }
  return ends;
}

/// The meshes of a finer round.
std::vector<Mesh> split_meshes(const Problem& problem, const Solution& solution, double tolerance) {
  const MotionEvidence motion = examine_motion(problem, solution);
  OptimalityEvidence optimality = examine_optimality(problem, solution);
  const int order = make_tableau(solution.transcription, solution.degree).state_order;
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < solution.phases.size(); ++i) {
    std::vector<double>& stationarities = optimality.interval_stationarities[i];
    stationarities.resize(solution.phases[i].intervals(), 0.0);  // discrete problems have none
    std::vector<double> ends =
        split_ends(solution.phases[i], motion.interval_errors[i], stationarities, order, tolerance);
    meshes.push_back(mesh_with_ends(solution.transcription, solution.degree, std::move(ends)));
  }
  return meshes;
}

int intervals_of(const std::vector<Mesh>& meshes) {
  int sum = 0;
  for (const Mesh& mesh : meshes) sum += mesh.intervals();
  return sum;
}

}  // namespace

std::vector<std::string> solvers() { return {"ipopt", "ddp"}; }

std::vector<std::string> hessians() { return {"exact", "gauss-newton"}; }

void check_options(const SolveOptions& options) {
  const std::vector<std::string> known = solvers();
  require(std::find(known.begin(), known.end(), options.method) != known.end(), "solver '{}' is not known{}",
          options.method, did_you_mean(options.method, known));
  const std::vector<std::string> all_hessians = hessians();
  const std::string& hessian = options.solver.hessian;
  require(std::find(all_hessians.begin(), all_hessians.end(), hessian) != all_hessians.end(),
          "Hessian '{}' is not known{}; there is exact, and gauss-newton", hessian,
          did_you_mean(hessian, all_hessians));
  require(hessian == kDefaultHessian || options.method == "ddp",
          "Hessian '{}' is DDP's; solver '{}' takes the exact one", hessian, options.method);
  require(options.solver.tolerance > 0.0 && std::isfinite(options.solver.tolerance),
          "the tolerance {} must be positive", options.solver.tolerance);
  require(options.solver.max_iterations >= 0, "the iteration limit {} is negative", options.solver.max_iterations);
  require(options.solver.time_limit > 0.0, "the time limit {} must be positive", options.solver.time_limit);
  require(!options.refine || *options.refine > 0.0, "the refinement tolerance {} must be positive",
          options.refine.value_or(0.0));
}

std::vector<Mesh> meshes_for(const Problem& problem, const SolveOptions& options) {
  const MeshChoice& choice = problem.mesh();
  const std::string transcription = options.transcription.value_or(choice.transcription);
  // A degree belongs to the transcription it was chosen for.
  const int usual_degree = transcription == choice.transcription ? choice.degree : 0;
  std::vector<Mesh> meshes;
  for (const Phase& phase : problem.phases()) {
    const int intervals = options.intervals.value_or(phase.intervals.value_or(choice.intervals));
    meshes.push_back(uniform_mesh(transcription, intervals, options.degree.value_or(usual_degree)));
  }
  return meshes;
}

Solution solve(const Problem& problem, const SolveOptions& options) {
  check_options(options);
  problem.validate();
  const Guess guess = options.guess ? *options.guess : straight_line_guess(problem);
  return refined(problem, solve_on(problem, meshes_for(problem, options), guess, options), options);
}

NlpSolution solve_transcribed(StagedNlp& nlp, const Guess& guess, const Eigen::VectorXd& start,
                              const SolveOptions& options, ProgressCallback progress) {
  SolverOptions solver = options.solver;
  solver.progress = std::move(progress);
  if (options.method == "ddp") {
    if (solver.multipliers.size() == 0) solver.multipliers = multipliers_from(nlp, guess);
    return solve_with_ddp(nlp, start, solver);
  }
  if (!solver.scaling) solver.scaling = make_scaling(nlp, guess, options.scales);
  return solve_with_ipopt(nlp, start, solver);
}

Solution refined(const Problem& problem, Solution solution, const SolveOptions& options) {
  for (int round = 0; options.refine && solution.is_solved() && round < kMostRefinements; ++round) {
    std::vector<Mesh> meshes = split_meshes(problem, solution, *options.refine);
    const int intervals = intervals_of(meshes);
    if (intervals == solution.intervals() || intervals > options.most_intervals) break;
    Solution refined = solve_on(problem, std::move(meshes), guess_from(solution), options);
    add_effort(solution, refined);
    solution = std::move(refined);
  }
  return solution;
}

}  // namespace tandem
