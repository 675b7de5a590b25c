#pragma once

#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// A way from an easier problem to the one that was stated: a named number that starts elsewhere.
struct Easing {
  std::string number;
  double easy = 0.0, stated = 0.0;
};

/// The easings that a problem has, by the names of its numbers, in the order in which they are tried:
///
///   max_...      bounds of forces, torques, thrusts, speeds, all of them one after the other: from three times as much
///   gravity      from half
///   duration     from half as long again
///   stiffness    from half
///
/// Design numbers and zeros are left alone, and so is what the number's own bounds do not allow.
std::vector<Easing> easings_of(const Problem& problem);

/// One attempt and how it ended.
struct RescueAttempt {
  std::string words;    ///< "max_force from 60 to 20"
  std::string outcome;  ///< a sentence
  bool worked = false;
  int iterations = 0;
  double seconds = 0.0;
};

struct Rescue {
  std::vector<RescueAttempt> attempts;
  std::optional<Solution> solution;  ///< certified, of the problem as stated
};

/// Solves a problem that its solver did not solve from a guess by way of easier ones: each easing from the same guess
/// by follow_number (smoothed by a barrier of 1e-4), then, if none works, the ends of its states let open by their
/// distance from the start and closed step by step. The first certified answer is the rescue. Each attempt has at most
/// 500 iterations for the easy problem and 150 steps.
///
/// What a rescue finds is a local minimum like any other: often not the one that the guess was near.
Rescue rescue(const Problem& problem, const SolveOptions& options = {});

/// Puts a rescue in the place of an answer that is not certified, unless that only wants a finer mesh. Returns what was
/// tried and how it ended, in sentences; none for an answer that is certified.
std::vector<std::string> rescue_answer(const Problem& problem, Solution& solution, const SolveOptions& options = {});

/// The same problem with ends of states that may be missed: by `share` of how far each is from where its state starts
/// (of the guess where the statement leaves the start open, or 1 if that is no distance).
Problem with_open_ends(const Problem& problem, double share);

}  // namespace tandem
