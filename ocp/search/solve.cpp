#include <tandem/ocp/search/solve.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/search/refine.hpp>
#include <tandem/ocp/search/warm_start.hpp>
#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

constexpr int kMostWorse = 4;  // rounds in a row that bring nothing

/// The certificate by the solve's own functions.
Certificate certificate_of(StagedNlp& nlp, const Solution& solution, const SolveOptions& options) {
  std::vector<PhaseFunction> functions;
  for (int i = 0; i < nlp.phases(); ++i) functions.push_back({&nlp.function(i), nlp.problem().free_numbers()});
  return certify_with(nlp.problem(), solution, functions, options.limits, options.certify);
}

/// Transcribes on these meshes, solves and certifies.
Solution solve_on(const Problem& problem, std::vector<Mesh> meshes, const Guess& guess, const SolveOptions& options) {
  const Stopwatch watch;
  StagedNlp nlp(problem, std::move(meshes), options.derivatives);
  const Eigen::VectorXd start = nlp.unknowns_from(guess);
  nlp.require_finite_at(start);

  History history;
  const auto progress = [&](const Progress& line) {
    history.push_back(line);
    return options.solver.progress ? options.solver.progress(line) : true;
  };
  const double ready = watch.seconds();
  Solution solution = make_solution(nlp, solve_transcribed(nlp, guess, start, options, progress));
  const double solved = watch.seconds();
  solution.certificate = certificate_of(nlp, solution, options);
  const double end = watch.seconds();
  solution.history = std::move(history);
  solution.seconds.setup = ready;
  solution.seconds.certificate = end - solved;
  solution.seconds.total = end;
  return solution;
}

RefinementRound round_of(const Solution& solution) {
  const std::optional<ErrorBar>& bar = solution.certificate.error_bar;
  return {solution.intervals(), solution.objective, bar ? bar->relative() : std::nan(""), solution.status,
          solution.certificate.passes()};
}

/// Whether a round is an answer and its bar is smaller.
bool is_better(const Solution& next, const Solution& best) {
  if (!next.is_solved() || !next.certificate.error_bar) return false;
  if (next.certificate.passes() != best.certificate.passes()) return next.certificate.passes();
  const double bar = next.certificate.error_bar->relative();
  return bar < best.certificate.error_bar->relative() || std::isnan(best.certificate.error_bar->relative());
}

int intervals_of(const std::vector<Mesh>& meshes) {
  int sum = 0;
  for (const Mesh& mesh : meshes) sum += mesh.intervals();
  return sum;
}

/// Says why a solve was stopped, where the whole program is to end.
NlpSolution with_cause(NlpSolution solution) {
  const bool is_over = solution.status == Status::stopped || solution.status == Status::failed;
  if (!is_over || !ending::is_due()) return solution;
  solution.status = ending::cause() == ending::Cause::out_of_time ? Status::time_limit : Status::stopped;
  solution.message = ending::words();
  return solution;
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
    return with_cause(solve_with_ddp(nlp, start, solver));
  }
  if (!solver.scaling) {
    Scaling sizes = make_scaling(nlp, guess, options.scales);
    if (!sizes.is_one()) solver.scaling = std::move(sizes);
  }
  return with_cause(solve_with_ipopt(nlp, start, solver));
}

namespace {

/// Whether there is nothing left for another round to do.
bool is_fine(const Solution& solution, const SolveOptions& options) {
  if (ending::is_due() || options.refine_until.is_over() || !solution.is_solved() || !solution.certificate.error_bar)
    return true;
  if (options.until_certified && solution.certificate.passes()) return true;
  const bool within = solution.certificate.error_bar->relative() <= *options.refine;
  return within && !wants_refinement(solution);
}

bool is_same(const std::vector<Mesh>& meshes, const Solution& solution) {
  return std::equal(meshes.begin(), meshes.end(), solution.phases.begin(),
                    [](const Mesh& mesh, const PhaseSolution& phase) { return mesh.ends == phase.interval_ends; });
}

}  // namespace

Solution refined(const Problem& problem, Solution solution, const SolveOptions& options) {
  if (!options.refine) return solution;
  Solution last = solution;  // a round that is worse is gone on from, and never the answer
  int worse = 0;
  for (int round = 0; round < options.most_rounds && worse < kMostWorse && !is_fine(last, options); ++round) {
    std::vector<Mesh> meshes = refined_meshes(last, *options.refine);
    if (intervals_of(meshes) > options.most_intervals || is_same(meshes, last)) break;
    Solution next = solve_on(problem, std::move(meshes), guess_from(last), options);
    add_effort(last, next);
    next.rounds = last.rounds;
    next.rounds.push_back(round_of(next));
    const bool better = is_better(next, solution);
    worse = better ? 0 : worse + 1;
    last = std::move(next);
    if (better) solution = last;
    solution.rounds = last.rounds;
  }
  return solution;
}

}  // namespace tandem
