#include <tandem/derivatives/bytecode/from_casadi.hpp>
#include <tandem/derivatives/bytecode/fuse.hpp>
#include <tandem/derivatives/bytecode/machine.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/symbolic_functions.hpp>
#include <tandem/dynamics/models.hpp>

#include "bench_models.hpp"
#include "casadi_cart_pole.hpp"
#include "knot_functions.hpp"
#include "peers/rows.hpp"
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>

/// Times of knot functions, 256 knots at a time, by plug and level: knot/function/plug/level, microseconds a
/// knot, each plug into the kind of batch that it writes itself.
/// Some stand beside CasADi, interpreted and as compiled C; these comparisons go to knot_rows.json or to the file after
/// --out, among the peers' rows.
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

/// Trees too, however large, where it is bytecode.
KnotBlocks served_by(const std::string& plug, KnotBlocks blocks) {
  for (KnotBlock& block : blocks.blocks) block.plugs.plug = plug == "bytecode" ? plug : "";
  return blocks;
}

void add(const std::string& name, const KnotBlocks& blocks, const std::string& plug, Level level) {
  static const std::map<Level, const char*> words{
      {Level::values, "values"}, {Level::jacobian, "jacobian"}, {Level::hessian, "hessian"}};
  const std::string full = "knot/" + name + "/" + plug + "/" + words.at(level);
  benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& timer) {
    const std::unique_ptr<KnotFunction> function = make_knot_function(served_by(plug, blocks), plug);
    const auto fill = [&](auto& batch) {
      batch.inputs = random_matrix(function->inputs(), kKnots, 1);
      make_physical(blocks, batch.inputs);
      batch.weights = random_matrix(function->outputs(), kKnots, 2);
    };
    SparseKnotBatch entries;
    KnotBatch dense;
    entries.resize(*function, kKnots), dense.resize(function->inputs(), function->outputs(), kKnots);
    fill(entries), fill(dense);
    const bool writes_entries = plug == "bytecode";  // the others write blocks, from which entries are copied
    for (auto _ : timer) {
      if (writes_entries) {
        function->evaluate_entries(entries, 0, kKnots, level);
      } else {
        function->evaluate(dense, 0, kKnots, level);
      }
      benchmark::ClobberMemory();
    }
    timer.counters["us_per_knot"] = per_knot();
  });
}

void add_build(const std::string& name, const KnotBlocks& blocks, const std::string& plug) {
  benchmark::RegisterBenchmark(("build/" + name + "/" + plug).c_str(), [=](benchmark::State& timer) {
    for (auto _ : timer) benchmark::DoNotOptimize(make_knot_function(served_by(plug, blocks), plug));
  })->Unit(benchmark::kMillisecond);
}

/// From CasADi's instructions to a machine, all derivatives.
void add_translation(const std::string& name, const KnotBlocks& blocks) {
  benchmark::RegisterBenchmark(("translate/" + name).c_str(), [=](benchmark::State& timer) {
    CppAD::ADFun<double> tape = record(blocks);
    const casadi::Function function = SymbolicFunctions(tape).hessian();
    std::size_t instructions = 0, bytes = 0;
    for (auto _ : timer) {
      bytecode::Graph graph = bytecode::graph_of(function, {true, false, true});
      fuse(graph);
      const bytecode::Machine machine(bytecode::program_of(graph));
      instructions = machine.instructions(), bytes = machine.bytes();
    }
    timer.counters["of_casadi"] = static_cast<double>(function.n_instructions());
    timer.counters["instructions"] = static_cast<double>(instructions);
    timer.counters["kB"] = static_cast<double>(bytes) / 1024.0;
  })->Unit(benchmark::kMillisecond);
}

void add_all(const std::string& name, const KnotBlocks& blocks, const std::string& compiled = "jets") {
  for (const std::string& plug : {std::string("bytecode"), compiled, std::string("tape"), std::string("symbolic")}) {
    for (const Level level : {Level::values, Level::jacobian, Level::hessian}) add(name, blocks, plug, level);
    add_build(name, blocks, plug);
  }
  add_translation(name, blocks);
}

/// The same knots through raw calls of CasADi's functions, interpreted or as generated C.
void add_casadi(const std::string& name, const CasadiKnot& knot_functions, bool generated) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& timer) {
    std::vector<CasadiCall> calls;
    for (const casadi::Function& function : {knot_functions.jacobian, knot_functions.hessian}) {
      if (!function.is_null()) calls.emplace_back(function, kKnots, generated);
    }
    const casadi::Function& last = knot_functions.hessian;
    const Eigen::MatrixXd inputs = random_matrix(static_cast<int>(last.size1_in(0)), kKnots, 1);
    const Eigen::MatrixXd weights = random_matrix(static_cast<int>(last.size1_in(1)), kKnots, 2);
    for (auto _ : timer) {
      for (int knot = 0; knot < kKnots; ++knot) {
        for (CasadiCall& call : calls) call(inputs.col(knot).data(), weights.col(knot).data(), knot);
        benchmark::ClobberMemory();
      }
    }
    timer.counters["us_per_knot"] = per_knot();
  });
}

/// Functions whose bytecode is to take so much of the time of compiled jets, and of CasADi's generated C.
struct Target {
  const char* function;
  double by_jets, by_code;
};
constexpr Target kTargets[] = {{"cart-pole", 0.6, 0.7},
                               {"acrobot", 0.2, 0.7},
                               {"bilimoria-wie", 0.15, 1.2},
                               {"cart-2-links", 0.15, 0.7},
                               {"chain-4", 0.15, 0.7}};

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
    const auto add = [&](const std::string& function, const std::string& peer, const char* name, double target) {
      const auto own = fastest_.find("knot/" + function + "/bytecode/hessian"), other = fastest_.find(peer);
      if (own == fastest_.end() || other == fastest_.end()) return;
      all.push_back({"derivatives", function + " knot", "value, Jacobian, Hessian, us", own->second, other->second,
                     name, target});
    };
    for (const auto& [function, by_jets, by_code] : kTargets) {
      add(function, std::string("knot/") + function + "/jets/hessian", "jets", by_jets);
      add(function, std::string("casadi/") + function + "/by-hand/generated",
          "CasADi SX, one function after cse, generated C", by_code);
    }
    add("cart-pole", "casadi/cart-pole/nlpsol/interpreted", "CasADi SX, nlpsol's functions, interpreted", 0.1);
    add("cart-pole", "casadi/cart-pole/nlpsol/generated", "CasADi SX, nlpsol's functions, generated C", 0.5);
    add("cart-pole", "casadi/cart-pole/by-hand/interpreted", "CasADi SX, one function after cse, interpreted", 0.1);
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
  add_all("cart-pole", cart_pole_blocks());
  KnotBlocks design = cart_pole_blocks();
  design.free_numbers = {1, 2};  // mass and length of the pole
  add_all("cart-pole-design", design);
  add_all("acrobot", acrobot_blocks());
  add_all("bilimoria-wie", bilimoria_wie_blocks());
  add_all("cart-2-links", cart_chain_blocks<2>());
  add_all("chain-1", chain_blocks<1>());
  add_all("chain-2", chain_blocks<2>());
  add_all("chain-4", chain_blocks<4>());
  add_all("chain-7", chain_blocks<7>());
  add_all("cart-2-links-tree", blocks_of(problems::double_pendulum_cart_swing_up()), "recursive");
  add_all("cart-pole-multibody", blocks_of(problems::cart_pole_multibody()), "recursive");
  KnotBlocks multibody_design = blocks_of(problems::cart_pole_multibody());
  multibody_design.free_numbers = {1, 2};
  add_all("cart-pole-multibody-design", multibody_design, "recursive");
  add_all("arm-2", multibody_blocks(arm(2)), "recursive");
  add_all("arm-3", multibody_blocks(arm(3)), "recursive");
  add_all("arm-4", multibody_blocks(arm(4)), "recursive");
  add_all("arm-7", multibody_blocks(arm(7)), "recursive");
  add_all("shipped-arm-7", multibody_blocks(make_model("arm-7")), "recursive");
  add_all("quadruped-18", multibody_blocks(quadruped()), "recursive");
  for (const bool generated : {false, true}) {
    const char* way = generated ? "generated" : "interpreted";
    add_casadi(std::string("casadi/cart-pole/nlpsol/") + way, casadi_cart_pole_of_nlpsol(), generated);
    add_casadi(std::string("casadi/cart-pole/by-hand/") + way, casadi_cart_pole_by_hand(), generated);
  }
  const auto add_generated = [](const std::string& name, const KnotBlocks& blocks, const char* symbol) {
    add_casadi("casadi/" + name + "/by-hand/generated", casadi_knot_of(blocks, symbol), true);
  };
  add_generated("acrobot", acrobot_blocks(), "acrobot");
  add_generated("bilimoria-wie", bilimoria_wie_blocks(), "bilimoria_wie");
  add_generated("cart-2-links", cart_chain_blocks<2>(), "cart_2_links");
  add_generated("chain-4", chain_blocks<4>(), "chain_4");
  RowKeeper keeper;
  benchmark::RunSpecifiedBenchmarks(&keeper);
  if (const std::vector<Row> rows = keeper.rows(); !rows.empty()) {
    print_table(rows);
    save_rows(file, rows);
  }
  return 0;
}
