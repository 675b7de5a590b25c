#pragma once

#include <tandem/cli/given.hpp>
#include <tandem/dynamics/models.hpp>

#include <string>

namespace tandem::cli {

/// A name that ends in .urdf or holds a '/' is a file; others are models of the collection.
bool is_file(const std::string& name);

/// Which of the two it is; refuses names of no model.
Kind kind_of_model(const std::string& name);

/// The model that NAME and --base mean, with a state to start from.
ModelExample model_from(const Given& given);

}  // namespace tandem::cli
