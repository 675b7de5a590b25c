#include <tandem/cli/controllers.hpp>
#include <tandem/cli/design_search.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_certificate.hpp>
#include <tandem/cli/print_statement.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/ocp/designs/controllers/design_file.hpp>
#include <tandem/problems/controller_registry.hpp>

#include <cmath>

namespace tandem::cli {
namespace {

using controllers::ConditionValue;
using controllers::ControllerDesign;
using controllers::Form;
using controllers::HorizonStep;

void print_horizons(const ControllerDesign& best) {
  if (best.horizons.empty()) return;
  say("  start        a loop has a mode with the real part {:.4g}\n", best.start_abscissa);
  for (const HorizonStep& step : best.horizons) {
    say("  horizon      {:.4g} s: cost {:.6g}, real part {:.4g}, {} iterations\n", step.horizon, step.value,
        step.abscissa, step.iterations);
  }
}

void print_peaks(const ControllerDesign& best) {
  const auto& first = best.first_order;
  for (std::size_t k = 0; k < first.active.size(); ++k) {
    say("  peak         {:.9g} at {:.6g} rad/s, multiplier {:.4g}\n", first.active[k].squared.value,
        first.active[k].frequency, first.multipliers(static_cast<Eigen::Index>(k)));
  }
}

void print_design(const ControllerProblem& problem, const Form& form, const ControllerDesign& best) {
  say("{}: {}\n", problem.name(), best.message);
  print_horizons(best);
  say("  cost         {:.10g}\n", best.value);
  print_reference(problem.reference(), best.value);
  for (const ConditionValue& one : best.conditions) {
    say("  norms        mean square {:.9g}, largest gain {:.9g} ({:.9g} squared) at {:.6g} rad/s\n", one.mean_square,
        std::sqrt(one.peak), one.peak, one.peak_frequency);
    say("  loop         slowest mode with the real part {:.6g}\n", one.abscissa);
  }
  for (int i = 0; i < form.size(); ++i) say("  {:<12} {:.8g}\n", form.numbers()[i].name, best.numbers(i));
  print_peaks(best);
  print_certificate(best.certificate);
  say("  {} iterations, {} evaluations, {:.2f} s\n", best.iterations, best.evaluations, best.seconds);
}

}  // namespace

ControllerProblem stated_controller(const Given& given) { return with_settings(make_controller(given.name()), given); }

int solve_controller(const Given& given, const Problems& /*problems*/) {
  const ControllerProblem problem = stated_controller(given);
  const controllers::Objective objective = problem.objective();
  const Form& form = objective.form();
  return run_search<ControllerDesign>(
      given, {.problem = problem.name(),
              .none = "no start led to a minimum",
              .one = [&] { return design_controller(objective, form.start()); },
              .many = [&](int n, unsigned seed) { return design_controllers(objective, form.start(), n, seed); },
              .value = [](const ControllerDesign& design) { return design.value; },
              .print = [&](const ControllerDesign& best) { print_design(problem, form, best); },
              .save = [&](const auto& found, const auto& file) { save_json(problem, form, found, file); }});
}

}  // namespace tandem::cli
