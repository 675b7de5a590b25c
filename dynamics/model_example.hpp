#pragma once

#include <tandem/dynamics/model.hpp>

#include <Eigen/Core>

namespace tandem {

/// A model of the collection with a state from which it moves in a way worth seeing.
struct ModelExample {
  Model model;
  Eigen::VectorXd q, v;
};

}  // namespace tandem
