#include <tandem/derivatives/check_model.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/eigen_spectra.hpp>
#include <tandem/core/error.hpp>
#include <tandem/derivatives/block_comparison.hpp>
#include <tandem/derivatives/model_blocks.hpp>
#include <tandem/derivatives/model_hessian.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace tandem {
namespace {

constexpr double kExactModel = 1e-12;
constexpr double kExactSecond = 1e-10;
constexpr double kCancelling = 1e-3;  ///< a block is at least this much of all derivatives by the state
constexpr int kMostFreedoms = 300;    ///< beyond, blocks by numbers no longer fit into memory

/// What is random in a check.
class RandomStates {
 public:
  explicit RandomStates(unsigned seed) : dice_(seed) {}

  double number(double size = 1) { return dice_.within(-size, size); }
  bool coin() { return dice_.coin(); }
  Vec3<double> point(double size = 1) { return {number(size), number(size), number(size)}; }
  Eigen::VectorXd vector(long count) {
    Eigen::VectorXd v(count);
    for (double& entry : v) entry = number();
    return v;
  }

  /// Angles all around, positions within 1 m, any orientation; with loops, half a radian from where they were closed,
  /// in steps that keep to their branch.
  Eigen::VectorXd configuration(const Model& model) {
    Eigen::VectorXd q = model.neutral_configuration(), step = vector(model.nv()), moved(model.nq());
    if (model.has_loops()) {
      for (int part = 0; part < 8; ++part) integrate<double>(model, Eigen::VectorXd(q), step / 16, q);
      return q;
    }
    for (const Body& body : model.bodies()) {
      int d = body.v_index;
      for (const Motion<double>& motion : motions_at_zero(body.joint)) {
        if (dot(motion.angular, motion.angular) > 0) step(d) *= std::numbers::pi / std::sqrt(3.0);
        ++d;
      }
    }
    integrate<double>(model, q, step, moved);
    return moved;
  }

  ModelState state(const Model& model) { return {configuration(model), vector(model.nv()), vector(model.nv())}; }

 private:
  Dice dice_;
};

/// Wrenches on all bodies, drives of which some are of each kind where there are two joints that move, a frame off
/// the last body's origin.
ModelSetting random_setting(const Model& model, RandomStates& random) {
  ModelSetting setting{model, {}, {}, {}, model_numbers(model)};
  for (int i = 0; i < model.body_count(); ++i) {
    setting.wrenches.push_back({random.point(), random.point()});
    const bool follows = model.links()[i].velocity_count < model.tree().links()[i].velocity_count;
    setting.drives.push_back(random.coin() || follows ? Drive::force : Drive::motion);
  }
  const Link& last = model.links().back();
  const auto moves = [](const Link& link) { return link.velocity_count > 0; };
  const auto first = std::find_if(model.links().begin(), model.links().end(), moves);
  if (moves(last) && &*first != &last) {
    setting.drives[first - model.links().begin()] = Drive::force;
    setting.drives.back() = Drive::motion;
  }
  const Motion<double> off{random.point(), random.point(0.5)};
  const std::string& carrier = model.bodies().back().name;
  setting.frame = {
      "frame on " + carrier, model.body_count() - 1, {rotation_matrix(quaternion_exp(off.angular)), off.linear}};
  return setting;
}

/// Whether freedoms of a function that solves for accelerations are solved for: all, or those of hybrid dynamics'
/// force-driven joints. Empty for functions that solve for nothing.
std::vector<bool> solved_freedoms(ModelFunction function, const ModelSetting& setting) {
  std::vector<bool> solved;
  if (function != ModelFunction::forward_dynamics && function != ModelFunction::hybrid_dynamics) return solved;
  for (int d = 0; d < setting.model.nv(); ++d) {
    solved.push_back(function == ModelFunction::forward_dynamics ||
                     setting.drives[setting.model.body_of_velocity(d)] == Drive::force);
  }
  return solved;
}

/// The mass matrix in units in which every freedom has inertia 1: m = s^-1 M s^-1 with s^2 the diagonal of M. There,
/// accelerations are s a and forces s^-1 tau, all of one kind, and cond(m) is what solving loses.
struct UnitMass {
  Eigen::MatrixXd mass;
  Eigen::VectorXd root;  ///< s

  UnitMass(const ModelSetting& setting, const ModelState& state) : mass(setting.model.nv(), setting.model.nv()) {
    Workspace<double> ws(setting.model);
    mass_matrix(setting.model, ws, state.q, mass);
    root = mass.diagonal().cwiseSqrt();
    const Eigen::VectorXd inverse = root.cwiseInverse();
    mass = inverse.asDiagonal() * mass * inverse.asDiagonal();
  }

  double condition() const {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(mass, Eigen::EigenvaluesOnly);
    return solver.eigenvalues().maxCoeff() / solver.eigenvalues().minCoeff();
  }
  /// Brings rows of what is wanted into these units: accelerations where solved for, else forces.
  Eigen::VectorXd weights(const std::vector<bool>& solved) const {
    Eigen::VectorXd weights = root;
    for (long d = 0; d < weights.size(); ++d) weights(d) = solved[d] ? root(d) : 1 / root(d);
    return weights;
  }
};

/// m (s da) = s^-1 (dtau - dID), with what is known changing in its own columns.
class Remainder {
 public:
  Remainder(const ModelSetting& setting, std::vector<bool> solved, std::span<const ModelBlock> blocks)
      : setting_(setting), solved_(std::move(solved)) {
    for (const ModelBlock& block : blocks) comparisons_.emplace_back(block.name + " (remainder)", block.names);
  }

  /// `way` is to the Jacobian of what is wanted, with rows in the units of the mass; `wanted` is not.
  void compare(const ModelState& state, const Eigen::VectorXd& wanted, const Way& way, const UnitMass& unit,
               std::span<const ModelBlock> blocks) {
    const Eigen::MatrixXd& jacobian = way.block;
    const long nv = setting_.model.nv();
    ModelState at = state;
    for (long d = 0; d < nv; ++d) at.x(d) = solved_[d] ? wanted(d) : state.x(d);
    const auto jacobian_of = setting_.model.has_loops() ? jacobian_by_tape : analytic_jacobian;
    Eigen::MatrixXd inverse = jacobian_of(ModelFunction::inverse_dynamics, setting_, at);
    inverse.middleCols(2 * nv, nv).setZero();  // m s da has it
    inverse = unit.root.cwiseInverse().asDiagonal() * inverse;
    const double cancelling = setting_.model.has_loops() ? kCancelling * inverse.norm() : 0.0;  // between its joints
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const ModelBlock& block = blocks[k];
      Eigen::MatrixXd accelerations = Eigen::MatrixXd::Zero(nv, block.columns), forces = accelerations;
      for (long d = 0; d < nv; ++d) {
        (solved_[d] ? accelerations : forces).row(d) = jacobian.row(d).segment(block.column, block.columns);
        if (block.column != 2 * nv) continue;
        (solved_[d] ? forces : accelerations)(d, d) = solved_[d] ? 1 / unit.root(d) : unit.root(d);
      }
      const Eigen::MatrixXd by = inverse.middleCols(block.column, block.columns);
      const double terms = unit.mass.norm() * accelerations.norm() + by.norm() + cancelling;
      const std::array<Way, 2> sides{Way{way.name, unit.mass * accelerations}, Way{"inverse-dynamics", forces - by}};
      comparisons_[k].compare(sides, kExactModel, terms);
    }
  }

  void append_to(DerivativeReport& report) const {
    for (const BlockComparison& comparison : comparisons_) report.blocks.push_back(comparison.report());
  }

 private:
  const ModelSetting& setting_;
  std::vector<bool> solved_;
  std::vector<BlockComparison> comparisons_;
};

void check_function(ModelFunction function, const ModelSetting& setting, std::span<const ModelState> states,
                    const ModelJacobian& jacobian, DerivativeReport& report) {
  const ModelJacobianWays independent(function, setting);
  const std::vector<ModelBlock> blocks = blocks_of(function, setting);
  const std::vector<bool> solved = solved_freedoms(function, setting);
  std::vector<BlockComparison> comparisons;
  for (const ModelBlock& block : blocks) comparisons.emplace_back(block.name, block.names);
  Remainder remainder(setting, solved, blocks);
  for (const ModelState& state : states) {
    std::vector<Way> ways = independent.at(state);
    if (!setting.model.has_loops()) ways.insert(ways.begin(), Way{"analytic", jacobian(function, setting, state)});
    double limit = kExactModel;
    if (!solved.empty()) {
      const UnitMass unit(setting, state);
      limit *= unit.condition();
      for (Way& way : ways) way.block = unit.weights(solved).asDiagonal() * way.block;
      const Eigen::VectorXd z = variables_at(setting, state, function);
      remainder.compare(state, evaluate<double>(function, setting, state.q, z), ways[0], unit, blocks);
    }
    double terms = kCancelling * ways[1].block.leftCols(3 * setting.model.nv()).norm();
    // A frame's Jacobian has derivatives by q alone, products of its columns: of joints on one axis all cancel.
    if (function == ModelFunction::frame_jacobian) {
      const Eigen::VectorXd z = variables_at(setting, state, function);
      terms += kCancelling * evaluate<double>(function, setting, state.q, z).norm();
    }
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const ModelBlock& b = blocks[k];
      std::vector<Way> parts;
      for (const Way& way : ways) parts.push_back({way.name, way.block.block(b.row, b.column, b.rows, b.columns)});
      comparisons[k].compare(parts, limit, terms);
    }
  }
  for (const BlockComparison& comparison : comparisons) report.blocks.push_back(comparison.report());
  if (!solved.empty()) remainder.append_to(report);
}

/// Second derivatives of w'f; where accelerations are solved for, w weighs them in units in which freedoms have
/// inertia 1.
void check_second_order(ModelFunction function, const ModelSetting& setting, std::span<const ModelState> states,
                        RandomStates& random, DerivativeReport& report) {
  const ModelHessianWays independent(function, setting);
  const std::vector<ModelBlock> blocks = hessian_blocks_of(function, setting);
  const std::vector<bool> solved = solved_freedoms(function, setting);
  std::vector<BlockComparison> comparisons;
  for (const ModelBlock& block : blocks) comparisons.emplace_back(block.name, block.names);
  for (const ModelState& state : states) {
    Eigen::VectorXd w = random.vector(setting.model.nv());
    double limit = kExactSecond;
    if (!solved.empty()) {
      const UnitMass unit(setting, state);
      limit *= unit.condition();
      w = w.cwiseProduct(unit.weights(solved));
    }
    std::vector<Way> ways = independent.at(state, w);
    if (!setting.model.has_loops()) {
      ways.insert(ways.begin(), Way{"analytic", analytic_hessian(function, setting, state, w)});
    }
    const double terms = kCancelling * ways[1].block.norm();
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const ModelBlock& b = blocks[k];
      std::vector<Way> parts;
      for (const Way& way : ways) parts.push_back({way.name, way.block.block(b.row, b.column, b.rows, b.columns)});
      comparisons[k].compare(parts, limit, terms);
    }
  }
  for (const BlockComparison& comparison : comparisons) report.blocks.push_back(comparison.report());
}

}  // namespace

DerivativeReport check_model(const Model& model, const CheckOptions& options) {
  return check_model(model, options, analytic_jacobian);
}

DerivativeReport check_model(const Model& model, const CheckOptions& options, const ModelJacobian& jacobian) {
  check_options(options);
  require(model.nv() > 0, "model '{}': nothing in it moves, so that there is nothing to differentiate", model.name());
  require(model.nv() <= kMostFreedoms, "model '{}': it has {} freedoms, derivatives are verified for up to {}",
          model.name(), model.nv(), kMostFreedoms);
  RandomStates random(options.seed);
  const ModelSetting setting = random_setting(model, random);
  std::vector<ModelState> states;
  for (int k = 0; k < options.states; ++k) states.push_back(random.state(model));
  DerivativeReport report{model.name(), options.seed, {}};
  for (const ModelFunction function : kModelFunctions) check_function(function, setting, states, jacobian, report);
  for (const ModelFunction function : kCurvedFunctions) check_second_order(function, setting, states, random, report);
  return report;
}

}  // namespace tandem
