#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/ocp/codesign/feedback_design.hpp>
#include <tandem/ocp/codesign/limited_file.hpp>

#include <fmt/core.h>

namespace tandem::cli {
namespace {

void print_design(const Codesign& problem, const FeedbackDesign& best) {
  fmt::print("{}: {}\n", problem.name(), best.message);
  fmt::print("  structure    {:.10g}\n", best.structure_cost);
  fmt::print("  effort       {:.10g} of {:.10g}\n", best.effort, problem.effort_limit());
  fmt::print("  response     {:.10g} of {:.10g}\n", best.response, problem.response_limit());
  fmt::print("  abscissa     {:.6g}, {} sensors to {} actuators\n", best.abscissa, best.gain.cols(), best.gain.rows());
  for (int i = 0; i < best.design.size(); ++i) {
    const NamedNumber& number = problem.designs()[i];
    fmt::print("  {:<12} {:.8g} {}{}\n", number.name, best.design(i), number.unit,
               best.design(i) <= number.lower * (1.0 + 1e-6) ? ", at its lower bound" : "");
  }
  fmt::print("  minimum      {}: violation {:.1e}, stationarity {:.1e}, least curvature {:.2g}\n",
             best.is_minimum() ? "PASS" : "FAIL", best.violation, best.stationarity, best.least_curvature);
  fmt::print("  {} iterations, {} evaluations, {:.2f} s\n", best.iterations, best.evaluations, best.seconds);
}

}  // namespace

int solve_feedback(const Arguments& arguments) {
  const Codesign problem = stated_codesign(arguments);
  check_files({arguments.json});
  std::vector<FeedbackDesign> minima;
  if (arguments.multi_start) {
    minima = feedback_designs(problem, problem.start(), *arguments.multi_start, arguments.seed.value_or(1));
  } else {
    minima.push_back(feedback_design(problem, problem.start()));
  }
  if (!arguments.quiet) {
    if (minima.empty()) fmt::print("{}: no start led to a design within the limits\n", problem.name());
    if (!minima.empty()) print_design(problem, minima.front());
    if (arguments.multi_start) fmt::print("  {} minima from {} starts\n", minima.size(), *arguments.multi_start);
    for (const FeedbackDesign& one : minima) {
      if (arguments.multi_start)
        fmt::print("    {:<14.10g} {}\n", one.structure_cost, one.is_minimum() ? "" : "not a minimum");
    }
  }
  if (!arguments.json.empty()) save_json(problem, minima, arguments.json);
  return !minima.empty() && minima.front().is_minimum() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
