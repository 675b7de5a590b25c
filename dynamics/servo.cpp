#include <tandem/dynamics/servo.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/moved_frame.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRankThreshold = 1e-10;  ///< of the largest pivot

std::string direction_of(const std::string& frame, const Eigen::Vector3d& e) {
  return fmt::format("'{}' along ({:g}, {:g}, {:g})", frame, e.x(), e.y(), e.z());
}

long rank_of(const MatrixXd& m) {
  Eigen::FullPivLU<MatrixXd> factors(m);
  factors.setThreshold(kRankThreshold);
  return factors.rank();
}

TimeJet time_jet(double t) { return TimeJet::variable(t, 0); }

}  // namespace

double ServoMotion::condition() const {
  const VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXcd>(matrix.cast<std::complex<double>>()).singularValues();
  return values(0) / values(values.size() - 1);
}

Servo::Servo(const Model& model) : Servo(model, model.parameters()) {}

Servo::Servo(const Model& model, const Parameters<double>& parameters)
    : model_(&model), parameters_(parameters), ws_(model), motors_(0, model.nv()) {
  model.check(parameters);
}

Servo& Servo::keep(const std::string& frame, const std::vector<Eigen::Vector3d>& along, ServoPath path) {
  return keep(model_->find_frame(frame), along, std::move(path));
}

Servo& Servo::keep(const Frame& frame, const std::vector<Eigen::Vector3d>& along, ServoPath path) {
  require(!along.empty(), "servo of model '{}': frame '{}' is to be kept along no direction", model_->name(),
          frame.name);
  require(is_moved(*model_, frame), "servo of model '{}': no joint moves frame '{}'", model_->name(), frame.name);
  Kept kept{frame, {}, std::move(path)};
  for (const Eigen::Vector3d& e : along) {
    require(e.allFinite() && e.norm() > 0, "servo of model '{}': {} is no direction", model_->name(),
            direction_of(frame.name, e));
    kept.along.push_back(e.normalized());
  }
  const auto given = std::ssize(kept.path(time_jet(0)));
  require(given == std::ssize(along), "servo of model '{}': the path of frame '{}' has {} numbers for {} directions",
          model_->name(), frame.name, given, along.size());
  kept_.push_back(std::move(kept));
  return *this;
}

Servo& Servo::by(const std::vector<std::string>& motors) {
  std::vector<std::string> known;
  for (int d = 0; d < model_->nv(); ++d) known.push_back(model_->velocity_name(d));
  MatrixXd rows = MatrixXd::Zero(std::ssize(motors), model_->nv());
  for (std::size_t i = 0; i < motors.size(); ++i) {
    const auto found = std::find(known.begin(), known.end(), motors[i]);
    require(found != known.end(), "servo of model '{}': no freedom is called '{}'{}", model_->name(), motors[i],
            did_you_mean(motors[i], known));
    rows(static_cast<long>(i), found - known.begin()) = 1;
  }
  return by_combinations(rows);
}

Servo& Servo::by_combinations(const MatrixXd& directions) {
  check_length(*model_, "columns of the motors' directions", directions.cols(), model_->nv());
  require(directions.allFinite() && directions.rows() > 0, "servo of model '{}': its motors' directions are not finite",
          model_->name());
  const long rank = rank_of(directions);
  require(rank == directions.rows(),
          "servo of model '{}': the motors cannot hold what is asked: they act in directions of rank {} of {}",
          model_->name(), rank, directions.rows());
  motors_ = directions;
  return *this;
}

long Servo::directions() const {
  long count = 0;
  for (const Kept& kept : kept_) count += std::ssize(kept.along);
  return count;
}

void Servo::check_motors() const {
  require(!kept_.empty(), "servo of model '{}': nothing is to be kept", model_->name());
  require(motors_.rows() == 0 || motors_.rows() == directions(),
          "servo of model '{}': {} directions are kept by {} motors, as many as directions are wanted", model_->name(),
          directions(), motors_.rows());
}

Servo::Places Servo::places(double t, In<double> q, In<double> v) {
  const long count = directions();
  const int nv = model_->nv();
  const VectorXd none = VectorXd::Zero(nv);
  Places p{MatrixXd(count, nv), VectorXd(count), VectorXd(count), VectorXd(count),
           VectorXd(count),     VectorXd(count), VectorXd(count), {}};
  MatrixXd jacobian(6, nv);
  long row = 0;
  for (const Kept& kept : kept_) {
    FrameMotion<double> motion;
    frame_motion(*model_, parameters_, ws_, q, v, none, kept.frame, motion);
    frame_jacobian(*model_, parameters_, ws_, q, kept.frame, jacobian);
    const Eigen::Matrix3d R = motion.placement.rotation.eigen();
    const std::vector<TimeJet> path = kept.path(time_jet(t));
    for (std::size_t k = 0; k < kept.along.size(); ++k, ++row) {
      const Eigen::Vector3d &e = kept.along[k], own = R.transpose() * e;
      p.B.row(row) = own.transpose() * jacobian.bottomRows(3);
      p.at(row) = e.dot(motion.placement.translation.eigen());
      p.rate(row) = own.dot(motion.velocity.linear.eigen());
      p.convective(row) = own.dot(motion.point_acceleration().eigen());
      p.wanted_at(row) = path[k].value;
      p.wanted_rate(row) = path[k].gradient[0];
      p.wanted_acceleration(row) = path[k].hessian[0];
      p.names.push_back(direction_of(kept.frame.name, e));
    }
  }
  return p;
}

void Servo::check_start(In<double> q, In<double> v, double t, double tolerance) {
  check_motors();
  const Places p = places(t, q, v);
  for (long i = 0; i < p.at.size(); ++i) {
    const double off = p.at(i) - p.wanted_at(i), off_rate = p.rate(i) - p.wanted_rate(i);
    require(std::abs(off) <= tolerance, "servo of model '{}': frame {} starts {:.6g} m off its path, at {:.9g}",
            model_->name(), p.names[i], off, p.at(i));
    require(std::abs(off_rate) <= tolerance, "servo of model '{}': frame {} starts {:.6g} m/s off its path's speed",
            model_->name(), p.names[i], off_rate);
  }
}

void Servo::check_moved(const Places& p, double t) const {
  for (long i = 0; i < p.B.rows(); ++i) {
    if (!p.B.row(i).isZero(1e-12)) continue;
    throw NumericalError(
        fmt::format("servo of model '{}', t = {:.6g} s: no joint moves frame {} here", model_->name(), t, p.names[i]));
  }
}

/// What the motors do along the kept directions, solved for their forces.
VectorXd Servo::solve_reach(const MatrixXd& reach, const VectorXd& wanted, double t) const {
  Eigen::FullPivLU<MatrixXd> factors(reach);
  factors.setThreshold(kRankThreshold);
  if (factors.rank() == reach.rows()) return factors.solve(wanted);
  throw NumericalError(
      fmt::format("servo of model '{}', t = {:.6g} s: the motors cannot hold what is asked: rank {} of {}",
                  model_->name(), t, factors.rank(), reach.rows()));
}

ServoMotion Servo::move(double t, In<double> q, In<double> v, In<double> tau, ExternalWrenches<double> wrenches) {
  check_motors();
  const int nv = model_->nv();
  check_length(*model_, "tau", tau.size(), nv);
  const Places p = places(t, q, v);
  check_moved(p, t);
  MatrixXd M(nv, nv);
  VectorXd Q(nv);
  mass_matrix(*model_, parameters_, ws_, q, M);
  bias(*model_, parameters_, ws_, q, v, Q, wrenches);
  const MatrixXd& Z = motors_.rows() > 0 ? motors_ : p.B;
  const long c = p.B.rows();

  // a = a_0 - M^-1 Z'nu,   B M^-1 Z'nu = B a_0 - h
  const Eigen::LLT<MatrixXd> factors(M);
  const VectorXd unheld = factors.solve(tau - Q), h = p.wanted_acceleration - p.convective;
  const MatrixXd by_motors = factors.solve(Z.transpose());
  const VectorXd nu = solve_reach(p.B * by_motors, p.B * unheld - h, t);

  ServoMotion motion;
  motion.accelerations = unheld - by_motors * nu;
  motion.motors = -nu;
  motion.forces = Z.transpose() * motion.motors;
  motion.matrix = MatrixXd::Zero(nv + c, nv + c);
  motion.matrix.topLeftCorner(nv, nv) = M;
  motion.matrix.topRightCorner(nv, c) = Z.transpose();
  motion.matrix.bottomLeftCorner(c, nv) = p.B;
  motion.reactions.resize(model_->body_count());
  joint_wrenches<double>(*model_, parameters_, ws_, q, v, motion.accelerations, motion.reactions, wrenches);
  return motion;
}

}  // namespace tandem
