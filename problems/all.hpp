#pragma once

#include <tandem/ocp/problem.hpp>

// One function a problem, each in the file of its name.
namespace tandem::problems {

Problem acrobot_multibody();
Problem acrobot_swing_up();
Problem aly_chan();
Problem bilimoria_wie();
Problem bouncing_mass();
Problem brachistochrone();
Problem bratu();
Problem bryson_denham();
Problem cart_pole_multibody();
Problem cart_pole_swing_up();
Problem co_design_transfer();
Problem double_integrator_energy();
Problem double_integrator_speed_limit();
Problem double_integrator_time();
Problem flexible_hub();
Problem goddard();
Problem hanging_chain();
Problem harmonic_oscillator_time();
Problem hypersensitive();
Problem particle_steering();
Problem periodic_follower();
Problem scalar_lqr();
Problem singular_regulator();
Problem solar_array();
Problem two_mass_spring();

}  // namespace tandem::problems
