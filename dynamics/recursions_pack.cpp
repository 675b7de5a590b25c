#include <tandem/core/pack.hpp>
#include <tandem/dynamics/recursions/instantiate.tpp>

TANDEM_INSTANTIATE_RECURSIONS(tandem::Pack4)
