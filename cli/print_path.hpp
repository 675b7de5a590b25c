#pragma once

#include <tandem/ocp/answers/path.hpp>

namespace tandem::cli {

/// A path as people read it: how it ended, what happens on it, its points in a table where they were designed, the last
/// one in full, and the certificate.
void print_path(const Path& path);

}  // namespace tandem::cli
