#include <tandem/core/pack.hpp>
#include <tandem/dynamics/recursions/instantiate.hpp>

TANDEM_INSTANTIATE_RECURSIONS(tandem::Pack4)
