#include "borders.hpp"

#include <tandem/core/error.hpp>

NB_MODULE(_core, module) {
  using namespace tandem::python;
  module.doc() = "tandem's C++ library; the package `tandem` is the door to it.";
  nb::set_leak_warnings(false);  // a module's classes live as long as the process
  // An exception of the library is one of Python with the same sentence.
  static const nb::exception<tandem::Error> error(module, "Error", PyExc_RuntimeError);
  static const nb::exception<tandem::NumericalError> numerical(module, "NumericalError", error.ptr());
  static const nb::exception<tandem::InvalidInput> invalid(module, "InvalidInput", PyExc_ValueError);
  bind_models(module);
  bind_numpy_functions(module);
  bind_statement(module);
  bind_answers(module);
  bind_solving(module);
  bind_registry(module);
}
