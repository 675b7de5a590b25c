#pragma once

#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/kkt_evidence.hpp>

#include <string>

namespace tandem::codesign {

/// Sizes x = ln p, their bounds and names: what is known of a design whatever the problem makes of it. Refuses
/// sizes that are not positive, by name.
KktPoint point_of(const Codesign& problem, const Eigen::VectorXd& design);

/// The cost that is claimed against the one that is found, relative: a part of the objective's error.
void add_claim(KktEvidence& evidence, double claimed, double found);

/// An empty one of the kind "structure".
Certificate structure_certificate();

/// With reasons: the lines that do not hold, and the solver's words where it did not finish.
Certificate finished(Certificate certificate, bool is_solved, const std::string& message);

/// What `certified` finds; where the statement has no value at a design, that is the reason and nothing is measured.
template <class Certified>
Certificate certified_or_refused(const Certified& certified) {
  try {
    return certified();
  } catch (const Error& refusal) {
    Certificate certificate = structure_certificate();
    certificate.reasons.push_back(std::string("there is no value to look at: ") + refusal.what());
    return certificate;
  }
}

}  // namespace tandem::codesign
