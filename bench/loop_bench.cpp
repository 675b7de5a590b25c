#include <tandem/dynamics/absolute_motion.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/loop_multipliers.hpp>
#include <tandem/dynamics/loop_projection.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/spanning.hpp>

#include "peers/batches.hpp"
#include "peers/program.hpp"
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

/// What loops and gears cost, beside the trees that are left without them:
///
///   loop_bench [--out FILE]
///
/// forward dynamics of a geared arm beside the arm, of four legs with a four-bar each beside their tree with the loops
/// cut, embedded loops beside multipliers; and a step of Newton's method of pendulums of ever more bodies in absolute
/// coordinates, a body's share of it.
namespace tandem::bench {
namespace {

/// Forward dynamics of a model at its example's state.
struct Rig {
  explicit Rig(ModelExample its_example)
      : example(std::move(its_example)),
        ws(example.model),
        tau(Eigen::VectorXd::Ones(example.model.nv())),
        a(example.model.nv()) {}

  Entrant entrant(const std::string& name) {
    return {name, [this](int sweeps) {
              const Model& model = example.model;
              for (int i = 0; i < sweeps; ++i)
                forward_dynamics(model, model.parameters(), ws, example.q, example.v, tau, a);
            }};
  }

  ModelExample example;
  Workspace<double> ws;
  Eigen::VectorXd tau, a;
};

/// The tree of a model with its loops cut, where they are closed.
ModelExample tree_of(const ModelExample& example) {
  const Model& model = example.model;
  Workspace<double> ws(model);
  ModelExample tree{model.tree(), Eigen::VectorXd(model.tree().nq()), Eigen::VectorXd(model.tree().nv())};
  span(model, model.parameters(), ws, example.q, example.v, tree.q, tree.v);
  return tree;
}

Row beside(const std::string& what, ModelExample model, const std::string& peer_name, ModelExample peer,
           double target) {
  Rig ours(std::move(model)), other(std::move(peer));
  std::vector<Entrant> entrants{ours.entrant("tandem"), other.entrant(peer_name)};
  race(entrants, 1);
  return {"loops", what, "forward dynamics, us", entrants[0].microseconds, entrants[1].microseconds, peer_name, target};
}

Row multipliers_row(const std::string& name) {
  const ModelExample example = make_model_example(name), tree = tree_of(example);
  const Model& model = example.model;
  Rig ours(example);
  LoopMultipliers multipliers(model);
  Workspace<double> ws(model);
  const Eigen::VectorXd tau = on_all_joints(model, Eigen::VectorXd::Ones(model.nv()));
  Eigen::VectorXd a(model.tree().nv());
  std::vector<Entrant> entrants{ours.entrant("tandem"), {"multipliers", [&](int sweeps) {
                                                           for (int i = 0; i < sweeps; ++i)
                                                             multipliers.accelerate(model.parameters(), ws, tree.q,
                                                                                    tree.v, tau, a);
                                                         }}};
  race(entrants, 1);
  return {
      "loops", name, "accelerations, us", entrants[0].microseconds, entrants[1].microseconds, "multipliers on its tree",
      {}};
}

/// Microseconds of a step of Newton's method: the system and its solution.
double newton_step(int bodies) {
  const ModelExample example = make_model_example(fmt::format("ball-chain-{}", bodies));
  AbsoluteMotion motion(example.model, example.model.parameters());
  motion.start(example.q, example.v);
  const AbsoluteSolution trial = motion.trial();
  std::vector<Entrant> entrants{{"tandem", [&](int sweeps) {
                                   for (int i = 0; i < sweeps; ++i) solve(motion.first_half(0, 0.01, trial));
                                 }}};
  race(entrants, 1);
  return entrants[0].microseconds;
}

std::vector<Row> newton_rows() {
  std::vector<Row> rows;
  const double few = newton_step(10) / 10;
  for (const int bodies : {20, 50, 100, 200, 500}) {
    // A slope of 1.15 in a double logarithm lets a body's share grow by n^0.15.
    rows.push_back({"loops", fmt::format("ball-chain-{}", bodies), "a Newton step in absolute coordinates, us a body",
                    newton_step(bodies) / bodies, few, "of ten bodies", std::pow(bodies / 10.0, 0.15)});
  }
  return rows;
}

std::vector<Row> measure_all(Arguments& arguments) {
  arguments.require_all_taken();
  const ModelExample quadruped = make_model_example("four-bar-quadruped");
  std::vector<Row> rows{
      beside("geared-arm", make_model_example("geared-arm"), "arm-7", make_model_example("arm-7"), 1.3),
      beside("four-bar-quadruped", quadruped, "its tree, loops cut", tree_of(quadruped), 2.2),
      multipliers_row("four-bar"), multipliers_row("four-bar-quadruped"), multipliers_row("backhoe")};
  for (Row& row : newton_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  return tandem::bench::run_beside_peer("loop_bench", argc, argv, tandem::bench::measure_all);
}
