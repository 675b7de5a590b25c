#pragma once

#include <tandem/dynamics/arguments.hpp>

namespace tandem {

/// The mass matrix M(q), full and symmetric, rotors included: composite bodies (Featherstone, RBDA, section 6.2), here
/// in the frame of the first body of each tree, so that composites are sums and M(i, j) = S_j' I_i S_i is a product of
/// 6-vectors. O(n depth). For products with M or its inverse, apply_mass and apply_mass_inverse are O(n).
template <class S>
void mass_matrix(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, OutMatrix<S> mass);

/// With the model's own parameters.
inline void mass_matrix(const Model& model, Workspace<double>& ws, In<double> q, OutMatrix<double> mass) {
  mass_matrix(model, model.parameters(), ws, q, mass);
}

}  // namespace tandem
