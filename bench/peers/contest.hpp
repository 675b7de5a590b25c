#pragma once

#include "batches.hpp"
#include "contestant.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tandem::bench {

/// Pinocchio keeps third-order tensors in its Data: memory grows with the cube of the freedoms, 4.4 GB at 512.
enum class Sides { both, ours };

/// All implementations, each compiled each way, with one tree and the same states.
class Contest {
 public:
  explicit Contest(const Tree& tree, int state_count = 64, Sides sides = Sides::both);

  /// Refuses, with tree and function, when any two answers differ by more than `tolerance` of the answer's norm, on
  /// any state.
  void compare(Task task, double tolerance) const;

  /// Who can, timed side by side. Names begin with the side, "tandem" or "Pinocchio".
  std::vector<Entrant> race(Task task, const BatchOptions& options = {}) const;

  const Tree& tree() const { return tree_; }
  const std::vector<TreeState>& states() const { return states_; }
  /// What the peer answers, its first way.
  std::vector<double> peer_answer(Task task, int state) const;

 private:
  struct Named {
    std::string name;
    std::unique_ptr<Contestant> contestant;
  };

  Tree tree_;
  std::vector<TreeState> states_;
  std::vector<Named> contestants_;
};

const char* name_of(Task task);

}  // namespace tandem::bench
