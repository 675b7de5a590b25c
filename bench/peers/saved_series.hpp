#pragma once

#include <tandem/ocp/statement/phase.hpp>

#include <filesystem>
#include <vector>

namespace tandem::bench {

/// One instant of a peer's answer: states at knots, controls where the peer has some; else empty.
struct SeriesRow {
  double time = 0.0;
  std::vector<double> states, controls;
};

/// Writes an answer as `tandem certify` reads it (docs/certify.md), with twelve digits.
void save_series(const std::filesystem::path& file, const Phase& phase, const std::vector<SeriesRow>& rows,
                 double objective);

}  // namespace tandem::bench
