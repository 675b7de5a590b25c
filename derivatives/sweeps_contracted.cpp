#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/sweeps/contracted.tpp>

TANDEM_INSTANTIATE_CONTRACTED(double)
TANDEM_INSTANTIATE_CONTRACTED(tandem::Pack4)
TANDEM_INSTANTIATE_CONTRACTED(tandem::Dual<tandem::Pack4>)
