#include <tandem/derivatives/bytecode/rare.hpp>

#include <casadi/casadi.hpp>

namespace tandem::bytecode {

void rare_function(unsigned char operation, const double* a, const double* b, double* results, int count) {
  for (int i = 0; i < count; ++i) casadi::casadi_math<double>::fun(operation, a[i], b[i], results[i]);
}

}  // namespace tandem::bytecode
