#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/on_frame.hpp>
#include <tandem/dynamics/force_laws.hpp>
#include <tandem/dynamics/models.hpp>

#include "force_rows.hpp"
#include "peers/batches.hpp"

#include <memory>
#include <random>
#include <string>
#include <utility>

namespace tandem::bench {
namespace {

constexpr int kKnots = 64, kStates = 14, kControls = 7;

MultibodyDynamics arm() { return MultibodyDynamics(make_model("arm-7")).actuate_all(); }

KnotBlocks rates_of(const MultibodyDynamics& dynamics) {
  KnotBlocks blocks{dynamics.states(), dynamics.controls(), {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of(dynamics), "dynamics");
  return blocks;
}

KnotBlocks with_friction(int joints) {
  MultibodyDynamics dynamics = arm();
  for (int d = 0; d < joints; ++d) {
    dynamics.force(dynamics.model().velocity_name(d),
                   [](const auto&, const auto& joint) { return coulomb_friction(joint.rate, 2.0, 0.05); });
  }
  return rates_of(dynamics);
}

KnotBlocks with_drag() {
  return rates_of(
      arm().wrench("flange", [](const auto&, const auto& hand) { return quadratic_drag(hand.velocity, 0.3, 1e-3); }));
}

/// Alone, or beside the dynamics.
template <class Function>
KnotBlocks of_the_hand(const Function& function, bool has_dynamics) {
  KnotBlocks blocks = rates_of(arm());
  if (!has_dynamics) blocks.blocks.clear();
  blocks.blocks.emplace_back(GenericFunction::of<kStates, kControls>(on_frame(arm(), "flange", function), 1), "hand");
  return blocks;
}

/// Values, Jacobian and Hessian of 64 knots at random.
Entrant entrant_of(const std::string& name, const KnotBlocks& blocks, const std::string& plug) {
  const auto function = std::shared_ptr<KnotFunction>(make_knot_function(blocks, plug));
  const auto batch = std::make_shared<KnotBatch>();
  batch->resize(function->inputs(), function->outputs(), kKnots);
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (double& entry : batch->inputs.reshaped()) entry = number(engine);
  for (double& entry : batch->weights.reshaped()) entry = number(engine);
  return {name, [=](int sweeps) {
            for (int i = 0; i < sweeps; ++i) function->evaluate(*batch, 0, kKnots, Level::hessian);
          }};
}

}  // namespace

std::vector<Row> force_rows() {
  const auto place = [](const auto&, const auto& hand) { return dot(hand.position, hand.position); };
  const auto felt = [](const auto&, const auto& hand) { return dot(hand.axes.z, hand.acceleration); };
  std::vector<Entrant> entrants{
      entrant_of("dynamics", rates_of(arm()), "recursive"),
      entrant_of("friction at one joint", with_friction(1), "recursive"),
      entrant_of("friction at seven joints", with_friction(7), "recursive"),
      entrant_of("a push on the hand", rates_of(arm().push("flange", Eigen::Vector3d::UnitZ())), "recursive"),
      entrant_of("drag on the hand", with_drag(), "recursive"),
      entrant_of("drag on the hand, tape", with_drag(), "tape"),
      entrant_of("the hand's place alone", of_the_hand(place, false), "recursive"),
      entrant_of("the hand's place beside", of_the_hand(place, true), "recursive"),
      entrant_of("the hand's acceleration alone", of_the_hand(felt, false), "recursive"),
      entrant_of("the hand's acceleration beside", of_the_hand(felt, true), "recursive")};
  race(entrants, kKnots, {.batches = 20});
  std::vector<Row> rows;
  for (std::size_t i = 1; i < entrants.size(); ++i) {
    rows.push_back({"forces", "arm-7", entrants[i].name + ", us a knot", entrants[i].microseconds,
                    entrants[0].microseconds, "its dynamics without", std::nullopt});
  }
  return rows;
}

}  // namespace tandem::bench
