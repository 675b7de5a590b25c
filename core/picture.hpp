#pragma once

#include <array>
#include <string>
#include <vector>

namespace tandem {

/// A mechanism at one instant, as simple shapes in world coordinates (metres; x right, y up, z towards the viewer).
struct Picture {
  using Point = std::array<double, 3>;

  struct Shape {
    enum class Kind { line, circle, rectangle };
    Kind kind = Kind::line;
    std::vector<Point> points;  ///< line: its corners; circle: centre; rectangle: centre
    double width = 0.0;         ///< line: thickness (m); circle: radius; rectangle: width
    double height = 0.0;        ///< rectangle
    double angle = 0.0;         ///< rectangle: counter-clockwise
    std::string role;           ///< "body", "ground", "target", "joint": the report's colours
  };

  std::vector<Shape> shapes;
  std::vector<Point> traced;  ///< points whose paths over time are drawn

  void line(std::vector<Point> corners, double thickness, std::string role = "body") {
    shapes.push_back({Shape::Kind::line, std::move(corners), thickness, 0.0, 0.0, std::move(role)});
  }
  void circle(Point centre, double radius, std::string role = "body") {
    shapes.push_back({Shape::Kind::circle, {centre}, radius, 0.0, 0.0, std::move(role)});
  }
  void rectangle(Point centre, double width, double height, double angle = 0.0, std::string role = "body") {
    shapes.push_back({Shape::Kind::rectangle, {centre}, width, height, angle, std::move(role)});
  }
  void trace(Point point) { traced.push_back(point); }
};

}  // namespace tandem
