#include <tandem/derivatives/scalar_casadi.hpp>
#include <tandem/dynamics/recursions/instantiate.hpp>

TANDEM_INSTANTIATE_RECURSIONS(casadi::SX)
