#include <tandem/derivatives/sweeps/instantiate.hpp>

TANDEM_INSTANTIATE_SWEEPS(double)
