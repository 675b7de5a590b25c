#pragma once

#include <tandem/ocp/problem.hpp>

// One function a problem, each in the file of its name.
namespace tandem::problems {

Problem brachistochrone();
Problem bryson_denham();
Problem cart_pole_swing_up();
Problem double_integrator_energy();
Problem double_integrator_time();
Problem scalar_lqr();

}  // namespace tandem::problems
