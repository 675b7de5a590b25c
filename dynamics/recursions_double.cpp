#include <tandem/dynamics/recursions/instantiate.hpp>

TANDEM_INSTANTIATE_RECURSIONS(double)
