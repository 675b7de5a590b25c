#pragma once

#include <tandem/ocp/statement/problem.hpp>

// One function a problem, each in the file of its name.
namespace tandem::problems {

Problem acrobot_co_design();
Problem acrobot_effort();
Problem acrobot_multibody();
Problem acrobot_spline();
Problem acrobot_swing_up();
Problem aly_chan();
Problem arm_reach();
Problem bilimoria_wie();
Problem bouncing_mass();
Problem brachistochrone();
Problem branched_acrobot_spline();
Problem branched_acrobot_swing_up();
Problem bratu();
Problem bryson_denham();
Problem cart_pole_friction();
Problem cart_pole_minimum_time();
Problem cart_pole_multibody();
Problem cart_pole_swing_up();
Problem co_design_transfer();
Problem double_integrator_energy();
Problem double_integrator_speed_limit();
Problem double_integrator_time();
Problem double_pendulum_cart_swing_up();
Problem drone_with_pendulum();
Problem flexible_hub();
Problem flexible_hub_modes();
Problem four_bar_synthesis();
Problem free_flying_arm();
Problem furuta_swing_up();
Problem geared_arm_effort();
Problem goddard();
Problem hanging_chain();
Problem harmonic_oscillator_time();
Problem hub_with_booms();
Problem hypersensitive();
Problem particle_steering();
Problem pendubot_swing_up();
Problem pendulum_swing_up();
Problem periodic_follower();
Problem reaction_wheel_pendulum();
Problem reaction_wheel_slew();
Problem redundant_arm_path();
Problem scalar_lqr();
Problem singular_regulator();
Problem slewing_beam();
Problem solar_array();
Problem triple_pendulum_cart_swing_up();
Problem two_link_arm_effort();
Problem two_link_arm_spline();
Problem two_mass_spring();

}  // namespace tandem::problems
