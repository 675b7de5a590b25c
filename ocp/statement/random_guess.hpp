#pragma once

#include <tandem/ocp/statement/guess.hpp>

namespace tandem {

/// Start number `start` of many: 0 is `around` itself, all others are bent away from it at random, the same for the
/// same seed on every machine. Each start draws how far it reaches, from not at all to the sizes below:
///
/// * a state goes through sum over m of a_m sin(m pi s) / m, s the fraction of the phase, with four random a_m of the
///   state's size: half its range, or the extent of `around` and of its stated ends if that is less;
/// * a state x_j that is the rate of another, x_i' = x_j, is bent by the slope of that one's curve;
/// * an end that the statement leaves open moves as well, within what it allows;
/// * controls go along straight lines through nine random values within their bounds, or of the size of `around`;
/// * where ends of phases are free, durations are up to twice as long or short; design numbers up to four times.
///
/// States of which no size is known, and that are no rates, take the largest known one over the duration, or 1.
/// Everything is moved into its bounds. Refuses a guess that does not fit, and a number below 0.
Guess random_guess(const Problem& problem, const Guess& around, unsigned seed, int start);

}  // namespace tandem
