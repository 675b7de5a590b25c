#include <tandem/ocp/search/polish/repair_arcs.hpp>

#include <tandem/ocp/answers/switching_function.hpp>
#include <tandem/ocp/search/polish/detect_arcs.hpp>
#include <tandem/ocp/search/polish/leaning_controls.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tandem {
namespace {

constexpr double kCollapsed = 1e-6;  ///< of the phase: a shorter arc is none
constexpr double kStrayed = 1e-7;    ///< of a state's scale: farther past a bound it is outside
constexpr int kSamples = 8;          ///< of dH/du in an interval

/// Phases without their collapsed arcs; the times that these held are shared by their neighbours.
void drop_collapsed(const Problem& problem, RepairedArcs& repaired) {
  for (std::size_t p = 0; p < repaired.arcs.phases.size(); ++p) {
    std::vector<Arc>& arcs = repaired.arcs.phases[p];
    const double least = kCollapsed * (arcs.back().end - arcs.front().start);
    const auto is_collapsed = [&](const Arc& arc) { return !(arc.length() > least); };
    if (std::all_of(arcs.begin(), arcs.end(), is_collapsed)) continue;
    std::vector<Arc> kept;
    for (const Arc& arc : arcs) {
      if (is_collapsed(arc)) {
        repaired.changes.push_back(fmt::format("an arc of phase '{}' at {:.6g} has shrunk to nothing and is dropped",
                                               problem.phases()[p].name, arc.start));
      } else {
        kept.push_back(arc);
      }
    }
    kept.front().start = arcs.front().start;
    for (std::size_t a = 1; a < kept.size(); ++a) kept[a - 1].end = kept[a].start;
    kept.back().end = arcs.back().end;
    arcs = std::move(kept);
  }
  repaired.arcs = merged(std::move(repaired.arcs));
}

/// Binds states that leave their bounds on an arc that did not hold them.
void bind_strayed(const Problem& statement, const Solution& polished, RepairedArcs& repaired) {
  int next = 0;
  for (std::size_t p = 0; p < repaired.arcs.phases.size(); ++p) {
    for (Arc& arc : repaired.arcs.phases[p]) {
      const Played replay(statement, polished, next++);
      const Eigen::VectorXd scales = replay.state_scales();
      for (int i = 0; i < replay.phase().state_count; ++i) {
        const State& state = replay.phase().states[i];
        const auto values = replay.series().states.row(i);
        const double below = state.range().lower.at(replay.numbers()) - values.minCoeff();
        const double above = values.maxCoeff() - state.range().upper.at(replay.numbers());
        if (arc.binds(i) || std::max(below, above) <= kStrayed * scales(i)) continue;
        arc.bind(i);
        repaired.changes.push_back(fmt::format("state '{}' leaves its bounds between {:.6g} and {:.6g}: they are held",
                                               state.name, arc.start, arc.end));
      }
    }
  }
}

/// The other end of what a control may do: inside, where that end is infinite.
Hold opposite(Hold hold, const Range& range, std::span<const double> numbers) {
  const Affine& end = hold == Hold::lower ? range.upper : range.lower;
  if (!std::isfinite(end.at(numbers))) return Hold::inside;
  return hold == Hold::lower ? Hold::upper : Hold::lower;
}

/// The pieces of one control along a held arc: as it is where dH/du has the right sign, `other` where it has not.
std::vector<ControlArc> pieces_by_sign(const SwitchingFunctions& functions, int control, const Arc& arc, Hold other,
                                       double limit) {
  const Hold own = arc.controls[control];
  const double sign = own == Hold::lower ? 1.0 : -1.0;
  std::vector<ControlArc> pieces;
  double before = 0.0, time_before = arc.start;
  for (int k = 0; k < functions.time.size(); ++k) {
    const double slope = sign * functions.slopes(control, k);
    const Hold hold = slope < -limit ? other : own;
    if (pieces.empty()) {
      pieces.push_back({arc.start, hold});
    } else if (pieces.back().hold != hold) {
      const double share = before * slope < 0.0 ? before / (before - slope) : 0.5;
      pieces.push_back({time_before + share * (functions.time(k) - time_before), hold});
    }
    before = slope;
    time_before = functions.time(k);
  }
  return pieces;
}

/// Everything that the answer says about dH/du along the arcs of one phase.
class SignExaminer {
 public:
  SignExaminer(const Problem& problem, const Problem& statement, const Solution& polished, double limit)
      : problem_(problem),
        statement_(statement),
        polished_(polished),
        limit_(limit),
        numbers_(numbers_of(problem, polished)) {}

  void examine(int phase, int first, RepairedArcs& repaired) {
    std::vector<Arc>& arcs = repaired.arcs.phases[phase];
    const Phase& stated = problem_.phases()[phase];
    sample(first, static_cast<int>(arcs.size()), stated.control_count);
    std::vector<Arc> all;
    for (std::size_t a = 0; a < arcs.size(); ++a) {
      std::vector<std::vector<ControlArc>> controls;
      for (int i = 0; i < stated.control_count; ++i) {
        const bool singular = is_singular(arcs, static_cast<int>(a), i);
        controls.push_back(singular ? pieces_of_singular(Played(statement_, polished_, first + static_cast<int>(a)), i)
                                    : pieces_of(stated.controls[i], i, arcs[a], samples_[a]));
        for (const ControlArc& piece : controls.back()) {
          if (piece.hold == arcs[a].controls[i]) continue;
          repaired.changes.push_back(words_for(stated.controls[i].name, arcs[a].controls[i], piece));
        }
      }
      std::vector<Arc> pieces = joint_arcs(controls, arcs[a].start, arcs[a].end);
      for (Arc& piece : pieces) {
        piece.bounded_states = arcs[a].bounded_states;
        piece.held_states = arcs[a].held_states;
        piece.held_paths = arcs[a].held_paths;
        piece.driven_controls = arcs[a].driven_controls;
      }
      pieces.back().has_fixed_end = arcs[a].has_fixed_end;
      std::move(pieces.begin(), pieces.end(), std::back_inserter(all));
    }
    arcs = std::move(all);
  }

 private:
  /// Free on this arc, held on another one.
  static bool is_singular(const std::vector<Arc>& arcs, int a, int control) {
    return arcs[a].controls[control] == Hold::inside &&
           std::any_of(arcs.begin(), arcs.end(), [&](const Arc& arc) { return arc.controls[control] != Hold::inside; });
  }

  static std::string words_for(const std::string& control, Hold now, const ControlArc& piece) {
    if (now == Hold::inside) {
      return fmt::format("singular control '{}' leans on its {} bound at {:.6g}: an arc with it there is put in",
                         control, to_string(piece.hold), piece.start);
    }
    return fmt::format("control '{}' must not be at its {} bound at {:.6g}: an arc with it {} is put there", control,
                       to_string(now), piece.start, to_string(piece.hold));
  }

  void sample(int first, int count, int controls) {
    samples_.clear();
    largest_terms_.setZero(controls);
    for (int a = 0; a < count; ++a) {
      PhaseHamiltonian hamiltonian(statement_, polished_, first + a);
      samples_.push_back(sample_switching_functions(hamiltonian, kSamples));
      largest_terms_ = largest_terms_.cwiseMax(samples_.back().terms);
    }
  }

  std::vector<ControlArc> pieces_of(const Control& control, int i, const Arc& arc, const SwitchingFunctions& samples) {
    if (arc.controls[i] == Hold::inside) return {{arc.start, Hold::inside, arc.piece(i)}};
    const Hold other = opposite(arc.controls[i], control.range(), numbers_);
    return pieces_by_sign(samples, i, arc, other, limit_ * largest_terms_(i));
  }

  const Problem& problem_;
  const Problem& statement_;
  const Solution& polished_;
  double limit_;
  std::vector<double> numbers_;
  std::vector<SwitchingFunctions> samples_;  ///< of each arc
  Eigen::VectorXd largest_terms_;            ///< of each control's dH/du along the phase
};

}  // namespace

RepairedArcs repaired_arcs(const Problem& problem, const ArcStructure& arcs, const Problem& statement,
                           const Solution& polished, double limit) {
  RepairedArcs repaired{arcs, {}};
  drop_collapsed(problem, repaired);
  if (!repaired.changes.empty()) return repaired;
  bind_strayed(statement, polished, repaired);
  SignExaminer examiner(problem, statement, polished, limit);
  int first = 0;
  for (int p = 0; p < std::ssize(arcs.phases); ++p) {
    examiner.examine(p, first, repaired);
    first += static_cast<int>(arcs.phases[p].size());
  }
  repaired.arcs = merged(std::move(repaired.arcs));
  return repaired;
}

}  // namespace tandem
