#pragma once

#include <tandem/ocp/search/continuation/curve.hpp>

#include <filesystem>
#include <string>

namespace tandem::continuation {

/// A curve as versioned JSON ("format": 1). Numbers come back to the last bit, so that a curve that is saved, loaded
/// and gone on with has the same points as one that never stopped.
std::string to_json(const Curve& curve);

/// Reads what to_json wrote; refuses text that is not JSON, another format, missing keys, by name.
Curve curve_from_json(const std::string& text);

void save_curve(const Curve& curve, const std::filesystem::path& file);
Curve load_curve(const std::filesystem::path& file);

}  // namespace tandem::continuation
