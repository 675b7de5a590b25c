#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/ocp/answers/path.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem::continuation {

/// A point of a curve of zeros, with what is known there.
struct CurvePoint {
  Eigen::VectorXd x;
  double lambda = 0.0;
  Eigen::VectorXd tangent;       ///< d(x, lambda)/ds, of length 1, in the direction of travel
  double length = 0.0;           ///< along the curve from its start
  int corrections = 0;           ///< Newton steps that led here
  bool was_natural = false;      ///< corrected at fixed lambda
  int determinant_sign = 0;      ///< of the bordered matrix: another one beyond a simple branch point
  double branch_distance = 0.0;  ///< changes sign with the determinant, and is smooth there

  double rate() const { return tangent(tangent.size() - 1); }  ///< dlambda/ds
};

/// What was found between two points.
enum class Special { fold, branch_point, event, target };
std::string to_string(Special kind);

struct SpecialPoint {
  Special kind = Special::event;
  std::string name = {};  ///< of an event
  CurvePoint point;
  bool is_exact = true;  ///< else the corrector failed close by, and this is between its last two points
};

/// Why a curve ended. One that is open may be gone on with.
enum class CurveEnd { open, reached, bound, fold, event, step_limit, corrector_failure, closed, stopped };
std::string to_string(CurveEnd end);
/// What that is for the path of answers that goes to the curve's goal.
PathStatus path_status(CurveEnd end);

/// A curve so far: enough to go on from where it stopped.
struct Curve {
  std::vector<CurvePoint> points;
  std::vector<SpecialPoint> specials;
  CurveEnd end = CurveEnd::open;
  std::string reason = {};  ///< a sentence
  int rejected = 0;         ///< steps that were tried and found too long
  int corrections = 0;      ///< Newton steps, those of rejected steps and of locating included
  double step = 0.0;        ///< length of the next one
  bool is_natural = false;  ///< the next one is first tried at fixed lambda

  int count(Special kind) const;
};

}  // namespace tandem::continuation
