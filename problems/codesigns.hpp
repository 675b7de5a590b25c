#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>

// Structures designed together with their controllers: one function a problem, each in the file of its name.
namespace tandem::problems {

Codesign draper();
Codesign salama_cantilever();
Codesign salama_hub();

}  // namespace tandem::problems
