#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/design_search.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_certificate.hpp>
#include <tandem/cli/print_statement.hpp>
#include <tandem/ocp/designs/codesign/limited.hpp>
#include <tandem/ocp/designs/codesign/limited_file.hpp>

namespace tandem::cli {
namespace {

/// The design with its limits and what says that it is one.
void print_design(const Codesign& problem, const LimitedDesign& best) {
  say("{}: {}\n", problem.name(), best.message);
  say("  structure    {:.10g}\n", best.structure_cost);
  print_reference(problem.reference(), best.structure_cost);
  say("  effort       {:.10g} of {:.10g}\n", best.effort, best.limits.effort);
  say("  response     {:.10g} of {:.10g}\n", best.response, best.limits.response);
  say("  price        {:.6g} of effort, {:.6g} by the limits\n", best.price,
      best.price * best.limits.effort / best.limits.response);
  for (int i = 0; i < best.design.size(); ++i) {
    const NamedNumber& number = problem.designs()[i];
    say("  {:<12} {:.8g} {}{}\n", number.name, best.design(i), number.unit,
        best.design(i) == number.lower ? ", at its lower bound" : "");
  }
  print_certificate(best.certificate);
  say("  {} iterations, {} evaluations, {:.2f} s\n", best.iterations, best.evaluations, best.seconds);
}

}  // namespace

int solve_codesign(const Given& given, const Problems& /*problems*/) {
  if (given.has(kFeedback)) return solve_feedback(given);
  const Codesign problem = stated_codesign(given);
  return run_search<LimitedDesign>(
      given, {.problem = problem.name(),
              .none = "no start led to a design within the limits",
              .one = [&] { return lightest_design(problem, problem.start()); },
              .many = [&](int n, unsigned seed) { return lightest_designs(problem, problem.start(), n, seed); },
              .value = [](const LimitedDesign& design) { return design.structure_cost; },
              .print = [&](const LimitedDesign& best) { print_design(problem, best); },
              .save = [&](const auto& found, const auto& file) { save_json(problem, found, file); }});
}

}  // namespace tandem::cli
