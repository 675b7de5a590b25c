#pragma once

#include <tandem/ocp/transcription/mesh_points.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_layout.hpp>
#include <ocp/support/rich_problem.hpp>

#include <random>

namespace tandem::test {

/// The dynamics and running cost of the made-up problem on a mesh of six uneven intervals (a group of four and one of
/// two), times and mass free, at random unknowns; of the transcription that is the test's parameter.
class RichPoints : public ::testing::TestWithParam<std::string> {
 protected:
  static constexpr int kInputs = 7, kOutputs = 4;  // three states, two controls, time, mass; three rates and the cost

  RichPoints() {
    for (double& entry : z_) entry = uniform();
    z_(layout_.start_time()) = 0.2;
    z_(layout_.end_time()) = 1.4;
    z_(layout_.free_number(0)) = 0.9;
  }

  double uniform() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }

  static std::unique_ptr<KnotFunction> function() {
    const Problem problem = rich_problem();
    const Phase& phase = problem.phases().front();
    return make_tape_knot_function({3, 2, {phase.dynamics, phase.running_cost}, problem.number_values(), {0}});
  }

  std::mt19937 random_{11};
  Mesh mesh_ = mesh_with_ends(GetParam(), 0, {0.0, 0.3, 0.45, 0.6, 0.8, 0.85, 1.0});
  PhaseLayout layout_ = lone_layout(mesh_, {3, 2}, true, true, 1);
  MeshPoints points_{mesh_, layout_, function(), 0.0, 1.0};
  Eigen::VectorXd z_ = Eigen::VectorXd::Zero(variables_of(layout_));
};

}  // namespace tandem::test
