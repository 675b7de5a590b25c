#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// A mechanism at one instant, as simple shapes in world coordinates (metres; x right, y up, z towards the viewer).
struct Picture {
  using Point = std::array<double, 3>;

  struct Shape {
    enum class Kind { line, circle, rectangle, box, cylinder, arrow };
    Kind kind = Kind::line;
    std::vector<Point> points;  ///< line: its corners; circle, rectangle: centre; box: centre and the middles of the
                                ///< faces at the ends of its three edges; cylinder, arrow: where it starts and ends
    double width = 0.0;         ///< line, arrow: thickness (m); circle, cylinder: radius; rectangle: width
    double height = 0.0;        ///< rectangle
    double angle = 0.0;         ///< rectangle: counter-clockwise
    std::string role;           ///< "body", "ground", "target", "joint", "wing", "axis-x", "axis-y", "axis-z": the
                                ///< report's looks
  };

  /// From where a picture in space is seen at first: the observer stands by `azimuth` to the right of the z axis and by
  /// `elevation` above the x-z plane (rad).
  struct View {
    double azimuth = 0.6;
    double elevation = 0.35;
  };

  std::vector<Shape> shapes;
  std::vector<Point> traced;  ///< points whose paths over time are drawn
  std::optional<View> view;   ///< where it is set, the report shows shaded bodies in space, which a reader can turn

  void line(std::vector<Point> corners, double thickness, std::string role = "body") {
    shapes.push_back({Shape::Kind::line, std::move(corners), thickness, 0.0, 0.0, std::move(role)});
  }
  /// In space, a ball.
  void circle(Point centre, double radius, std::string role = "body") {
    shapes.push_back({Shape::Kind::circle, {centre}, radius, 0.0, 0.0, std::move(role)});
  }
  void rectangle(Point centre, double width, double height, double angle = 0.0, std::string role = "body") {
    shapes.push_back({Shape::Kind::rectangle, {centre}, width, height, angle, std::move(role)});
  }
  /// In space only: a box by its centre and halves of its edges, which stand at right angles.
  void box(Point centre, const std::array<Point, 3>& half_edges, std::string role = "body") {
    std::vector<Point> points{centre};
    for (const Point& to : half_edges) points.push_back({centre[0] + to[0], centre[1] + to[1], centre[2] + to[2]});
    shapes.push_back({Shape::Kind::box, std::move(points), 0.0, 0.0, 0.0, std::move(role)});
  }
  /// In space only.
  void cylinder(Point start, Point end, double radius, std::string role = "body") {
    shapes.push_back({Shape::Kind::cylinder, {start, end}, radius, 0.0, 0.0, std::move(role)});
  }
  void arrow(Point start, Point end, double thickness, std::string role = "body") {
    shapes.push_back({Shape::Kind::arrow, {start, end}, thickness, 0.0, 0.0, std::move(role)});
  }
  void trace(Point point) { traced.push_back(point); }
};

}  // namespace tandem
