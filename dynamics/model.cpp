#include <tandem/dynamics/model.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

JointPath path_of(JointType type) {
  switch (type) {
    case JointType::revolute:
      return JointPath::revolute;
    case JointType::prismatic:
      return JointPath::prismatic;
    case JointType::free:
      return JointPath::free;
    default:
      return JointPath::subspace;
  }
}

template <class Range, class NameOf>
[[noreturn]] void refuse_unknown(const std::string& model, const char* what, std::string_view wanted,
                                 const Range& range, const NameOf& name_of_item) {
  std::vector<std::string> known;
  for (const auto& item : range) known.push_back(name_of_item(item));
  refuse("model '{}' has no {} '{}'{}", model, what, wanted, did_you_mean(wanted, known));
}

bool all_finite(const Vec3<double>& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool all_finite(const SymMat3<double>& m) { return m.eigen().allFinite(); }

/// Mass not negative, and principal moments about the centre of mass that a distribution of mass can have: each at
/// most the sum of the others (to 1e-9 of the largest, as printed data are rounded).
void check_inertia(const std::string& body, const Inertia<double>& I) {
  require(std::isfinite(I.mass), "body '{}': mass is not a finite number", body);
  require(all_finite(I.moment), "body '{}': centre of mass is not a finite point", body);
  require(all_finite(I.rotational), "body '{}': rotational inertia is not finite", body);
  require(I.mass >= 0, "body '{}': mass is {}, but cannot be negative", body, I.mass);
  if (I.mass == 0) {
    const bool no_moment = I.moment.x == 0 && I.moment.y == 0 && I.moment.z == 0;
    require(no_moment, "body '{}': has no mass, but a first moment of mass", body);
  }
  const SymMat3<double> central = I.mass > 0 ? I.about_com() : I.rotational;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(central.eigen(), Eigen::EigenvaluesOnly);
  const Eigen::Vector3d moments = solver.eigenvalues();
  // Rounding of the shift to the centre of mass scales with the moments about the frame's origin.
  const double slack = 1e-9 * std::max(std::abs(moments(2)), 1e-3 * I.rotational.eigen().cwiseAbs().maxCoeff());
  require(moments(0) >= -slack,
          "body '{}': rotational inertia about the centre of mass has a negative principal moment {}", body,
          moments(0));
  require(moments(2) <= moments(0) + moments(1) + slack,
          "body '{}': principal moments of inertia {}, {}, {} break the triangle inequality", body, moments(0),
          moments(1), moments(2));
}

void check_placement(const std::string& body, const Transform<double>& X) {
  require(all_finite(X.translation), "body '{}': position of its placement is not finite", body);
  const Eigen::Matrix3d R = X.rotation.eigen();
  require(R.allFinite(), "body '{}': rotation of its placement is not finite", body);
  const bool orthonormal = (R * R.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9;
  require(orthonormal && R.determinant() > 0, "body '{}': rotation of its placement is not a rotation matrix", body);
}

void check_not_negative(const std::string& joint, const char* what, double value) {
  require(std::isfinite(value) && value >= 0, "joint '{}': {} is {}, but must be finite and not negative", joint, what,
          value);
}

/// The runs between the freedoms on each freedom's way to the root.
std::vector<ZeroRun> zero_runs_between(std::span<const int> inward) {
  std::vector<ZeroRun> runs;
  for (int d = 0; d < static_cast<int>(inward.size()); ++d) {
    int end = d;
    for (int e = inward[d]; end > 0; e = e < 0 ? e : inward[e]) {
      if (e + 1 < end) runs.push_back({d, e + 1, end});
      end = std::max(e, 0);
    }
  }
  return runs;
}

}  // namespace

Model::Model(std::string name, std::vector<Body> bodies, std::vector<Frame> frames, Parameters<double> parameters)
    : name_(std::move(name)),
      bodies_(std::move(bodies)),
      frames_(std::move(frames)),
      parameters_(std::move(parameters)) {
  for (int i = 0; i < body_count(); ++i) {
    add_link(i, coordinate_count(bodies_[i].joint), tandem::velocity_count(bodies_[i].joint));
  }
  find_ways_to_root();
}

Model::Model(Model tree, std::shared_ptr<const Clusters> clusters, std::span<const int> coordinates,
             std::span<const int> velocities, Eigen::VectorXd neutral)
    : name_(tree.name_),
      bodies_(tree.bodies_),
      frames_(tree.frames_),
      parameters_(tree.parameters_),
      left_out_(tree.left_out_),
      tree_(std::make_shared<const Model>(std::move(tree))),
      clusters_(std::move(clusters)),
      neutral_(std::move(neutral)) {
  for (int i = 0; i < body_count(); ++i) add_link(i, coordinates[i], velocities[i]);
  find_ways_to_root();
}

void Model::add_link(int body, int coordinates, int velocities) {
  const JointType type = bodies_[body].joint.type;
  bodies_[body].q_index = nq_;
  bodies_[body].v_index = nv_;
  links_.push_back({bodies_[body].parent, nq_, nv_, velocities, path_of(type), type, coordinates});
  has_moving_axes_ |= tandem::has_moving_axes(type);
  nq_ += coordinates;
  nv_ += velocities;
}

void Model::find_ways_to_root() {
  std::vector<int> last_velocity(bodies_.size(), -1);  // on the path from the root to each body
  std::vector<int> root(bodies_.size(), -1);           // the free joint at the root of each body's tree
  for (int i = 0; i < body_count(); ++i) {
    const Link& link = links_[i];
    last_velocity[i] = last_velocity[link.parent];
    root[i] = link.parent == kWorld && link.type == JointType::free ? link.v_index : root[link.parent];
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
      inward_.push_back(last_velocity[i]);
      body_of_velocity_.push_back(i);
      free_root_.push_back(root[i]);
      last_velocity[i] = d;
    }
  }
  zero_runs_ = zero_runs_between(inward_);
  last_below_.resize(bodies_.size());
  for (int i = body_count() - 1; i >= 0; --i) {
    last_below_[i] = std::max(last_below_[i], i);
    last_below_[bodies_[i].parent] = std::max(last_below_[bodies_[i].parent], last_below_[i]);
  }
}

bool Model::has_body(std::string_view name) const {
  for (const Body& body : bodies_) {
    if (body.name == name) return true;
  }
  return false;
}

int Model::body_index(std::string_view name) const {
  for (int i = 0; i < body_count(); ++i) {
    if (bodies_[i].name == name) return i;
  }
  refuse_unknown(name_, "body", name, bodies_, [](const Body& body) { return body.name; });
}

int Model::joint_index(std::string_view name) const {
  for (int i = 1; i < body_count(); ++i) {
    if (bodies_[i].joint.name == name) return i;
  }
  refuse_unknown(name_, "joint", name, bodies_, [](const Body& body) { return body.joint.name; });
}

Frame Model::find_frame(std::string_view name) const {
  for (const Frame& frame : frames_) {
    if (frame.name == name) return frame;
  }
  if (has_body(name)) return {std::string(name), body_index(name)};
  std::vector<std::string> known;
  for (const Frame& frame : frames_) known.push_back(frame.name);
  for (const Body& body : bodies_) known.push_back(body.name);
  refuse("model '{}' has no frame '{}'{}", name_, name, did_you_mean(name, known));
}

std::string Model::coordinate_name(int index) const {
  int i = body_count() - 1;
  while (bodies_[i].q_index > index) --i;
  while (links_[i].coordinate_count == 0) --i;
  const Joint& joint = bodies_[i].joint;
  if (links_[i].coordinate_count == 1) return joint.name;
  return joint.name + "." + coordinate_part(joint, index - links_[i].q_index);
}

std::string Model::velocity_name(int index) const {
  const Body& body = bodies_[body_of_velocity_[index]];
  if (links_[body_of_velocity_[index]].velocity_count == 1) return body.joint.name;
  return body.joint.name + "." + velocity_part(body.joint, index - body.v_index);
}

Eigen::VectorXd Model::neutral_configuration() const {
  if (has_loops()) return neutral_;
  Eigen::VectorXd q = Eigen::VectorXd::Zero(nq_);
  for (const Link& link : links_) {
    if (has_quaternion(link.type)) q(link.q_index) = 1;
  }
  return q;
}

void Model::check(const Parameters<double>& parameters) const {
  if (has_loops()) return tree_->check(parameters);
  require(parameters.body_count() == body_count() && static_cast<int>(parameters.dampings().size()) == nv_,
          "parameters belong to another model than '{}'", name_);
  require(all_finite(parameters.gravity()), "model '{}': gravity is not finite", name_);
  for (int i = 1; i < body_count(); ++i) {
    const Body& body = bodies_[i];
    check_inertia(body.name, parameters.inertia(i));
    check_placement(body.name, parameters.placement(i, body.parent));
    const int nv_here = links_[i].velocity_count;
    for (int k = body.v_index; k < body.v_index + nv_here; ++k) {
      check_not_negative(body.joint.name, "damping", parameters.dampings()[k]);
      check_not_negative(body.joint.name, "rotor inertia", parameters.rotor_inertias()[k]);
      check_not_negative(body.joint.name, "spring stiffness", parameters.stiffnesses()[k]);
      require(std::isfinite(parameters.rests()[k]), "joint '{}': rest of its spring is not finite", body.joint.name);
      const bool has_one_freedom_things = parameters.rotor_inertias()[k] != 0 || parameters.stiffnesses()[k] != 0;
      require(nv_here == 1 || !has_one_freedom_things, "joint '{}': a {} joint can have neither a rotor nor a spring",
              body.joint.name, name_of(body.joint.type));
    }
  }
}

}  // namespace tandem
