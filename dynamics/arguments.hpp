#pragma once

#include <tandem/dynamics/parameters.hpp>
#include <tandem/dynamics/workspace.hpp>

#include <Eigen/Core>

#include <span>
#include <type_traits>

/// The types in which the recursions take and return vectors and matrices. The scalar of a call is that of its
/// parameters and workspace; vectors bind without a copy to VectorX<S> and to contiguous pieces of it.
namespace tandem {

template <class S>
using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using MatrixX = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

template <class S>
using In = const std::type_identity_t<Eigen::Ref<const VectorX<S>>>&;
template <class S>
using Out = std::type_identity_t<Eigen::Ref<VectorX<S>>>;
template <class S>
using InMatrix = const std::type_identity_t<Eigen::Ref<const MatrixX<S>>>&;
template <class S>
using OutMatrix = std::type_identity_t<Eigen::Ref<MatrixX<S>>>;

/// External wrenches on the bodies: empty for none, or one for each body (the world's is ignored), about the origin
/// of the body's frame and in its axes.
template <class S>
using ExternalWrenches = std::type_identity_t<std::span<const Wrench<S>>>;

}  // namespace tandem
