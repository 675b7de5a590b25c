#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem {

/// Elements of an SVG picture, written one after the other; points are in its pixels, y downwards.
class Svg {
 public:
  using Point = std::pair<double, double>;

  /// A white sheet with round corners.
  Svg(double width, double height);

  /// `look` is the attributes that say how it is drawn.
  void polyline(const std::vector<Point>& points, std::string_view look);
  void polygon(const std::vector<Point>& points, std::string_view look);
  void circle(Point centre, double radius, std::string_view look);
  void rectangle(Point corner, double width, double height, std::string_view look);
  void text(Point at, std::string_view words, std::string_view look);
  void open_group(std::string_view look);
  void close_group();

  std::string result() &&;

 private:
  std::string text_;
};

}  // namespace tandem
