#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/found_designs.hpp>
#include <tandem/ocp/designs/codesign/kkt_evidence.hpp>

namespace tandem {

/// Tests a design of output feedback as certify_design.hpp does those of full states, the gain among the unknowns in
/// units of the natural one (ocp/designs/codesign/feedback_nlp.hpp). Its closed loop besides: its slowest mode over its
/// fastest (line `growth`), effort and response by the covariance and by its adjoint (`two_ways`). Where the answer has
/// no multipliers they are fitted, and a note says so; where the loop is not stable there is nothing to measure but
/// that. Cost: a dozen Lyapunov equations, and one for each unknown.
Certificate certify(const Codesign& problem, const FeedbackDesign& design, const codesign::DesignLimits& limits = {});

}  // namespace tandem
