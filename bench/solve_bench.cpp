#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/problems/registry.hpp>

#include "solve_bench.hpp"
#include <fmt/core.h>

#include <algorithm>

/// Whole solves by IPOPT with MUMPS and with the sweep, one evaluation of functions for both, in one run; then the
/// linear systems alone. Ratios at the end are of the fastest repetitions:
///
///   solve_bench --benchmark_repetitions=5 --benchmark_enable_random_interleaving
namespace tandem::bench {
namespace {

void solve_cart_pole(benchmark::State& timer, const std::string& transcription, int intervals,
                     const std::string& linear_solver) {
  const Problem problem = make_problem("cart-pole-swing-up");
  StagedNlp nlp(problem, uniform_mesh(transcription, intervals));
  const Eigen::VectorXd start = nlp.unknowns_from(straight_line_guess(problem));
  SolverOptions options;
  options.linear_solver = linear_solver;
  NlpSolution answer;
  double evaluation = 0.0, linear_algebra = 0.0, total = 0.0;
  for (auto _ : timer) {
    answer = solve_with_ipopt(nlp, start, options);
    if (answer.status != Status::solved) timer.SkipWithError("not solved");
    evaluation += answer.evaluation_seconds;
    linear_algebra += answer.linear_algebra_seconds;
    total += answer.total_seconds;
  }
  timer.counters["iterations"] = answer.iterations;
  timer.counters["evaluation_%"] = 100.0 * evaluation / total;
  timer.counters["linear_algebra_%"] = 100.0 * linear_algebra / total;
}

void register_solves() {
  for (const int intervals : {100, 300, 1000}) {
    for (const char* solver : {"mumps", "sweep"}) {
      for (const std::string transcription : {"hermite-simpson", "shooting-rk4"}) {
        const std::string name = "solve/cart-pole/" + transcription + "/" + std::to_string(intervals) + "/" + solver;
        benchmark::RegisterBenchmark(name.c_str(), solve_cart_pole, transcription, intervals, std::string(solver))
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
}

}  // namespace

void KeepTimes::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred || run.run_type != Run::RT_Iteration || run.iterations == 0) continue;
    // Of the processor: all is one thread, and other work on the machine does not count.
    const double seconds = run.cpu_accumulated_time / static_cast<double>(run.iterations);
    const auto [at, is_new] = seconds_.try_emplace(run.run_name.function_name, seconds);
    if (!is_new) at->second = std::min(at->second, seconds);
  }
  ConsoleReporter::ReportRuns(runs);
}

void KeepTimes::print_ratios() const {
  const std::string ending = "/mumps";
  for (const auto& [name, seconds] : seconds_) {
    if (name.size() < ending.size() || !name.ends_with(ending)) continue;
    const std::string what = name.substr(0, name.size() - ending.size());
    const auto sweep = seconds_.find(what + "/sweep");
    if (sweep == seconds_.end()) continue;
    fmt::print("ratio/{:<32} mumps {:10.4f} ms, sweep {:10.4f} ms: {:.2f} times faster\n", what, 1e3 * seconds,
               1e3 * sweep->second, seconds / sweep->second);
  }
}

}  // namespace tandem::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  tandem::bench::register_solves();
  tandem::bench::register_factorisations();
  tandem::bench::KeepTimes reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_ratios();
}
