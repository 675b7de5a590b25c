#pragma once

#include <tandem/cli/common_options.hpp>
#include <tandem/cli/given.hpp>
#include <tandem/dynamics/models.hpp>

#include <string>

namespace tandem::cli {

inline constexpr Option kStart{.name = "--start",
                               .takes = Takes::text,
                               .value = "NAME=VALUE",
                               .about = "start a joint here, elbow=0.5 or base.z=1; may be repeated",
                               .group = "Start",
                               .kinds = kModels,
                               .is_repeated = true};
inline constexpr Option kRate{.name = "--rate",
                              .takes = Takes::text,
                              .value = "NAME=VALUE",
                              .about = "start a joint at this speed; may be repeated",
                              .group = "Start",
                              .kinds = kModels,
                              .is_repeated = true};

/// A name that ends in .urdf or holds a '/' is a file; others are models of the collection.
bool is_file(const std::string& name);

/// Which of the two it is; refuses names of no model.
Kind kind_of_model(const std::string& name);

/// The model that NAME and --base mean, with a state to start from.
ModelExample model_from(const Given& given);

/// The same at the state that --start and --rate say.
ModelExample model_at_state(const Given& given);

}  // namespace tandem::cli
