#pragma once

#include <casadi/casadi.hpp>
#include <cppad/cppad.hpp>

namespace tandem {

/// The outputs of a tape as CasADi expressions of its independents and its dynamic parameters: walks the operations
/// that CppAD gives as a graph, so that users' functions need not be compiled for CasADi. Operations without a
/// counterpart there are refused by name. Changes nothing in the tape.
casadi::SX expression_of(CppAD::ADFun<double>& tape, const casadi::SX& independents, const casadi::SX& parameters);

}  // namespace tandem
