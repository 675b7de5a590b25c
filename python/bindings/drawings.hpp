#pragma once

#include "borders.hpp"

#include <tandem/core/picture.hpp>

namespace tandem::python {

/// A shape whose numbers are outputs of a listing: its points' coordinates, then width, height and angle.
struct ListedShape {
  Picture::Shape::Kind kind = Picture::Shape::Kind::line;
  std::string role;
  int points = 0;
  bool is_traced = false;  ///< a point whose path is drawn, no shape
};

/// A picture of one instant: shapes in the order of the listing's outputs.
struct ListedDrawing {
  std::shared_ptr<const Listing> listing;
  std::vector<ListedShape> shapes;
  std::optional<Picture::View> view = {};

  template <class Knots>
  Picture operator()(const Knots& k) const {
    return picture((*listing)(k));
  }
  Picture picture(const std::vector<double>& numbers) const;
};

void bind_drawings(nb::module_& module);

}  // namespace tandem::python
