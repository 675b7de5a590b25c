#pragma once

#include <tandem/dynamics/loop_assembly.hpp>
#include <tandem/dynamics/model.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// Collects bodies, in any order, and makes a Model of them. Everything is checked in build(), and what is wrong is
/// said with its name.
class ModelBuilder {
 public:
  explicit ModelBuilder(std::string name) : name_(std::move(name)) {}

  /// Gravity's acceleration in the world's axes; 0 0 -9.81 unless set.
  ModelBuilder& set_gravity(const Vec3<double>& gravity);

  /// A body, moving against its parent ("world", or a body that may also come later) by a joint. `placement` is
  /// parent_from_body at zero coordinates; the inertia is in the body's frame. Where they can, bodies keep the order
  /// in which they were added.
  ModelBuilder& add_body(std::string name, std::string parent, const Transform<double>& placement, Joint joint,
                         const Inertia<double>& inertia);

  /// Something rigidly attached to a body: its mass is added to the body's and `name` becomes a frame. Cheaper in every
  /// recursion than a body on a fixed joint.
  ModelBuilder& attach(std::string name, std::string body, const Transform<double>& placement,
                       const Inertia<double>& inertia);

  /// A named frame on a body or on another frame's body.
  ModelBuilder& add_frame(std::string name, std::string body, const Transform<double>& placement);

  /// Something to draw on a body that has been added, or on the world.
  ModelBuilder& add_shape(std::string_view body, VisualShape shape);

  /// A sentence on what the model's source says and the model leaves out.
  ModelBuilder& leave_out(std::string sentence);

  /// Couples a freedom to others, all by the names of velocities: follower = offset + sum of ratio * leader. A gear, a
  /// belt, a URDF's mimic; with two leaders a differential.
  ModelBuilder& couple(std::string follower, std::vector<std::pair<std::string, double>> leaders, double offset = 0);

  /// Closes a loop: two frames (or bodies) coincide in these directions, given in the axes of the first. Which joints
  /// of the loop are independent is chosen by pivots, or by independent(); the loop is closed from guess().
  ModelBuilder& close(std::string loop, std::string first, std::string second, Directions directions);
  ModelBuilder& independent(std::string joint);
  ModelBuilder& guess(std::string coordinate, double value);

  /// Refuses by name: no name, a name given twice, an unknown parent, a cycle, an axis of zero length, axes that are
  /// parallel, a transform that is no rigid motion or has more than six coordinates, NaN, a negative mass, a rotational
  /// inertia that no body can have, crossed limits, springs where there cannot be any; a loop that cannot be closed or
  /// is at a change point, ratios of nothing, joints that follow themselves.
  Model build() const;

 private:
  struct Entry {
    std::string name, parent;
    Transform<double> placement;
    Joint joint;
    Inertia<double> inertia;
    std::vector<VisualShape> shapes;
  };
  struct FrameEntry {
    std::string name, body;
    Transform<double> placement;
    Inertia<double> inertia;
  };

  std::vector<int> parent_first_order() const;
  void check_names() const;
  Inertia<double> inertia_with_attachments(const Entry& entry) const;

  std::string name_;
  Vec3<double> gravity_{0, 0, -9.81};
  std::vector<Entry> entries_;
  std::vector<FrameEntry> frames_;
  std::vector<VisualShape> world_shapes_;
  std::vector<std::string> left_out_;
  LoopStatements loops_;
};

}  // namespace tandem
