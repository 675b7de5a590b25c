#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/recursions/instantiate.tpp>

TANDEM_INSTANTIATE_RECURSIONS(CppAD::AD<double>)
