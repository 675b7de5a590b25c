#include <complex>

#include <tandem/derivatives/sweeps/instantiate.tpp>

TANDEM_INSTANTIATE_SWEEPS(std::complex<double>)
