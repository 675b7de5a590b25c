#pragma once

#include <tandem/dynamics/joint.hpp>
#include <tandem/dynamics/parameters.hpp>
#include <tandem/dynamics/shape.hpp>

#include <Eigen/Core>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// The world is body 0 of every model; the joint of body i connects it to its parent, and i > parent.
inline constexpr int kWorld = 0;

/// What a recursion does at a joint. One-freedom joints act about or along z of the canonical frame; kSubspace is the
/// general path, by motion subspaces of 0 to 6 columns.
enum class JointPath : unsigned char { revolute, prismatic, free, subspace };

/// What the loops read of a body: its place in the tree and in the vectors.
struct Link {
  int parent;
  int q_index, v_index;
  int velocity_count;
  JointPath path;
  JointType type;
  int coordinate_count;
};

/// Entries (row, begin) to (row, end - 1) of the lower triangle of the mass matrix that are always zero: freedoms of
/// which none is on the other's way to the root.
struct ZeroRun {
  int row, begin, end;
};

struct Body {
  std::string name;
  Joint joint;
  int parent = kWorld;
  int q_index = 0, v_index = 0;  ///< where the joint's numbers begin in q and in v
  std::vector<VisualShape> shapes;
};

/// A named frame that is fixed on a body.
struct Frame {
  std::string name;
  int body = kWorld;
  Transform<double> placement = Transform<double>::identity();  ///< body_from_frame
};

struct Clusters;

/// A tree of bodies: its topology, names and pictures, and a first set of numbers. Made by ModelBuilder, constant from
/// then on, shared by threads.
///
/// Where loops are closed or joints coupled, v are the velocities of independent joints alone, and q the coordinates of
/// all but those that follow by couplings: those that loops give are among them as a quaternion's four are, to say from
/// where the loops are closed, and dynamics sees them closed. Joints that follow others have no place in v.
class Model {
 public:
  const std::string& name() const { return name_; }

  /// Counting the world.
  int body_count() const { return static_cast<int>(bodies_.size()); }
  /// Length of q.
  int nq() const { return nq_; }
  /// Length of v, of accelerations and of generalized forces.
  int nv() const { return nv_; }

  const Body& body(int index) const { return bodies_[index]; }
  std::span<const Body> bodies() const { return bodies_; }
  std::span<const Frame> frames() const { return frames_; }
  const Frame& frame(int index) const { return frames_[index]; }

  /// By name; an unknown one is refused with the nearest names.
  int body_index(std::string_view name) const;
  /// The body that a joint carries.
  int joint_index(std::string_view name) const;
  /// A named frame; the name of a body means the body's own frame.
  Frame find_frame(std::string_view name) const;
  bool has_body(std::string_view name) const;
  /// Whether joints follow others, by couplings or by loops.
  bool has_loops() const { return tree_ != nullptr; }
  /// All joints, as if none followed another; the model itself if none does. Its q and v are the spanning ones.
  const Model& tree() const { return has_loops() ? *tree_ : *this; }
  const Clusters& clusters() const { return *clusters_; }
  /// Whether the motion subspace of any joint depends on its coordinates.
  bool has_moving_axes() const { return has_moving_axes_; }

  /// Names for messages, files and plots: "elbow", or "base.qw", "base.x", "sleeve.turn" where a joint has several
  /// numbers.
  std::string coordinate_name(int index) const;
  std::string velocity_name(int index) const;

  /// Sentences on what its source says and the model leaves out; none of models made by hand.
  std::span<const std::string> left_out() const { return left_out_; }

  /// The numbers the model was built with.
  const Parameters<double>& parameters() const { return parameters_; }
  /// All joints at zero, quaternions at one; with loops, where they were closed at first.
  Eigen::VectorXd neutral_configuration() const;
  /// Refuses parameters that no body can have, by name: what ModelBuilder checks, for numbers set at run time.
  void check(const Parameters<double>& parameters) const;

  std::span<const Link> links() const { return links_; }
  /// For each velocity index the next one towards the root on its path, -1 at the root.
  std::span<const int> inward() const { return inward_; }
  /// For each velocity index the first index of the free joint at the root of its tree, -1 if there is none.
  std::span<const int> free_root() const { return free_root_; }
  /// What of the mass matrix below its diagonal is zero in every configuration.
  std::span<const ZeroRun> zero_runs() const { return zero_runs_; }
  /// For each body the last one that it carries, directly or not; itself if none.
  std::span<const int> last_below() const { return last_below_; }
  /// The body that a velocity index belongs to.
  int body_of_velocity(int index) const { return body_of_velocity_[index]; }

 private:
  friend class ModelBuilder;
  Model(std::string name, std::vector<Body> bodies, std::vector<Frame> frames, Parameters<double> parameters);
  /// With loops: how many coordinates and velocities of each body's joint are the model's.
  Model(Model tree, std::shared_ptr<const Clusters> clusters, std::span<const int> coordinates,
        std::span<const int> velocities, Eigen::VectorXd neutral);
  void add_link(int body, int coordinates, int velocities);
  void find_ways_to_root();

  std::string name_;
  std::vector<Body> bodies_;
  std::vector<Frame> frames_;
  std::vector<Link> links_;
  std::vector<ZeroRun> zero_runs_;
  std::vector<int> inward_, body_of_velocity_, free_root_, last_below_;
  int nq_ = 0, nv_ = 0;
  bool has_moving_axes_ = false;
  Parameters<double> parameters_;
  std::vector<std::string> left_out_;
  std::shared_ptr<const Model> tree_;
  std::shared_ptr<const Clusters> clusters_;
  Eigen::VectorXd neutral_;  ///< with loops
};

}  // namespace tandem
