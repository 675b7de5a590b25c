#include <complex>

#include <tandem/dynamics/recursions/instantiate.tpp>

TANDEM_INSTANTIATE_RECURSIONS(std::complex<double>)
