#pragma once

#include <tandem/ocp/answers/played.hpp>

#include <string>

namespace tandem {

/// The second variation of a bang-bang motion by the times of its switches: is it a minimum among motions that switch
/// as often, a little earlier or later?
///
/// With the switch of t_j moved by d_j the state varies by y' = A y, y+ = y- - [f]_j d_j, and the Lagrangian by
///
///   1/2 sum_j ( D_j d_j^2 - 2 [H_x]_j'(y- + y+)/2 d_j ) + 1/2 integral of y'H_xx y + 1/2 y' M y (tf),
///
/// D_j = -d[H]/dt > 0 at a regular switch, [.] the value after it less the one before. Free times, design numbers and
/// start states are varied with them as in the accessory problem (accessory_panels.hpp). On the null space of what is
/// held at the end this form must be positive (Agrachev, Stefani, Zezza, SIAM J. Control Optim. 41, 2002; Osmolovskii
/// and Maurer, Applications to Regular and Bang-Bang Control, SIAM 2012, chapters 6 and 7).
struct SwitchCurvature {
  bool applies = false;
  std::string why_not;  ///< where it does not: a sentence, or empty where there is nothing to vary
  int switches = 0;
  int directions = 0;        ///< in which the times may move while the ends hold
  double least_ratio = 1.0;  ///< of the form to sum_j D_j d_j^2, over these directions
  std::string worst;         ///< the switches that move most in the worst direction, in words
  double change = 0.0;       ///< of the objective as minimised, where the first of them moves by `moved`
  double moved = 0.0;        ///< a hundredth of the duration
};

/// Of one phase of an answer whose controls are of the kind that jumps (is_bang_type). Cost: about six evaluations with
/// Hessians an interval, and a linear system of twice the states.
SwitchCurvature switch_curvature(const Problem& problem, const Solution& solution, int phase = 0);

/// "5 switches move in 2 directions; moving those of ... by 0.032 changes the objective by -2.3e-4".
std::string words_for(const SwitchCurvature& found);

}  // namespace tandem
