#include <tandem/ocp/designs/codesign/structure_certificate.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>

#include <cmath>

namespace tandem::codesign {

KktPoint point_of(const Codesign& problem, const Eigen::VectorXd& design) {
  problem.structure_cost(design);  // refuses sizes by name
  KktPoint point;
  point.unknowns = logarithms(design);
  point.lower = logarithms(problem.lower());
  point.upper = logarithms(problem.upper());
  for (const NamedNumber& number : problem.designs()) point.unknown_names.push_back(number.name);
  return point;
}

void add_claim(KktEvidence& evidence, double claimed, double found) {
  const double off = std::abs(claimed - found) / std::abs(found);
  if (!(off <= evidence.objective_error.value)) evidence.objective_error.where = "the cost is not what is claimed";
  evidence.objective_error.value += off;
}

Certificate structure_certificate() {
  Certificate certificate;
  certificate.kind = "structure";
  return certificate;
}

Certificate finished(Certificate certificate, bool is_solved, const std::string& message) {
  if (!is_solved) certificate.reasons.push_back(did_not_finish(message));
  add_reasons(certificate);
  return certificate;
}

}  // namespace tandem::codesign
