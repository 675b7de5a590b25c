#pragma once

#include <tandem/dynamics/model.hpp>

#include <filesystem>
#include <string>

namespace tandem {

enum class UrdfBase {
  fixed,    ///< the root link is part of the world
  floating  ///< the root link is a body on a free joint called "floating_base"
};

struct UrdfOptions {
  UrdfBase base = UrdfBase::fixed;
  Vec3<double> gravity{0, 0, -9.81};
};

/// A model from a URDF file. Links become bodies, named after the link, on joints of type revolute, continuous
/// (revolute without position limits), prismatic and floating; bodies come depth first, joints of a link in the order
/// of the file. A link on a fixed joint is merged into what carries it: its inertia and pictures go there and its name
/// becomes a frame; bodies are checked with the inertias of all their links. Read are inertias with the placement of
/// their frame, limits, damping, Coulomb friction (Joint::friction), visual shapes with colours; meshes keep the file
/// name as written. Left out: collision shapes, calibration, safety controllers and what is not URDF (transmission,
/// gazebo, ...); and friction of joints of several freedoms, of which Model::left_out says so.
///
/// What is wrong is refused with file and line: malformed XML and numbers, names missing or given twice, a joint of an
/// unknown type or between unknown links, two roots, none, a cycle, a body that cannot be, a joint that
/// mimics itself.
Model load_urdf(const std::filesystem::path& file, const UrdfOptions& options = {});

/// The same from a text; `name` stands for the file in messages.
Model parse_urdf(const std::string& text, const std::string& name, const UrdfOptions& options = {});

}  // namespace tandem
