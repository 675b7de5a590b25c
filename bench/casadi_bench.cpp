#include <tandem/core/error.hpp>
#include <tandem/derivatives/on_frame.hpp>
#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/registry.hpp>

#include "casadi_solves.hpp"
#include "chain_of_masses.hpp"
#include "peers/rows.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// Whole solves beside CasADi, in one run: the same problem, mesh, start (straight lines, no control) and rule to stop
/// by; the fastest of some rounds in which everybody has a turn. Processor time of the one thread that solves, so that
/// what else the machine does is left out; what is built before (compilers are other processes) by the clock on the
/// wall. Answers are compared before times are. Then how long each problem of the library takes to be set up.
///
///   casadi_bench [--out FILE]
///   casadi_bench --save FILE     CasADi's answer of the cart-pole alone, as `tandem certify` reads it
namespace tandem::bench {
namespace {

constexpr int kRounds = 6, kTurns = 3;  // the first turn of a round finds its data out of the caches
constexpr double kLong = 1.0;           // seconds of a solve that one round is enough for

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double thread_seconds_of(const std::function<void()>& work) {
  const double begin = thread_seconds();
  work();
  return thread_seconds() - begin;
}

/// Megabytes by which building and solving once raises the largest memory of a process of its own.
double megabytes_of(const std::function<void()>& work) {
  const auto largest = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
  };
  int ends[2];
  require(pipe(ends) == 0, "bench: no pipe");
  std::fflush(stdout);  // or the child prints it once more
  const pid_t child = fork();
  if (child == 0) {
    const double before = largest();
    work();
    const double more = largest() - before;
    const bool told = write(ends[1], &more, sizeof more) == sizeof more;
    _exit(told ? 0 : 1);
  }
  double more = std::numeric_limits<double>::quiet_NaN();
  close(ends[1]);
  const bool heard = read(ends[0], &more, sizeof more) == sizeof more;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  require(heard, "bench: a process that was to measure memory failed");
  return more;
}

/// Ours: set up once, like the peer's solver, and solved by IPOPT.
class OwnSolver {
 public:
  OwnSolver(const Problem& problem, const std::string& transcription, int intervals, std::string linear_solver)
      : nlp_(problem, uniform_mesh(transcription, intervals)),
        start_(nlp_.unknowns_from(straight_line_guess(problem))) {
    options_.linear_solver = std::move(linear_solver);
    options_.tolerance = 1e-8;
    options_.ipopt = {{"compl_inf_tol", "1e-4"}};  // IPOPT's own, as the peers have it: all stop by the same rule
  }

  CasadiTwin::Answer solve() {
    const NlpSolution answer = solve_with_ipopt(nlp_, start_, options_);
    require(answer.status == Status::solved, "bench: not solved: {}", answer.message);
    return {answer.objective, answer.iterations};
  }

 private:
  StagedNlp nlp_;
  Eigen::VectorXd start_;
  SolverOptions options_;
};

/// One solver in the race.
struct Runner {
  std::string name;
  std::function<std::function<CasadiTwin::Answer()>()> build;  ///< gives what solves
  std::optional<double> target = {};                           ///< of our time by this one's
  bool has_memory = true;
  // What was measured.
  double build_seconds = 0.0, megabytes = 0.0, seconds = std::numeric_limits<double>::infinity();
  CasadiTwin::Answer answer{};
};

/// The first runner is ours; all others are compared with it.
void race(std::vector<Runner> runners, const std::string& case_name, std::vector<Row>& rows) {
  std::vector<std::function<CasadiTwin::Answer()>> solve;
  for (Runner& runner : runners) {
    if (runner.has_memory) runner.megabytes = megabytes_of([&] { runner.build()(); });
  }
  for (Runner& runner : runners) {
    runner.build_seconds = seconds_of([&] { solve.push_back(runner.build()); });
  }
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < runners.size(); ++i) {
      if (round > 0 && runners[i].seconds > kLong) continue;
      for (int turn = 0; turn < kTurns; ++turn) {
        runners[i].seconds = std::min(runners[i].seconds, thread_seconds_of([&] { runners[i].answer = solve[i](); }));
      }
    }
  }
  fmt::print("{}\n", case_name);
  for (const Runner& runner : runners) {
    fmt::print("  {:<36} {:9.2f} ms, {:3} iterations, J {:.8f}, built in {:.3f} s", runner.name, 1e3 * runner.seconds,
               runner.answer.iterations, runner.answer.objective, runner.build_seconds);
    fmt::print("{}\n", runner.has_memory ? fmt::format(", {:.0f} MB", runner.megabytes) : "");
    const double difference = std::abs(runner.answer.objective - runners[0].answer.objective);
    const bool same = difference < 1e-5 * std::max(1.0, std::abs(runner.answer.objective));
    if (!same) fmt::print("  ... which is another minimum: not compared\n");
    if (&runner == &runners[0] || !same) continue;
    rows.push_back(
        {"solve", case_name, "solve, ms", 1e3 * runners[0].seconds, 1e3 * runner.seconds, runner.name, runner.target});
    rows.push_back({"solve", case_name, "build, ms", 1e3 * runners[0].build_seconds, 1e3 * runner.build_seconds,
                    runner.name, std::nullopt});
    if (!runner.has_memory) continue;
    rows.push_back(
        {"solve", case_name, "memory, MB", runners[0].megabytes, runner.megabytes, runner.name, std::nullopt});
  }
}

Runner own_runner(const Problem& problem, const std::string& transcription, int intervals,
                  const std::string& linear_solver) {
  return {"tandem, " + linear_solver, [=] {
            const auto own = std::make_shared<OwnSolver>(problem, transcription, intervals, linear_solver);
            return [own] { return own->solve(); };
          }};
}

using MakeTwin = CasadiTwin (*)(const Problem&, int, CasadiFlavour);

Runner casadi_runner(const std::string& solver, MakeTwin make, const Problem& problem, int intervals,
                     CasadiFlavour flavour, std::optional<double> target) {
  const bool is_generated = flavour != CasadiFlavour::expanded;
  const char* const level = flavour == CasadiFlavour::generated_o1 ? ", generated C, -O1" : ", generated C";
  return {"CasADi, " + solver + (is_generated ? level : ", expanded"),
          [=] {
            const auto peer = std::make_shared<CasadiTwin>(make(problem, intervals, flavour));
            return [peer] { return peer->solve(); };
          },
          target, !is_generated};  // the memory of a compiler is not the solver's
}

struct Targets {
  std::optional<double> mumps = {}, expanded = {}, generated = {};
  bool has_generated = true;  ///< not where the compiler takes minutes
};

void race_hermite_simpson(const Problem& problem, int intervals, std::vector<Row>& rows, const Targets& targets = {}) {
  const std::size_t design = problem.design_numbers().size();
  const std::string numbers = design > 0 ? fmt::format(", {} design numbers", design) : "";
  std::vector<Runner> runners{own_runner(problem, "hermite-simpson", intervals, "sweep"),
                              own_runner(problem, "hermite-simpson", intervals, "mumps")};
  runners[1].target = targets.mumps;
  const auto add = [&](CasadiFlavour flavour, std::optional<double> target) {
    runners.push_back(casadi_runner("IPOPT", CasadiTwin::hermite_simpson, problem, intervals, flavour, target));
  };
  add(CasadiFlavour::expanded, targets.expanded);
  if (targets.has_generated) add(CasadiFlavour::generated, targets.generated);
  race(runners, fmt::format("{}{}, Hermite-Simpson, {} intervals", problem.name(), numbers, intervals), rows);
}

void race_shooting(const Problem& problem, int intervals, std::vector<Row>& rows) {
  std::vector<Runner> runners{own_runner(problem, "shooting-rk4", intervals, "sweep")};
  for (const CasadiFlavour flavour : {CasadiFlavour::expanded, CasadiFlavour::generated}) {
    runners.push_back(casadi_runner("fatrop", CasadiTwin::shooting_by_fatrop, problem, intervals, flavour, 1.0 / 1.4));
  }
  race(runners, fmt::format("{}, shooting by RK4, {} intervals", problem.name(), intervals), rows);
}

/// A cart with a hanging chain of rods moves a metre from rest to rest with least effort.
template <int kLinks>
Problem cart_with_chain() {
  constexpr int kJoints = kLinks + 1;
  ModelBuilder builder("cart-with-chain");
  builder.add_body("cart", "world", Transform<double>::identity(), Joint::prismatic("slide", Eigen::Vector3d::UnitX()),
                   Inertia<double>::point(1.0, Vec3<double>::zero()));
  for (int i = 1; i <= kLinks; ++i) {
    const Vec3<double> hinge{0.0, 0.0, i == 1 ? 0.0 : -0.5};
    builder.add_body(fmt::format("rod{}", i), i == 1 ? "cart" : fmt::format("rod{}", i - 1),
                     Transform<double>{Mat3<double>::identity(), hinge},
                     Joint::revolute(fmt::format("hinge{}", i), Eigen::Vector3d::UnitY()),
                     Inertia<double>::rod(0.2, Vec3<double>::zero(), {0.0, 0.0, -0.5}));
  }
  Problem problem(fmt::format("cart-with-{}-rods", kLinks));
  auto phase = problem.template phase<2 * kJoints, 1>("move");
  phase.time({.start = 0.0, .end = 2.0});
  for (int i = 0; i < kJoints; ++i) {
    phase.state(fmt::format("q{}", i), {.start = 0.0, .end = i == 0 ? 1.0 : 0.0});
  }
  for (int i = 0; i < kJoints; ++i) phase.state(fmt::format("v{}", i), {.start = 0.0, .end = 0.0});
  phase.control("force", {});
  phase.dynamics(MultibodyDynamics(builder.build()).actuate("slide"));
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

/// The hand of an arm of seven joints draws towards a point, with weights and no constraint: a cost on a frame.
Problem reach_by_cost() {
  Problem problem("arm-7-reach");
  const MultibodyDynamics arm = MultibodyDynamics(make_model("arm-7")).actuate_all();
  auto phase = problem.phase("reach", arm);
  phase.time({.start = 0.0, .end = 1.0});
  phase.start_at({{"shoulder_lift", 0.7}, {"elbow", 1.2}, {"wrist_lift", -0.3}});
  phase.running_cost(on_frame(arm, "flange", [](const auto& k, const auto& hand) {
    return 1e-4 * sum_of_squares(k.u) +
           10.0 * (square(hand.position.x - 0.3) + square(hand.position.y - 0.5) + square(hand.position.z - 0.6) +
                   0.1 * dot(hand.velocity, hand.velocity));
  }));
  return problem;
}

/// Nothing of ours is compiled for the problem, all of CasADi's is, for two minutes.
void race_reach(std::vector<Row>& rows) {
  const Problem problem = reach_by_cost();
  constexpr int kIntervals = 100;
  std::vector<Runner> runners{own_runner(problem, "trapezoid", kIntervals, "sweep")};
  runners.push_back(casadi_runner("IPOPT", CasadiTwin::trapezoid, problem, kIntervals, CasadiFlavour::expanded, {}));
  runners.push_back(
      casadi_runner("IPOPT", CasadiTwin::trapezoid, problem, kIntervals, CasadiFlavour::generated_o1, 0.2));
  race(runners, fmt::format("{}, trapezoid, {} intervals", problem.name(), kIntervals), rows);
}

/// The library's cart-pole on its own mesh, solved by CasADi.
void save_answer(const std::filesystem::path& file) {
  const Problem problem = make_problem("cart-pole-swing-up");
  CasadiTwin twin = CasadiTwin::hermite_simpson(problem, problem.mesh().intervals, CasadiFlavour::expanded);
  const double objective = twin.solve().objective;
  save_series(file, problem.phases().front(), twin.last_series(), objective);
}

void measure_set_up() {
  double worst = 0.0;
  std::string slowest;
  for (const std::string& name : problem_names()) {
    const Problem problem = make_problem(name);
    const std::vector<Mesh> meshes = meshes_for(problem, {});
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 5; ++round) {
      least = std::min(least, thread_seconds_of([&] { const StagedNlp nlp(problem, meshes); }));
    }
    if (least > worst) worst = least, slowest = name;
  }
  fmt::print("Setting up takes {:.2f} ms at most, for '{}' (wanted: 10 ms)\n", 1e3 * worst, slowest);
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  using namespace tandem;
  using namespace tandem::bench;
  std::filesystem::path file = std::filesystem::path(argv[0]).parent_path() / "casadi_rows.json";
  if (argc == 3 && std::string(argv[1]) == "--out") file = argv[2];
  if (argc == 3 && std::string(argv[1]) == "--save") {
    save_answer(argv[2]);
    return 0;
  }
  std::vector<Row> rows;
  const Problem cart_pole = make_problem("cart-pole-swing-up");
  const Targets targets{.mumps = 0.4, .expanded = 0.2, .generated = 1.0 / 3.0};
  race_hermite_simpson(cart_pole, 50, rows);
  for (const int intervals : {100, 300, 1000}) race_hermite_simpson(cart_pole, intervals, rows, targets);
  for (const int intervals : {100, 300, 1000}) race_shooting(cart_pole, intervals, rows);
  race_hermite_simpson(make_problem("acrobot-swing-up"), 300, rows);
  race_hermite_simpson(make_problem("brachistochrone"), 100, rows);
  race_hermite_simpson(make_problem("two-mass-spring"), 100, rows);
  for (const int free : {0, 1, 10}) race_hermite_simpson(chain_of_masses<2>(free), 200, rows);
  race_hermite_simpson(cart_with_chain<1>(), 100, rows);
  const Targets without_compiler{.has_generated = false};
  race_hermite_simpson(cart_with_chain<2>(), 100, rows, without_compiler);
  race_hermite_simpson(cart_with_chain<3>(), 100, rows, without_compiler);
  race_hermite_simpson(cart_with_chain<4>(), 100, rows, without_compiler);
  race_hermite_simpson(cart_with_chain<5>(), 100, rows, without_compiler);
  race_reach(rows);
  print_table(rows);
  save_rows(file, rows);
  measure_set_up();
  return 0;
}
