#pragma once

#include <tandem/derivatives/knot_socket.hpp>

#include <casadi/casadi.hpp>

#include <memory>
#include <vector>

namespace tandem {

/// A CasADi function (x, p) -> y as a knot function: x are the inputs of one knot, p the named numbers. CasADi
/// differentiates it once, bytecode evaluates it (derivatives/bytecode/README.md); patterns are CasADi's. A function of
/// matrices (MX) is expanded to scalar operations; what cannot be, or calls code of others, is refused by its name.
std::unique_ptr<KnotFunction> make_casadi_knot_function(const casadi::Function& function, std::vector<double> numbers);

}  // namespace tandem
