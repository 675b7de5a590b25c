#include <tandem/core/error.hpp>
#include <tandem/derivatives/linearize.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/simulation.hpp>

#include "bench_models.hpp"
#include "force_rows.hpp"
#include "peers/batches.hpp"
#include "peers/program.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// What a user of a model waits for, beside what there would be without it:
///
///   mechanism_bench [--out FILE]
///
/// a simulation of 20 freedoms in steps of a millisecond beside the time that it is of; the linear model at a state
/// beside one-sided differences of forward dynamics; forces and frames beside dynamics without.
namespace tandem::bench {
namespace {

Eigen::VectorXd random_vector(int size, std::mt19937& engine) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  return Eigen::VectorXd::NullaryExpr(size, [&] { return number(engine); });
}

Row simulation_row() {
  const Model model = chain(20);
  std::mt19937 engine(1);
  const Eigen::VectorXd q = random_vector(model.nq(), engine), v = random_vector(model.nv(), engine);
  SimulationOptions options;
  options.duration = 1.0;
  options.step = 1e-3;
  options.integrator = Integrator::rk4;
  std::vector<Entrant> entrants{{"tandem", [&](int sweeps) {
                                   for (int i = 0; i < sweeps; ++i) simulate(model, q, v, options);
                                 }}};
  race(entrants, 1, {.batches = 10});
  return {"simulation", model.name(), "RK4 at 1 kHz, s of processor", 1e-6 * entrants[0].microseconds, options.duration,
          "real time",  0.05};
}

/// One state, with room for both routes.
struct LinearRig {
  explicit LinearRig(const Model& its_model)
      : model(its_model), ws(model), a(model.nv()), moved(model.nv()), jacobian(model.nv(), 3 * model.nv()) {
    std::mt19937 engine(2);
    q = random_vector(model.nq(), engine);
    v = random_vector(model.nv(), engine);
    tau = random_vector(model.nv(), engine);
  }

  /// All joints have one freedom: coordinates move by adding.
  void differences() {
    constexpr double kStep = 1e-7;
    forward_dynamics(model, model.parameters(), ws.recursions, q, v, tau, a);
    long column = 0;
    for (auto* vector : {&q, &v, &tau}) {
      for (double& entry : *vector) {
        const double kept = entry;
        entry += kStep;
        forward_dynamics(model, model.parameters(), ws.recursions, q, v, tau, moved);
        entry = kept;
        jacobian.col(column++) = (moved - a) / kStep;
      }
    }
  }

  const Model& model;
  DerivativeWorkspace<double> ws;
  Eigen::VectorXd q, v, tau, a, moved;
  Eigen::MatrixXd jacobian;
};

Row linearization_row(const Model& model) {
  LinearRig rig(model);
  LinearModel linear;
  std::vector<Entrant> entrants{{"tandem",
                                 [&](int sweeps) {
                                   for (int i = 0; i < sweeps; ++i)
                                     linear = linearize(model, model.parameters(), rig.ws, rig.q, rig.v, rig.tau);
                                 }},
                                {"differences", [&](int sweeps) {
                                   for (int i = 0; i < sweeps; ++i) rig.differences();
                                 }}};
  race(entrants, 1);
  const int n = model.nv();
  const double miss = (linear.A.bottomRows(n) - rig.jacobian.leftCols(2 * n)).cwiseAbs().maxCoeff();
  const double size = linear.A.cwiseAbs().maxCoeff();
  require(miss < 1e-4 * size, "bench: linearization and differences of '{}' differ by {} of {}", model.name(), miss,
          size);
  return {"linearize",
          model.name(),
          "A, B, C, D, us",
          entrants[0].microseconds,
          entrants[1].microseconds,
          "one-sided differences",
          0.5};
}

std::vector<Row> measure_all(Arguments& arguments) {
  arguments.require_all_taken();
  std::vector<Row> rows{simulation_row()};
  for (const int n : {7, 20, 50}) rows.push_back(linearization_row(arm(n)));
  for (Row& row : force_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  return tandem::bench::run_beside_peer("mechanism_bench", argc, argv, tandem::bench::measure_all);
}
