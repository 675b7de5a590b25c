#include <tandem/ocp/search/homotopy/record.hpp>

#include <algorithm>
#include <utility>

namespace tandem::homotopy {

using continuation::Special;

namespace {

/// Points of the path answer the smoothed problem: off a bound its multiplier is barrier / slack, at every knot.
constexpr double kLeftByTheBarrier = 3e-4;

}  // namespace

Solution Record::certified(const NlpSolution& answer, const CertificateLimits& limits) const {
  Solution solution = make_solution(nlp_, answer);
  solution.certificate = certify(nlp_.problem(), solution, limits);
  return solution;
}

void Record::write(double value, const Solution& solution, int iterations) {
  found.points.push_back({value, solution.objective, iterations, solution.certificate});
  found.points.back().certificate.parts.clear();
}

void Record::write_exact(const NlpSolution& answer, double value, int iterations) {
  found.solution = certified(answer, options_.solve.limits);
  write(value, *found.solution, iterations + answer.iterations);
}

void Record::write_end(const NlpSolution& answer, double value) {
  found.solution = certified(answer, options_.solve.limits);
  found.points.back() = {value, found.solution->objective, found.points.back().iterations};
}

void Record::write_curve(KktSystem& kkt, const continuation::Curve& curve, std::size_t first,
                         std::size_t first_special) {
  for (std::size_t i = first; i < curve.points.size(); ++i) write_point(kkt, curve.points[i]);
  for (std::size_t i = first_special; i < curve.specials.size(); ++i) {
    const continuation::SpecialPoint& special = curve.specials[i];
    if (special.kind == Special::fold) found.marks.push_back({Mark::fold, special.point.lambda});
    if (special.kind == Special::branch_point) found.marks.push_back({Mark::branch_point, special.point.lambda});
  }
  found.rejected_steps += curve.rejected;
  found.iterations += curve.corrections;
}

void Record::write_point(KktSystem& kkt, const continuation::CurvePoint& point) {
  const bool is_normalised = point.x.size() > kkt.size();
  kkt.set_objective_weight(is_normalised ? point.x(kkt.size()) : 1.0);
  const Eigen::VectorXd unknowns = point.x.head(kkt.size());
  NlpSolution answer = kkt.answer_from(unknowns, point.lambda);
  // A saddle's matrix would need to be regularised: the certificate asks.
  if (!kkt.factorise(unknowns, point.lambda).is_minimum()) answer.last_regularization = kInfinity;
  CertificateLimits limits = options_.solve.limits;
  limits.left_over = std::max(limits.left_over, kLeftByTheBarrier);
  const Solution solution = options_.certifies_points ? certified(answer, limits) : make_solution(nlp_, answer);
  write(point.lambda, solution, point.corrections);
}

void Record::end(PathStatus status, std::string reason) {
  found.status = status;
  found.reason = std::move(reason);
}

}  // namespace tandem::homotopy
