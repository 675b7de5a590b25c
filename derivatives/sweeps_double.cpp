#include <tandem/derivatives/sweeps/instantiate.tpp>

TANDEM_INSTANTIATE_SWEEPS(double)
