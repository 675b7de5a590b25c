#include <tandem/ocp/certificate.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/switching_function.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tandem {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // a note without a limit

CertificateLine make_line(std::string name, const Worst& worst, double limit, bool in_verdict) {
  const bool holds = std::isnan(limit) || worst.value <= limit;
  return {std::move(name), worst.value, limit, in_verdict, holds, worst.where};
}

/// How many intervals would bring an error of this order in the step below its limit, with a margin of a fifth.
int intervals_needed(const CertificateLine& line, int intervals, int order) {
  const double factor = 1.2 * std::pow(line.value / line.limit, 1.0 / order);
  return static_cast<int>(std::ceil(intervals * factor));
}

std::string reason_for(const CertificateLine& line) {
  const std::string where = line.where.empty() ? "" : fmt::format(" ({})", line.where);
  return fmt::format("{} is {:.3g}, its limit {:.3g}{}", line.name, line.value, line.limit, where);
}

/// "Refine the mesh", and how far, where only errors that a finer mesh cures stand in the way.
void advise_refinement(Certificate& certificate, const Solution& solution, int order) {
  int wanted = 0;
  for (const CertificateLine& line : certificate.lines) {
    if (line.holds || !line.in_verdict) continue;
    const bool cured_by_refining = line.name == "interval_error" || line.name == "stationarity";
    if (!cured_by_refining || !std::isfinite(line.value)) return;
    const int line_order = line.name == "stationarity" ? 2 : order;
    wanted = std::max(wanted, intervals_needed(line, solution.intervals(), line_order));
  }
  if (wanted > 0) {
    certificate.reasons.push_back(fmt::format("refine the mesh: about {} intervals of {} instead of {} should do",
                                              wanted, solution.transcription, solution.intervals()));
  }
}

void add_notes(Certificate& certificate, const MotionEvidence& motion, const OptimalityEvidence& optimality,
               const CertificateLimits& /*limits*/) {
  certificate.notes = optimality.notes;
  certificate.notes.push_back(
      fmt::format("errors of the state grow at most about {:.3g} times from start to end", motion.amplification));
  if (motion.others_between.value > 1e-2) {
    certificate.notes.push_back(fmt::format("between nodes {} passes its bound by {:.3g}: the polynomial overshoots",
                                            motion.others_between.where, motion.others_between.value));
  }
}

}  // namespace

std::string to_string(Verdict verdict) {
  return verdict == Verdict::none ? "none" : (verdict == Verdict::pass ? "pass" : "fail");
}

Verdict Certificate::verdict() const {
  if (!reasons.empty()) return Verdict::fail;
  return lines.empty() ? Verdict::none : Verdict::pass;
}

CertifyLevel certify_level(const std::string& name) {
  const std::vector<std::string> known{"full", "light", "none"};
  const auto found = std::find(known.begin(), known.end(), name);
  require(found != known.end(), "certify '{}' is not known{}; there is full, light and none", name,
          did_you_mean(name, known));
  return static_cast<CertifyLevel>(found - known.begin());
}

const CertificateLine& Certificate::line(const std::string& name) const {
  for (const CertificateLine& line : lines) {
    if (line.name == name) return line;
  }
  refuse("certificate: it has no line '{}'", name);
}

Certificate certify(const Problem& problem, const Solution& solution, const CertificateLimits& limits,
                    CertifyLevel /*level*/) {
  const MotionEvidence motion = examine_motion(problem, solution);
  const OptimalityEvidence optimality = examine_optimality(problem, solution);
  const Tableau tableau = make_tableau(solution.transcription, solution.degree);

  Certificate certificate;
  std::vector<CertificateLine>& lines = certificate.lines;
  if (tableau.discrete) {
    const DiscreteEvidence discrete = examine_discrete(problem, solution);
    certificate.kind = "discrete";
    lines.push_back(make_line("step_residual", discrete.step_residual, limits.step_residual, true));
    lines.push_back(make_line("node_violation", motion.node_violation, limits.node_violation, true));
    lines.push_back(make_line("stationarity", discrete.stationarity, limits.discrete_stationarity, true));
    lines.push_back(make_line("interval_error", motion.interval_error, kNone, false));
  } else {
    lines.push_back(make_line("interval_error", motion.interval_error, 1e-5, true));
    lines.push_back(make_line("node_violation", motion.node_violation, limits.node_violation, true));
    lines.push_back(make_line("stationarity", optimality.stationarity, 1e-4, true));
  }
  if (const HeldControls held = examine_held_controls(problem, solution); held.any) {
    lines.push_back(make_line("switching", held.worst, limits.switching, true));
  }
  lines.push_back(make_line("transversality", optimality.transversality, limits.transversality, true));
  const Worst regularization{solution.last_regularization, "inertia of the last KKT matrix"};
  const bool is_singular = !optimality.notes.empty();  // there the reduced Hessian is flat but for rounding
  lines.push_back(make_line("curvature", regularization, is_singular ? limits.singular_curvature : 0.0, true));
  lines.push_back(make_line("open_loop_miss", motion.open_loop_miss, kNone, false));
  const bool state_is_past = !(motion.states_between.value <= 1e-2);
  const bool states_are_worst = state_is_past || motion.states_between.value >= motion.others_between.value;
  const Worst& between = states_are_worst ? motion.states_between : motion.others_between;
  lines.push_back(make_line("between_nodes", between, 1e-2, state_is_past));
  if (optimality.autonomous) {
    lines.push_back(make_line("hamiltonian_drift", optimality.hamiltonian_drift, 1e-3, false));
  }
  lines.push_back(make_line("mesh_error", motion.mesh_error, kNone, false));

  if (!solution.is_solved()) certificate.reasons.push_back("the solver did not finish: " + solution.message);
  for (const CertificateLine& line : lines) {
    if (line.in_verdict && !line.holds) certificate.reasons.push_back(reason_for(line));
  }
  if (solution.is_solved()) advise_refinement(certificate, solution, tableau.state_order);
  add_notes(certificate, motion, optimality, limits);
  return certificate;
}

}  // namespace tandem
