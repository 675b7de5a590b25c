// Many threads at once, for ThreadSanitizer to watch: many starts, threads of one evaluation, and eight problems in
// eight threads, each of which must give what it gives alone, to the last bit. Exit code 1 where one does not.

#include <tandem/derivatives/evaluation_threads.hpp>
#include <tandem/ocp/search/multi_start.hpp>
#include <tandem/problems/registry.hpp>

#include <fmt/format.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tandem;

constexpr std::array kProblems{"bouncing-mass",     "brachistochrone", "bryson-denham", "cart-pole-swing-up",
                               "periodic-follower", "scalar-lqr",      "solar-array",   "two-link-arm-effort"};

Solution solved(const std::string& name) {
  SolveOptions options;
  options.intervals = 20;
  return solve(make_problem(name), options);
}

bool same(const Solution& a, const Solution& b) {
  return a.objective == b.objective && a.iterations == b.iterations && a.phases[0].states == b.phases[0].states;
}

int eight_problems() {
  std::vector<Solution> alone, together(kProblems.size());
  for (const char* name : kProblems) alone.push_back(solved(name));
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kProblems.size(); ++i)
      threads.emplace_back([&, i] { together[i] = solved(kProblems[i]); });
  }
  int different = 0;
  for (std::size_t i = 0; i < kProblems.size(); ++i) different += same(alone[i], together[i]) ? 0 : 1;
  fmt::print("eight problems in eight threads: {} differ from the same alone\n", different);
  return different;
}

int many_starts() {
  const MultiStartOptions options{.starts = 12, .threads = 4, .solve = {.intervals = 20}};
  MultiStartOptions alone = options;
  alone.threads = 1;
  const Problem problem = make_problem("cart-pole-swing-up");
  const MultiStart four = multi_start(problem, options), one = multi_start(problem, alone);
  const bool agree = four.solved() == one.solved() && four.minima.size() == one.minima.size() &&
                     four.best()->solution.objective == one.best()->solution.objective;
  fmt::print("twelve starts in four threads: {} solved, {} minima{}\n", four.solved(), four.minima.size(),
             agree ? "" : ", other than in one");
  return agree ? 0 : 1;
}

int threads_of_evaluation() {
  SolveOptions options;
  options.intervals = 2000;
  options.certify = CertifyLevel::none;
  const Problem problem = make_problem("two-link-arm-effort");
  const Solution one = solve(problem, options);
  set_evaluation_threads(4);
  const Solution four = solve(problem, options);
  set_evaluation_threads(1);
  fmt::print("four threads of evaluation: {}\n", same(one, four) ? "the same answer" : "another answer");
  return same(one, four) ? 0 : 1;
}

}  // namespace

int main() { return eight_problems() + many_starts() + threads_of_evaluation() == 0 ? 0 : 1; }
