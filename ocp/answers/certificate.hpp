#pragma once

#include <Eigen/Core>

#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// One thing that was measured about an answer.
struct CertificateLine {
  std::string name;
  double value = 0.0;
  double limit = 0.0;       ///< NaN: there is none
  bool in_verdict = false;  ///< else it is a note
  bool holds = true;
  std::string where = {};  ///< the worst place: which named thing, when
};

/// "none" where nothing was measured.
enum class Verdict { none, pass, fail };
std::string to_string(Verdict verdict);

/// How far the printed objective may be from the truth, in the objective's own unit.
struct ErrorBar {
  double bar = 0.0;     ///< sum of all parts' sizes
  double better = 0.0;  ///< the objective without the parts that can be told, as stated
  double scale = 0.0;   ///< integral of |L| + |end cost|
  double relative() const { return bar / scale; }
};

/// Something that happens inside an interval and would be better placed at one of its ends.
struct MeshEvent {
  int interval = 0;
  double fraction = 0.0;  ///< of the interval
  std::string what;       ///< "switch of 'force'"
};

/// What the intervals of a phase add to the bar, in the objective's unit (as minimised).
struct PhaseParts {
  Eigen::VectorXd errors;  ///< e_k = excess - gap; on singular arcs -gap
  Eigen::VectorXd bounds;  ///< b_k: multipliers times what passes their bounds
  std::vector<MeshEvent> events;
  std::vector<bool> singular;
};

/// What was found when an answer was tested by other means than the solver's.
struct Certificate {
  std::string kind = "continuous";  ///< or "discrete", "structure", "controller"
  std::vector<CertificateLine> lines;
  std::vector<std::string> reasons;  ///< why the verdict is "fail", and what would help
  std::vector<std::string> notes;
  std::optional<ErrorBar> error_bar = {};  ///< of motions in continuous time
  std::vector<PhaseParts> parts = {};      ///< the bar's, of each phase

  Verdict verdict() const;
  bool passes() const { return verdict() == Verdict::pass; }   ///< nothing measured is no pass
  const CertificateLine& line(const std::string& name) const;  ///< refuses unknown names
};

/// Its solver finished, and its certificate passes: what the exit code of a command says.
template <class Answer>
bool is_certified(const Answer& answer) requires(requires { static_cast<bool>(answer.is_solved); }) {
  return answer.is_solved && answer.certificate.passes();
}

/// Limits of the certificate's lines; what they are relative to is said in docs/certificate.md.
struct CertificateLimits {
  double objective_error = 1e-5;
  double feasibility = 1e-4;
  double feasibility_unpriced = 3e-5;  ///< where no multiplier stands near
  double costates = 1e-2;
  double left_over = 1e-5;
  double node_violation = 1e-6;
  double transversality = 1e-4;
  double singular = 1e-2;
  double interval_error = 1e-4;
  double derivatives = 1e-9;
  double switching = 1e-4;              ///< of controls that a phase holds at one end of what they may do
  double singular_curvature = 1e-6;     ///< of the curvature where an arc is singular: rounding; elsewhere none at all
  double switch_curvature = 1e-3;       ///< how negative the second variation by the times of switches may be
  double price = 100.0;                 ///< a note's
  double step_residual = 1e-8;          ///< of discrete problems
  double discrete_stationarity = 1e-6;  ///< of discrete problems
};

/// How much is looked at: all; the lines that need no integration; nothing.
enum class CertifyLevel { full, light, none };
CertifyLevel certify_level(const std::string& name);  ///< "full", "light", "none"; refuses others

}  // namespace tandem
