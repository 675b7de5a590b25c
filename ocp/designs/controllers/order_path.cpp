#include <tandem/ocp/designs/controllers/order_path.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/controllers/certify_controller.hpp>
#include <tandem/ocp/designs/controllers/lqg_controller.hpp>
#include <tandem/ocp/designs/controllers/mean_square.hpp>

#include <cmath>
#include <optional>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::VectorXd;

Path follow_plants(const Form& form, const Plant& from, const Plant& to, const VectorXd& start,
                   const ControllerPathOptions& options) {
  const Plant first = augmented(from, form.order()), last = augmented(to, form.order()),
              change = difference(first, last);
  CostFamily family;
  family.cost = [&](const VectorXd& p, double lambda, bool with_hessian) -> std::optional<Value> {
    const Plant plant = between(first, last, lambda);
    const auto found = MeanSquare::of(plant, form.gain(p));
    if (!found) return std::nullopt;
    return value_of(*found, plant, form, with_hessian);
  };
  family.slope = [&](const VectorXd& p, double lambda) -> VectorXd {
    const Plant plant = between(first, last, lambda);
    const auto found = MeanSquare::of(plant, form.gain(p));
    if (!found) return VectorXd::Constant(p.size(), NAN);
    return form.by_numbers(found->along_plant(plant, change, form.gain(p)));
  };
  family.abscissa = [&](const VectorXd& p, double lambda) {
    return abscissa(closed(between(first, last, lambda), form.gain(p)).a);
  };
  family.certificate = [&](const VectorXd& p, double lambda, double cost) {
    return certify(Objective(form, {{between(from, to, lambda)}}), p, cost);
  };
  return follow_minimum(family, form, start, options);
}

Plant uncoupled(const Plant& plant, int kept) {
  check(plant);
  require(kept > 0 && kept <= plant.states(), "uncoupled plant: {} of {} states cannot be kept", kept, plant.states());
  const Index rest = plant.states() - kept;
  Plant parts = plant;
  parts.a.topRightCorner(kept, rest).setZero();
  parts.a.bottomLeftCorner(rest, kept).setZero();
  parts.b.bottomRows(rest).setZero();
  parts.sensors.rightCols(rest).setZero();
  parts.watched.rightCols(rest).setZero();
  return parts;
}

Plant first_states(const Plant& plant, int kept) {
  require(kept > 0 && kept <= plant.states(), "plant: {} of {} states cannot be kept", kept, plant.states());
  return {plant.a.topLeftCorner(kept, kept),
          plant.b.topRows(kept),
          plant.noise.topRows(kept),
          plant.sensors.leftCols(kept),
          plant.sensor_noise,
          plant.watched.leftCols(kept),
          plant.effort};
}

ReducedController reduced_controller(const Plant& plant, int order, const ControllerPathOptions& options) {
  const Form form = modal_form(order, static_cast<int>(plant.controls()), static_cast<int>(plant.measured()));
  const VectorXd start = modal_numbers(lqg_controller(first_states(plant, order)).controller);
  ReducedController found{follow_plants(form, uncoupled(plant, order), plant, start, options), {}, 0.0, 0.0};
  found.controller = form.controller(found.path.points.back().designs);
  found.cost = found.path.points.back().objective;
  found.full_order_cost = lqg_controller(plant).cost;
  return found;
}

}  // namespace tandem::controllers
