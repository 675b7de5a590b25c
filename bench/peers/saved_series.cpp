#include <tandem/core/error.hpp>

#include "saved_series.hpp"
#include <fmt/core.h>

#include <fstream>

namespace tandem::bench {

void save_series(const std::filesystem::path& file, const Phase& phase, const std::vector<SeriesRow>& rows,
                 double objective) {
  std::ofstream out(file);
  require(out.good(), "cannot write to '{}'", file.string());
  out << fmt::format("# objective {:.12g}\ntime", objective);
  for (const State& state : phase.states) out << ',' << state.name;
  for (const Control& control : phase.controls) out << ',' << control.name;
  out << '\n';
  const auto write = [&](const std::vector<double>& values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out << (values.empty() ? "," : fmt::format(",{:.12g}", values[i]));
  };
  for (const SeriesRow& row : rows) {
    out << fmt::format("{:.12g}", row.time);
    write(row.states, phase.states.size());
    write(row.controls, phase.controls.size());
    out << '\n';
  }
}

}  // namespace tandem::bench
