#include "casadi_solves.hpp"
#include "peers/rows.hpp"

#include <tandem/core/error.hpp>
#include <tandem/ocp/guess.hpp>
#include <tandem/ocp/solve.hpp>
#include <tandem/problems/registry.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

/// Whole solves of the cart-pole beside CasADi, in one run: the same mesh, start (straight line between the ends, no
/// force) and rule to stop by; the fastest of some rounds in which everybody has a turn. Wall-clock time, one thread.
/// Answers are compared before times are. Then how long each problem of the library takes to be set up.
///
///   casadi_bench [--out FILE]
namespace tandem::bench {
namespace {

constexpr int kRounds = 8, kTurns = 3;  // the first turn of a round finds its data out of the caches

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Ours: set up once, like the peer's solver, and solved by IPOPT with the sweep.
class OwnSwingUp {
 public:
  OwnSwingUp(const std::string& transcription, int intervals, std::string linear_solver)
      : nlp_(problem_, uniform_mesh(transcription, intervals)),
        start_(nlp_.unknowns_from(straight_line_guess(problem_))) {
    options_.linear_solver = std::move(linear_solver);
    options_.tolerance = 1e-8;
    options_.ipopt = {{"compl_inf_tol", "1e-4"}};  // IPOPT's own, as the peers have it: all stop by the same rule
  }

  CasadiSwingUp::Answer solve() {
    const NlpSolution answer = solve_with_ipopt(nlp_, start_, options_);
    require(answer.status == Status::solved, "bench: not solved: {}", answer.message);
    return {answer.objective, answer.iterations};
  }

 private:
  Problem problem_ = make_problem("cart-pole-swing-up");
  StagedNlp nlp_;
  Eigen::VectorXd start_;
  SolverOptions options_;
};

/// One solver in the race: its fastest round.
struct Runner {
  std::string name;
  std::function<CasadiSwingUp::Answer()> solve;
  double build_seconds = 0.0;
  std::optional<double> target = {};  ///< of our time by this one's
  double seconds = std::numeric_limits<double>::infinity();
  CasadiSwingUp::Answer answer{};
};

/// The first runner is ours; all others are compared with it.
void race(std::vector<Runner>& runners, const std::string& what, int intervals, std::vector<Row>& rows) {
  for (int round = 0; round < kRounds; ++round) {
    for (Runner& runner : runners) {
      for (int turn = 0; turn < kTurns; ++turn) {
        runner.seconds = std::min(runner.seconds, seconds_of([&] { runner.answer = runner.solve(); }));
      }
    }
  }
  for (const Runner& runner : runners) {
    fmt::print("{:>5} {:<44} {:9.2f} ms, {:3} iterations, J {:.8f}, built in {:.3f} s\n", intervals, runner.name,
               1e3 * runner.seconds, runner.answer.iterations, runner.answer.objective, runner.build_seconds);
    const double difference = std::abs(runner.answer.objective - runners[0].answer.objective);
    require(difference < 1e-6, "bench: '{}' finds another minimum than '{}'", runner.name, runners[0].name);
    if (&runner == &runners[0]) continue;
    const std::string case_name = fmt::format("cart-pole, {}, {} intervals", what, intervals);
    rows.push_back(
        {"solve", case_name, "solve, ms", 1e3 * runners[0].seconds, 1e3 * runner.seconds, runner.name, runner.target});
    rows.push_back({"solve", case_name, "build, ms", 1e3 * runners[0].build_seconds, 1e3 * runner.build_seconds,
                    runner.name, std::nullopt});
  }
}

Runner own_runner(const std::string& transcription, int intervals, const std::string& linear_solver) {
  std::shared_ptr<OwnSwingUp> own;
  const double build = seconds_of([&] { own = std::make_shared<OwnSwingUp>(transcription, intervals, linear_solver); });
  return {"tandem, " + linear_solver, [own] { return own->solve(); }, build};
}

Runner casadi_runner(const std::string& name, CasadiSwingUp swing_up, double target) {
  const auto peer = std::make_shared<CasadiSwingUp>(std::move(swing_up));
  return {name, [peer] { return peer->solve(); }, peer->build_seconds(), target};
}

void race_hermite_simpson(int intervals, std::vector<Row>& rows) {
  std::vector<Runner> runners{own_runner("hermite-simpson", intervals, "sweep"),
                              own_runner("hermite-simpson", intervals, "mumps")};
  runners[1].target = 0.4;
  runners.push_back(casadi_runner("CasADi, IPOPT, mapped, expanded",
                                  CasadiSwingUp::hermite_simpson(intervals, CasadiFlavour::expanded), 0.2));
  runners.push_back(casadi_runner("CasADi, IPOPT, mapped, generated C",
                                  CasadiSwingUp::hermite_simpson(intervals, CasadiFlavour::generated), 1.0 / 3.0));
  race(runners, "Hermite-Simpson", intervals, rows);
}

void race_shooting(int intervals, std::vector<Row>& rows) {
  std::vector<Runner> runners{own_runner("shooting-rk4", intervals, "sweep")};
  runners.push_back(casadi_runner("CasADi, fatrop, mapped, expanded",
                                  CasadiSwingUp::shooting_by_fatrop(intervals, CasadiFlavour::expanded), 1.0 / 1.4));
  runners.push_back(casadi_runner("CasADi, fatrop, mapped, generated C",
                                  CasadiSwingUp::shooting_by_fatrop(intervals, CasadiFlavour::generated), 1.0 / 1.4));
  race(runners, "shooting by RK4", intervals, rows);
}

void measure_set_up() {
  double worst = 0.0;
  std::string slowest;
  for (const std::string& name : problem_names()) {
    const Problem problem = make_problem(name);
    const std::vector<Mesh> meshes = meshes_for(problem, {});
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 5; ++round) {
      least = std::min(least, seconds_of([&] { const StagedNlp nlp(problem, meshes); }));
    }
    if (least > worst) worst = least, slowest = name;
  }
  fmt::print("Setting up takes {:.2f} ms at most, for '{}' (wanted: 10 ms)\n", 1e3 * worst, slowest);
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  using namespace tandem::bench;
  std::filesystem::path file = std::filesystem::path(argv[0]).parent_path() / "casadi_rows.json";
  if (argc == 3 && std::string(argv[1]) == "--out") file = argv[2];
  std::vector<Row> rows;
  for (const int intervals : {100, 300, 1000}) race_hermite_simpson(intervals, rows);
  for (const int intervals : {100, 300, 1000}) race_shooting(intervals, rows);
  print_table(rows);
  save_rows(file, rows);
  measure_set_up();
  return 0;
}
