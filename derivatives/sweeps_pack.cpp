#include <tandem/core/pack.hpp>
#include <tandem/derivatives/sweeps/instantiate.hpp>

TANDEM_INSTANTIATE_SWEEPS(tandem::Pack4)
