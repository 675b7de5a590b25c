#pragma once

namespace tandem::bytecode {

/// Operations without a vector form, one number after the other: results[i] = operation(a[i], b[i]) as CasADi has it.
void rare_function(unsigned char operation, const double* a, const double* b, double* results, int count);

}  // namespace tandem::bytecode
