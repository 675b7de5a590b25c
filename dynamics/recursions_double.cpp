#include <tandem/dynamics/recursions/instantiate.tpp>

TANDEM_INSTANTIATE_RECURSIONS(double)
