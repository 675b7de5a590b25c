#include "drawings.hpp"

#include <tandem/core/error.hpp>
#include <tandem/ocp/statement/problem.hpp>
#include <tandem/problems/model_pictures.hpp>

namespace tandem::python {
namespace {

using Kind = Picture::Shape::Kind;

Kind kind_of(const std::string& name) {
  static const std::map<std::string, Kind> all{{"line", Kind::line},           {"circle", Kind::circle},
                                               {"rectangle", Kind::rectangle}, {"box", Kind::box},
                                               {"cylinder", Kind::cylinder},   {"arrow", Kind::arrow}};
  const auto found = all.find(name);
  require(found != all.end(), "drawing: there is no shape '{}'", name);
  return found->second;
}

/// The model's own shapes, the first states being its coordinates, and the ways of frames; then what is listed.
struct ModelDrawing {
  Model model;
  std::vector<Frame> traced;
  ListedDrawing beside;

  template <class Knots>
  Picture operator()(const Knots& k) const {
    const std::span<const double> q(k.x.data(), static_cast<std::size_t>(model.nq()));
    Picture picture = beside(k);
    if (!picture.view) picture.view = Picture::View{0.7, 0.3};
    problems::draw(picture, model, q);
    for (const Frame& frame : traced) picture.trace(problems::place_of(model, q, frame));
    return picture;
  }
};

void draw_model(PhaseBuilder<kRunTime, kRunTime>& phase, const Model& model, const std::vector<std::string>& traced,
                ListedDrawing beside) {
  ModelDrawing drawing{model, {}, std::move(beside)};
  require(phase.stated().state_count >= model.nq(), "phase '{}' has {} states, fewer than the model '{}' coordinates",
          phase.stated().name, phase.stated().state_count, model.name());
  for (const std::string& name : traced) drawing.traced.push_back(model.find_frame(name));
  phase.drawing(std::move(drawing));
}

}  // namespace

Picture ListedDrawing::picture(const std::vector<double>& numbers) const {
  Picture picture;
  picture.view = view;
  auto next = numbers.begin();
  for (const ListedShape& listed : shapes) {
    std::vector<Picture::Point> points(static_cast<std::size_t>(listed.points));
    for (Picture::Point& point : points) {
      for (double& coordinate : point) coordinate = *next++;
    }
    if (listed.is_traced) {
      picture.traced.push_back(points.front());
      continue;
    }
    const double width = *next++, height = *next++, angle = *next++;
    picture.shapes.push_back({listed.kind, std::move(points), width, height, angle, listed.role});
  }
  return picture;
}

void bind_drawings(nb::module_& module) {
  nb::class_<ListedShape>(module, "Shape")
      .def("__init__", [](ListedShape* made, const std::string& kind, std::string role, int points) {
        const bool is_traced = kind == "trace";
        new (made) ListedShape{is_traced ? Kind::line : kind_of(kind), std::move(role), points, is_traced};
      });
  module.def(
      "draw_model",
      [](PhaseBuilder<kRunTime, kRunTime>& phase, const Model& model, const std::vector<std::string>& traced,
         std::shared_ptr<const Listing> listing, std::vector<ListedShape> shapes,
         std::optional<std::pair<double, double>> view) {
        ListedDrawing beside{std::move(listing), std::move(shapes)};
        if (view) beside.view = {view->first, view->second};
        draw_model(phase, model, traced, std::move(beside));
      },
      "phase"_a, "model"_a, "traced"_a, "listing"_a, "shapes"_a, "view"_a.none());
}

}  // namespace tandem::python
