#pragma once

#include <Eigen/Core>

#include <tandem/dynamics/model.hpp>

namespace tandem {

/// A model of the collection with a state from which it moves in a way worth seeing.
struct ModelExample {
  Model model;
  Eigen::VectorXd q, v;
};

}  // namespace tandem
