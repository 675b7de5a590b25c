#include <tandem/report/still.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/report/report_data.hpp>
#include <tandem/report/svg.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tandem {
namespace {

constexpr int kInstants = 9;
constexpr int kTracePoints = 121;
constexpr int kSeriesPoints = 900;  // of all series together
constexpr double kWidth = 360.0, kMargin = 16.0;

/// An answer as functions of time through all its phases.
class Playback {
 public:
  Playback(const Problem& problem, const Solution& solution) : numbers_(numbers_of(problem, solution)) {
    for (int i = 0; i < std::ssize(solution.phases); ++i) phases_.emplace_back(problem, solution, i);
  }

  double start() const { return phases_.front().start(); }
  double end() const { return phases_.back().end(); }
  double at(double fraction) const { return start() + fraction * (end() - start()); }

  /// The phase at time t, the first of them at a knot that two share.
  const Phase& phase_at(double t) const { return played_at(t).phase(); }
  Eigen::VectorXd states(double t) const {
    const auto [interval, fraction] = played_at(t).at(t);
    return played_at(t).state(interval, fraction);
  }
  Eigen::VectorXd controls(double t) const {
    const auto [interval, fraction] = played_at(t).at(t);
    return played_at(t).control(interval, fraction);
  }

  Picture picture(double t) const {
    const Eigen::VectorXd x = states(t), u = controls(t);
    const auto view = [](const Eigen::VectorXd& v) {
      return std::span<const double>(v.data(), static_cast<std::size_t>(v.size()));
    };
    return phase_at(t).drawing({view(x), view(u), t, numbers_});
  }

 private:
  std::size_t index_at(double t) const {
    std::size_t i = 0;
    while (i + 1 < phases_.size() && t > phases_[i].end()) ++i;
    return i;
  }
  const Played& played_at(double t) const { return phases_[index_at(t)]; }

  std::vector<double> numbers_;
  std::vector<Played> phases_;
};

// ---- the mechanism --------------------------------------------------------------------------------------------------

using Shape = Picture::Shape;

/// What a shape covers, as points of its outline.
std::vector<Picture::Point> outline(const Shape& shape) {
  const Picture::Point& c = shape.points.front();
  if (shape.kind == Shape::Kind::line) return shape.points;
  std::vector<Picture::Point> corners;
  const double cosine = std::cos(shape.angle), sine = std::sin(shape.angle);
  const bool is_circle = shape.kind == Shape::Kind::circle;
  const double x = is_circle ? shape.width : 0.5 * shape.width, y = is_circle ? shape.width : 0.5 * shape.height;
  for (const auto& [a, b] : {std::pair(-x, -y), std::pair(x, -y), std::pair(x, y), std::pair(-x, y)}) {
    corners.push_back({c[0] + cosine * a - sine * b, c[1] + sine * a + cosine * b, c[2]});
  }
  return corners;
}

/// A picture that is all in the plane, in shapes of the plane.
bool is_flat(const Picture& picture) {
  return std::all_of(picture.shapes.begin(), picture.shapes.end(), [](const Shape& shape) {
    const bool is_plane =
        shape.kind == Shape::Kind::line || shape.kind == Shape::Kind::circle || shape.kind == Shape::Kind::rectangle;
    return is_plane && std::all_of(shape.points.begin(), shape.points.end(), [](const auto& p) { return p[2] == 0.0; });
  });
}

/// Metres to pixels: all that moves and where it is to go, in the middle of the sheet. The ground may go beyond it.
class Scale {
 public:
  void cover(const Picture& picture) {
    for (const Shape& shape : picture.shapes) {
      if (shape.role == "ground" && shape.kind == Shape::Kind::line) continue;
      for (const Picture::Point& point : outline(shape)) cover(point);
    }
    for (const Picture::Point& point : picture.traced) cover(point);
  }

  double pixels(double metres) const { return factor() * metres; }
  double height() const { return std::clamp(factor() * (high_[1] - low_[1]) + 2.0 * kMargin, 110.0, kMostHeight); }
  Svg::Point at(const Picture::Point& p) const {
    return {0.5 * kWidth + factor() * (p[0] - 0.5 * (low_[0] + high_[0])),
            0.5 * height() - factor() * (p[1] - 0.5 * (low_[1] + high_[1]))};
  }

 private:
  static constexpr double kMostHeight = 260.0;

  void cover(const Picture::Point& p) {
    for (int i = 0; i < 2; ++i) {
      low_[i] = std::min(low_[i], p[i]);
      high_[i] = std::max(high_[i], p[i]);
    }
  }
  double factor() const {
    return std::min((kWidth - 2.0 * kMargin) / std::max(high_[0] - low_[0], 1e-9),
                    (kMostHeight - 2.0 * kMargin) / std::max(high_[1] - low_[1], 1e-9));
  }

  std::array<double, 2> low_{kInfinity, kInfinity}, high_{-kInfinity, -kInfinity};
};

bool stands_still(const Shape& shape) { return shape.role == "ground" || shape.role == "target"; }

void draw(const Shape& shape, const Scale& scale, Svg& svg) {
  const std::string colour = shape.role == "ground"   ? "#9aa3ad"
                             : shape.role == "target" ? "#d9822b"
                             : shape.role == "joint"  ? "#1d3f66"
                                                      : "#2f6fb3";
  if (shape.kind == Shape::Kind::line) {
    std::vector<Svg::Point> points;
    for (const Picture::Point& point : shape.points) points.push_back(scale.at(point));
    svg.polyline(points, fmt::format("stroke=\"{}\" stroke-width=\"{:.1f}\" stroke-linecap=\"round\" "
                                     "stroke-linejoin=\"round\"",
                                     colour, std::max(1.5, scale.pixels(shape.width))));
  } else if (shape.kind == Shape::Kind::circle) {
    const bool is_ring = shape.role == "target";
    svg.circle(scale.at(shape.points.front()), std::max(2.0, scale.pixels(shape.width)),
               is_ring ? fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", colour)
                       : fmt::format("fill=\"{}\"", colour));
  } else {
    std::vector<Svg::Point> corners;
    for (const Picture::Point& point : outline(shape)) corners.push_back(scale.at(point));
    svg.polygon(corners, fmt::format("fill=\"{}\"", colour));
  }
}

void draw_traces(const std::vector<Picture>& pictures, const Scale& scale, Svg& svg) {
  for (std::size_t i = 0; i < pictures.front().traced.size(); ++i) {
    std::vector<Svg::Point> path;
    for (const Picture& picture : pictures) {
      if (i < picture.traced.size()) path.push_back(scale.at(picture.traced[i]));
    }
    svg.polyline(path, "stroke=\"#d9822b\" stroke-width=\"1\" stroke-opacity=\"0.6\"");
  }
}

std::string strobe(const Playback& motion) {
  std::vector<Picture> pictures;
  Scale scale;
  for (int i = 0; i < kTracePoints; ++i) {
    pictures.push_back(motion.picture(motion.at(static_cast<double>(i) / (kTracePoints - 1))));
    scale.cover(pictures.back());
  }
  Svg svg(kWidth, scale.height());
  for (const Shape& shape : pictures.back().shapes) {
    if (stands_still(shape)) draw(shape, scale, svg);
  }
  draw_traces(pictures, scale, svg);
  for (int k = 0; k < kInstants; ++k) {
    const double s = static_cast<double>(k) / (kInstants - 1);
    svg.open_group(fmt::format("opacity=\"{:.2f}\"", 0.18 + 0.82 * s * s));
    for (const Shape& shape : pictures[static_cast<std::size_t>(std::lround(s * (kTracePoints - 1)))].shapes) {
      if (!stands_still(shape)) draw(shape, scale, svg);
    }
    svg.close_group();
  }
  return std::move(svg).result();
}

// ---- series ---------------------------------------------------------------------------------------------------------

constexpr std::array kColours{"#2f6fb3", "#d9822b", "#3a9a6b", "#a8508f", "#7a6fd0", "#b04a4a", "#4aa3b8", "#8a7a3a"};

struct Series {
  std::string name;
  std::vector<double> values;
};

/// One panel: every series between its own least and largest value, names below.
void draw_panel(const std::vector<Series>& all, double top, double height, Svg& svg) {
  svg.rectangle({kMargin, top}, kWidth - 2.0 * kMargin, height, "fill=\"#f6f7f9\"");
  const std::size_t shown = std::min(all.size(), kColours.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const std::vector<double>& values = all[i].values;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double middle = 0.5 * (*low + *high);
    const double range = std::max(*high - *low, 1e-6 * (1.0 + std::abs(middle)));
    std::vector<Svg::Point> points;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double s = static_cast<double>(k) / static_cast<double>(values.size() - 1);
      points.emplace_back(kMargin + s * (kWidth - 2.0 * kMargin),
                          top + 0.5 * height - (values[k] - middle) / range * (height - 10.0));
    }
    svg.polyline(points, fmt::format("stroke=\"{}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"", kColours[i]));
  }
  double x = kMargin;
  for (std::size_t i = 0; i < shown; ++i) {
    const double width = 6.2 * static_cast<double>(all[i].name.size()) + 10.0;
    if (x + width > kWidth - kMargin) break;  // the rest of the names has no room
    svg.text({x, top + height + 13.0}, all[i].name, fmt::format("fill=\"{}\"", kColours[i]));
    x += width;
  }
}

/// The series that all phases have; a phase without one leaves a gap of its last value.
std::vector<Series> sampled(const Playback& motion, const std::vector<std::string>& names, int samples,
                            Eigen::VectorXd (Playback::*of)(double) const) {
  std::vector<Series> all;
  for (const std::string& name : names) all.push_back({name, {}});
  for (int k = 0; k < samples; ++k) {
    const Eigen::VectorXd values = (motion.*of)(motion.at(static_cast<double>(k) / (samples - 1)));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      std::vector<double>& series = all[i].values;
      series.push_back(at < values.size() ? values(at) : (series.empty() ? 0.0 : series.back()));
    }
  }
  return all;
}

std::string series_plot(const Problem& problem, const Playback& motion) {
  std::vector<std::string> states, controls;
  for (const State& state : problem.phases().front().states) states.push_back(state.name);
  for (const Control& control : problem.phases().front().controls) controls.push_back(control.name);
  const int count = static_cast<int>(states.size() + controls.size());
  const int samples = std::clamp(kSeriesPoints / std::max(count, 1), 60, 240);
  Svg svg(kWidth, controls.empty() ? 150.0 : 228.0);
  draw_panel(sampled(motion, states, samples, &Playback::states), kMargin, 104.0, svg);
  if (!controls.empty()) draw_panel(sampled(motion, controls, samples, &Playback::controls), 144.0, 60.0, svg);
  return std::move(svg).result();
}

bool is_drawn(const Problem& problem, const Playback& motion) {
  for (const Phase& phase : problem.phases()) {
    if (!phase.drawing) return false;
  }
  return is_flat(motion.picture(motion.start()));
}

}  // namespace

std::string still_svg(const Problem& problem, const Solution& solution) {
  require_fit(problem, solution);
  require(!solution.phases.empty(), "still picture of '{}': the solution has no trajectory", problem.name());
  const Playback motion(problem, solution);
  return is_drawn(problem, motion) ? strobe(motion) : series_plot(problem, motion);
}

void save_still(const Problem& problem, const Solution& solution, const std::filesystem::path& file) {
  write_text(still_svg(problem, solution), file);
}

}  // namespace tandem
