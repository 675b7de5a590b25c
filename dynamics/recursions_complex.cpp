#include <complex>

#include <tandem/dynamics/recursions/instantiate.hpp>

TANDEM_INSTANTIATE_RECURSIONS(std::complex<double>)
