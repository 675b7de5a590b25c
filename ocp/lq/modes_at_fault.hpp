#pragma once

#include <tandem/ocp/lq/regulator.hpp>

#include <string>

namespace tandem::lq {

/// Why a regulator has no stabilising solution, in words: the eigenvalue of A that is not inside the stable region
/// (the left half plane, or the unit circle) and that B does not move, or, on its edge, that Q does not see (Popov,
/// Belevitch and Hautus: the rank of [A - s, B] and of [A' - s, Q]). Empty where there is none.
std::string mode_at_fault(const Regulator& regulator, bool is_discrete, const RiccatiWords& words = {});

}  // namespace tandem::lq
