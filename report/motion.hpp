#pragma once

#include <tandem/core/json.hpp>
#include <tandem/ocp/answers/played.hpp>

#include <vector>

namespace tandem {

/// The frames of the moving picture, about 60 a second of the motion (at least 120, at most 1200): the page draws
/// straight lines between them. Shapes' kinds, sizes and roles are stored once for all frames that agree in them.
/// The first view that a picture asks for is that of all: then bodies are shown in space. Null where no phase has a
/// drawing.
Json motion_json(const std::vector<Played>& phases, const std::vector<double>& numbers);

/// A motion by its samples, a column of states and controls for each time; times do not decrease, and are twice where
/// something jumps.
struct Samples {
  const std::vector<double>& times;
  const Eigen::MatrixXd& states;
  const Eigen::MatrixXd& controls;
};

/// The same of a motion that is no answer. Null for fewer than two samples.
Json motion_json(const Phase& phase, const Samples& samples, const std::vector<double>& numbers);

}  // namespace tandem
