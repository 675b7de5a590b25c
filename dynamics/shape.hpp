#pragma once

#include <tandem/dynamics/spatial.hpp>

#include <array>
#include <string>
#include <variant>

namespace tandem {

struct BoxShape {
  Vec3<double> edges;
};
/// Along the shape's z axis, centred.
struct CylinderShape {
  double radius, length;
};
struct SphereShape {
  double radius;
};
/// A cylinder of `length` along z with half spheres on its ends.
struct CapsuleShape {
  double radius, length;
};
struct MeshShape {
  std::string filename;
  Vec3<double> scale{1, 1, 1};
};

/// Something to draw on a body; no recursion looks at it.
struct VisualShape {
  std::variant<BoxShape, CylinderShape, SphereShape, CapsuleShape, MeshShape> geometry;
  Transform<double> placement = Transform<double>::identity();  ///< in the body's frame
  std::array<double, 4> colour{0.6, 0.6, 0.65, 1.0};            ///< red, green, blue, opacity
};

}  // namespace tandem
