#include <tandem/ocp/search/warm_start.hpp>

namespace tandem {

Eigen::VectorXd multipliers_from(const StagedNlp& nlp, const Guess& guess) {
  for (int i = 0; i < nlp.phases(); ++i) {
    if (guess.phases[i].costates.size() == 0 || !nlp.mesh(i).tableau.discrete) return {};
  }
  Eigen::VectorXd multipliers = Eigen::VectorXd::Zero(nlp.layout().constraints());
  for (int i = 0; i < nlp.phases(); ++i) {
    const PhaseGuess& phase = guess.phases[i];
    const PhaseLayout& layout = nlp.layout(i);
    const double start = phase.time(0), duration = phase.time(phase.time.size() - 1) - start;
    for (int k = 0; k < layout.intervals(); ++k) {
      const double end = start + nlp.mesh(i).ends[k + 1] * duration;
      multipliers.segment(layout.defect(k, 0), layout.states()) = -interpolate(phase.time, phase.costates, end);
    }
  }
  return multipliers;
}

}  // namespace tandem
