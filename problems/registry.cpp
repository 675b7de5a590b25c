#include <tandem/problems/registry.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/problems/all.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace tandem {
namespace {

using Maker = Problem (*)();

constexpr std::array kProblems{
    std::pair<const char*, Maker>{"acrobot-co-design", problems::acrobot_co_design},
    std::pair<const char*, Maker>{"acrobot-multibody", problems::acrobot_multibody},
    std::pair<const char*, Maker>{"acrobot-swing-up", problems::acrobot_swing_up},
    std::pair<const char*, Maker>{"aly-chan", problems::aly_chan},
    std::pair<const char*, Maker>{"bilimoria-wie", problems::bilimoria_wie},
    std::pair<const char*, Maker>{"bouncing-mass", problems::bouncing_mass},
    std::pair<const char*, Maker>{"brachistochrone", problems::brachistochrone},
    std::pair<const char*, Maker>{"branched-acrobot-swing-up", problems::branched_acrobot_swing_up},
    std::pair<const char*, Maker>{"bratu", problems::bratu},
    std::pair<const char*, Maker>{"bryson-denham", problems::bryson_denham},
    std::pair<const char*, Maker>{"cart-pole-minimum-time", problems::cart_pole_minimum_time},
    std::pair<const char*, Maker>{"cart-pole-multibody", problems::cart_pole_multibody},
    std::pair<const char*, Maker>{"cart-pole-swing-up", problems::cart_pole_swing_up},
    std::pair<const char*, Maker>{"co-design-transfer", problems::co_design_transfer},
    std::pair<const char*, Maker>{"double-integrator-energy", problems::double_integrator_energy},
    std::pair<const char*, Maker>{"double-integrator-speed-limit", problems::double_integrator_speed_limit},
    std::pair<const char*, Maker>{"double-integrator-time", problems::double_integrator_time},
    std::pair<const char*, Maker>{"double-pendulum-cart-swing-up", problems::double_pendulum_cart_swing_up},
    std::pair<const char*, Maker>{"flexible-hub", problems::flexible_hub},
    std::pair<const char*, Maker>{"flexible-hub-modes", problems::flexible_hub_modes},
    std::pair<const char*, Maker>{"free-flying-arm", problems::free_flying_arm},
    std::pair<const char*, Maker>{"furuta-swing-up", problems::furuta_swing_up},
    std::pair<const char*, Maker>{"goddard", problems::goddard},
    std::pair<const char*, Maker>{"hanging-chain", problems::hanging_chain},
    std::pair<const char*, Maker>{"harmonic-oscillator-time", problems::harmonic_oscillator_time},
    std::pair<const char*, Maker>{"hub-with-booms", problems::hub_with_booms},
    std::pair<const char*, Maker>{"hypersensitive", problems::hypersensitive},
    std::pair<const char*, Maker>{"particle-steering", problems::particle_steering},
    std::pair<const char*, Maker>{"pendubot-swing-up", problems::pendubot_swing_up},
    std::pair<const char*, Maker>{"pendulum-swing-up", problems::pendulum_swing_up},
    std::pair<const char*, Maker>{"periodic-follower", problems::periodic_follower},
    std::pair<const char*, Maker>{"reaction-wheel-pendulum", problems::reaction_wheel_pendulum},
    std::pair<const char*, Maker>{"reaction-wheel-slew", problems::reaction_wheel_slew},
    std::pair<const char*, Maker>{"scalar-lqr", problems::scalar_lqr},
    std::pair<const char*, Maker>{"singular-regulator", problems::singular_regulator},
    std::pair<const char*, Maker>{"slewing-beam", problems::slewing_beam},
    std::pair<const char*, Maker>{"solar-array", problems::solar_array},
    std::pair<const char*, Maker>{"triple-pendulum-cart-swing-up", problems::triple_pendulum_cart_swing_up},
    std::pair<const char*, Maker>{"two-link-arm-effort", problems::two_link_arm_effort},
    std::pair<const char*, Maker>{"two-mass-spring", problems::two_mass_spring},
};

}  // namespace

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : kProblems) names.emplace_back(name);
  return names;
}

Problem make_problem(const std::string& name) {
  const auto found = std::find_if(kProblems.begin(), kProblems.end(), [&](const auto& p) { return p.first == name; });
  if (found == kProblems.end()) refuse("no problem is called '{}'{}", name, did_you_mean(name, problem_names()));
  return found->second();
}

}  // namespace tandem
