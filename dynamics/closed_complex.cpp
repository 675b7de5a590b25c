#include <tandem/dynamics/recursions/instantiate_closed.tpp>

#include <complex>

TANDEM_INSTANTIATE_CLOSED_RECURSIONS(std::complex<double>)
