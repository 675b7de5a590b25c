#pragma once

#include <tandem/ocp/search/polish/polish.hpp>

#include <optional>
#include <string>

namespace tandem::homotopy {

/// What a search for the arcs of an answer found: a polished answer that is confirmed and certified, or why none.
struct ArcSearch {
  std::optional<Polished> polished;
  std::string why;
  int iterations = 0;  ///< of all solves
};

/// Confirmed, solved and certified.
bool is_good(const Polished& polished);

/// The reason of an answer that is not good.
std::string reason_of(const Polished& polished);

/// Solves a problem on its own mesh, and on ones four and sixteen times finer until its arcs are clear, and polishes
/// what it finds. `options.solve` says how to solve, from which guess and on which mesh to begin.
ArcSearch search_arcs(const Problem& problem, const PolishOptions& options);

}  // namespace tandem::homotopy
