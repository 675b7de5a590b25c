#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tandem {

/// A direction in which two frames of a loop coincide, in the axes of the first: a turn about an axis, or a shift.
enum class Direction { turn_x, turn_y, turn_z, x, y, z };
using Directions = std::vector<Direction>;

/// A pin, of a loop in the x-y plane of its first frame; a pin in a slot along x; a ball; a hinge about z; no motion.
inline const Directions kPin{Direction::x, Direction::y};
inline const Directions kSlot{Direction::y};
inline const Directions kBall{Direction::x, Direction::y, Direction::z};
inline const Directions kHinge{Direction::turn_x, Direction::turn_y, Direction::x, Direction::y, Direction::z};
inline const Directions kWeld{Direction::turn_x, Direction::turn_y, Direction::turn_z,
                              Direction::x,      Direction::y,      Direction::z};

/// A freedom that is `offset` and so many times others. All by the names of velocities.
struct Coupling {
  std::string follower;
  std::vector<std::pair<std::string, double>> leaders;
  double offset;
};

/// Two frames that coincide in some directions, as it is stated.
struct LoopStatement {
  std::string name, first, second;
  Directions directions;
};

/// What ModelBuilder is told of loops.
struct LoopStatements {
  std::vector<Coupling> couplings;
  std::vector<LoopStatement> loops;
  std::vector<std::string> independent;                 ///< joints
  std::vector<std::pair<std::string, double>> guesses;  ///< of coordinates

  bool empty() const { return couplings.empty() && loops.empty(); }
};

}  // namespace tandem
