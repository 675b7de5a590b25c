#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/recursions/instantiate.hpp>

TANDEM_INSTANTIATE_RECURSIONS(CppAD::AD<double>)
