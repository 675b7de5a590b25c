#pragma once

#include "listing.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace tandem::python {

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace): "name"_a

/// What each file adds to the module.
void bind_statement(nb::module_& module);
void bind_numpy_functions(nb::module_& module);
void bind_solving(nb::module_& module);
void bind_answers(nb::module_& module);
void bind_models(nb::module_& module);
void bind_registry(nb::module_& module);

}  // namespace tandem::python
