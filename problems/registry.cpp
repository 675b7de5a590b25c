#include <tandem/problems/registry.hpp>

#include <tandem/problems/all.hpp>
#include <tandem/problems/registry_of.hpp>

namespace tandem {
namespace {

constexpr Registry<Problem>::Entry kEntries[] = {
    {"acrobot-co-design", problems::acrobot_co_design},
    {"acrobot-effort", problems::acrobot_effort},
    {"acrobot-multibody", problems::acrobot_multibody},
    {"acrobot-spline", problems::acrobot_spline},
    {"acrobot-swing-up", problems::acrobot_swing_up},
    {"aly-chan", problems::aly_chan},
    {"arm-reach", problems::arm_reach},
    {"bilimoria-wie", problems::bilimoria_wie},
    {"bouncing-mass", problems::bouncing_mass},
    {"brachistochrone", problems::brachistochrone},
    {"branched-acrobot-spline", problems::branched_acrobot_spline},
    {"branched-acrobot-swing-up", problems::branched_acrobot_swing_up},
    {"bratu", problems::bratu},
    {"bryson-denham", problems::bryson_denham},
    {"cart-pole-friction", problems::cart_pole_friction},
    {"cart-pole-minimum-time", problems::cart_pole_minimum_time},
    {"cart-pole-multibody", problems::cart_pole_multibody},
    {"cart-pole-swing-up", problems::cart_pole_swing_up},
    {"co-design-transfer", problems::co_design_transfer},
    {"double-integrator-energy", problems::double_integrator_energy},
    {"double-integrator-speed-limit", problems::double_integrator_speed_limit},
    {"double-integrator-time", problems::double_integrator_time},
    {"double-pendulum-cart-swing-up", problems::double_pendulum_cart_swing_up},
    {"drone-with-pendulum", problems::drone_with_pendulum},
    {"flexible-hub", problems::flexible_hub},
    {"flexible-hub-modes", problems::flexible_hub_modes},
    {"four-bar-synthesis", problems::four_bar_synthesis},
    {"free-flying-arm", problems::free_flying_arm},
    {"furuta-swing-up", problems::furuta_swing_up},
    {"geared-arm-effort", problems::geared_arm_effort},
    {"goddard", problems::goddard},
    {"hanging-chain", problems::hanging_chain},
    {"harmonic-oscillator-time", problems::harmonic_oscillator_time},
    {"hub-with-booms", problems::hub_with_booms},
    {"hypersensitive", problems::hypersensitive},
    {"particle-steering", problems::particle_steering},
    {"pendubot-swing-up", problems::pendubot_swing_up},
    {"pendulum-swing-up", problems::pendulum_swing_up},
    {"periodic-follower", problems::periodic_follower},
    {"reaction-wheel-pendulum", problems::reaction_wheel_pendulum},
    {"reaction-wheel-slew", problems::reaction_wheel_slew},
    {"redundant-arm-path", problems::redundant_arm_path},
    {"scalar-lqr", problems::scalar_lqr},
    {"singular-regulator", problems::singular_regulator},
    {"slewing-beam", problems::slewing_beam},
    {"solar-array", problems::solar_array},
    {"triple-pendulum-cart-swing-up", problems::triple_pendulum_cart_swing_up},
    {"two-link-arm-effort", problems::two_link_arm_effort},
    {"two-link-arm-spline", problems::two_link_arm_spline},
    {"two-mass-spring", problems::two_mass_spring},
};
constexpr Registry<Problem> kRegistry("problem", kEntries);

}  // namespace

std::vector<std::string> problem_names() { return kRegistry.names(); }

Problem make_problem(const std::string& name) { return kRegistry.make(name); }

}  // namespace tandem
