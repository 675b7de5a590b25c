#include <tandem/ocp/solve.hpp>

#include <chrono>
#include <utility>

namespace tandem {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double>(end - start).count();
}

}  // namespace

Solution solve(const Problem& problem, const SolveOptions& options) {
  const Clock::time_point begin = Clock::now();
  const MeshChoice& choice = problem.mesh();
  const std::string transcription = options.transcription.value_or(choice.transcription);
  // A degree belongs to the transcription it was chosen for.
  const int usual_degree = transcription == choice.transcription ? choice.degree : 0;
  Mesh mesh = uniform_mesh(transcription, options.intervals.value_or(choice.intervals),
                           options.degree.value_or(usual_degree));
  StagedNlp nlp(problem, std::move(mesh), options.derivatives);
  const Eigen::VectorXd start = nlp.unknowns_from(options.guess ? *options.guess : straight_line_guess(problem));
  nlp.require_finite_at(start);

  SolverOptions solver = options.solver;
  History history;
  solver.progress = [&](const Progress& progress) {
    history.push_back(progress);
    return options.solver.progress ? options.solver.progress(progress) : true;
  };
  const Clock::time_point ready = Clock::now();
  Solution solution = make_solution(nlp, solve_with_ipopt(nlp, start, solver));
  const Clock::time_point solved = Clock::now();
  solution.certificate = certify(nlp.problem(), solution, options.limits);
  const Clock::time_point end = Clock::now();
  solution.history = std::move(history);
  solution.seconds.setup = seconds_between(begin, ready);
  solution.seconds.certificate = seconds_between(solved, end);
  solution.seconds.total = seconds_between(begin, end);
  return solution;
}

}  // namespace tandem
