#pragma once

#include <tandem/ocp/designs/controllers/controller_path.hpp>

namespace tandem::controllers {

/// Follows the numbers of least E[z'z] while the plant changes from one to another along a straight line, lambda from 0
/// to 1: the zeros of the cost's gradient, by its exact Hessian and its exact slope. `start` must be a minimum at the
/// first plant, to 1e-6. Refuses forms and plants that do not fit each other.
Path follow_plants(const Form& form, const Plant& from, const Plant& to, const Eigen::VectorXd& start,
                   const ControllerPathOptions& options = {});

/// The plant without what its states from `kept` on have to do with the others, with controls, sensors and watched
/// outputs. Its best controller of the order `kept` is the LQG one of the first `kept` states: where a path to the
/// whole plant begins.
Plant uncoupled(const Plant& plant, int kept);
Plant first_states(const Plant& plant, int kept);

/// The controller of least E[z'z] of an even order n_c, where the plant's first n_c states are those that matter most
/// (modes, by their frequencies): from the LQG controller of these states alone, by the path on which the other states
/// are coupled to them. With n_c = n it is the LQG controller itself.
struct ReducedController {
  Path path;
  Controller controller;
  double cost = 0.0, full_order_cost = 0.0;
};
ReducedController reduced_controller(const Plant& plant, int order, const ControllerPathOptions& options = {});

}  // namespace tandem::controllers
