#include <tandem/dynamics/model_builder.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/joint_transform.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace tandem {
namespace {

constexpr const char* kWorldName = "world";

/// A rotation whose z column is the axis; along a coordinate axis its entries are exactly 0 and +-1.
Mat3<double> user_from_canonical(const Eigen::Vector3d& axis) {
  using V = Vec3<double>;
  if (axis == Eigen::Vector3d::UnitX()) return {V(0, 1, 0), V(0, 0, 1), V(1, 0, 0)};
  if (axis == Eigen::Vector3d::UnitY()) return {V(0, 0, 1), V(1, 0, 0), V(0, 1, 0)};
  if (axis == Eigen::Vector3d::UnitZ()) return Mat3<double>::identity();
  if (axis == -Eigen::Vector3d::UnitX()) return {V(0, 1, 0), V(0, 0, -1), V(-1, 0, 0)};
  if (axis == -Eigen::Vector3d::UnitY()) return {V(1, 0, 0), V(0, 0, 1), V(0, -1, 0)};
  if (axis == -Eigen::Vector3d::UnitZ()) return {V(1, 0, 0), V(0, -1, 0), V(0, 0, -1)};
  const Eigen::Vector3d x = axis.unitOrthogonal();
  return {V(x), V(axis.cross(x)), V(axis)};
}

Eigen::Vector3d unit_axis(const Joint& joint, const Eigen::Vector3d& axis) {
  require(axis.allFinite(), "joint '{}': axis is not finite", joint.name);
  const double length = axis.norm();
  require(length > 0, "joint '{}': axis has zero length", joint.name);
  return length == 1 ? axis : Eigen::Vector3d(axis / length);
}

/// Whether `axis` is z of the canonical frame.
bool has_axis(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic || type == JointType::screw ||
         type == JointType::cylindrical || type == JointType::planar;
}

Mat3<double> canonical_frame_of(const Joint& joint) {
  return has_axis(joint.type) ? user_from_canonical(unit_axis(joint, joint.axis)) : Mat3<double>::identity();
}

/// Each turn carries the next axis: two in turn must not be parallel, or one freedom would be lost for good.
void check_axes(const Joint& joint, std::size_t wanted) {
  static constexpr std::array kNames{"first", "second", "third"};
  require(joint.axes.size() == wanted, "joint '{}': {} axes are given, a {} joint has {}", joint.name,
          joint.axes.size(), name_of(joint.type), wanted);
  for (std::size_t k = 0; k < wanted; ++k) {
    const Eigen::Vector3d axis = unit_axis(joint, joint.axes[k]);
    const bool crosses = k == 0 || axis.cross(unit_axis(joint, joint.axes[k - 1])).norm() > 1e-8;
    require(crosses, "joint '{}': its {} and {} axes are parallel", joint.name, k == 0 ? "" : kNames[k - 1], kNames[k]);
  }
}

/// At zero coordinates a custom transform must turn and shift, not stretch.
void check_transform(const Joint& joint) {
  const int freedoms = velocity_count(joint);
  require(freedoms >= 1 && freedoms <= 6, "joint '{}': it is to have {} freedoms; joints have 1 to 6", joint.name,
          freedoms);
  const std::array<double, 6> q{};
  std::array<Motion<double>, 6> columns;
  std::array<Motion<double>, 36> slopes;
  Transform<double> T = Transform<double>::identity();
  joint.transform->of<double>()->place(q.data(), T, columns.data(), slopes.data());
  const Eigen::Matrix3d R = T.rotation.eigen();
  const bool is_rigid = T.translation.eigen().allFinite() && R.allFinite() && R.determinant() > 0 &&
                        (R * R.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9;
  require(is_rigid, "joint '{}': its transform is no rigid motion at zero coordinates", joint.name);
}

void check_kind(const Joint& joint) {
  if (joint.type == JointType::screw) {
    require(std::isfinite(joint.pitch), "joint '{}': pitch is {}, but must be finite", joint.name, joint.pitch);
  }
  if (joint.type == JointType::universal) check_axes(joint, 2);
  if (joint.type == JointType::euler) check_axes(joint, 3);
  if (joint.type == JointType::custom) check_transform(joint);
}

void check_limits(const Joint& joint) {
  const JointLimits& limits = joint.limits;
  const bool any_nan =
      std::isnan(limits.lower) || std::isnan(limits.upper) || std::isnan(limits.velocity) || std::isnan(limits.effort);
  require(!any_nan, "joint '{}': a limit is not a number", joint.name);
  require(limits.lower <= limits.upper, "joint '{}': lower limit {} is above upper limit {}", joint.name, limits.lower,
          limits.upper);
  require(limits.velocity >= 0, "joint '{}': velocity limit {} is negative", joint.name, limits.velocity);
  require(limits.effort >= 0, "joint '{}': effort limit {} is negative", joint.name, limits.effort);
}

void check_friction(const Joint& joint) {
  require(std::isfinite(joint.friction) && joint.friction >= 0.0, "joint '{}': its friction is {}", joint.name,
          joint.friction);
  require(std::isfinite(joint.slip) && joint.slip > 0.0, "joint '{}': the slip of its friction is {}", joint.name,
          joint.slip);
  require(velocity_count(joint) == 1 || joint.friction == 0.0, "joint '{}': a {} joint can have no friction",
          joint.name, name_of(joint.type));
}

}  // namespace

ModelBuilder& ModelBuilder::set_gravity(const Vec3<double>& gravity) {
  gravity_ = gravity;
  return *this;
}

ModelBuilder& ModelBuilder::add_body(std::string name, std::string parent, const Transform<double>& placement,
                                     Joint joint, const Inertia<double>& inertia) {
  entries_.push_back({std::move(name), std::move(parent), placement, std::move(joint), inertia, {}});
  return *this;
}

ModelBuilder& ModelBuilder::attach(std::string name, std::string body, const Transform<double>& placement,
                                   const Inertia<double>& inertia) {
  add_frame(std::move(name), std::move(body), placement);
  frames_.back().inertia = inertia;
  return *this;
}

ModelBuilder& ModelBuilder::add_frame(std::string name, std::string body, const Transform<double>& placement) {
  for (const FrameEntry& frame : frames_) {
    if (frame.name == body) return add_frame(std::move(name), frame.body, frame.placement * placement);
  }
  frames_.push_back({std::move(name), std::move(body), placement, Inertia<double>::zero()});
  return *this;
}

ModelBuilder& ModelBuilder::add_shape(std::string_view body, VisualShape shape) {
  if (body == kWorldName) {
    world_shapes_.push_back(std::move(shape));
    return *this;
  }
  for (Entry& entry : entries_) {
    if (entry.name == body) {
      entry.shapes.push_back(std::move(shape));
      return *this;
    }
  }
  refuse("model '{}': a shape is given to body '{}', which has not been added", name_, body);
}

ModelBuilder& ModelBuilder::leave_out(std::string sentence) {
  left_out_.push_back(std::move(sentence));
  return *this;
}

ModelBuilder& ModelBuilder::couple(std::string follower, std::vector<std::pair<std::string, double>> leaders,
                                   double offset) {
  loops_.couplings.push_back({std::move(follower), std::move(leaders), offset});
  return *this;
}

ModelBuilder& ModelBuilder::close(std::string loop, std::string first, std::string second, Directions directions) {
  loops_.loops.push_back({std::move(loop), std::move(first), std::move(second), std::move(directions)});
  return *this;
}

ModelBuilder& ModelBuilder::independent(std::string joint) {
  loops_.independent.push_back(std::move(joint));
  return *this;
}

ModelBuilder& ModelBuilder::guess(std::string coordinate, double value) {
  loops_.guesses.emplace_back(std::move(coordinate), value);
  return *this;
}

void ModelBuilder::check_names() const {
  std::set<std::string> bodies{kWorldName}, joints, frames;
  for (const Entry& entry : entries_) {
    require(!entry.name.empty(), "model '{}': a body has no name", name_);
    require(bodies.insert(entry.name).second, "model '{}': the name of body '{}' is given twice", name_, entry.name);
    require(!entry.joint.name.empty(), "body '{}': its joint has no name", entry.name);
    require(joints.insert(entry.joint.name).second, "model '{}': the name of joint '{}' is given twice", name_,
            entry.joint.name);
  }
  const std::vector<std::string> known(bodies.begin(), bodies.end());
  for (const Entry& entry : entries_) {
    require(bodies.contains(entry.parent), "body '{}': its parent '{}' is not in the model{}", entry.name, entry.parent,
            did_you_mean(entry.parent, known));
  }
  for (const FrameEntry& frame : frames_) {
    require(!frame.name.empty(), "model '{}': a frame has no name", name_);
    require(!bodies.contains(frame.name) && frames.insert(frame.name).second,
            "model '{}': the name of frame '{}' is given twice", name_, frame.name);
    require(bodies.contains(frame.body), "frame '{}': its body '{}' is not in the model{}", frame.name, frame.body,
            did_you_mean(frame.body, known));
  }
}

/// The entries, parents before children, otherwise as they were added.
std::vector<int> ModelBuilder::parent_first_order() const {
  std::vector<int> order;
  std::set<std::string> placed{kWorldName};
  bool advanced = true;
  while (advanced && order.size() < entries_.size()) {
    advanced = false;
    for (int i = 0; i < static_cast<int>(entries_.size()); ++i) {
      const Entry& entry = entries_[i];
      if (placed.contains(entry.name) || !placed.contains(entry.parent)) continue;
      placed.insert(entry.name);
      order.push_back(i);
      advanced = true;
    }
  }
  for (const Entry& entry : entries_) {
    require(placed.contains(entry.name), "model '{}': body '{}' is its own ancestor: the parents form a cycle", name_,
            entry.name);
  }
  return order;
}

Inertia<double> ModelBuilder::inertia_with_attachments(const Entry& entry) const {
  Inertia<double> sum = entry.inertia;
  for (const FrameEntry& frame : frames_) {
    if (frame.body == entry.name) sum += to_parent(frame.placement, frame.inertia);
  }
  return sum;
}

Model ModelBuilder::build() const {
  check_names();
  std::vector<Body> bodies(1);
  bodies[0].name = kWorldName;
  bodies[0].shapes = world_shapes_;
  bodies[0].joint.type = JointType::fixed;
  std::vector<Mat3<double>> canonical{Mat3<double>::identity()};
  const std::vector<int> order = parent_first_order();
  const auto index_of = [&bodies](const std::string& name) {
    const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const Body& body) { return body.name == name; });
    return static_cast<int>(found - bodies.begin());
  };

  int nv = 0;
  for (const int k : order) {
    const Entry& entry = entries_[k];
    check_limits(entry.joint);
    check_kind(entry.joint);
    canonical.push_back(canonical_frame_of(entry.joint));
    bodies.push_back({entry.name, entry.joint, index_of(entry.parent), 0, 0, entry.shapes});
    nv += velocity_count(entry.joint);
  }
  std::vector<Frame> frames;
  for (const FrameEntry& frame : frames_) frames.push_back({frame.name, index_of(frame.body), frame.placement});

  Model model(name_, std::move(bodies), std::move(frames), Parameters<double>(std::move(canonical), nv));
  Parameters<double>& parameters = model.parameters_;
  parameters.set_gravity(gravity_);
  for (int i = 1; i < model.body_count(); ++i) {
    const Entry& entry = entries_[order[i - 1]];
    const Joint& joint = entry.joint;
    parameters.set_inertia(i, inertia_with_attachments(entry));
    parameters.set_placement(i, model.body(i).parent, entry.placement);
    const bool one_freedom_things = joint.rotor_inertia != 0 || joint.stiffness != 0;
    require(velocity_count(joint) == 1 || !one_freedom_things,
            "joint '{}': a {} joint can have neither a rotor nor a spring", joint.name, name_of(joint.type));
    check_friction(joint);
    const Link& link = model.links()[i];
    for (int j = link.v_index; j < link.v_index + link.velocity_count; ++j) {
      parameters.set_rotor_inertia(j, joint.rotor_inertia);
      parameters.dampings()[j] = joint.damping;
      parameters.stiffnesses()[j] = joint.stiffness;
      parameters.rests()[j] = joint.rest;
    }
  }
  model.check(parameters);
  model.left_out_ = left_out_;
  if (loops_.empty()) return model;
  AssembledLoops assembled = assemble_loops(model, loops_);
  return {std::move(model), std::move(assembled.clusters), assembled.coordinates, assembled.velocities,
          std::move(assembled.neutral)};
}

}  // namespace tandem
