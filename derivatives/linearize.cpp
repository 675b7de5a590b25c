#include <tandem/derivatives/linearize.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/kinematics_derivatives.hpp>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <array>
#include <numeric>

namespace tandem {
namespace {

using OutputKind = LinearOutput::Kind;
using Eigen::MatrixXd;

/// Hybrid dynamics at the state and its derivatives, rows of accelerations and of forces taken apart.
struct Sensitivities {
  Eigen::VectorXd wanted, acceleration;
  MatrixXd acceleration_by_x, acceleration_by_known, force_by_x, force_by_known;
};

bool is_force_driven(const Model& model, std::span<const Drive> drives, int d) {
  return drives[model.body_of_velocity(d)] == Drive::force;
}

Sensitivities sensitivities_of(const Model& model, const Parameters<double>& parameters,
                               DerivativeWorkspace<double>& ws, In<double> q, In<double> v,
                               std::span<const Drive> drives, In<double> known) {
  const int nv = model.nv();
  Eigen::VectorXd wanted(nv);
  MatrixXd by_x(nv, 2 * nv), by_known(nv, nv);
  hybrid_dynamics_derivatives(model, parameters, ws, q, v, drives, known, wanted, by_x.leftCols(nv), by_x.rightCols(nv),
                              by_known);
  // Of what is known, the derivative by itself is 1 and by the state 0.
  Sensitivities s{wanted,
                  known,
                  MatrixXd::Zero(nv, 2 * nv),
                  MatrixXd::Zero(nv, nv),
                  MatrixXd::Zero(nv, 2 * nv),
                  MatrixXd::Zero(nv, nv)};
  for (int d = 0; d < nv; ++d) {
    const bool is_force = is_force_driven(model, drives, d);
    if (is_force) s.acceleration(d) = wanted(d);
    (is_force ? s.acceleration_by_x : s.force_by_x).row(d) = by_x.row(d);
    (is_force ? s.acceleration_by_known : s.force_by_known).row(d) = by_known.row(d);
    (is_force ? s.force_by_known : s.acceleration_by_known)(d, d) = 1;
  }
  return s;
}

/// d' = e - v x d: the departure seen from a frame that moves with v, for joints whose freedoms do not commute.
MatrixXd rates_by_departure(const Model& model, In<double> v) {
  MatrixXd by_d = MatrixXd::Zero(model.nv(), model.nv());
  for (const Link& link : model.links()) {
    if (!has_quaternion(link.type)) continue;
    const bool is_free = link.type == JointType::free;
    const int at = link.v_index, columns = link.velocity_count;
    const Eigen::Vector3d w = v.segment<3>(at);
    Eigen::Vector3d linear = Eigen::Vector3d::Zero();
    if (is_free) linear = v.segment<3>(at + 3);
    for (int k = 0; k < columns; ++k) {
      const Eigen::Vector3d unit = Eigen::Vector3d::Unit(k % 3);
      if (k < 3) by_d.block<3, 1>(at, at + k) = -w.cross(unit);
      if (is_free) by_d.block<3, 1>(at + 3, at + k) = k < 3 ? -linear.cross(unit) : -w.cross(unit);
    }
  }
  return by_d;
}

/// Rows of y with their names.
class Outputs {
 public:
  Outputs(const Model& model, const Parameters<double>& parameters, DerivativeWorkspace<double>& ws, In<double> q,
          In<double> v, const Sensitivities& s)
      : model_(model), parameters_(parameters), ws_(ws), q_(q), v_(v), s_(s), nv_(model.nv()) {}

  void add(const LinearOutput& output) {
    MatrixXd by_x = MatrixXd::Zero(nv_, 2 * nv_), by_known = MatrixXd::Zero(nv_, nv_);
    switch (output.kind) {
      case OutputKind::freedoms:
        by_x.leftCols(nv_).setIdentity();
        return append(by_x, by_known, "");
      case OutputKind::velocities:
        by_x.rightCols(nv_).setIdentity();
        return append(by_x, by_known, "rate of ");
      case OutputKind::accelerations:
        return append(s_.acceleration_by_x, s_.acceleration_by_known, "acceleration of ");
      case OutputKind::forces:
        return append(s_.force_by_x, s_.force_by_known, "force of ");
      default:
        return add_frame(output);
    }
  }

  MatrixXd C{0, 0}, D{0, 0};
  std::vector<std::string> names;

 private:
  void add_frame(const LinearOutput& output) {
    FrameMotionDerivatives<double> f(model_);
    frame_motion_derivatives(model_, parameters_, ws_, q_, v_, s_.acceleration, output.frame, f);
    MatrixXd by_x = MatrixXd::Zero(6, 2 * nv_), by_known = MatrixXd::Zero(6, nv_);
    switch (output.kind) {
      case OutputKind::frame_displacement:
        by_x.leftCols(nv_) = f.jacobian;
        return append_six(by_x, by_known, "displacement", output.frame);
      case OutputKind::frame_velocity:
        by_x << f.velocity_by_q, f.jacobian;
        return append_six(by_x, by_known, "velocity", output.frame);
      default:
        // A = dA/dq d + dA/dv e + J a
        by_x << f.acceleration_by_q, f.acceleration_by_v;
        by_x += f.jacobian * s_.acceleration_by_x;
        by_known = f.jacobian * s_.acceleration_by_known;
        return append_six(by_x, by_known, "acceleration", output.frame);
    }
  }

  void append(const MatrixXd& by_x, const MatrixXd& by_known, const char* what) {
    append_rows(by_x, by_known);
    for (int d = 0; d < nv_; ++d) names.push_back(what + model_.velocity_name(d));
  }

  void append_six(const MatrixXd& by_x, const MatrixXd& by_known, const char* what, const Frame& frame) {
    static constexpr std::array kAngular{"wx", "wy", "wz", "vx", "vy", "vz"};
    append_rows(by_x, by_known);
    for (const char* component : kAngular) names.push_back(fmt::format("{} {} of {}", what, component, frame.name));
  }

  void append_rows(const MatrixXd& by_x, const MatrixXd& by_known) {
    const long from = C.rows();
    C.conservativeResize(from + by_x.rows(), 2 * nv_);
    D.conservativeResize(from + by_x.rows(), nv_);
    C.bottomRows(by_x.rows()) = by_x;
    D.bottomRows(by_x.rows()) = by_known;
  }

  const Model& model_;
  const Parameters<double>& parameters_;
  DerivativeWorkspace<double>& ws_;
  In<double> q_, v_;
  const Sensitivities& s_;
  int nv_;
};

std::vector<int> all_or(const Model& model, std::span<const int> inputs) {
  std::vector<int> chosen(inputs.begin(), inputs.end());
  for (const int d : chosen) {
    require(d >= 0 && d < model.nv(), "model '{}': input {} was asked for, it has freedoms 0 to {}", model.name(), d,
            model.nv() - 1);
  }
  if (!chosen.empty()) return chosen;
  chosen.resize(model.nv());
  std::iota(chosen.begin(), chosen.end(), 0);
  return chosen;
}

}  // namespace

LinearModel linearize(const Model& model, const Parameters<double>& parameters, DerivativeWorkspace<double>& ws,
                      In<double> q, In<double> v, std::span<const Drive> drives, In<double> known,
                      std::span<const LinearOutput> outputs, std::span<const int> inputs) {
  const int nv = model.nv();
  const std::vector<int> chosen = all_or(model, inputs);
  const Sensitivities s = sensitivities_of(model, parameters, ws, q, v, drives, known);
  static const std::array<LinearOutput, 2> kState{LinearOutput{OutputKind::freedoms},
                                                  LinearOutput{OutputKind::velocities}};
  Outputs y(model, parameters, ws, q, v, s);
  for (const LinearOutput& output : outputs.empty() ? std::span<const LinearOutput>(kState) : outputs) y.add(output);

  LinearModel linear{MatrixXd(2 * nv, 2 * nv),
                     MatrixXd::Zero(2 * nv, std::ssize(chosen)),
                     y.C,
                     y.D(Eigen::all, chosen),
                     s.wanted,
                     {},
                     {},
                     y.names};
  linear.A << rates_by_departure(model, v), MatrixXd::Identity(nv, nv), s.acceleration_by_x;
  linear.B.bottomRows(nv) = s.acceleration_by_known(Eigen::all, chosen);
  for (int d = 0; d < nv; ++d) linear.states.push_back(model.velocity_name(d));
  for (int d = 0; d < nv; ++d) linear.states.push_back("rate of " + model.velocity_name(d));
  for (const int d : chosen) {
    const char* what = is_force_driven(model, drives, d) ? "force of " : "acceleration of ";
    linear.inputs.push_back(what + model.velocity_name(d));
  }
  return linear;
}

LinearModel linearize(const Model& model, const Parameters<double>& parameters, DerivativeWorkspace<double>& ws,
                      In<double> q, In<double> v, In<double> tau, std::span<const LinearOutput> outputs,
                      std::span<const int> inputs) {
  const std::vector<Drive> drives(model.body_count(), Drive::force);
  return linearize(model, parameters, ws, q, v, std::span<const Drive>(drives), tau, outputs, inputs);
}

}  // namespace tandem
