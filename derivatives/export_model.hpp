#pragma once

#include <tandem/dynamics/model.hpp>

#include <filesystem>

namespace tandem {

/// Saves a model's dynamics, with its own numbers, as CasADi functions in one file, in this order:
///
///   forward_dynamics(q, v, tau) -> a,   inverse_dynamics(q, v, a) -> tau,   coordinate_rates(q, v) -> q_dot,
///
/// then the names of its coordinates and of its velocities. CasADi loads the first by Function::load(file), all of
/// them by a FileDeserializer, in C++, Python or MATLAB; inputs and outputs bear these names, and their lengths are nq
/// and nv. Expressions have no branches to take and no checks: a quaternion must not be zero.
void export_model(const Model& model, const std::filesystem::path& file);

}  // namespace tandem
