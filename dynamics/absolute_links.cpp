#include <tandem/dynamics/absolute_links.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/loop_rows.hpp>
#include <tandem/dynamics/recursions/closure.tpp>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace tandem {
namespace {

/// What a joint whose axis is z holds.
Directions held_by(const Model& tree, int body) {
  switch (tree.links()[body].type) {
    case JointType::revolute:
      return kHinge;
    case JointType::prismatic:
      return {Direction::turn_x, Direction::turn_y, Direction::turn_z, Direction::x, Direction::y};
    case JointType::cylindrical:
      return {Direction::turn_x, Direction::turn_y, Direction::x, Direction::y};
    case JointType::spherical:
      return kBall;
    case JointType::translation:
      return {Direction::turn_x, Direction::turn_y, Direction::turn_z};
    case JointType::fixed:
      return kWeld;
    case JointType::free:
      return {};
    default:
      refuse("model '{}': joint '{}' is {}, which has no equations in absolute coordinates", tree.name(),
             tree.body(body).joint.name, name_of(tree.links()[body].type));
  }
}

double next_to(double angle, double known) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return angle + kTurn * std::round((known - angle) / kTurn);
}

void read_turn(const Mat3<double>& R, double* q) {
  const Eigen::Quaterniond turn(R.eigen());
  Eigen::Vector4d read(turn.w(), turn.x(), turn.y(), turn.z());
  if (read.dot(Eigen::Map<const Eigen::Vector4d>(q)) < 0) read = -read;
  Eigen::Map<Eigen::Vector4d>(q, 4) = read;
}

}  // namespace

std::vector<AbsoluteLink> absolute_joints(const Model& model, const Parameters<double>& parameters) {
  const Model& tree = model.tree();
  if (model.has_loops()) {
    for (const Cluster& cluster : model.clusters().all) {
      require(cluster.followers.empty(),
              "model '{}': '{}' follows by a coupling, which absolute coordinates do not have", model.name(),
              cluster.followers.empty() ? "" : tree.velocity_name(cluster.freedoms[cluster.followers[0]]));
    }
  }
  std::vector<AbsoluteLink> joints;
  for (int i = 1; i < tree.body_count(); ++i) {
    const Directions held = held_by(tree, i);
    joints.push_back({tree.links()[i].parent, i, parameters.canonical_placements()[i], Transform<double>::identity(),
                      held.empty() ? std::vector<LoopRow>{} : rows_of(tree, {tree.body(i).joint.name, "", "", held})});
  }
  return joints;
}

std::vector<AbsoluteLink> absolute_loops(const Model& model, const Parameters<double>& parameters) {
  std::vector<AbsoluteLink> links;
  if (!model.has_loops()) return links;
  for (const Cluster& cluster : model.clusters().all) {
    for (const Loop& loop : cluster.loops) {
      links.push_back({loop.first.body, loop.second.body, recursions::canonical_placement(parameters, loop.first),
                       recursions::canonical_placement(parameters, loop.second), loop.stated});
    }
  }
  return links;
}

void read_coordinates(const Link& link, const Transform<double>& joint_from_body, double* q) {
  const Mat3<double>& R = joint_from_body.rotation;
  const Vec3<double>& p = joint_from_body.translation;
  const auto angle = [&] { return next_to(std::atan2(R.x.y, R.x.x), q[0]); };
  switch (link.type) {
    case JointType::revolute:
      q[0] = angle();
      break;
    case JointType::prismatic:
      q[0] = p.z;
      break;
    case JointType::cylindrical:
      q[0] = angle(), q[1] = p.z;
      break;
    case JointType::spherical:
      read_turn(R, q);
      break;
    case JointType::translation:
      q[0] = p.x, q[1] = p.y, q[2] = p.z;
      break;
    case JointType::free:
      read_turn(R, q);
      q[4] = p.x, q[5] = p.y, q[6] = p.z;
      break;
    default:
      break;
  }
}

}  // namespace tandem
