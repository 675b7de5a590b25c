#include <tandem/ocp/search/polish/smooth_junctions.hpp>

#include <tandem/ocp/answers/played.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tandem {
namespace {

constexpr double kDifference = 1e-3;  ///< of the shorter arc beside a junction
constexpr double kMostMove = 0.3;     ///< of it, in one step
constexpr double kSettled = 1e-13;    ///< of the phase's duration: times move no more
constexpr double kGood = 1e-6;        ///< of the largest control: a jump that rounding may leave
constexpr int kMostSteps = 12;

/// The end of an arc at which a state comes to a bound or leaves it.
struct Junction {
  int phase = 0, arc = 0;
  int polished = 0;  ///< the arc's phase in the polished problem
  int control = 0;   ///< that tells the time
  bool comes_to_bound = false;
};

std::vector<Junction> junctions_of(const ArcStructure& arcs) {
  std::vector<Junction> junctions;
  int polished = 0;
  for (int p = 0; p < std::ssize(arcs.phases); ++p) {
    const std::vector<Arc>& phase = arcs.phases[p];
    for (int a = 0; a < std::ssize(phase); ++a, ++polished) {
      if (a + 1 == std::ssize(phase) || phase[a].holds_same(phase[a + 1])) continue;
      if (phase[a].controls == phase[a + 1].controls) {
        const auto held = [](const Arc& arc) { return arc.held_states.size() + arc.held_paths.size(); };
        junctions.push_back({p, a, polished, 0, held(phase[a + 1]) > held(phase[a])});
      }
    }
  }
  return junctions;
}

class JunctionSearch {
 public:
  JunctionSearch(const Problem& problem, const ArcStructure& arcs, const PolishMesh& mesh, const SolveOnArcs& solve_on)
      : problem_(problem), arcs_(arcs), mesh_(mesh), solve_on_(solve_on), junctions_(junctions_of(arcs)) {}

  std::optional<ArcStructure> search() {
    const int count = static_cast<int>(junctions_.size());
    if (count == 0) return {};
    Eigen::VectorXd times(count), scales(count);
    for (int j = 0; j < count; ++j) {
      const std::vector<Arc>& phase = arcs_.phases[junctions_[j].phase];
      times(j) = phase[junctions_[j].arc].end;
      scales(j) = std::min(phase[junctions_[j].arc].length(), phase[junctions_[j].arc + 1].length());
    }
    Eigen::MatrixXd slopes;
    std::optional<Eigen::VectorXd> jumps = differences(times, scales, slopes);
    for (int step = 0; jumps && step < kMostSteps; ++step) {
      Eigen::VectorXd move = -slopes.partialPivLu().solve(*jumps);
      if (!move.allFinite()) return {};
      move = move.cwiseMax(-kMostMove * scales).cwiseMin(kMostMove * scales);
      const std::optional<Eigen::VectorXd> next = jumps_at(times + move);
      if (!next) break;
      if (next->norm() > jumps->norm() && jumps->norm() <= kGood * largest_control_) break;  // rounding
      times += move;
      slopes += (*next - *jumps - slopes * move) * move.transpose() / move.squaredNorm();
      jumps = next;
      if ((move.array().abs() <= kSettled * scales.array()).all()) break;
    }
    if (!jumps || !(jumps->cwiseAbs().maxCoeff() <= kGood * largest_control_)) return {};
    return with_ends(times);
  }

 private:
  ArcStructure with_ends(const Eigen::VectorXd& times) const {
    ArcStructure moved = arcs_;
    for (int j = 0; j < std::ssize(junctions_); ++j) {
      std::vector<Arc>& phase = moved.phases[junctions_[j].phase];
      Arc& arc = phase[junctions_[j].arc];
      arc.end = phase[junctions_[j].arc + 1].start = times(j);
      arc.has_fixed_end = true;
    }
    return moved;
  }

  /// All controls' jumps at the junctions: controls x junctions of each; nothing, where there is no answer.
  std::optional<std::vector<Eigen::VectorXd>> all_jumps(const Eigen::VectorXd& times) {
    const ArcStructure moved = with_ends(times);
    const std::optional<Solution> solution = solve_on_(moved);
    if (!solution) return {};
    const Problem statement = polished_problem(problem_, moved, mesh_);
    std::vector<Eigen::VectorXd> jumps;
    for (const Junction& junction : junctions_) {
      const Played before(statement, *solution, junction.polished), after(statement, *solution, junction.polished + 1);
      // What a start with a slope of its own does to the first interval of a held arc is over in the second.
      const bool comes_to_bound = junction.comes_to_bound && after.intervals() > 1;
      const Eigen::VectorXd behind = comes_to_bound ? after.control(1, -1.0) : after.control(0, 0.0);
      jumps.emplace_back(behind - before.control(before.intervals() - 1, 1.0));
      largest_control_ = std::max(largest_control_, before.series().controls.cwiseAbs().maxCoeff());
    }
    return jumps;
  }

  std::optional<Eigen::VectorXd> jumps_at(const Eigen::VectorXd& times) {
    const auto all = all_jumps(times);
    return all ? std::optional(told(*all)) : std::nullopt;
  }

  /// Of the control that each junction goes by.
  Eigen::VectorXd told(const std::vector<Eigen::VectorXd>& all) const {
    Eigen::VectorXd own(std::ssize(all));
    for (int j = 0; j < own.size(); ++j) own(j) = all[j](junctions_[j].control);
    return own;
  }

  /// The jumps at `times` and their slopes by these. A junction goes by the control that its own time moves most.
  std::optional<Eigen::VectorXd> differences(const Eigen::VectorXd& times, const Eigen::VectorXd& scales,
                                             Eigen::MatrixXd& slopes) {
    const auto here = all_jumps(times);
    if (!here) return {};
    std::vector<std::vector<Eigen::VectorXd>> moved;
    for (int j = 0; j < times.size(); ++j) {
      Eigen::VectorXd beside = times;
      beside(j) += kDifference * scales(j);
      const auto found = all_jumps(beside);
      if (!found) return {};
      moved.push_back(*found);
      ((*found)[j] - (*here)[j]).cwiseAbs().maxCoeff(&junctions_[j].control);
    }
    const Eigen::VectorXd jumps = told(*here);
    slopes.resize(times.size(), times.size());
    for (int j = 0; j < times.size(); ++j) slopes.col(j) = (told(moved[j]) - jumps) / (kDifference * scales(j));
    return jumps;
  }

  const Problem& problem_;
  const ArcStructure& arcs_;
  const PolishMesh& mesh_;
  const SolveOnArcs& solve_on_;
  std::vector<Junction> junctions_;
  double largest_control_ = 0.0;
};

}  // namespace

std::optional<ArcStructure> smooth_junctions(const Problem& problem, const ArcStructure& arcs, const PolishMesh& mesh,
                                             const SolveOnArcs& solve_on) {
  return JunctionSearch(problem, arcs, mesh, solve_on).search();
}

}  // namespace tandem
