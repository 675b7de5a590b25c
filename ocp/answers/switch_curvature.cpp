#include <tandem/ocp/answers/switch_curvature.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/eigen_spectra.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/accessory_ends.hpp>
#include <tandem/ocp/answers/accessory_motion.hpp>
#include <tandem/ocp/answers/bang_arcs.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Instant = Played::Instant;

const double kRoot = std::sqrt(3.0) / 6.0;
const double kGauss[2] = {0.5 - kRoot, 0.5 + kRoot};
const double kStage[2][2] = {{0.25, 0.25 - kRoot}, {0.25 + kRoot, 0.25}};  // the Gauss method of order 4
constexpr int kPanelsAtOnce = 32;                                          // panels that are looked at together
constexpr double kRank = 1e-9;                                             // of the rows that hold the ends
constexpr double kMoved = 0.01;                                            // of the duration
constexpr double kNamed = 0.5;  // of the largest share: a switch worth naming

/// A stretch of one interval without a switch.
struct Piece {
  int interval = 0;
  double from = 0.0, to = 1.0;
  int arc = 0;
};

/// The form and what it is measured by, over z = [times of the switches; what is free at the start].
class SwitchForm {
 public:
  SwitchForm(const Played& played, AccessoryMotion& motion, const BangArcs& arcs, const AccessoryProblem& ends)
      : played_(played), motion_(motion), arcs_(arcs), ends_(ends), switches_(static_cast<int>(arcs.switches.size())) {
    for (int i = 0; i < ends.size; ++i) {
      if (ends.free_at_start[i]) free_.push_back(i);
    }
    const int count = switches_ + static_cast<int>(free_.size());
    form_.setZero(count, count);
    regular_.setZero(switches_);
    y_.setZero(ends.size, count);
    for (std::size_t i = 0; i < free_.size(); ++i) y_(free_[i], switches_ + static_cast<int>(i)) = 1.0;
  }

  void integrate() {
    std::vector<Piece> pack;
    for (int arc = 0; arc <= switches_; ++arc) {
      for (const Piece& piece : pieces(arc)) {
        pack.push_back(piece);
        if (std::ssize(pack) == kPanelsAtOnce) go_along(pack);
      }
      go_along(pack);
      if (arc < switches_) jump(arc);
    }
    form_ += y_.transpose() * ends_.end_curvature * y_;
  }

  const MatrixXd& form() const { return form_; }
  MatrixXd rows() const { return ends_.end_rows * y_; }
  const VectorXd& regular() const { return regular_; }  ///< D_j

  /// What each of z is measured by: D_j, and of what is free at the start what couples it to the switches, and its own.
  VectorXd sizes() const {
    VectorXd sizes(form_.rows());
    sizes.head(switches_) = regular_;
    for (int i = switches_; i < sizes.size(); ++i) {
      sizes(i) = std::abs(form_(i, i));
      for (int j = 0; j < switches_; ++j) sizes(i) += form_(i, j) * form_(i, j) / regular_(j);
      if (!(sizes(i) > 0.0)) sizes(i) = 1.0;
    }
    return sizes.cwiseSqrt();
  }

 private:
  Instant begin_of(int arc) const { return arc == 0 ? Instant{0, 0.0} : arcs_.switches[arc - 1].at; }
  Instant end_of(int arc) const {
    return arc == switches_ ? Instant{played_.intervals() - 1, 1.0} : arcs_.switches[arc].at;
  }

  std::vector<Piece> pieces(int arc) const {
    const Instant begin = begin_of(arc), end = end_of(arc);
    std::vector<Piece> all;
    for (int k = begin.interval; k <= end.interval; ++k) {
      const double from = k == begin.interval ? begin.fraction : 0.0, to = k == end.interval ? end.fraction : 1.0;
      if (to > from) all.push_back({k, from, to, arc});
    }
    return all;
  }

  /// Y' = A Y, and the integral of Y'Q Y, by the Gauss method's two points on each piece.
  void go_along(std::vector<Piece>& pack) {
    std::vector<Instant> instants;
    MatrixXd controls(played_.phase().control_count, 2 * std::ssize(pack));
    for (const Piece& piece : pack) {
      for (const double s : kGauss) {
        controls.col(std::ssize(instants)) = arcs_.arcs[piece.arc];
        instants.push_back({piece.interval, piece.from + s * (piece.to - piece.from)});
      }
    }
    if (!instants.empty()) motion_.look_at(instants, controls);
    for (int i = 0; i < std::ssize(pack); ++i) {
      step((pack[i].to - pack[i].from) * played_.step(pack[i].interval), motion_.system(2 * i, {}).drift,
           motion_.system(2 * i + 1, {}).drift);
    }
    pack.clear();
  }

  /// Y_i = Y + h sum_j a_ij A_j Y_j; drift = [A 0; -Q -A'].
  void step(double h, const MatrixXd& first, const MatrixXd& second) {
    const int n = ends_.size;
    const MatrixXd* drift[2] = {&first, &second};
    MatrixXd system = MatrixXd::Identity(2 * n, 2 * n), right(2 * n, y_.cols());
    for (const int i : {0, 1}) {
      right.middleRows(i * n, n) = y_;
      for (const int j : {0, 1}) system.block(i * n, j * n, n, n) -= h * kStage[i][j] * drift[j]->topLeftCorner(n, n);
    }
    const MatrixXd stages = Eigen::PartialPivLU<MatrixXd>(system).solve(right);
    for (const int i : {0, 1}) {
      const MatrixXd stage = stages.middleRows(i * n, n);
      y_ += 0.5 * h * (drift[i]->topLeftCorner(n, n) * stage);
      form_ -= 0.5 * h * (stage.transpose() * (drift[i]->bottomLeftCorner(n, n) * stage));
    }
  }

  /// Switch j: its own terms, and the jump of what varies.
  void jump(int j) {
    MatrixXd controls(played_.phase().control_count, 2);
    controls << arcs_.arcs[j], arcs_.arcs[j + 1];
    motion_.look_at({arcs_.switches[j].at, arcs_.switches[j].at}, controls);
    const VectorXd before = motion_.rates(0), jump = motion_.rates(1) - before;
    const VectorXd push = motion_.slopes(1) - motion_.slopes(0);
    const double by_time = motion_.slope_by_time(1) - motion_.slope_by_time(0);
    // -d[H]/dt = [f]'H_x- - [H_x]'f- - [H_t]
    regular_(j) = jump.dot(motion_.slopes(0)) - push.dot(before) - by_time;
    MatrixXd mean = y_;
    mean.col(j) -= 0.5 * jump;
    const VectorXd coupling = mean.transpose() * push;
    form_(j, j) += regular_(j);
    form_.col(j) -= coupling;
    form_.row(j) -= coupling.transpose();
    y_.col(j) -= jump;
  }

  const Played& played_;
  AccessoryMotion& motion_;
  const BangArcs& arcs_;
  const AccessoryProblem& ends_;
  int switches_;
  std::vector<int> free_;  ///< of the accessory states
  MatrixXd form_, y_;
  VectorXd regular_;
};

/// Orthonormal directions that the rows leave alone.
MatrixXd null_space(MatrixXd rows) {
  const Eigen::Index count = rows.cols();
  for (auto row : rows.rowwise()) {
    if (const double norm = row.norm(); norm > 0.0) row /= norm;
  }
  if (rows.rows() == 0) return MatrixXd::Identity(count, count);
  Eigen::ColPivHouseholderQR<MatrixXd> factor;
  factor.setThreshold(kRank);
  factor.compute(rows.transpose());
  const MatrixXd q = factor.householderQ() * MatrixXd::Identity(count, count);
  return q.rightCols(count - factor.rank());
}

/// "'tx' at 0.785 and 'ty' at 1.23".
std::string words_for(const Played& played, const BangArcs& arcs, const VectorXd& shares) {
  std::string words = "the switches of ";
  for (std::size_t j = 0; j < arcs.switches.size(); ++j) {
    if (std::abs(shares(static_cast<int>(j))) < kNamed * shares.cwiseAbs().maxCoeff()) continue;
    const auto& [control, at] = arcs.switches[j];
    words += fmt::format("{}'{}' at {:.4g}", words.back() == ' ' ? "" : ", ", played.phase().controls[control].name,
                         played.time(at.interval, at.fraction));
  }
  return words;
}

void reduce(const Played& played, const BangArcs& arcs, const SwitchForm& form, SwitchCurvature& found) {
  const VectorXd units = form.sizes().cwiseInverse();
  const MatrixXd directions = null_space(form.rows() * units.asDiagonal());
  found.directions = static_cast<int>(directions.cols());
  if (found.directions == 0) return;
  const MatrixXd scaled = units.asDiagonal() * form.form() * units.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> spectrum(directions.transpose() * scaled * directions);
  found.least_ratio = spectrum.eigenvalues()(0);
  const VectorXd direction = directions * spectrum.eigenvectors().col(0);
  const VectorXd shares = direction.head(found.switches), times = shares.cwiseProduct(units.head(found.switches));
  found.worst = words_for(played, arcs, shares);
  found.moved = kMoved * (played.end() - played.start());
  const double largest = times.cwiseAbs().maxCoeff();
  if (largest > 0.0) found.change = 0.5 * found.least_ratio * std::pow(found.moved / largest, 2);
}

}  // namespace

SwitchCurvature switch_curvature(const Problem& problem, const Solution& solution, int phase) {
  SwitchCurvature found;
  const Played played(problem, solution, phase);
  const AccessoryStates states = accessory_states(problem, solution, phase);
  found.why_not = why_no_accessory_problem(problem, solution, played, states);
  if (!found.why_not.empty()) return found;
  try {
    AccessoryMotion motion(problem, solution, played, states);
    const BangArcs arcs = find_bang_arcs(played, motion);
    found.switches = static_cast<int>(arcs.switches.size());
    found.why_not = arcs.why_not;
    if (!found.why_not.empty() || arcs.switches.empty()) return found;
    AccessoryProblem ends;
    ends.size = states.size();
    fill_ends(problem, solution, played, states, ends);
    SwitchForm form(played, motion, arcs, ends);
    form.integrate();
    found.applies = form.form().allFinite() && form.regular().minCoeff() > 0.0;
    if (!found.applies) found.why_not = "a switching function does not cross its zero where its control switches";
    if (found.applies) reduce(played, arcs, form, found);
  } catch (const InvalidInput& missing) {  // a user's function without a Hessian
    found.why_not = missing.what();
  }
  return found;
}

std::string words_for(const SwitchCurvature& found) {
  if (found.directions == 0) {
    return found.switches == 1 ? "the ends leave its switch no direction"
                               : fmt::format("the ends leave its {} switches no direction", found.switches);
  }
  return fmt::format("moving {} by {:.2g}, and the others with them, changes the objective by {:.2g}", found.worst,
                     found.moved, found.change);
}

}  // namespace tandem
