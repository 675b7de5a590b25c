#include <tandem/dynamics/absolute_motion.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/absolute_rows.hpp>
#include <tandem/dynamics/kinematics.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace tandem {
namespace {

constexpr int kMostNewtonSteps = 30;

double largest(double so_far, const Eigen::VectorXd& values) {
  return values.size() == 0 ? so_far : std::max(so_far, values.cwiseAbs().maxCoeff());
}

}  // namespace

/// A half of a step: what pushes is taken at `time`, and momenta change over `length` from those of `from`.
struct AbsoluteMotion::Half {
  double time, length;
  const std::vector<Vector6>& from;
};

AbsoluteMotion::AbsoluteMotion(const Model& model, const Parameters<double>& parameters, double tolerance)
    : model_(model),
      tree_(model.tree()),
      parameters_(parameters),
      tolerance_(tolerance),
      joints_(absolute_joints(model, parameters)),
      loops_(absolute_loops(model, parameters)) {}

void AbsoluteMotion::start(In<double> tree_q, In<double> tree_v) {
  const int n = tree_.body_count();
  Workspace<double> ws(tree_);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(tree_.nv());
  FrameMotion<double> motion;
  poses_.assign(n, {{1, Vec3<double>::zero()}, Vec3<double>::zero()});
  places_.assign(n, Transform<double>::identity());
  velocities_.assign(n, Vector6::Zero());
  for (int i = 1; i < n; ++i) {
    const Frame canonical{"", i, Transform<double>::rotated(parameters_.user_from_canonical(i))};
    frame_motion<double>(tree_, parameters_, ws, tree_q, tree_v, still, canonical, motion);
    const Eigen::Quaterniond turn(motion.placement.rotation.eigen());
    poses_[i] = {{turn.w(), {turn.x(), turn.y(), turn.z()}}, motion.placement.translation};
    places_[i] = poses_[i].transform();
    velocities_[i] = motion.velocity.eigen();
  }
  q_ = tree_q;
  read_joints();
  find_pushes();
  last_.joints.clear();
  long rows = 0;
  for (const AbsoluteLink& joint : joints_) last_.joints.emplace_back(Eigen::VectorXd::Zero(std::ssize(joint.rows)));
  for (const AbsoluteLink& loop : loops_) rows += std::ssize(loop.rows);
  last_.loops = Eigen::VectorXd::Zero(rows);
  work_ = 0, newton_steps_ = 0, most_ = 0;
  impulse_ = Wrench<double>::zero();
}

void AbsoluteMotion::find_pushes() {
  joint_pushes_.resize(joints_.size());
  loop_pushes_.resize(loops_.size());
  const auto write = [&](const AbsoluteLink& link, LinkBlock& block) {
    write_rows(link, places_, block.pushes_first, block.pushes_second);
    block.asks_first = block.pushes_first, block.asks_second = block.pushes_second;
    block.right = Eigen::VectorXd::Zero(std::ssize(link.rows));
  };
  for (std::size_t i = 0; i < joints_.size(); ++i) write(joints_[i], joint_pushes_[i]);
  for (std::size_t l = 0; l < loops_.size(); ++l) write(loops_[l], loop_pushes_[l]);
}

void AbsoluteMotion::read_joints() {
  for (const AbsoluteLink& joint : joints_) {
    const Link& link = tree_.links()[joint.second];
    if (link.coordinate_count == 0) continue;
    read_coordinates(link, first_from_second(joint, places_[joint.first], places_[joint.second]),
                     q_.data() + link.q_index);
  }
}

/// Of a body against what carries it, in its own axes.
Motion<double> AbsoluteMotion::joint_velocity(int body, const std::vector<Vector6>& velocities) const {
  const Motion<double> own = motion_of(velocities[body]);
  const int parent = tree_.links()[body].parent;
  if (parent == kWorld) return own;
  return own - to_child(inverse(places_[parent]) * places_[body], motion_of(velocities[parent]));
}

Eigen::VectorXd AbsoluteMotion::joint_rates(const std::vector<Vector6>& velocities) const {
  Eigen::VectorXd v(tree_.nv());
  for (int i = 1; i < tree_.body_count(); ++i) {
    const Vector6 relative = joint_velocity(i, velocities).eigen();
    int d = tree_.links()[i].v_index;
    for (const Motion<double>& s : motions_at_zero(tree_.body(i).joint)) v(d++) = s.eigen().dot(relative);
  }
  return v;
}

/// Velocities of the joints half-way, and what drives them there.
AbsoluteMotion::Driven AbsoluteMotion::driven(const Half& half, const AbsoluteSolution& trial) const {
  std::vector<Vector6> half_way(velocities_.size());
  for (std::size_t i = 0; i < half_way.size(); ++i) half_way[i] = 0.5 * (half.from[i] + trial.velocities[i]);
  Driven driven{joint_rates(half_way), Eigen::VectorXd::Zero(tree_.nv())};
  if (forces_) forces_(half.time, q_, driven.v, driven.tau);
  return driven;
}

/// Forces of drives, springs, dampers and rotors along the joints' freedoms s, with V half-way:
///   tau - k (q - rest) - c s.V - J s.(V_1 - V_0)/length
void AbsoluteMotion::add_joint_forces(const Half& half, const AbsoluteSolution& trial, AbsoluteSystem& system) const {
  const auto [v, tau] = driven(half, trial);
  for (int i = 1; i < tree_.body_count(); ++i) {
    const Link& link = tree_.links()[i];
    const int parent = link.parent;
    const Transform<double> X = inverse(places_[parent]) * places_[i];
    const Vector6 from = joint_velocity(i, half.from).eigen(), to = joint_velocity(i, trial.velocities).eigen();
    int d = link.v_index;
    for (const Motion<double>& s : motions_at_zero(tree_.body(i).joint)) {
      const Wrench<double> on_body{s.angular, s.linear}, on_parent = to_parent(X, on_body) * -1.0;
      const double damping = parameters_.dampings()[d], rotor = parameters_.rotor_inertias()[d];
      double force = tau(d) - damping * v(d) - rotor * s.eigen().dot(to - from) / half.length;
      if (link.velocity_count == 1) force -= parameters_.stiffnesses()[d] * (q_(link.q_index) - parameters_.rests()[d]);
      const double slope = 0.5 * damping + rotor / half.length;
      system.right[i] += on_body.eigen() * force;
      system.own[i] += slope * on_body.eigen() * on_body.eigen().transpose();
      if (parent != kWorld) {
        system.right[parent] += on_parent.eigen() * force;
        system.own[parent] += slope * on_parent.eigen() * on_parent.eigen().transpose();
        system.by_parent[i] += slope * on_body.eigen() * on_parent.eigen().transpose();
        system.on_parent[i] += slope * on_parent.eigen() * on_body.eigen().transpose();
      }
      ++d;
    }
  }
}

/// Newton's equations of all momenta, pushed by joints and loops where the bodies stand.
AbsoluteSystem AbsoluteMotion::momenta(const Half& half, const AbsoluteSolution& trial) const {
  const int n = tree_.body_count();
  AbsoluteSystem system(tree_);
  system.own.assign(n, Matrix6::Zero());
  system.by_parent = system.on_parent = system.own;
  system.right.assign(n, Vector6::Zero());
  system.joints = joint_pushes_;
  system.loops = loop_pushes_;
  for (int i = 1; i < n; ++i) {
    const Inertia<double>& I = parameters_.canonical_inertias()[i];
    const Motion<double> from = motion_of(half.from[i]), to = motion_of(trial.velocities[i]);
    system.own[i] = momentum_slope(I, (from + to) * 0.5, half.length);
    const Vec3<double> g = transposed_times(places_[i].rotation, parameters_.gravity());
    const Wrench<double> weight{cross(I.moment, g), g * I.mass};
    system.right[i] = (weight - momentum_rate(I, from, to, half.length)).eigen();
  }
  add_joint_forces(half, trial, system);
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    system.right[joints_[k].first] += joint_pushes_[k].pushes_first.transpose() * trial.joints[k];
    system.right[joints_[k].second] += joint_pushes_[k].pushes_second.transpose() * trial.joints[k];
  }
  long row = 0;
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const long m = std::ssize(loops_[l].rows);
    system.right[loops_[l].first] += loop_pushes_[l].pushes_first.transpose() * trial.loops.segment(row, m);
    system.right[loops_[l].second] += loop_pushes_[l].pushes_second.transpose() * trial.loops.segment(row, m);
    system.loop_bodies.push_back({loops_[l].first, loops_[l].second});
    row += m;
  }
  system.right[kWorld].setZero();
  return system;
}

AbsoluteSystem AbsoluteMotion::first_half(double t, double h, const AbsoluteSolution& trial) const {
  AbsoluteSystem system = momenta({t, 0.5 * h, velocities_}, trial);
  std::vector<Transform<double>> ends(places_.size(), Transform<double>::identity());
  std::vector<Matrix6> slopes(places_.size(), Matrix6::Zero());
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const Motion<double> way = motion_of(trial.velocities[i]) * h;
    ends[i] = moved(poses_[i], way).transform();
    slopes[i] = h * moved_slope(way);
  }
  const auto ask = [&](const AbsoluteLink& link, LinkBlock& block) {
    write_rows(link, ends, block.asks_first, block.asks_second);
    block.asks_first = (block.asks_first * slopes[link.first]).eval();
    block.asks_second = (block.asks_second * slopes[link.second]).eval();
    block.right = -gaps_of(link, ends);
  };
  for (std::size_t k = 0; k < joints_.size(); ++k) ask(joints_[k], system.joints[k]);
  for (std::size_t l = 0; l < loops_.size(); ++l) ask(loops_[l], system.loops[l]);
  return system;
}

AbsoluteSystem AbsoluteMotion::second_half(double t, double h, const AbsoluteSolution& trial) const {
  AbsoluteSystem system = momenta({t, 0.5 * h, velocities_}, trial);
  const auto ask = [&](const AbsoluteLink& link, LinkBlock& block) {
    block.right =
        -(block.asks_first * trial.velocities[link.first] + block.asks_second * trial.velocities[link.second]);
  };
  for (std::size_t k = 0; k < joints_.size(); ++k) ask(joints_[k], system.joints[k]);
  for (std::size_t l = 0; l < loops_.size(); ++l) ask(loops_[l], system.loops[l]);
  return system;
}

AbsoluteSolution AbsoluteMotion::trial() const {
  AbsoluteSolution trial = last_;
  trial.velocities = velocities_;
  return trial;
}

/// Newton's method: until velocities change by less than the tolerance, or no more than rounding lets them.
template <class MakeSystem>
void AbsoluteMotion::solve_half(const MakeSystem& make_system, AbsoluteSolution& trial) {
  double before = std::numeric_limits<double>::infinity();
  for (int steps = 1;; ++steps) {
    const AbsoluteSolution change = solve(make_system(trial));
    double worst = 0, size = 1;
    for (std::size_t i = 1; i < velocities_.size(); ++i) {
      trial.velocities[i] += change.velocities[i];
      trial.joints[i - 1] += change.joints[i - 1];
      worst = std::max(worst, change.velocities[i].cwiseAbs().maxCoeff());
      size = std::max(size, trial.velocities[i].cwiseAbs().maxCoeff());
    }
    trial.loops += change.loops;
    ++newton_steps_;
    most_ = std::max(most_, steps);
    if (worst <= tolerance_ * size || (worst < 1e-10 * size && worst >= 0.5 * before)) return;
    if (!(worst < 1e10 * size) || steps == kMostNewtonSteps) {
      throw NumericalError(
          fmt::format("model '{}': the step in absolute coordinates is not found, velocities change by "
                      "{:.3g} after {} steps of Newton's method: take a shorter step",
                      model_.name(), worst, steps));
    }
    before = worst;
  }
}

/// Work and impulse over a half, of what pushed where the bodies stand.
void AbsoluteMotion::account(const Half& half, const AbsoluteSolution& trial) {
  for (int i = 1; i < tree_.body_count(); ++i) {
    const Inertia<double>& I = parameters_.canonical_inertias()[i];
    const Vec3<double> moment = places_[i].rotation * I.moment + places_[i].translation * I.mass;
    impulse_ += Wrench<double>{cross(moment, parameters_.gravity()), parameters_.gravity() * I.mass} * half.length;
  }
  const auto [v, tau] = driven(half, trial);
  for (int d = 0; d < v.size(); ++d) work_ += half.length * (tau(d) - parameters_.dampings()[d] * v(d)) * v(d);
}

void AbsoluteMotion::step(double t, double h) {
  AbsoluteSolution half_way = trial();
  solve_half([&](const AbsoluteSolution& at) { return first_half(t, h, at); }, half_way);
  account({t, 0.5 * h, velocities_}, half_way);
  for (std::size_t i = 1; i < poses_.size(); ++i) {
    poses_[i] = moved(poses_[i], motion_of(half_way.velocities[i]) * h);
    places_[i] = poses_[i].transform();
  }
  velocities_ = half_way.velocities;
  read_joints();
  find_pushes();
  AbsoluteSolution end = half_way;
  solve_half([&](const AbsoluteSolution& at) { return second_half(t + h, h, at); }, end);
  account({t + h, 0.5 * h, velocities_}, end);
  velocities_ = end.velocities;
  last_.joints = std::move(end.joints);
  last_.loops = std::move(end.loops);
}

void AbsoluteMotion::advance(double t, double h) {
  constexpr std::array<double, 9> kStages{
      0.13020248308889008087881763, 0.56116298177510838456196441,  -0.38947496264484728640807860,
      0.15884190655515560089621075, -0.39590389413323757733623154, 0.18453964097831570709183254,
      0.25837438768632204729397911, 0.29501172360931029887096624,  -0.60550853383003451169892108};
  for (int k = 0; k < 17; ++k) {
    const double part = kStages[std::min(k, 16 - k)] * h;
    step(t, part);
    t += part;
  }
}

double AbsoluteMotion::worst_gap() const {
  double worst = 0;
  for (const AbsoluteLink& joint : joints_) worst = largest(worst, gaps_of(joint, places_));
  for (const AbsoluteLink& loop : loops_) worst = largest(worst, gaps_of(loop, places_));
  return worst;
}

double AbsoluteMotion::worst_rate() const {
  double worst = 0;
  const AbsoluteSystem asked = second_half(0, 1, trial());
  for (const LinkBlock& joint : asked.joints) worst = largest(worst, joint.right);
  for (const LinkBlock& loop : asked.loops) worst = largest(worst, loop.right);
  return worst;
}

}  // namespace tandem
