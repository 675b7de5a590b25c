#include "drawings.hpp"

#include <tandem/core/error.hpp>

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
}

}  // namespace tandem::python
