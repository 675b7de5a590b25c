#pragma once

#include <tandem/derivatives/knot_socket.hpp>
#include <tandem/ocp/answers/certificate_bar.hpp>
#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/answers/phase_flow.hpp>
#include <tandem/ocp/answers/played_phase.hpp>

#include <string>
#include <vector>

namespace tandem {

/// One phase of an answer, played: what the certificate's lines are made of.
struct CertifiedPhase {
  /// `function` is what a PhaseFlow wants; problem, solution and function outlive this.
  CertifiedPhase(const Problem& problem, const Solution& solution, int phase, KnotFunction& function,
                 std::vector<int> free_numbers, double sign);
  CertifiedPhase(const CertifiedPhase&) = delete;  // the flow holds on to the answer
  CertifiedPhase& operator=(const CertifiedPhase&) = delete;

  /// After play(): the bar, and the integrals that free times and numbers need.
  void make_bar(double objective_scale);

  /// What the answer's states and controls make of the phase's running cost, as stated; where the answer says nothing,
  /// what was played, if it was.
  double claimed_cost(bool was_played) const;

  /// Of a phase in continuous time: derivatives of its Lagrangian along the played motion.
  BorderShare border(const Problem& problem) const;

  /// What the stored control does past its bounds between nodes, in its own unit, and what clipping it costs; empty
  /// where it stays within them.
  std::string overshoot_note() const;

  Played answer;
  PhaseFlow flow;
  std::string prefix;     ///< "phase 'x': " where the problem has several
  double end_cost = 0.0;  ///< as stated
  PlayedPhase played = {};
  PhaseBar bar = {};
  PhaseIntegrals integrals = {};
};

}  // namespace tandem
