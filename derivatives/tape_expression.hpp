#pragma once

#include <casadi/casadi.hpp>
#include <cppad/cppad.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace tandem {

/// The outputs of a tape as CasADi expressions of its independents and its dynamic parameters: walks the operations
/// that CppAD gives as a graph, so that users' functions need not be compiled for CasADi. Operations without a
/// counterpart there are refused by name. Changes nothing in the tape.
casadi::SX expression_of(CppAD::ADFun<double>& tape, const casadi::SX& independents, const casadi::SX& parameters);

/// The same; what a table looks up, the numbers of kept steps at an expression, becomes what `lookup` makes of it (else
/// comparisons).
using Lookup = std::function<std::vector<casadi::SXElem>(std::size_t steps, const casadi::SXElem& at)>;
casadi::SX expression_of(CppAD::ADFun<double>& tape, const casadi::SX& independents, const casadi::SX& parameters,
                         const Lookup& lookup);

/// What the operations of a tape choose by: the arguments of its magnitudes and signs, the difference of the two
/// numbers that each of its conditional expressions compares (select_less, min and max are such), that of what a table
/// is looked up at and each of its breaks. Where one of them
/// changes its sign, and only there, the outputs may have kinks or jumps.
casadi::SX choices_of(CppAD::ADFun<double>& tape, const casadi::SX& independents, const casadi::SX& parameters);

}  // namespace tandem
