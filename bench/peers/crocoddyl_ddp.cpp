// DDP beside Crocoddyl 3.2.1: the same finite problems from the same start, with Gauss-Newton Hessians on both sides
// and one thread. Time of an iteration and of the whole way to the same cost.

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include "batches.hpp"
#include "crocoddyl_library.hpp"
#include "ddp_problems.hpp"
#include "program.hpp"
#include "robots.hpp"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace tandem::bench {
namespace {

constexpr double kSameCost = 1e-8, kNoGap = 1e-8, kTarget = 0.7;
constexpr int kMostIterations = 2000;

/// tandem's DDP on a problem, transcribed once.
class TandemDdp : public DdpContestant {
 public:
  explicit TandemDdp(const Problem& problem)
      : nlp_(problem, meshes_for(problem, {})),
        start_(nlp_.unknowns_from(straight_line_guess(problem))),
        solver_(nlp_) {}

  DdpAnswer solve(int most_iterations) override {
    SolverOptions options;
    options.tolerance = 1e-9;
    options.max_iterations = most_iterations;
    ddp::DdpOptions choice;
    choice.curvature = ddp::Curvature::gauss_newton;
    const NlpSolution solution = solver_.solve(start_, options, choice);
    return {solution.objective, solution.iterations, solver_.history().back().infeasibility};
  }

 private:
  StagedNlp nlp_;
  Eigen::VectorXd start_;
  ddp::DdpSolver solver_;
};

struct Pair {
  std::string name, peer_name;
  std::unique_ptr<DdpContestant> ours, peer;
};

template <class Task>
Pair pair_of(const std::string& name, const Task& task, DdpContestant* peer) {
  return {name, "Crocoddyl 3.2.1 FDDP", std::make_unique<TandemDdp>(problem_of(task)),
          std::unique_ptr<DdpContestant>(peer)};
}

/// With boxes of the controls, which the peer's other solver knows.
template <class Task>
Pair boxed_pair_of(const std::string& name, const Task& task, DdpContestant* peer) {
  Pair pair = pair_of(name + ", boxed", task, peer);
  pair.peer_name = "Crocoddyl 3.2.1 BoxFDDP";
  return pair;
}

std::vector<Pair> pairs() {
  std::vector<Pair> all;
  const auto cart_pole = crocoddyl_maker<MakeCartPole>("make_crocoddyl_cart_pole");
  const auto arm = crocoddyl_maker<MakeArm>("make_crocoddyl_arm");
  CartPoleTask free, boxed;
  boxed.bound = 5.0;
  all.push_back(pair_of("cart-pole", free, cart_pole(free)));
  all.push_back(boxed_pair_of("cart-pole", boxed, cart_pole(boxed)));
  ArmTask reach;
  reach.tree = robot("panda 7");
  all.push_back(pair_of("arm reach", reach, arm(reach)));
  reach.bound = {6.0, 20.0, 20.0, 26.0, 12.0, 12.0, 12.0};  // two of them are reached: 9.4 and 29.6 N m without
  all.push_back(boxed_pair_of("arm reach", reach, arm(reach)));
  return all;
}

/// The fewest iterations after which the trajectory holds and costs what the minimum does.
int iterations_to(DdpContestant& contestant, double cost, const std::string& who) {
  for (int n = 1; n <= kMostIterations; ++n) {
    const DdpAnswer answer = contestant.solve(n);
    if (answer.gap <= kNoGap && answer.cost <= cost * (1.0 + kSameCost)) return n;
    if (answer.iterations < n) break;
  }
  throw NumericalError(fmt::format("{} does not get to the cost {:.12g}", who, cost));
}

void add_rows(const Pair& pair, std::vector<Row>& rows) {
  const DdpAnswer ours = pair.ours->solve(kMostIterations), peer = pair.peer->solve(kMostIterations);
  fmt::print("{:<18} tandem {:.12g} in {} iterations, Crocoddyl {:.12g} in {}\n", pair.name, ours.cost, ours.iterations,
             peer.cost, peer.iterations);
  require(std::abs(ours.cost - peer.cost) <= kSameCost * std::abs(peer.cost),
          "{}: tandem ends at {:.12g}, Crocoddyl at {:.12g}", pair.name, ours.cost, peer.cost);
  const double cost = std::max(ours.cost, peer.cost);
  const int own_count = iterations_to(*pair.ours, cost, "tandem");
  const int peer_count = iterations_to(*pair.peer, cost, "Crocoddyl");
  std::vector<Entrant> entrants{{"tandem",
                                 [&](int sweeps) {
                                   for (int i = 0; i < sweeps; ++i) pair.ours->solve(own_count);
                                 }},
                                {"Crocoddyl", [&](int sweeps) {
                                   for (int i = 0; i < sweeps; ++i) pair.peer->solve(peer_count);
                                 }}};
  race(entrants, 1, {.batches = 40, .seconds = 1e-3});
  const double own_time = entrants[0].microseconds, peer_time = entrants[1].microseconds;
  fmt::print("{:<18} the cost to 1e-8 after {} and {} iterations\n", "", own_count, peer_count);
  rows.push_back(
      {"ddp", pair.name, "an iteration, us", own_time / own_count, peer_time / peer_count, pair.peer_name, kTarget});
  rows.push_back({"ddp", pair.name, "to the same cost, us", own_time, peer_time, pair.peer_name, kTarget});
}

std::vector<Row> measure(Arguments& arguments) {
  arguments.require_all_taken();
  std::vector<Row> rows;
  for (const Pair& pair : pairs()) add_rows(pair, rows);
  return rows;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  return tandem::bench::run_beside_peer("crocoddyl_ddp", argc, argv, tandem::bench::measure);
}
