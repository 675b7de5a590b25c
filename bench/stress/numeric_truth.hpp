#pragma once

#include "case.hpp"
#include <support/truths.hpp>

namespace tandem::stress {

/// The minimum that an answer is near to, from the answer as a guess. Where controls jump or are singular: polished on
/// one phase an arc. Else, or where that is not confirmed: collocation at five Radau points on meshes that are doubled
/// until two objectives agree to 1e-10 of their size; the uncertainty is three times their difference. None where
/// nothing converges.
std::optional<Optimum> optimum_near(const Problem& problem, const Solution& answer, test::Nature nature);

/// The same by polish alone, and by collocation alone, at five points of `transcription` ("radau", "gauss").
std::optional<Optimum> polished_optimum(const Problem& problem, const Solution& answer);
std::optional<Optimum> collocated_optimum(const Problem& problem, const Solution& answer,
                                          const std::string& transcription);

}  // namespace tandem::stress
