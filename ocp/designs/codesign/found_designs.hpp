#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/designs/codesign/limits.hpp>

#include <Eigen/Core>

#include <string>

namespace tandem {

/// The lightest design within limits on mean squares, and what says so.
struct LimitedDesign {
  bool is_solved = false;
  std::string message;  ///< a sentence
  codesign::Limits limits;
  Eigen::VectorXd design;
  double price = 0.0;       ///< r of effort against response
  double multiplier = 0.0;  ///< of psi: d ln J_s / d ln of both limits, with the other sign; 0 where neither holds it
  double structure_cost = 0.0, effort = 0.0, response = 0.0;
  Certificate certificate = {};  ///< certify_design.hpp
  int iterations = 0, evaluations = 0;
  double seconds = 0.0;
};

/// A design with a gain u = -K y of direct output feedback within the problem's limits on mean squares.
struct FeedbackDesign {
  bool is_solved = false;
  std::string message;
  Eigen::VectorXd design;
  Eigen::MatrixXd gain;
  double structure_cost = 0.0, effort = 0.0, response = 0.0;
  Eigen::VectorXd multipliers;   ///< of both limits in logarithms, for ln J_s; empty: none are known
  double abscissa = 0.0;         ///< of the closed loop: negative where it is stable
  Certificate certificate = {};  ///< certify_feedback.hpp
  int iterations = 0, evaluations = 0;
  double seconds = 0.0;
};

/// What is certified before what is only solved, that before anything else; among the same the lighter.
template <class Design>
bool is_better(const Design& a, const Design& b) {
  const auto rank = [](const Design& one) { return is_certified(one) ? 0 : one.is_solved ? 1 : 2; };
  return rank(a) != rank(b) ? rank(a) < rank(b) : a.structure_cost < b.structure_cost;
}

}  // namespace tandem
