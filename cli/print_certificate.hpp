#pragma once

#include <tandem/ocp/answers/certificate.hpp>

namespace tandem::cli {

/// The verdict, a line each of what was measured (name, value, limit, ok or FAILS or note, the worst place), notes and
/// reasons: of motions, structures and controllers alike.
void print_certificate(const Certificate& certificate);

}  // namespace tandem::cli
