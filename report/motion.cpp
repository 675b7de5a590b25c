#include <tandem/report/motion.hpp>

#include <tandem/core/json.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace tandem {
namespace {

/// Six digits are finer than any screen, and a third of the text of seventeen.
double drawn(double x) { return std::isfinite(x) ? std::strtod(fmt::format("{:.6g}", x).c_str(), nullptr) : x; }

const char* kind_name(Picture::Shape::Kind kind) {
  switch (kind) {
    case Picture::Shape::Kind::line:
      return "line";
    case Picture::Shape::Kind::circle:
      return "circle";
    case Picture::Shape::Kind::rectangle:
      return "rectangle";
    case Picture::Shape::Kind::box:
      return "box";
    case Picture::Shape::Kind::cylinder:
      return "cylinder";
    case Picture::Shape::Kind::arrow:
      return "arrow";
  }
  return "";
}

/// What usually stays the same from frame to frame.
Json structure_of(const Picture& picture) {
  Json shapes = Json::array();
  for (const auto& shape : picture.shapes) {
    shapes.push_back({{"kind", kind_name(shape.kind)},
                      {"points", shape.points.size()},
                      {"width", drawn(shape.width)},
                      {"height", drawn(shape.height)},
                      {"role", shape.role}});
  }
  return {{"shapes", std::move(shapes)}, {"traced", picture.traced.size()}};
}

/// What moves: x, y, z of all points shape by shape (and a rectangle's angle), then of the traced points.
Json numbers_of(const Picture& picture) {
  Json numbers = Json::array();
  const auto add = [&](const Picture::Point& point) {
    for (const double coordinate : point) numbers.push_back(drawn(coordinate));
  };
  for (const auto& shape : picture.shapes) {
    for (const auto& point : shape.points) add(point);
    if (shape.kind == Picture::Shape::Kind::rectangle) numbers.push_back(drawn(shape.angle));
  }
  for (const auto& point : picture.traced) add(point);
  return numbers;
}

class Film {
 public:
  void add(double time, const Picture& picture) {
    Json structure = structure_of(picture);
    const auto found = std::find(structures_.begin(), structures_.end(), structure);
    if (!view_) view_ = picture.view;
    frames_.push_back({{"structure", found - structures_.begin()}, {"numbers", numbers_of(picture)}});
    if (found == structures_.end()) structures_.push_back(std::move(structure));
    times_.push_back(time);
  }

  Json result() && {
    if (times_.empty()) return nullptr;
    return {{"times", std::move(times_)},
            {"structures", std::move(structures_)},
            {"frames", std::move(frames_)},
            {"view", view_ ? Json{{"azimuth", view_->azimuth}, {"elevation", view_->elevation}} : Json(nullptr)}};
  }

 private:
  Json times_ = Json::array(), frames_ = Json::array();
  std::vector<Json> structures_;
  std::optional<Picture::View> view_;
};

/// About 60 pictures a second of what `at` gives for a time: states and controls.
template <class At>
void film(const Phase& phase, double start, double end, const std::vector<double>& numbers, const At& at, Film& all) {
  const double duration = end - start;
  const int frames = static_cast<int>(std::clamp(std::ceil(60.0 * duration), 120.0, 1200.0));
  for (int i = 0; i <= frames; ++i) {
    const double t = start + duration * i / frames;
    const auto [x, u] = at(t);
    all.add(t, phase.drawing({{x.data(), static_cast<std::size_t>(x.size())},
                              {u.data(), static_cast<std::size_t>(u.size())},
                              t,
                              numbers}));
  }
}

using Instant = std::pair<Eigen::VectorXd, Eigen::VectorXd>;

/// On the straight line between neighbouring samples; at a jump, after it.
Instant between(const Samples& samples, double t) {
  const auto& times = samples.times;
  const auto after = std::upper_bound(times.begin(), times.end(), t) - times.begin();
  const Eigen::Index right = std::clamp<Eigen::Index>(after, 1, std::ssize(times) - 1), left = right - 1;
  const double length = times[right] - times[left];
  const double s = length > 0.0 ? std::clamp((t - times[left]) / length, 0.0, 1.0) : 1.0;
  return {(1.0 - s) * samples.states.col(left) + s * samples.states.col(right),
          (1.0 - s) * samples.controls.col(left) + s * samples.controls.col(right)};
}

}  // namespace

Json motion_json(const std::vector<Played>& phases, const std::vector<double>& numbers) {
  Film all;
  for (const Played& played : phases) {
    if (!played.phase().drawing) continue;
    const auto at = [&](double t) {
      const auto [interval, fraction] = played.at(t);
      return Instant(played.state(interval, fraction), played.control(interval, fraction));
    };
    film(played.phase(), played.start(), played.end(), numbers, at, all);
  }
  return std::move(all).result();
}

Json motion_json(const Phase& phase, const Samples& samples, const std::vector<double>& numbers) {
  Film all;
  if (phase.drawing && samples.times.size() >= 2) {
    const auto at = [&](double t) { return between(samples, t); };
    film(phase, samples.times.front(), samples.times.back(), numbers, at, all);
  }
  return std::move(all).result();
}

}  // namespace tandem
