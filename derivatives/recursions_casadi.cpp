#include <tandem/derivatives/scalar_casadi.hpp>
#include <tandem/dynamics/recursions/instantiate.tpp>

TANDEM_INSTANTIATE_RECURSIONS(casadi::SX)
