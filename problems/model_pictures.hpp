#pragma once

#include <tandem/core/picture.hpp>
#include <tandem/dynamics/model.hpp>

#include <span>

// Any model in space, by its own shapes. The world has z up: a picture's (x, y, z) is (x, z, -y) of it.
namespace tandem::problems {

Picture::Point on_picture(const Vec3<double>& world);

/// Where a frame stands at a configuration.
Picture::Point place_of(const Model& model, std::span<const double> q, const Frame& frame);

/// All bodies as their shapes say; what a mesh file shows is left out.
void draw(Picture& picture, const Model& model, std::span<const double> q);

}  // namespace tandem::problems
