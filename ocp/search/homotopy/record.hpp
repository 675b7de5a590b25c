#pragma once

#include <tandem/ocp/search/homotopy/answer_path.hpp>
#include <tandem/ocp/search/homotopy/homotopy_options.hpp>
#include <tandem/ocp/search/homotopy/kkt_system.hpp>

#include <string>

namespace tandem::homotopy {

/// Writes down what a homotopy finds, point by point: objectives, certificates, folds, counts.
class Record {
 public:
  /// The nlp and the options must outlive this.
  Record(StagedNlp& nlp, const HomotopyOptions& options) : nlp_(nlp), options_(options) {}

  Homotopy found;

  /// A point that IPOPT solved, after `iterations` of the path's own.
  void write_exact(const NlpSolution& answer, double value, int iterations);
  /// Takes the place of the last point: the motion at the end of feasibility, which has no multipliers to certify.
  void write_end(const NlpSolution& answer, double value);
  /// The points and special points of a curve from these places on, and its counts. Unknowns that are longer than the
  /// system's are those of its normalised form.
  void write_curve(KktSystem& kkt, const continuation::Curve& curve, std::size_t first, std::size_t first_special = 0);

  void end(PathStatus status, std::string reason);

 private:
  void write_point(KktSystem& kkt, const continuation::CurvePoint& point);
  Solution certified(const NlpSolution& answer, const CertificateLimits& limits) const;
  /// A point whose certificate keeps its lines, and not what each interval adds to them.
  void write(double value, const Solution& solution, int iterations);

  StagedNlp& nlp_;
  const HomotopyOptions& options_;
};

}  // namespace tandem::homotopy
