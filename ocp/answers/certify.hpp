#pragma once

#include <tandem/derivatives/knot_socket.hpp>
#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/answers/solution.hpp>

#include <span>
#include <vector>

namespace tandem {

/// Tests `solution` against the statement, knowing nothing of how it was found (docs/certificate.md): the motion is
/// played within its bounds, H = L + lambda' f minimised along it, and the answer's distance from the truth measured
/// in the objective's unit. Cost: some 60 evaluations of the dynamics with first derivatives an interval.
Certificate certify(const Problem& problem, const Solution& solution, const CertificateLimits& limits = {},
                    CertifyLevel level = CertifyLevel::full);

/// What the certificate evaluates along each phase: a solve's own functions, which numbers they take as inputs, and the
/// plug that made them.
struct PhaseFunction {
  KnotFunction* along = nullptr;
  std::vector<int> free_numbers = {};
};

/// certify() with functions that are there already, one a phase.
Certificate certify_with(const Problem& problem, const Solution& solution, std::span<const PhaseFunction> functions,
                         const CertificateLimits& limits, CertifyLevel level);

}  // namespace tandem
