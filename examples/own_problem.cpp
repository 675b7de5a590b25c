// A problem of your own, and the whole tandem command for it: copy this file, change the mathematics, build, run
//
//   ./own_problem show
//   ./own_problem solve --set steepness=2 --report hill.html
//
// A car on a hill has a motor that is too weak to drive straight up. It must go back and forth.

#include <tandem/cli/run.hpp>

namespace {

using namespace tandem;

/// minimise  T,   x' = v,   v' = -g s cos(s x) + u,   |u| <= 1,   from rest in the valley to the top at rest.
Problem hill_car() {
  Problem problem("hill-car");
  problem.description() = {.title = "Reach the top of a hill with a weak motor in the shortest time",
                           .teaches = "what a problem of one's own looks like"};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 200};

  const Number steepness = problem.number({"steepness", 1.5, "1/m", "of the hill"});
  const Number gravity = problem.number({"gravity", 1.0, "m/s^2", "along the hill's height"});
  const Number max_push = problem.number({"max_push", 1.0, "m/s^2", "of the motor"});
  const Number valley = problem.number({"valley", -1.0, "m", "where the car starts"});

  auto phase = problem.phase<2, 1>("drive");
  phase.time({.start = 0.0, .end = {0.5, 20.0}, .guess = 5.0});
  phase.state("position", {.unit = "m", .start = valley, .end = 1.0});
  phase.state("velocity", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.control("push", {.unit = "m/s^2", .bounds = {-max_push, max_push}});
  phase.dynamics([=](const auto& k) {
    const auto& [x, v] = k.x;
    const auto& [u] = k.u;
    const auto slope = k[gravity] * k[steepness] * cos(k[steepness] * x);
    return rates(v, u - slope);
  });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

}  // namespace

int main(int argc, char** argv) { return tandem::run(argc, argv, hill_car); }
