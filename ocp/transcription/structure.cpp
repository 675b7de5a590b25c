#include <tandem/ocp/transcription/structure.hpp>

#include <fmt/format.h>

#include <iterator>

namespace tandem {
namespace {

using Writer = std::back_insert_iterator<std::string>;

void describe_phase(const StagedNlp& nlp, int i, Writer out) {
  const PhaseLayout& layout = nlp.layout(i);
  const Tableau& tableau = nlp.mesh(i).tableau;
  fmt::format_to(out, "  phase '{}': {} intervals of {}, {} stages\n", nlp.phase(i).name, layout.intervals(),
                 tableau.name, layout.stages());
  const int stage = layout.state(1) - layout.state(0);
  fmt::format_to(out, "    unknowns   {:>8}   {} a stage: {} states at {} nodes, {} controls at {}, {} integrals\n",
                 layout.own_variables(), stage, layout.states(), 1 + tableau.interior_states, layout.controls(),
                 tableau.node_controls() - (tableau.control_at_right ? 1 : 0), layout.integrals());
  fmt::format_to(out, "    equations  {:>8}   {} defects an interval, {} path constraints, {} end constraints{}\n",
                 layout.own_rows(), tableau.defects() * layout.states(), layout.paths(), layout.end_constraints(),
                 layout.has_duration_row() ? ", its duration" : "");
}

void describe_border(const StagedNlp& nlp, Writer out) {
  const NlpLayout& layout = nlp.layout();
  fmt::format_to(out, "  border       {:>8}  ", layout.border());
  if (layout.border() == 0) fmt::format_to(out, " nothing is shared by all stages");
  for (int i = 0; i < nlp.phases(); ++i) {
    const std::string& name = nlp.phase(i).name;
    const bool own_start = layout.phase(i).start_time() >= 0 && !nlp.phase(i).time.continues;
    if (own_start) fmt::format_to(out, " start of '{}'", name);
    if (layout.phase(i).end_time() >= 0) fmt::format_to(out, " end of '{}'", name);
  }
  for (const int number : nlp.problem().free_numbers()) {
    fmt::format_to(out, " number '{}'", nlp.problem().numbers()[number].name);
  }
  for (int i = 0; i < nlp.phases(); ++i) {
    if (layout.start_copy(i) >= 0) fmt::format_to(out, " start states of '{}'", nlp.phase(i).name);
  }
  fmt::format_to(out, "\n");
}

void describe_scaling(const Scaling& scaling, Writer out) {
  bool any = false;
  for (const NamedSize& one : scaling.names) {
    if (one.size == 1.0 && !one.is_given) continue;
    fmt::format_to(out, "  {} {:<20} {:.6g}{}\n", any ? "        " : "measured", one.name, one.size,
                   one.is_given ? " (given)" : "");
    any = true;
  }
  if (!any) fmt::format_to(out, "  measured by 1 throughout\n");
}

}  // namespace

std::string structure_of(const StagedNlp& nlp, const Scaling& scaling) {
  std::string text;
  const Writer out = std::back_inserter(text);
  const NlpLayout& layout = nlp.layout();
  const int unknowns = layout.variables(), rows = layout.constraints();
  fmt::format_to(out, "  unknowns     {:>8}   in {} stages and the border\n", unknowns, layout.stages());
  fmt::format_to(out, "  equations    {:>8}\n", rows);
  const auto share = [](double count, double all) { return all > 0.0 ? 100.0 * count / all : 0.0; };
  const int jacobian = nlp.jacobian_entries(), hessian = nlp.hessian_entries();
  fmt::format_to(out, "  Jacobian     {:>8}   non-zeros, {:.3g} % of its places\n", jacobian,
                 share(jacobian, static_cast<double>(unknowns) * rows));
  fmt::format_to(out, "  Hessian      {:>8}   entries of the lower triangle, {:.3g} %\n", hessian,
                 share(hessian, 0.5 * unknowns * (unknowns + 1.0)));
  for (int i = 0; i < nlp.phases(); ++i) describe_phase(nlp, i, out);
  describe_border(nlp, out);
  describe_scaling(scaling, out);
  return text;
}

}  // namespace tandem
