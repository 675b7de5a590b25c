#include <tandem/dynamics/inverse_kinematics.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/error.hpp>
#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/moved_frame.hpp>
#include <tandem/dynamics/rotation.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace tandem {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The rotation vector of a rotation, in its own axes.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  return quaternion_log(Quaternion<double>{q.w(), Vec3<double>(q.vec())}).eigen();
}

/// What frames miss and its derivatives by the freedoms; limits of freedoms.
class Reach {
 public:
  Reach(const Model& model, const Parameters<double>& parameters, std::span<const FrameTarget> targets)
      : model_(model), parameters_(parameters), ws_(model), targets_(targets) {
    lower_.setConstant(model.nv(), -std::numeric_limits<double>::infinity());
    upper_ = -lower_;
    for (int i = 1; i < model.body_count(); ++i) {
      const Link& link = model.links()[i];
      if (link.velocity_count != 1) continue;
      lower_(link.v_index) = model.body(i).joint.limits.lower;
      upper_(link.v_index) = model.body(i).joint.limits.upper;
    }
    for (const FrameTarget& target : targets) {
      frames_.push_back(model.find_frame(target.frame));
      require(is_moved(model, frames_.back()), "inverse kinematics of model '{}': no joint moves frame '{}'",
              model.name(), target.frame);
      require(target.position || target.axes, "inverse kinematics of model '{}': nothing is wanted of frame '{}'",
              model.name(), target.frame);
      rows_ += (target.position ? 3 : 0) + (target.axes ? 3 : 0);
    }
    e_.resize(rows_);
    J_.resize(rows_, model.nv());
  }

  const VectorXd& errors() const { return e_; }
  const MatrixXd& jacobian() const { return J_; }

  void evaluate(const VectorXd& q) {
    const VectorXd rest = VectorXd::Zero(model_.nv());
    MatrixXd jacobian(6, model_.nv());
    long row = 0;
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      FrameMotion<double> motion;
      frame_motion<double>(model_, parameters_, ws_, q, rest, rest, frames_[k], motion);
      frame_jacobian<double>(model_, parameters_, ws_, q, frames_[k], jacobian);
      const Eigen::Matrix3d R = motion.placement.rotation.eigen();
      if (targets_[k].position) {
        e_.segment<3>(row) = motion.placement.translation.eigen() - *targets_[k].position;
        J_.middleRows<3>(row) = R * jacobian.bottomRows<3>();
        row += 3;
      }
      if (targets_[k].axes) {
        e_.segment<3>(row) = rotation_vector(targets_[k].axes->transpose() * R);
        J_.middleRows<3>(row) = jacobian.topRows<3>();
        row += 3;
      }
    }
  }

  /// Of the last evaluation.
  std::vector<FrameMiss> misses() const {
    std::vector<FrameMiss> found;
    long row = 0;
    for (const FrameTarget& target : targets_) {
      FrameMiss miss{target.frame};
      if (target.position) miss.distance = e_.segment<3>(row).norm(), row += 3;
      if (target.axes) miss.angle = e_.segment<3>(row).norm(), row += 3;
      found.push_back(miss);
    }
    return found;
  }

  /// q moved by a step, one-freedom joints within their limits.
  VectorXd moved(const VectorXd& q, const VectorXd& step) const {
    VectorXd to(model_.nq());
    integrate<double>(model_, q, step, to);
    for (const Link& link : model_.links()) {
      if (link.velocity_count != 1) continue;
      double& at = to(link.q_index);
      at = std::clamp(at, lower_(link.v_index), upper_(link.v_index));
    }
    return to;
  }

  /// Freedoms that are at no limit.
  std::vector<int> within_limits(const VectorXd& q) const {
    std::vector<int> within;
    for (int d = 0; d < model_.nv(); ++d) {
      const Link& link = model_.links()[model_.body_of_velocity(d)];
      const bool is_scalar = link.velocity_count == 1;
      if (!is_scalar || (q(link.q_index) > lower_(d) && q(link.q_index) < upper_(d))) within.push_back(d);
    }
    return within;
  }

  /// Freedoms that may move along -gradient: not at a limit that it pushes them over.
  std::vector<int> free_to_go(const VectorXd& q, const VectorXd& gradient) const {
    std::vector<int> free;
    for (int d = 0; d < model_.nv(); ++d) {
      const Link& link = model_.links()[model_.body_of_velocity(d)];
      const bool is_held = link.velocity_count == 1 && ((q(link.q_index) <= lower_(d) && gradient(d) > 0) ||
                                                        (q(link.q_index) >= upper_(d) && gradient(d) < 0));
      if (!is_held) free.push_back(d);
    }
    return free;
  }

 private:
  const Model& model_;
  const Parameters<double>& parameters_;
  Workspace<double> ws_;
  std::span<const FrameTarget> targets_;
  std::vector<Frame> frames_;
  VectorXd lower_, upper_, e_;
  MatrixXd J_;
  long rows_ = 0;
};

/// Those of `some` that `others` have too; both grow.
std::vector<int> common(const std::vector<int>& some, const std::vector<int>& others) {
  std::vector<int> both;
  std::set_intersection(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(both));
  return both;
}

/// Levenberg and Marquardt: (J'J + l) s = -J'e over the freedoms that may go, of those in `allowed` if it is given.
void approach(Reach& reach, const InverseKinematicsOptions& options, const std::vector<int>* allowed,
              InverseKinematics& answer) {
  double damping = 1e-3;
  reach.evaluate(answer.q);
  while (answer.steps < options.most_steps && reach.errors().cwiseAbs().maxCoeff() > options.tolerance) {
    const VectorXd e = reach.errors(), gradient = reach.jacobian().transpose() * e;
    std::vector<int> free = reach.free_to_go(answer.q, gradient);
    if (allowed != nullptr) free = common(free, *allowed);
    const MatrixXd J = reach.jacobian()(Eigen::all, free);
    const VectorXd slope = gradient(free);
    if (slope.size() == 0 || slope.norm() <= 1e-13 * (1 + J.norm()) * e.norm()) return;  // the nearest there is
    ++answer.steps;
    MatrixXd normal = J.transpose() * J;
    normal.diagonal().array() += damping * std::max(1e-12, e.norm());
    VectorXd step = VectorXd::Zero(gradient.size());
    step(free) = -normal.llt().solve(slope);
    const VectorXd to = reach.moved(answer.q, step);
    reach.evaluate(to);
    if (reach.errors().norm() < e.norm()) {
      answer.q = to;
      damping = std::max(1e-9, damping * 0.2);
      continue;
    }
    reach.evaluate(answer.q);
    damping *= 8;
    if (damping > 1e12) return;
  }
}

/// The weighed departure from what is preferred.
class Preference {
 public:
  Preference(const Model& model, const InverseKinematicsOptions& options)
      : model_(model),
        to_(options.preferred),
        weights_(options.weights.size() > 0 ? options.weights : VectorXd(VectorXd::Ones(model.nv()))) {
    check_length(model, "preferred", to_.size(), model.nq());
    check_length(model, "weights", weights_.size(), model.nv());
    require(weights_.minCoeff() > 0, "inverse kinematics of model '{}': a weight is {}: they must be positive",
            model.name(), weights_.minCoeff());
  }
  const VectorXd& weights() const { return weights_; }
  VectorXd gradient(const VectorXd& q) const {
    VectorXd departure(model_.nv());
    difference<double>(model_, to_, q, departure);
    return weights_.cwiseProduct(departure);
  }
  double value(const VectorXd& q) const { return 0.5 * gradient(q).cwiseAbs2().cwiseQuotient(weights_).sum(); }

 private:
  const Model& model_;
  VectorXd to_, weights_;
};

/// The step of the null space: [W J'; J 0] [s; m] = [-W d; -e] over the freedoms that may go.
VectorXd null_space_step(const Reach& reach, const VectorXd& weights, const VectorXd& gradient,
                         const std::vector<int>& free) {
  const MatrixXd J = reach.jacobian()(Eigen::all, free);
  const VectorXd inverse = weights(free).cwiseInverse();
  // s = -W^-1 (g + J'm),   J W^-1 J'm = e - J W^-1 g; least in m where rows of J depend on each other.
  const MatrixXd reachable = J * inverse.asDiagonal() * J.transpose();
  const VectorXd g = gradient(free);
  const VectorXd m = reachable.completeOrthogonalDecomposition().solve(reach.errors() - J * inverse.cwiseProduct(g));
  VectorXd step = VectorXd::Zero(gradient.size());
  step(free) = -inverse.cwiseProduct(g + J.transpose() * m);
  return step;
}

/// What pushes each freedom once the targets' multipliers, found from those that may go, are taken off.
VectorXd pushes(const Reach& reach, const VectorXd& gradient, const std::vector<int>& free) {
  const MatrixXd J = reach.jacobian()(Eigen::all, free).transpose();
  const VectorXd g = gradient(free), m = J.completeOrthogonalDecomposition().solve(-g);
  return gradient + reach.jacobian().transpose() * m;
}

/// A step along the null space and back on the targets, which it leaves by its square, short enough to be of use, to a
/// value of at most `most`. On the way back, joints that the step has brought to their limits stay there: rounding
/// would take them off. Where the targets need them, they go too.
bool improve(Reach& reach, const Preference& preference, const VectorXd& step, double most,
             const InverseKinematicsOptions& options, InverseKinematics& answer) {
  for (double share = 1; share > 1e-4; share /= 2) {
    const VectorXd to = reach.moved(answer.q, share * step);
    const std::vector<int> within = reach.within_limits(to);
    for (const std::vector<int>* allowed : {&within, static_cast<const std::vector<int>*>(nullptr)}) {
      InverseKinematics next = answer;
      next.q = to;
      approach(reach, options, allowed, next);
      answer.steps = next.steps;
      const bool is_on_targets = reach.errors().cwiseAbs().maxCoeff() <= options.tolerance;
      if (is_on_targets && preference.value(next.q) <= most) {
        answer.q = next.q;
        return true;
      }
    }
  }
  return false;
}

void settle(Reach& reach, const Preference& preference, const InverseKinematicsOptions& options,
            InverseKinematics& answer) {
  reach.evaluate(answer.q);
  std::vector<int> free = reach.within_limits(answer.q);
  double last = std::numeric_limits<double>::infinity();
  while (answer.steps < options.most_steps) {
    ++answer.steps;
    const VectorXd gradient = preference.gradient(answer.q);
    free = reach.free_to_go(answer.q, pushes(reach, gradient, free));
    const VectorXd step = null_space_step(reach, preference.weights(), gradient, free);
    if (step.norm() < 1e-10) break;
    // The value changes by the square of a step: by less than its rounding while steps still have eight digits to go.
    const bool is_shorter = step.norm() < 0.5 * last;
    last = step.norm();
    const double value = preference.value(answer.q), most = is_shorter ? value * (1 + 1e-15) : std::nextafter(value, 0);
    if (!improve(reach, preference, step, most, options, answer)) break;
    reach.evaluate(answer.q);
  }
}

std::string message_of(const std::vector<FrameMiss>& misses) {
  std::string text;
  for (const FrameMiss& miss : misses) {
    if (!text.empty()) text += "; ";
    text +=
        fmt::format("frame '{}' misses its place by {:.6g} m and {:.6g} rad", miss.frame, miss.distance, miss.angle);
  }
  return text;
}

}  // namespace

InverseKinematics inverse_kinematics(const Model& model, const Parameters<double>& parameters,
                                     std::span<const FrameTarget> targets, const InverseKinematicsOptions& options) {
  require(!targets.empty(), "inverse kinematics of model '{}': there is no target", model.name());
  Reach reach(model, parameters, targets);
  InverseKinematics answer;
  answer.q = options.start.size() > 0 ? options.start : model.neutral_configuration();
  check_length(model, "start", answer.q.size(), model.nq());
  answer.q = reach.moved(answer.q, VectorXd::Zero(model.nv()));
  approach(reach, options, nullptr, answer);
  answer.reached = reach.errors().cwiseAbs().maxCoeff() <= options.tolerance;
  if (options.preferred.size() > 0) {
    const Preference preference(model, options);
    if (answer.reached) settle(reach, preference, options, answer);
    answer.objective = preference.value(answer.q);
  }
  reach.evaluate(answer.q);
  answer.misses = reach.misses();
  answer.message = answer.reached ? "all frames stand where they are to" : message_of(answer.misses);
  return answer;
}

}  // namespace tandem
