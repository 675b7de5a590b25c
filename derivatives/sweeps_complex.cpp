#include <tandem/derivatives/sweeps/instantiate.tpp>

#include <complex>

TANDEM_INSTANTIATE_SWEEPS(std::complex<double>)
