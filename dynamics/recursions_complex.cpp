#include <tandem/dynamics/recursions/instantiate.tpp>

#include <complex>

TANDEM_INSTANTIATE_RECURSIONS(std::complex<double>)
