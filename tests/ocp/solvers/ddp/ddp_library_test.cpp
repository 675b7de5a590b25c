// DDP on the problems that come with tandem: each is solved or refused by name.
#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/by_ddp.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <map>
#include <set>
#include <string>

namespace tandem::ddp::ddp_library_test {

using test::by_ddp;
using test::by_ipopt;
using test::says;

// On coarse meshes, for the sake of time; finer where 20 steps are too few for the problem (the beam's last mode, the
// pendubot's fall, the booms' first mode, the layers of 1/30000 of the time, the elbow's jerk, which costs nothing). It
// does not solve two, and says so (docs/notes/ddp.md).
TEST(DdpLibrary, IsSolvedAndCertifiedProblemByProblem) {
  const std::map<std::string, int> finer{{"acrobot-spline", 30},
                                         {"hub-with-booms", 30},
                                         {"hypersensitive", 300},
                                         {"pendubot-swing-up", 30},
                                         {"slewing-beam", 80}};
  const std::set<std::string> unsolved{"rocket-range", "two-stage-launch"};
  for (const std::string& name : problem_names()) {
    const auto found = finer.find(name);
    SolveOptions options = by_ddp(found == finer.end() ? 20 : found->second);
    options.solver.max_iterations = 500;
    const Problem problem = make_problem(name);
    if (problem.phases().front().controls.empty()) {
      EXPECT_TRUE(says(test::refusal([&] { solve(problem, options); }), "has no control for DDP to choose")) << name;
      continue;
    }
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status == Status::solved, !unsolved.contains(name)) << name << ": " << solution.message;
    EXPECT_EQ(solution.certificate.passes(), !unsolved.contains(name)) << name;
  }
}

// Quaternions as embedded states. Interior points start where DDP ended: there are several minima.
TEST(DdpLibrary, TurnsABodyByQuaternionsAsInteriorPointsDo) {
  const Problem problem = make_problem("bilimoria-wie");
  const Solution solution = solve(problem, by_ddp(40));
  EXPECT_EQ(solution.status, Status::solved) << solution.message;
  EXPECT_TRUE(solution.certificate.passes());
  SolveOptions options = by_ipopt(40);
  options.guess = guess_from(solution);
  const Solution reference = solve(problem, options);
  EXPECT_EQ(reference.status, Status::solved) << reference.message;
  EXPECT_NEAR(solution.objective, reference.objective, 1e-8 * reference.objective);
}

std::string refusal_of(const Problem& problem) {
  return test::refusal([&] { solve(problem, by_ddp(10)); });
}

TEST(DdpLibrary, RefusesByNameWhatDdpHasNoPlaceFor) {
  SolveOptions options;
  options.transcription = "gauss";
  options.method = "ddp";
  EXPECT_TRUE(says(test::refusal([&] { solve(make_problem("brachistochrone"), options); }), "not gauss"));
  options.method = "dpp";
  EXPECT_TRUE(says(test::refusal([&] { solve(make_problem("scalar-lqr"), options); }), "solver 'dpp' is not known"));

  Problem implicit("implicit");
  auto geared = implicit.phase<1, 2>("geared");
  geared.state("speed", {.start = 0.0, .end = 1.0});
  geared.control("torque", {});
  geared.implicit_dynamics([](const auto& k, const auto& rate) { return rates(2.0 * rate[0] - k.u[0]); });
  geared.running_cost([](const auto& k) { return square(k.u[0]); });
  EXPECT_TRUE(says(refusal_of(implicit), "DDP takes explicit dynamics; those of phase 'geared' are implicit"))
      << refusal_of(implicit);

  Problem coasting("coasting");
  auto coast = coasting.phase<1, 0>("coast");
  coast.state("speed", {.start = Range(1.0, 2.0)});
  coast.dynamics([](const auto& k) { return rates(-k.x[0]); });
  coast.end_cost([](const auto& k) { return square(k.x[0]); });
  EXPECT_TRUE(says(refusal_of(coasting), "phase 'coast' has no control for DDP to choose")) << refusal_of(coasting);
}

}  // namespace tandem::ddp::ddp_library_test
