// `make demo`: what `tandem solve cart-pole-swing-up --report FILE` does, in a program that is compiled sooner.
#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/report/report.hpp>

#include <fmt/core.h>

#include <exception>

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "demo: takes the file for the report\n");
    return tandem::cli::kRefused;
  }
  try {
    const tandem::Problem problem = tandem::problems::cart_pole_swing_up();
    const tandem::Solution solution = tandem::solve(problem);
    tandem::cli::print_answer(solution, problem);
    tandem::save_report(problem, solution, argv[1]);
    tandem::cli::say_saved("report", argv[1]);
    return is_certified(solution) ? tandem::cli::kCertified : tandem::cli::kNotCertified;
  } catch (const std::exception& error) {
    fmt::print(stderr, "demo: {}\n", error.what());
    return tandem::cli::kNotCertified;
  }
}
