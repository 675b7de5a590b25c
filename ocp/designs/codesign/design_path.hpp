#pragma once

#include <tandem/ocp/search/continuation/follow.hpp>

#include <string>

namespace tandem::codesign {

/// How paths of designs are followed, fronts and limits alike. Newton's method is half-smooth where a size leaves its
/// bound: effort rules the steps, and neither contraction nor the tangent's angle, which breaks there. A path ends at a
/// fold: beyond it are no minima.
continuation::FollowOptions design_path_options(double first_step, double greatest_step, double tolerance);

/// Why a path ended, without its parameter: that is a logarithm or a fraction, which the caller says in its own words.
std::string why_it_ended(const continuation::Curve& path);

}  // namespace tandem::codesign
