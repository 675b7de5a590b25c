#include <tandem/derivatives/model_jacobian.hpp>

#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>
#include <tandem/derivatives/jacobian_ways.hpp>
#include <tandem/derivatives/kinematics_derivatives.hpp>

namespace tandem {
namespace {

using Complex = std::complex<double>;
using Tape = CppAD::AD<double>;
using casadi::SX;

template <class S>
VectorX<S> with_scalar(const Eigen::VectorXd& x) {
  return x.cast<S>();
}

}  // namespace

ModelJacobianWays::ModelJacobianWays(ModelFunction function, const ModelSetting& setting)
    : function_(function), setting_(setting) {
  const long nv = setting.model.nv(), numbers = has_numbers(function) ? std::ssize(setting.numbers) : 0;
  const SymbolVector start = symbols("q", setting.model.nq()), z = symbols("z", 3 * nv + numbers);
  casadi_ = std::make_unique<CasadiJacobian>(start, z, evaluate<SX>(function, setting, start, z));
}

ModelJacobianWays::~ModelJacobianWays() = default;

Eigen::MatrixXd jacobian_by_tape(ModelFunction function, const ModelSetting& setting, const ModelState& state) {
  const auto in_scalar = [&]<class S>(const VectorX<S>& variables) {
    return evaluate<S>(function, setting, with_scalar<S>(state.q), variables);
  };
  return jacobian_by_cppad(in_scalar, variables_at(setting, state, function));
}

std::vector<Way> ModelJacobianWays::at(const ModelState& state) const {
  const Eigen::VectorXd z = variables_at(setting_, state, function_);
  const auto in_scalar = [&]<class S>(const VectorX<S>& variables) {
    return evaluate<S>(function_, setting_, with_scalar<S>(state.q), variables);
  };
  std::vector<Way> ways;
  ways.push_back({"cppad", jacobian_by_cppad(in_scalar, z)});
  ways.push_back({"casadi", (*casadi_)(state.q, z)});
  ways.push_back({"complex-step", jacobian_by_complex_step(in_scalar, z)});
  return ways;
}

namespace {

/// The blocks of one analytic call, side by side.
Eigen::MatrixXd inverse_dynamics_jacobian(const ModelSetting& s, const ModelState& state) {
  const long nv = s.model.nv(), nn = std::ssize(s.numbers);
  Eigen::MatrixXd all(nv, 3 * nv + nn);
  DerivativeWorkspace<double> ws(s.model);
  inverse_dynamics_derivatives(s.model, s.model.parameters(), ws, state.q, state.v, state.x, all.leftCols(nv),
                               all.middleCols(nv, nv), all.middleCols(2 * nv, nv),
                               std::span<const ModelNumber>(s.numbers), all.rightCols(nn), s.wrenches);
  return all;
}

Eigen::MatrixXd forward_dynamics_jacobian(const ModelSetting& s, const ModelState& state) {
  const long nv = s.model.nv();
  Eigen::MatrixXd all(nv, 3 * nv);
  Eigen::VectorXd a(nv);
  DerivativeWorkspace<double> ws(s.model);
  forward_dynamics_derivatives(s.model, s.model.parameters(), ws, state.q, state.v, state.x, a, all.leftCols(nv),
                               all.middleCols(nv, nv), all.rightCols(nv), s.wrenches);
  return all;
}

Eigen::MatrixXd hybrid_dynamics_jacobian(const ModelSetting& s, const ModelState& state) {
  const long nv = s.model.nv(), nn = std::ssize(s.numbers);
  Eigen::MatrixXd all(nv, 3 * nv + nn);
  Eigen::VectorXd wanted(nv);
  DerivativeWorkspace<double> ws(s.model, static_cast<int>(nn));
  hybrid_dynamics_derivatives(s.model, s.model.parameters(), ws, state.q, state.v, std::span<const Drive>(s.drives),
                              state.x, wanted, all.leftCols(nv), all.middleCols(nv, nv), all.middleCols(2 * nv, nv),
                              std::span<const ModelNumber>(s.numbers), all.rightCols(nn), s.wrenches);
  return all;
}

Eigen::MatrixXd joint_wrench_jacobian(const ModelSetting& s, const ModelState& state) {
  const long nv = s.model.nv();
  Eigen::MatrixXd all(6 * s.model.body_count(), 3 * nv);
  DerivativeWorkspace<double> ws(s.model);
  joint_wrench_derivatives(s.model, s.model.parameters(), ws, state.q, state.v, state.x, all.leftCols(nv),
                           all.middleCols(nv, nv), all.rightCols(nv), s.wrenches);
  return all;
}

Eigen::MatrixXd frame_motion_jacobian(const ModelSetting& s, const ModelState& state) {
  const long nv = s.model.nv();
  DerivativeWorkspace<double> ws(s.model);
  FrameMotionDerivatives<double> d(s.model);
  frame_motion_derivatives(s.model, s.model.parameters(), ws, state.q, state.v, state.x, s.frame, d);
  const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(6, nv);
  Eigen::MatrixXd all(18, 3 * nv);
  all << d.jacobian, none, none,          //
      d.velocity_by_q, d.jacobian, none,  //
      d.acceleration_by_q, d.acceleration_by_v, d.jacobian;
  return all;
}

Eigen::MatrixXd frame_jacobian_jacobian(const ModelSetting& s, const ModelState& state) {
  const long nv = s.model.nv();
  DerivativeWorkspace<double> ws(s.model);
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(6 * nv, 3 * nv);
  frame_jacobian_derivatives(s.model, s.model.parameters(), ws, state.q, s.frame, all.leftCols(nv));
  return all;
}

}  // namespace

Eigen::MatrixXd analytic_jacobian(ModelFunction function, const ModelSetting& setting, const ModelState& state) {
  switch (function) {
    case ModelFunction::inverse_dynamics:
      return inverse_dynamics_jacobian(setting, state);
    case ModelFunction::forward_dynamics:
      return forward_dynamics_jacobian(setting, state);
    case ModelFunction::hybrid_dynamics:
      return hybrid_dynamics_jacobian(setting, state);
    case ModelFunction::joint_wrenches:
      return joint_wrench_jacobian(setting, state);
    case ModelFunction::frame_motion:
      return frame_motion_jacobian(setting, state);
    case ModelFunction::frame_jacobian:
      return frame_jacobian_jacobian(setting, state);
  }
  return {};
}

}  // namespace tandem
