#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>

#include <string>
#include <vector>

namespace tandem {

/// The co-design problems that come with tandem, by name.
std::vector<std::string> codesign_names();
bool is_codesign(const std::string& name);

/// A fresh copy of the co-design problem `name`; refuses unknown names with the nearest known ones.
Codesign make_codesign(const std::string& name);

}  // namespace tandem
