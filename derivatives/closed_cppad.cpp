#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/recursions/instantiate_closed.tpp>

TANDEM_INSTANTIATE_CLOSED_RECURSIONS(CppAD::AD<double>)
