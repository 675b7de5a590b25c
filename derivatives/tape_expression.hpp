#pragma once

#include <casadi/casadi.hpp>
#include <cppad/cppad.hpp>

namespace tandem {

/// The outputs of a tape as CasADi expressions of its independents and its dynamic parameters: walks the operations
/// that CppAD gives as a graph, so that users' functions need not be compiled for CasADi. Operations without a
/// counterpart there are refused by name. Changes nothing in the tape.
casadi::SX expression_of(CppAD::ADFun<double>& tape, const casadi::SX& independents, const casadi::SX& parameters);

/// What the operations of a tape choose by: the arguments of its magnitudes and signs, the difference of the two
/// numbers that each of its conditional expressions compares (select_less, min and max are such). Where one of them
/// changes its sign, and only there, the outputs may have kinks or jumps.
casadi::SX choices_of(CppAD::ADFun<double>& tape, const casadi::SX& independents, const casadi::SX& parameters);

}  // namespace tandem
