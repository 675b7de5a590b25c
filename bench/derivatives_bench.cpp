#include <tandem/derivatives/forward_dynamics_derivatives.hpp>

#include "bench_models.hpp"
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

/// The full Jacobian of forward dynamics by q, v and tau: by the analytic sweeps, and by one-sided differences of the
/// same articulated-body recursion, which takes 3 nv + 1 runs of it. Names: route/model.
namespace tandem::bench {
namespace {

struct Rig {
  explicit Rig(const Model& m)
      : model(m), ws(m), q(m.nq()), v(m.nv()), tau(m.nv()), a(m.nv()), moved(m.nv()), jacobian(m.nv(), 3 * m.nv()) {
    std::mt19937 engine(3);
    std::uniform_real_distribution<double> number(-1, 1);
    for (auto* vector : {&q, &v, &tau}) {
      for (double& entry : *vector) entry = number(engine);
    }
  }

  void analytic() {
    const int nv = model.nv();
    forward_dynamics_derivatives(model, model.parameters(), ws, q, v, tau, a, jacobian.leftCols(nv),
                                 jacobian.middleCols(nv, nv), jacobian.rightCols(nv));
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

template <class Route>
void add(const std::string& route_name, const Model& model, const Route& route) {
  benchmark::RegisterBenchmark((route_name + "/" + model.name()).c_str(), [&model, route](benchmark::State& timer) {
    Rig rig(model);
    for (auto _ : timer) {
      route(rig);
      benchmark::DoNotOptimize(rig.jacobian.data());
      benchmark::ClobberMemory();
    }
  });
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  using namespace tandem::bench;
  benchmark::Initialize(&argc, argv);
  std::vector<tandem::Model> models;
  for (const int n : {7, 20, 50}) models.push_back(arm(n));
  for (const tandem::Model& model : models) {
    add("analytic", model, [](Rig& rig) { rig.analytic(); });
    add("differences", model, [](Rig& rig) { rig.differences(); });
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
