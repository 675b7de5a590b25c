#include "borders.hpp"
namespace tandem::python {
void bind_registry(nb::module_& module) { (void)module; }
}
