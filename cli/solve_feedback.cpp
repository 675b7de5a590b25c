#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/design_search.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_certificate.hpp>
#include <tandem/ocp/designs/codesign/feedback_design.hpp>
#include <tandem/ocp/designs/codesign/limited_file.hpp>

namespace tandem::cli {
namespace {

void print_design(const Codesign& problem, const FeedbackDesign& best) {
  say("{}: {}\n", problem.name(), best.message);
  say("  structure    {:.10g}\n", best.structure_cost);
  say("  effort       {:.10g} of {:.10g}\n", best.effort, problem.effort_limit());
  say("  response     {:.10g} of {:.10g}\n", best.response, problem.response_limit());
  say("  abscissa     {:.6g}, {} sensors to {} actuators\n", best.abscissa, best.gain.cols(), best.gain.rows());
  for (int i = 0; i < best.design.size(); ++i) {
    const NamedNumber& number = problem.designs()[i];
    say("  {:<12} {:.8g} {}{}\n", number.name, best.design(i), number.unit,
        best.design(i) <= number.lower * (1.0 + 1e-6) ? ", at its lower bound" : "");
  }
  print_certificate(best.certificate);
  say("  {} iterations, {} evaluations, {:.2f} s\n", best.iterations, best.evaluations, best.seconds);
}

}  // namespace

int solve_feedback(const Given& given) {
  const Codesign problem = stated_codesign(given);
  return run_search<FeedbackDesign>(
      given, {.problem = problem.name(),
              .none = "no start led to a design within the limits",
              .one = [&] { return feedback_design(problem, problem.start()); },
              .many = [&](int n, unsigned seed) { return feedback_designs(problem, problem.start(), n, seed); },
              .value = [](const FeedbackDesign& design) { return design.structure_cost; },
              .print = [&](const FeedbackDesign& best) { print_design(problem, best); },
              .save = [&](const auto& found, const auto& file) { save_json(problem, found, file); }});
}

}  // namespace tandem::cli
