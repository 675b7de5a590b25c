// An arm from a URDF file, from one posture to another with the least effort, within the limits that
// the file states.
//
//   urdf_arm arm.urdf solve --report arm.html

#include <tandem/cli/run.hpp>
#include <tandem/dynamics/urdf.hpp>

#include <cstdio>

tandem::Problem reach(const std::string& file) {
  using namespace tandem;
  Problem problem("reach");
  auto phase = problem.phase("reach", MultibodyDynamics(load_urdf(file)).actuate_all());
  phase.time({.start = 0.0, .end = 1.2});
  phase.start_at({{"shoulder", 0.0}, {"elbow", 0.5}});
  phase.end_at({{"turn", 1.5}, {"shoulder", 1.2}, {"elbow", -1.0}});
  phase.running_cost([](const auto& k) { return sum_of_squares(k.u); });
  return problem;
}

int main(int argc, char** argv) {
  if (argc < 2) return std::puts("urdf_arm FILE.urdf solve|verify|show [OPTIONS]"), 2;
  return tandem::run(argc - 1, argv + 1, [=] { return reach(argv[1]); });
}
