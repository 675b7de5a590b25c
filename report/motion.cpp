#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <tandem/report/motion.hpp>

namespace tandem {
namespace {

using nlohmann::json;

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
json structure_of(const Picture& picture) {
  json shapes = json::array();
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
json numbers_of(const Picture& picture) {
  json numbers = json::array();
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
    json structure = structure_of(picture);
    const auto found = std::find(structures_.begin(), structures_.end(), structure);
    if (!view_) view_ = picture.view;
    frames_.push_back({{"structure", found - structures_.begin()}, {"numbers", numbers_of(picture)}});
    if (found == structures_.end()) structures_.push_back(std::move(structure));
    times_.push_back(time);
  }

  json result() && {
    if (times_.empty()) return nullptr;
    return {{"times", std::move(times_)},
            {"structures", std::move(structures_)},
            {"frames", std::move(frames_)},
            {"view", view_ ? json{{"azimuth", view_->azimuth}, {"elevation", view_->elevation}} : json(nullptr)}};
  }

 private:
  json times_ = json::array(), frames_ = json::array();
  std::vector<json> structures_;
  std::optional<Picture::View> view_;
};

void film_phase(const Phase& phase, const Trajectory& trajectory, const std::vector<double>& numbers, Film& film) {
  const double start = trajectory.start(), duration = trajectory.end() - start;
  const int frames = static_cast<int>(std::clamp(std::ceil(60.0 * duration), 120.0, 1200.0));
  for (int i = 0; i <= frames; ++i) {
    const double t = start + duration * i / frames;
    const int interval = trajectory.interval_at(t);
    const Eigen::VectorXd x = trajectory.states(interval, t), u = trajectory.controls(interval, t);
    film.add(t, phase.drawing({{x.data(), static_cast<std::size_t>(x.size())},
                               {u.data(), static_cast<std::size_t>(u.size())},
                               t,
                               numbers}));
  }
}

}  // namespace

json motion_json(const Problem& problem, const std::vector<Trajectory>& trajectories,
                 const std::vector<double>& numbers) {
  Film film;
  for (std::size_t i = 0; i < trajectories.size(); ++i) {
    if (problem.phases()[i].drawing) film_phase(problem.phases()[i], trajectories[i], numbers, film);
  }
  return std::move(film).result();
}

}  // namespace tandem
