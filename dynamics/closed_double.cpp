#include <tandem/dynamics/recursions/instantiate_closed.tpp>

TANDEM_INSTANTIATE_CLOSED_RECURSIONS(double)
