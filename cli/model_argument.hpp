#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/dynamics/models.hpp>

namespace tandem::cli {

/// A name that ends in .urdf or holds a '/' is a file; others are models of the collection.
bool is_file(const std::string& name);

/// The model that NAME and --base mean, with a state to start from.
ModelExample model_from(const Arguments& arguments);

}  // namespace tandem::cli
