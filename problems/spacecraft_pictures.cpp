#include <tandem/problems/spacecraft_pictures.hpp>

#include <tandem/dynamics/rotation.hpp>
#include <tandem/problems/model_pictures.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem::problems {
namespace {

using Place = Vec3<double>;

Transform<double> at_attitude(const std::array<double, 4>& attitude) {
  return Transform<double>::rotated(rotation_matrix(read_quaternion(attitude.data())));
}

Transform<double> turned_about_z(double angle, const Place& place = Place::zero()) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{{c, s, 0.0}, {-s, c, 0.0}, {0.0, 0.0, 1.0}}, place};
}

/// Draws what is given in a body's axes.
class OnBody {
 public:
  OnBody(Picture& picture, const Transform<double>& world_from_body)
      : picture_(picture), world_from_body_(world_from_body) {}

  Picture::Point at(const Place& point) const { return on_picture(to_parent(world_from_body_, point)); }
  /// Edges along the body's axes.
  void box(const Place& centre, const Place& edges, const char* role = "body") const {
    const Mat3<double>& axes = world_from_body_.rotation;
    picture_.box(at(centre),
                 {on_picture(axes.x * (0.5 * edges.x)), on_picture(axes.y * (0.5 * edges.y)),
                  on_picture(axes.z * (0.5 * edges.z))},
                 role);
  }
  void cylinder(const Place& start, const Place& end, double radius, const char* role = "body") const {
    picture_.cylinder(at(start), at(end), radius, role);
  }
  void arrow(const Place& start, const Place& end, const char* role) const {
    picture_.arrow(at(start), at(end), 0.05, role);
  }
  void ball(const Place& centre, double radius, const char* role) const { picture_.circle(at(centre), radius, role); }
  void line(const std::vector<Place>& corners, double thickness, const char* role = "body") const {
    std::vector<Picture::Point> points;
    for (const Place& corner : corners) points.push_back(at(corner));
    picture_.line(std::move(points), thickness, role);
  }

 private:
  Picture& picture_;
  Transform<double> world_from_body_;
};

/// A wing on each side along y: a strut from the body, and a panel.
void draw_wings(const OnBody& body, double root, double length, double width) {
  for (const double side : {-1.0, 1.0}) {
    body.cylinder({0.0, side * root, 0.0}, {0.0, side * (root + 0.22), 0.0}, 0.035, "ground");
    body.box({0.0, side * (root + 0.22 + 0.5 * length), 0.0}, {width, length, 0.035}, "wing");
  }
}

Picture in_space() {
  Picture picture;
  picture.view = Picture::View{0.62, 0.42};
  return picture;
}

}  // namespace

Picture picture_of(const SpacecraftPose& pose) {
  Picture picture = in_space();
  const Place edges{1.0, 1.0, 1.2};
  OnBody(picture, at_attitude(pose.target)).box(Place::zero(), edges, "target");
  const OnBody body(picture, at_attitude(pose.attitude));
  body.box(Place::zero(), edges);
  draw_wings(body, 0.5, 1.2, 0.72);
  body.cylinder({0.5, 0.0, 0.0}, {0.6, 0.0, 0.0}, 0.26, "joint");
  body.arrow({0.6, 0.0, 0.0}, {1.25, 0.0, 0.0}, "axis-x");
  body.arrow({0.0, 1.92, 0.0}, {0.0, 2.4, 0.0}, "axis-y");
  body.arrow({0.0, 0.0, 0.6}, {0.0, 0.0, 1.25}, "axis-z");
  picture.trace(body.at({1.25, 0.0, 0.0}));
  return picture;
}

Picture picture_of(const WheeledSpacecraftPose& pose) {
  Picture picture = in_space();
  const double half = 0.6;
  OnBody(picture, at_attitude(pose.target)).box(Place::zero(), {2 * half, 2 * half, 2 * half}, "target");
  const OnBody body(picture, at_attitude(pose.attitude));
  body.box(Place::zero(), {2 * half, 2 * half, 2 * half});
  draw_wings(body, half, 1.1, 0.8);
  const Place axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  const char* roles[] = {"axis-x", "axis-y", "axis-z"};
  // The wheels stand before the faces, at a corner of the y face, where the wing leaves room.
  const Place centres[] = {{half, 0.0, 0.0}, {0.33, half, 0.33}, {0.0, 0.0, half}};
  for (int i = 0; i < 3; ++i) {
    const Place &axis = axes[i], &a = axes[(i + 1) % 3], &b = axes[(i + 2) % 3];
    const double radius = i == 1 ? 0.22 : 0.36, c = std::cos(pose.angles[i]), s = std::sin(pose.angles[i]);
    const Place face = centres[i] + axis * 0.14;
    body.cylinder(centres[i] + axis * 0.02, face, radius, "joint");
    const Place spoke = (a * c + b * s) * (0.94 * radius), lift = axis * 0.012;
    body.line({face + lift - spoke, face + lift + spoke}, 0.03, "ground");
    body.arrow(face, face + axis * (0.9 * std::max(std::abs(pose.speeds[i]), 0.02)), roles[i]);
  }
  picture.trace(body.at({1.3, 0.0, 0.0}));
  return picture;
}

std::vector<std::array<double, 2>> turned(std::vector<std::array<double, 2>> points, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  for (auto& [x, y] : points) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  }
  return points;
}

double cantilever_mode(int number, double s) {
  // cos(k) cosh(k) = -1; the higher roots are close to (n - 1/2) pi.
  const double known[] = {1.8751040687119611, 4.6940911329741746, 7.8547574382376126};
  const double k = number <= 3 ? known[number - 1] : (number - 0.5) * std::numbers::pi;
  const double ratio = (std::sinh(k) - std::sin(k)) / (std::cosh(k) + std::cos(k));
  const auto shape = [&](double x) { return std::cosh(x) - std::cos(x) - ratio * (std::sinh(x) - std::sin(x)); };
  return shape(k * s) / shape(k);
}

Picture picture_of(const BoomedHubPose& pose) {
  Picture picture = in_space();
  picture.view = Picture::View{0.5, 0.6};
  const double tall = 0.8 * pose.radius;
  const OnBody hub(picture, turned_about_z(pose.angle));
  const auto& [tip_x, tip_y] = pose.booms.front().back();
  const double reach = std::hypot(tip_x, tip_y);
  const OnBody target(picture, turned_about_z(pose.target));
  target.box({0.5 * (pose.radius + reach), 0.0, 0.0}, {reach - pose.radius, 0.3 * pose.radius, 0.3 * pose.radius},
             "target");
  hub.cylinder({0.0, 0.0, -tall}, {0.0, 0.0, tall}, pose.radius);
  hub.box({0.35 * pose.radius, 0.0, tall + 0.06 * pose.radius},
          {0.7 * pose.radius, 0.12 * pose.radius, 0.12 * pose.radius}, "joint");
  for (const auto& boom : pose.booms) {
    std::vector<Place> line;
    for (const auto& [x, y] : boom) line.push_back({x, y, 0.0});
    hub.line(line, 0.12 * pose.radius, "wing");
    hub.ball(line.back(), 0.13 * pose.radius, "joint");
    picture.trace(hub.at(line.back()));
  }
  return picture;
}

Picture picture_of(const ArmedSatellitePose& pose) {
  Picture picture = in_space();
  picture.view = Picture::View{0.25, 0.85};
  const Place place{pose.place[0], pose.place[1], 0.0};
  OnBody(picture, turned_about_z(pose.target, place)).box(Place::zero(), {1.0, 1.0, 0.8}, "target");
  const OnBody base(picture, turned_about_z(pose.angle, place));
  base.box(Place::zero(), {1.0, 1.0, 0.8});
  draw_wings(base, 0.5, 1.0, 0.7);
  const double deck = 0.4, arm_height = deck + 0.22;  // the arm moves over the base
  base.box({0.5 * (0.2 + pose.shoulder_reach), 0.0, deck + 0.05}, {pose.shoulder_reach, 0.26, 0.1}, "ground");

  const auto along_x = [](double length) { return Transform<double>::translated({length, 0.0, 0.0}); };
  Transform<double> link =
      turned_about_z(pose.angle, place) * Transform<double>::translated({pose.shoulder_reach, 0.0, arm_height});
  for (std::size_t i = 0; i < pose.joints.size(); ++i) {
    link = link * turned_about_z(pose.joints[i]);
    const OnBody arm(picture, link);
    arm.cylinder({0.0, 0.0, -0.13}, {0.0, 0.0, 0.13}, 0.1, "joint");
    arm.box({0.5 * pose.lengths[i], 0.0, 0.0}, {pose.lengths[i] - 0.2, 0.11, 0.11});
    link = link * along_x(pose.lengths[i]);
  }
  const OnBody hand(picture, link);
  hand.ball(Place::zero(), 0.1, "joint");
  picture.trace(hand.at(Place::zero()));
  return picture;
}

}  // namespace tandem::problems
