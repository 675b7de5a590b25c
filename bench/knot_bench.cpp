#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>

#include "bench_models.hpp"
#include "casadi_cart_pole.hpp"
#include "knot_functions.hpp"
#include "peers/rows.hpp"

/// Times of knot functions, 256 knots at a time, by plug and level: knot/function/plug/level, microseconds a knot. The
/// cart-pole stands beside CasADi, interpreted and as compiled C; these comparisons go to knot_rows.json or to the file
/// after --out, among the peers' rows.
namespace tandem::bench {
namespace {

constexpr int kKnots = 256;

Eigen::MatrixXd random_matrix(int rows, int cols, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Eigen::MatrixXd matrix(rows, cols);
  for (double& entry : matrix.reshaped()) entry = number(engine);
  return matrix;
}

benchmark::Counter per_knot() {
  return benchmark::Counter(1e-6 * kKnots, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void add(const std::string& name, const KnotBlocks& blocks, const std::string& plug, Level level) {
  static const std::map<Level, const char*> words{
      {Level::values, "values"}, {Level::jacobian, "jacobian"}, {Level::hessian, "hessian"}};
  const std::string full = "knot/" + name + "/" + plug + "/" + words.at(level);
  benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& timer) {
    const std::unique_ptr<KnotFunction> function = make_knot_function(blocks, plug);
    KnotBatch batch;
    batch.resize(function->inputs(), function->outputs(), kKnots);
    batch.inputs = random_matrix(function->inputs(), kKnots, 1);
    make_physical(blocks, batch.inputs);
    batch.weights = random_matrix(function->outputs(), kKnots, 2);
    for (auto _ : timer) {
      function->evaluate(batch, 0, kKnots, level);
      benchmark::ClobberMemory();
    }
    timer.counters["us_per_knot"] = per_knot();
  });
}

void add_build(const std::string& name, const KnotBlocks& blocks, const std::string& plug) {
  benchmark::RegisterBenchmark(("build/" + name + "/" + plug).c_str(), [=](benchmark::State& timer) {
    for (auto _ : timer) benchmark::DoNotOptimize(make_knot_function(blocks, plug));
  })->Unit(benchmark::kMillisecond);
}

void add_all(const std::string& name, const KnotBlocks& blocks, const std::string& fastest = "jets") {
  for (const std::string& plug : {fastest, std::string("tape"), std::string("symbolic")}) {
    for (const Level level : {Level::values, Level::jacobian, Level::hessian}) add(name, blocks, plug, level);
    add_build(name, blocks, plug);
  }
}

/// The same knots through raw calls of CasADi's functions, interpreted or as generated C.
void add_casadi(const std::string& name, const CasadiKnot& knot_functions, bool generated) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& timer) {
    std::vector<CasadiCall> calls;
    for (const casadi::Function& function : {knot_functions.jacobian, knot_functions.hessian}) {
      if (!function.is_null()) calls.emplace_back(function, kKnots, generated);
    }
    const Eigen::MatrixXd inputs = random_matrix(5, kKnots, 1), weights = random_matrix(5, kKnots, 2);
    for (auto _ : timer) {
      for (int knot = 0; knot < kKnots; ++knot) {
        for (CasadiCall& call : calls) call(inputs.col(knot).data(), weights.col(knot).data(), knot);
        benchmark::ClobberMemory();
      }
    }
    timer.counters["us_per_knot"] = per_knot();
  });
}

/// Keeps the fastest of the repetitions of each benchmark, as the peers' rows want.
class RowKeeper : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto counter = run.counters.find("us_per_knot");
      if (counter == run.counters.end() || run.run_type != Run::RT_Iteration) continue;
      const auto [at, is_new] = fastest_.try_emplace(run.run_name.function_name, counter->second.value);
      if (!is_new) at->second = std::min(at->second, counter->second.value);
    }
    ConsoleReporter::ReportRuns(runs);
  }

  /// The comparisons whose two sides were both measured.
  std::vector<Row> rows() const {
    std::vector<Row> all;
    const auto add = [&](const char* peer_name, const char* name, double target) {
      const auto own = fastest_.find("knot/cart-pole/jets/hessian"), peer = fastest_.find(peer_name);
      if (own == fastest_.end() || peer == fastest_.end()) return;
      all.push_back(
          {"derivatives", "cart-pole knot", "value, Jacobian, Hessian, us", own->second, peer->second, name, target});
    };
    add("casadi/cart-pole/nlpsol/interpreted", "CasADi SX, nlpsol's functions, interpreted", 0.1);
    add("casadi/cart-pole/nlpsol/generated", "CasADi SX, nlpsol's functions, generated C", 0.5);
    add("casadi/cart-pole/by-hand/interpreted", "CasADi SX, one function after cse, interpreted", 0.1);
    add("casadi/cart-pole/by-hand/generated", "CasADi SX, one function after cse, generated C", 0.5);
    return all;
  }

 private:
  std::map<std::string, double> fastest_;
};

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  using namespace tandem;
  using namespace tandem::bench;
  std::filesystem::path file = std::filesystem::path(argv[0]).parent_path() / "knot_rows.json";
  benchmark::Initialize(&argc, argv);  // takes its own arguments away
  if (argc == 3 && std::string(argv[1]) == "--out") file = argv[2];
  const Problem problem = problems::cart_pole_swing_up();
  add_all("cart-pole", cart_pole_blocks(problem));
  KnotBlocks design = cart_pole_blocks(problem);
  design.free_numbers = {1, 2};  // mass and length of the pole
  add_all("cart-pole-design", design);
  add_all("chain-1", chain_blocks<1>());
  add_all("chain-2", chain_blocks<2>());
  add_all("chain-4", chain_blocks<4>());
  add_all("chain-7", chain_blocks<7>());
  add_all("cart-pole-multibody", cart_pole_blocks(problems::cart_pole_multibody()), "recursive");
  KnotBlocks multibody_design = cart_pole_blocks(problems::cart_pole_multibody());
  multibody_design.free_numbers = {1, 2};
  add_all("cart-pole-multibody-design", multibody_design, "recursive");
  add_all("arm-2", multibody_blocks(arm(2)), "recursive");
  add_all("arm-7", multibody_blocks(arm(7)), "recursive");
  add_all("quadruped-18", multibody_blocks(quadruped()), "recursive");
  for (const bool generated : {false, true}) {
    const char* way = generated ? "generated" : "interpreted";
    add_casadi(std::string("casadi/cart-pole/nlpsol/") + way, casadi_cart_pole_of_nlpsol(), generated);
    add_casadi(std::string("casadi/cart-pole/by-hand/") + way, casadi_cart_pole_by_hand(), generated);
  }
  RowKeeper keeper;
  benchmark::RunSpecifiedBenchmarks(&keeper);
  if (const std::vector<Row> rows = keeper.rows(); !rows.empty()) {
    print_table(rows);
    save_rows(file, rows);
  }
  return 0;
}
