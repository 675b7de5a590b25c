#pragma once

#include <tandem/ocp/transcription/tableau.hpp>

namespace tandem {

/// The motion itself as a transcription: x_{k+1} - x_k is what two steps of classical Runge-Kutta make of an interval,
/// under a control that is the parabola through three nodes of the interval's own (left end, middle, right end).
/// Multipliers of its defects are costates by the adjoint equation along the motion, and derivatives by its nodes are
/// h/6, 4h/6, h/6 times the slope of the Hamiltonian there: what a fit of costates looks at, inside intervals too.
/// It holds no path constraints.
Tableau flow_tableau();

}  // namespace tandem
