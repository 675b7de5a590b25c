#include <tandem/core/pack.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "bench_models.hpp"
#include <Eigen/Cholesky>
#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

/// Times of the recursions on robots and chains, over 64 random states each, for double and for packs of four (time a
/// state). Names: function/model/scalar.
namespace tandem::bench {
namespace {

constexpr int kStates = 64;

template <class S>
S random_scalar(std::mt19937& engine) {
  std::uniform_real_distribution<double> number(-1, 1);
  if constexpr (std::is_same_v<S, double>) {
    return number(engine);
  } else {
    S x(0.0);
    for (int i = 0; i < S::kWidth; ++i) x.set(i, number(engine));
    return x;
  }
}

template <class S>
struct State {
  VectorX<S> q, v, a;
};

template <class S>
std::vector<State<S>> random_states(const Model& model) {
  std::mt19937 engine(2);
  std::vector<State<S>> states;
  for (int k = 0; k < kStates; ++k) {
    State<S> state{VectorX<S>(model.nq()), VectorX<S>(model.nv()), VectorX<S>(model.nv())};
    for (int i = 0; i < model.nq(); ++i) state.q(i) = random_scalar<S>(engine);
    for (int i = 0; i < model.nv(); ++i) state.v(i) = random_scalar<S>(engine);
    for (int i = 0; i < model.nv(); ++i) state.a(i) = random_scalar<S>(engine);
    for (const Link& link : model.links()) {
      if (link.type == JointType::free) state.q(link.q_index) = S(1.0);
    }
    states.push_back(state);
  }
  return states;
}

template <class S>
struct Rig {
  explicit Rig(const Model& m)
      : model(m),
        parameters(m.parameters().cast<S>()),
        ws(m),
        states(random_states<S>(m)),
        out(m.nv()),
        matrix(m.nv(), m.nv()) {}

  const Model& model;
  Parameters<S> parameters;
  Workspace<S> ws;
  std::vector<State<S>> states;
  VectorX<S> out;
  MatrixX<S> matrix;
};

template <class S, class Function>
void add(const std::string& function_name, const Model& model, const Function& function) {
  constexpr int kWidth = sizeof(S) / sizeof(double);
  const std::string name = function_name + "/" + model.name() + (kWidth == 1 ? "/double" : "/pack4");
  benchmark::RegisterBenchmark(name.c_str(), [&model, function](benchmark::State& timer) {
    Rig<S> rig(model);
    for (auto _ : timer) {
      for (const State<S>& state : rig.states) {
        function(rig, state);
        benchmark::DoNotOptimize(rig.out.data());
        benchmark::ClobberMemory();
      }
    }
    timer.counters["us_per_state"] = benchmark::Counter(
        1e-6 * kStates * kWidth, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  });
}

template <class S>
void add_all(const Model& model) {
  add<S>("inverse_dynamics", model,
         [](Rig<S>& r, const State<S>& s) { inverse_dynamics(r.model, r.parameters, r.ws, s.q, s.v, s.a, r.out); });
  add<S>("forward_dynamics", model,
         [](Rig<S>& r, const State<S>& s) { forward_dynamics(r.model, r.parameters, r.ws, s.q, s.v, s.a, r.out); });
  add<S>("mass_matrix", model,
         [](Rig<S>& r, const State<S>& s) { mass_matrix(r.model, r.parameters, r.ws, s.q, r.matrix); });
  add<S>("mass_matrix_inverse", model,
         [](Rig<S>& r, const State<S>& s) { mass_matrix_inverse(r.model, r.parameters, r.ws, s.q, r.matrix); });
}

/// Forward dynamics without a recursion for it: M, bias, Cholesky. What the O(n) method is compared with.
void add_dense(const Model& model) {
  add<double>("dense_forward_dynamics", model, [](Rig<double>& r, const State<double>& s) {
    mass_matrix(r.model, r.parameters, r.ws, s.q, r.matrix);
    bias(r.model, r.parameters, r.ws, s.q, s.v, r.out);
    r.out = s.a - r.out;
    Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factors(r.matrix);
    factors.solveInPlace(r.out);
  });
}

void add_forward(const Model& model) {
  add<double>("forward_dynamics", model, [](Rig<double>& r, const State<double>& s) {
    forward_dynamics(r.model, r.parameters, r.ws, s.q, s.v, s.a, r.out);
  });
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  using namespace tandem;
  benchmark::Initialize(&argc, argv);
  const std::vector<Model> models{bench::arm(7),   bench::quadruped(), bench::humanoid(),
                                  bench::chain(8), bench::chain(32),   bench::chain(128)};
  for (const Model& model : models) {
    bench::add_all<double>(model);
    bench::add_all<Pack4>(model);
  }
  // Where the recursion overtakes the dense route, and how its time grows.
  std::vector<Model> arms, chains;
  for (const int n : {2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32}) arms.push_back(bench::arm(n));
  for (const int n : {64, 256, 512, 1024}) chains.push_back(bench::chain(n));
  for (const Model& model : arms) {
    if (model.nv() != 7) bench::add_forward(model);
    bench::add_dense(model);
  }
  for (const Model& model : chains) bench::add_forward(model);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
