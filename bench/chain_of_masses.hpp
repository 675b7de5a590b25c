#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <fmt/core.h>

#include <array>
#include <type_traits>

namespace tandem::bench {

/// A chain of masses on springs, calmed by one force, with the first of its ten numbers free:
///
///   x_i'' = k_{i+1} (x_{i+1} - x_i) - k_i (x_i - x_{i-1}) - c_i x_i' - s_i sin x_i (+ u at the first)
///
/// with the ten in turn as stiffness and damping; they cost something.
template <int kMasses>
Problem chain_of_masses(int design_numbers) {
  constexpr int kNumbers = 10;
  Problem problem("chain-of-masses");
  std::array<Number, kNumbers> p;
  for (int i = 0; i < kNumbers; ++i) {
    const Role role = i < design_numbers ? Role::design : Role::constant;
    p[i] = problem.number({fmt::format("p{}", i), 1.0 + 0.05 * i, "", "stiffness or damping", role, 0.2, 5.0});
  }
  auto phase = problem.phase<2 * kMasses, 1>("settle");
  phase.time({.start = 0.0, .end = 4.0});
  for (int i = 0; i < kMasses; ++i) phase.state(fmt::format("x{}", i), {.start = 1.0 / (i + 1)});
  for (int i = 0; i < kMasses; ++i) phase.state(fmt::format("v{}", i), {.start = 0.0});
  phase.control("force", {});
  phase.dynamics([=](const auto& k) {
    std::array<std::decay_t<decltype(k.t)>, 2 * kMasses> rate;
    for (int i = 0; i < kMasses; ++i) {
      rate[i] = k.x[kMasses + i];
      auto force = -0.1 * k[p[(2 * i + 1) % kNumbers]] * k.x[kMasses + i] - k[p[(2 * i) % kNumbers]] * sin(k.x[i]);
      if (i > 0) force = force + k[p[(2 * i + 2) % kNumbers]] * (k.x[i - 1] - k.x[i]);
      if (i + 1 < kMasses) force = force + k[p[(2 * i + 4) % kNumbers]] * (k.x[i + 1] - k.x[i]);
      rate[kMasses + i] = i == 0 ? force + k.u[0] : force;
    }
    return rate;
  });
  phase.running_cost([=](const auto& k) {
    auto cost = square(k.u[0]) + square(k.x[0]);
    for (int i = 1; i < 2 * kMasses; ++i) cost = cost + square(k.x[i]);
    for (const Number& number : p) cost = cost + 0.1 * square(k[number] - 1.0);
    return cost;
  });
  return problem;
}

}  // namespace tandem::bench
