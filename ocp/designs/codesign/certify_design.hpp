#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/found_designs.hpp>
#include <tandem/ocp/designs/codesign/front.hpp>
#include <tandem/ocp/designs/codesign/kkt_evidence.hpp>

namespace tandem {

/// Tests a design against its statement, knowing of it what a file would hold: sizes, price, multiplier and the costs
/// that it claims. Costs are evaluated anew at these, the conditions of first and second order looked at in x = ln p
/// (ocp/designs/codesign/kkt_evidence.hpp), and derivatives held against differences along one direction. The
/// certificate's kind is "structure"; what is not solved fails by the solver's words, whatever else holds.
///
/// Of the lightest design within limits: minimise ln J_s subject to phi(x) <= 0 (ocp/designs/codesign/limits.hpp), and
/// effort and response with the gain of the claimed price. Cost: some ten evaluations of both costs.
Certificate certify(const Codesign& problem, const LimitedDesign& design, const codesign::DesignLimits& limits = {});

/// Of a point of a front: minimise ln((1 - lambda) J_s + lambda J_c) within the sizes' bounds. The same cost.
Certificate certify(const Codesign& problem, const ParetoPoint& point, const codesign::DesignLimits& limits = {});

}  // namespace tandem
