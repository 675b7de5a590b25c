// A CasADi answer as a series.
#include <tandem/core/error.hpp>

#include "casadi_solves.hpp"

#include <utility>

namespace tandem::bench {

/// Unknowns are [all states; all controls; end time where it is free; design numbers].
std::vector<SeriesRow> CasadiTwin::last_series() const {
  require(!unknowns_.empty() && sizes_.intervals > 0, "bench: there is no answer by Hermite-Simpson yet");
  const auto& [states, controls, intervals, start, fixed_end, has_free_end] = sizes_;
  const auto first_control = unknowns_.begin() + states * (intervals + 1);
  const auto after_controls = first_control + controls * (2 * intervals + 1);
  const double end = has_free_end ? *after_controls : fixed_end;
  std::vector<SeriesRow> rows;
  for (int i = 0; i <= 2 * intervals; ++i) {
    SeriesRow row{start + (end - start) * i / (2 * intervals), {}, {}};
    if (i % 2 == 0) row.states.assign(unknowns_.begin() + states * (i / 2), unknowns_.begin() + states * (i / 2 + 1));
    row.controls.assign(first_control + controls * i, first_control + controls * (i + 1));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tandem::bench
