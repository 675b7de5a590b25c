// A law of force of your own on a mechanism: a function of how a frame moves, generic over the scalar. Derivatives of
// both orders come by themselves, and `verify` compares them by every way there is.
//
//   own_force solve --report stroke.html
//   own_force verify
//
// An arm moves a flat blade through water, which holds it back across its face alone. The cheapest stroke sinks with
// the blade's face in the flow, and rises with its edge.

#include <tandem/cli/run.hpp>
#include <tandem/dynamics/model_builder.hpp>

/// An arm of 1 m that swings, and at its end a blade that turns about the arm; the blade's face looks along its x axis.
tandem::Model oar() {
  using namespace tandem;
  const Vec3<double> origin{0.0, 0.0, 0.0}, end{0.0, 0.0, -1.0};
  Joint feather = Joint::revolute("feather", Eigen::Vector3d::UnitZ());
  feather.limits = {.lower = -1.6, .upper = 1.6};
  ModelBuilder builder("oar");
  builder
      .add_body("arm", "world", Transform<double>::identity(), Joint::revolute("swing", -Eigen::Vector3d::UnitY()),
                Inertia<double>::rod(2.0, origin, end))
      .add_body("blade", "arm", Transform<double>::translated(end), feather,
                Inertia<double>::box(1.0, origin, {0.02, 0.3, 0.4}));
  return builder.build();
}

tandem::Problem stroke() {
  using namespace tandem;
  Problem problem("stroke");
  const Number water = problem.number({"water", 30.0, "N s^2/m^2", "force on the blade by the square of the flow"});

  auto phase = problem.phase(
      "stroke", MultibodyDynamics(oar()).actuate_all().wrench("blade", [=](const auto& k, const auto& blade) {
        const auto flow = dot(blade.velocity, blade.axes.x);
        return blade.axes.x * (-k[water] * flow * sqrt(flow * flow + 1e-3));
      }));
  phase.time({.start = 0.0, .end = 2.0});
  phase.start_at({{"swing", -0.8}, {"feather", 0.3}});
  phase.end_at({{"swing", 0.8}, {"feather", 0.3}});
  phase.running_cost([](const auto& k) { return sum_of_squares(k.u); });
  return problem;
}

int main(int argc, char** argv) { return tandem::run(argc, argv, stroke); }
