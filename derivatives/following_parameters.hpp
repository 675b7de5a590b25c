#pragma once

#include <tandem/derivatives/multibody_dynamics.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace tandem {

/// Parameters of a model, and wrenches on its bodies, that follow named numbers.
template <class S>
struct FollowingParameters {
  explicit FollowingParameters(const MultibodyDynamics& dynamics)
      : nominal(dynamics.model().parameters().template cast<S>()), current(nominal) {
    const auto is_wrench = [](const ModelNumber& number) { return number.kind == ModelNumber::Kind::wrench; };
    bool any = !dynamics.law_frames().empty();
    for (const MultibodyDynamics::Rule& rule : dynamics.rules()) any = any || is_wrench(rule.number);
    std::size_t most = 0;
    for (const MultibodyDynamics::Map& map : dynamics.maps()) {
      any = any || std::any_of(map.numbers.begin(), map.numbers.end(), is_wrench);
      most = std::max(most, map.numbers.size());
    }
    if (any) wrenches.resize(dynamics.model().body_count(), Wrench<S>::zero());
    mapped.resize(most, S(0.0));
  }

  /// Allocates nothing.
  void set(const MultibodyDynamics& dynamics, std::span<const S> numbers) {
    for (Wrench<S>& wrench : wrenches) wrench = Wrench<S>::zero();
    if (dynamics.rules().empty() && dynamics.maps().empty()) return;
    current = nominal;
    for (const MultibodyDynamics::Rule& rule : dynamics.rules()) {
      const S by = rule.value.evaluate(numbers) - S(rule.nominal);
      vary<S>(dynamics.model(), current, wrenches, rule.number, by);
    }
    for (const MultibodyDynamics::Map& map : dynamics.maps()) {
      map.map(numbers, std::span<S>(mapped));
      for (std::size_t i = 0; i < map.numbers.size(); ++i) {
        vary<S>(dynamics.model(), current, wrenches, map.numbers[i], mapped[i] - S(map.nominals[i]));
      }
    }
  }

  Parameters<S> nominal, current;
  std::vector<Wrench<S>> wrenches;  ///< empty where neither a number is of a wrench nor a law gives one
  std::vector<S> mapped;            ///< what one map gives
};

}  // namespace tandem
