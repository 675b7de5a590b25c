#include "ddp_contestant.hpp"
#include "pinocchio_model.hpp"
#include <crocoddyl/core/action-base.hpp>
#include <crocoddyl/core/activations/weighted-quadratic.hpp>
#include <crocoddyl/core/costs/cost-sum.hpp>
#include <crocoddyl/core/costs/residual.hpp>
#include <crocoddyl/core/integrator/euler.hpp>
#include <crocoddyl/core/residuals/control.hpp>
#include <crocoddyl/core/solvers/box-fddp.hpp>
#include <crocoddyl/core/solvers/fddp.hpp>
#include <crocoddyl/core/states/euclidean.hpp>
#include <crocoddyl/multibody/actions/free-fwddyn.hpp>
#include <crocoddyl/multibody/actuations/full.hpp>
#include <crocoddyl/multibody/residuals/frame-translation.hpp>
#include <crocoddyl/multibody/residuals/state.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

/// Crocoddyl's prebuilt library with a caller in C++: the cart-pole as an action model with derivatives written by
/// hand, the arm from Crocoddyl's own parts.
namespace tandem::bench {
namespace {

namespace croc = crocoddyl;
using Eigen::VectorXd;
using VectorRef = Eigen::Ref<const VectorXd>;
using Data = std::shared_ptr<croc::ActionDataAbstract>;
using Models = std::vector<std::shared_ptr<croc::ActionModelAbstract>>;

class CartPoleAction : public croc::ActionModelAbstract {
 public:
  CartPoleAction(const CartPoleTask& task, bool is_end)
      : croc::ActionModelAbstract(std::make_shared<croc::StateVector>(4), 1, 6), task_(task), is_end_(is_end) {
    for (int i = 0; i < 5; ++i) {
      const double w = is_end ? task.end_weights[i] : task.weights[i];
      squares_[i] = w * w;
    }
    squares_[5] = task.weights[5] * task.weights[5];
    if (task.bound <= 0.0) return;
    u_lb_[0] = -task.bound;
    u_ub_[0] = task.bound;
    update_has_control_limits();
  }

  void calc(const Data& data, const VectorRef& x, const VectorRef& u) override {
    step(data, x, u[0]);
    data->cost = cost(x) + 0.5 * squares_[5] * u[0] * u[0];
  }
  void calc(const Data& data, const VectorRef& x) override {
    data->xnext = x;
    data->cost = cost(x);
  }

  void calcDiff(const Data& data, const VectorRef& x, const VectorRef& u) override {
    calcDiff(data, x);
    data->Lu[0] = squares_[5] * u[0];
    data->Luu(0, 0) = squares_[5];
    fill_step(data, x, u[0]);
  }
  void calcDiff(const Data& data, const VectorRef& x) override {
    const double s = std::sin(x[1]), c = std::cos(x[1]);
    data->Lx[0] = squares_[2] * x[0];
    data->Lx[1] = squares_[0] * s * c + squares_[1] * (1.0 - c) * s;
    data->Lx[2] = squares_[3] * x[2];
    data->Lx[3] = squares_[4] * x[3];
    data->Lxx(0, 0) = squares_[2];
    data->Lxx(1, 1) = squares_[0] * c * c + squares_[1] * s * s;
    data->Lxx(2, 2) = squares_[3];
    data->Lxx(3, 3) = squares_[4];
  }

 private:
  double cost(const VectorRef& x) const {
    const double s = std::sin(x[1]), d = 1.0 - std::cos(x[1]);
    return 0.5 * (squares_[0] * s * s + squares_[1] * d * d + squares_[2] * x[0] * x[0] + squares_[3] * x[2] * x[2] +
                  squares_[4] * x[3] * x[3]);
  }

  void step(const Data& data, const VectorRef& x, double f) const {
    const double s = std::sin(x[1]), c = std::cos(x[1]), w = x[3];
    const double m = task_.pole, l = task_.length, g = task_.gravity, all = task_.cart + m;
    const double mu = task_.cart + m * s * s;
    const double a = (f + m * g * c * s - m * l * s * w * w) / mu;
    const double b = (f * c / l + all * g * s / l - m * c * s * w * w) / mu;
    data->xnext[2] = x[2] + task_.dt * a;
    data->xnext[3] = w + task_.dt * b;
    data->xnext[0] = x[0] + task_.dt * data->xnext[2];
    data->xnext[1] = x[1] + task_.dt * data->xnext[3];
  }

  void fill_step(const Data& data, const VectorRef& x, double f) const {
    const double s = std::sin(x[1]), c = std::cos(x[1]), w = x[3];
    const double m = task_.pole, l = task_.length, g = task_.gravity, all = task_.cart + m, h = task_.dt;
    const double mu = task_.cart + m * s * s, by_mu = 2.0 * m * s * c;
    const double top_a = f + m * g * c * s - m * l * s * w * w;
    const double top_b = f * c / l + all * g * s / l - m * c * s * w * w;
    const double a_t = (m * g * (c * c - s * s) - m * l * c * w * w - top_a / mu * by_mu) / mu;
    const double b_t = (-f * s / l + all * g * c / l - m * (c * c - s * s) * w * w - top_b / mu * by_mu) / mu;
    const double a_w = -2.0 * m * l * s * w / mu, b_w = -2.0 * m * c * s * w / mu;
    const double a_f = 1.0 / mu, b_f = c / (l * mu);
    data->Fx << 1, h * h * a_t, h, h * h * a_w,  //
        0, 1 + h * h * b_t, 0, h + h * h * b_w,  //
        0, h * a_t, 1, h * a_w,                  //
        0, h * b_t, 0, 1 + h * b_w;
    data->Fu << h * h * a_f, h * h * b_f, h * a_f, h * b_f;
  }

  CartPoleTask task_;
  bool is_end_;
  std::array<double, 6> squares_{};

 public:
  std::shared_ptr<croc::ActionModelBase> cloneAsDouble() const override { return nullptr; }
  std::shared_ptr<croc::ActionModelBase> cloneAsFloat() const override { return nullptr; }
};

/// FDDP or, with bounds, BoxFDDP; allocated once.
class Solved : public DdpContestant {
 public:
  Solved(const Models& running, const std::shared_ptr<croc::ActionModelAbstract>& end, const VectorXd& start,
         const VectorXd& control, bool is_boxed)
      : problem_(std::make_shared<croc::ShootingProblem>(start, running, end)),
        states_(running.size() + 1, start),
        controls_(running.size(), control) {
    problem_->set_nthreads(1);
    if (is_boxed) {
      solver_ = std::make_unique<croc::SolverBoxFDDP>(problem_);
    } else {
      solver_ = std::make_unique<croc::SolverFDDP>(problem_);
    }
    solver_->set_th_stop(1e-16);  // so that it goes to the minimum's cost to 1e-8, which it does not with its own
  }

  DdpAnswer solve(int most_iterations) override {
    solver_->solve(states_, controls_, static_cast<std::size_t>(most_iterations), false);
    double gap = 0.0;
    for (const VectorXd& one : solver_->get_fs()) gap = std::max(gap, one.cwiseAbs().maxCoeff());
    return {solver_->get_cost(), static_cast<int>(solver_->get_iter()), solver_->get_is_feasible() ? 0.0 : gap};
  }

 private:
  std::shared_ptr<croc::ShootingProblem> problem_;
  std::vector<VectorXd> states_, controls_;
  std::unique_ptr<croc::SolverDDP> solver_;
};

/// The costs of the arm, from Crocoddyl's parts.
class ArmParts {
 public:
  explicit ArmParts(const ArmTask& task)
      : task_(task), model_(std::make_shared<pinocchio::Model>(model_of(task.tree))) {
    const pinocchio::SE3 place(Eigen::Matrix3d::Identity(), Eigen::Vector3d(task.tool.data()));
    const auto last = static_cast<pinocchio::JointIndex>(model_->njoints - 1);
    tool_ = model_->addFrame(pinocchio::Frame("tool", last, 0, place, pinocchio::OP_FRAME));
    state_ = std::make_shared<croc::StateMultibody>(model_);
    actuation_ = std::make_shared<croc::ActuationModelFull>(state_);
    start_ = VectorXd::Zero(model_->nq + model_->nv);
    for (int i = 0; i < model_->nq; ++i) start_(i) = task.start[i];
  }

  const VectorXd& start() const { return start_; }
  VectorXd weight() const {
    pinocchio::Data data(*model_);
    const VectorXd zero = VectorXd::Zero(model_->nv);
    return pinocchio::rnea(*model_, data, start_.head(model_->nq), zero, zero);
  }

  std::shared_ptr<croc::ActionModelAbstract> action(bool is_end) const {
    const auto costs = std::make_shared<croc::CostModelSum>(state_, actuation_->get_nu());
    const auto nu = actuation_->get_nu();
    const Eigen::Vector3d target(task_.target.data());
    const auto place = std::make_shared<croc::ResidualModelFrameTranslation>(state_, tool_, target, nu);
    add(*costs, "place", place, is_end ? task_.of_end_place : task_.of_place);
    if (is_end) {
      VectorXd weights = VectorXd::Zero(2 * model_->nv);
      weights.tail(model_->nv).setOnes();
      const auto rates = std::make_shared<croc::ResidualModelState>(state_, nu);
      const auto activation = std::make_shared<croc::ActivationModelWeightedQuad>(weights);
      costs->addCost("rates", std::make_shared<croc::CostModelResidual>(state_, activation, rates), task_.of_end_rate);
    } else {
      add(*costs, "state", std::make_shared<croc::ResidualModelState>(state_, start_, nu), task_.of_state);
      add(*costs, "control", std::make_shared<croc::ResidualModelControl>(state_, nu), task_.of_control);
    }
    const auto dynamics = std::make_shared<croc::DifferentialActionModelFreeFwdDynamics>(state_, actuation_, costs);
    const auto step = std::make_shared<croc::IntegratedActionModelEuler>(dynamics, is_end ? 0.0 : task_.dt);
    if (is_boxed() && !is_end) {
      const Eigen::Map<const VectorXd> bound(task_.bound.data(), model_->nv);
      step->set_u_lb(-bound);
      step->set_u_ub(bound);
    }
    return step;
  }

  bool is_boxed() const { return task_.bound[0] > 0.0; }

 private:
  void add(croc::CostModelSum& costs, const char* name, const std::shared_ptr<croc::ResidualModelAbstract>& residual,
           double weight) const {
    costs.addCost(name, std::make_shared<croc::CostModelResidual>(state_, residual), weight);
  }

  ArmTask task_;
  std::shared_ptr<pinocchio::Model> model_;
  pinocchio::FrameIndex tool_;
  std::shared_ptr<croc::StateMultibody> state_;
  std::shared_ptr<croc::ActuationModelFull> actuation_;
  VectorXd start_;
};

}  // namespace
}  // namespace tandem::bench

tandem::bench::DdpContestant* make_crocoddyl_cart_pole(const tandem::bench::CartPoleTask& task) {
  using namespace tandem::bench;
  const Models running(static_cast<std::size_t>(task.steps), std::make_shared<CartPoleAction>(task, false));
  const VectorXd start = Eigen::Map<const VectorXd>(task.start.data(), 4);
  return new Solved(running, std::make_shared<CartPoleAction>(task, true), start, VectorXd::Zero(1), task.bound > 0.0);
}

tandem::bench::DdpContestant* make_crocoddyl_arm(const tandem::bench::ArmTask& task) {
  using namespace tandem::bench;
  const ArmParts parts(task);
  const Models running(static_cast<std::size_t>(task.steps), parts.action(false));
  return new Solved(running, parts.action(true), parts.start(), parts.weight(), parts.is_boxed());
}
