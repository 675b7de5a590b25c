#include <tandem/report/svg.hpp>

#include <fmt/core.h>

#include <cmath>

namespace tandem {
namespace {

/// Tenths of a pixel, without a sign before zero.
std::string pixel(double x) {
  const double tenths = std::round(10.0 * x);
  return fmt::format("{:g}", tenths == 0.0 ? 0.0 : tenths / 10.0);
}

std::string listed(const std::vector<Svg::Point>& points) {
  std::string list;
  for (const auto& [x, y] : points) {
    if (!list.empty()) list += ' ';
    list += fmt::format("{},{}", pixel(x), pixel(y));
  }
  return list;
}

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '&') {
      text += "&amp;";
    } else if (c == '<') {
      text += "&lt;";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

Svg::Svg(double width, double height)
    : text_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                        "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
                        "<rect width=\"{0}\" height=\"{1}\" rx=\"8\" fill=\"#fff\"/>\n",
                        pixel(width), pixel(height))) {}

void Svg::polyline(const std::vector<Point>& points, std::string_view look) {
  text_ += fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", listed(points), look);
}

void Svg::polygon(const std::vector<Point>& points, std::string_view look) {
  text_ += fmt::format("<polygon points=\"{}\" {}/>\n", listed(points), look);
}

void Svg::circle(Point centre, double radius, std::string_view look) {
  text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", pixel(centre.first), pixel(centre.second),
                       pixel(radius), look);
}

void Svg::rectangle(Point corner, double width, double height, std::string_view look) {
  text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n", pixel(corner.first),
                       pixel(corner.second), pixel(width), pixel(height), look);
}

void Svg::text(Point at, std::string_view words, std::string_view look) {
  text_ +=
      fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", pixel(at.first), pixel(at.second), look, escaped(words));
}

void Svg::open_group(std::string_view look) { text_ += fmt::format("<g {}>\n", look); }

void Svg::close_group() { text_ += "</g>\n"; }

std::string Svg::result() && { return std::move(text_) + "</svg>\n"; }

}  // namespace tandem
