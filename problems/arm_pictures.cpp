#include <tandem/problems/arm_pictures.hpp>

#include <cmath>
#include <cstddef>

namespace tandem::problems {

Picture picture_of(const DrawingArmPose& pose) {
  const auto& [from, to] = std::array{pose.line_start, pose.line_end};
  Picture picture;
  picture.line({{from[0], from[1], 0.0}, {to[0], to[1], 0.0}}, 0.008, "ground");
  picture.circle({to[0], to[1], 0.0}, 0.03, "target");
  Picture::Point joint{0.0, 0.0, 0.0};
  double angle = 0.0;
  picture.circle(joint, 0.05, "ground");
  for (std::size_t i = 0; i < pose.angles.size(); ++i) {
    angle += pose.angles[i];
    const Picture::Point end{joint[0] + pose.lengths[i] * std::cos(angle), joint[1] + pose.lengths[i] * std::sin(angle),
                             0.0};
    picture.line({joint, end}, 0.04);
    picture.circle(end, 0.035, "joint");
    joint = end;
  }
  picture.trace(joint);
  return picture;
}

}  // namespace tandem::problems
