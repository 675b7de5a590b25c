#include <tandem/core/pack.hpp>
#include <tandem/derivatives/sweeps/instantiate.tpp>

TANDEM_INSTANTIATE_SWEEPS(tandem::Pack4)
