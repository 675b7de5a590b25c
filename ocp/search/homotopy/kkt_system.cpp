#include <tandem/ocp/search/homotopy/kkt_system.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/homotopy/complementarity.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace tandem::homotopy {
namespace {

constexpr double kLeastSquare = 1e-2;  // mean, of an answer's unknowns: one of nothing but zeros has a size too

}  // namespace

KktSystem::KktSystem(StagedNlp& nlp, std::string number, double barrier, double range)
    : nlp_(nlp),
      number_(std::move(number)),
      barrier_(barrier),
      range_(range),
      layout_(nlp),
      factor_(nlp, layout_),
      slopes_(nlp.bound_slopes(number_)),
      lambda_(nlp.problem().value(number_)),
      weights_(Eigen::VectorXd::Zero(layout_.size())),
      gradient_(layout_.unknowns()),
      values_of_rows_(layout_.rows()),
      jacobian_pattern_(nlp.jacobian_pattern()),
      entries_(nlp.hessian_entries() + nlp.jacobian_entries()) {
  const Role role = nlp.problem().numbers()[nlp.problem().index_of_number(number_)].role;
  require(role == Role::path, "number '{}' is to be followed: its role must be path", number_);
  weights_.head(layout_.unknowns()).setConstant(1.0 / layout_.unknowns());
}

/// False where the problem does not take the value, or where it frees or fixes something else.
bool KktSystem::move_to(double lambda) {
  if (lambda == lambda_) return true;
  try {
    nlp_.set_number(number_, lambda);
  } catch (const InvalidInput&) {
    return false;
  }
  lambda_ = lambda;
  return layout_.fits(nlp_);
}

double KktSystem::gap_below(const Eigen::VectorXd& x, int i) const {
  const int w = layout_.below()[i], slack = w - layout_.unknowns();
  return x(w) - (slack < 0 ? nlp_.lower()(w) : nlp_.constraint_lower()(layout_.inequalities()[slack]));
}

double KktSystem::gap_above(const Eigen::VectorXd& x, int i) const {
  const int w = layout_.above()[i], slack = w - layout_.unknowns();
  return (slack < 0 ? nlp_.upper()(w) : nlp_.constraint_upper()(layout_.inequalities()[slack])) - x(w);
}

Eigen::VectorXd KktSystem::residual(const Eigen::VectorXd& x, double lambda) {
  if (!move_to(lambda)) return Eigen::VectorXd::Constant(size(), std::numeric_limits<double>::quiet_NaN());
  const int n = layout_.unknowns();
  const Eigen::VectorXd z = x.head(n);
  const auto y = multipliers(x);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(size());
  nlp_.gradient(z, gradient_);
  nlp_.constraints(z, values_of_rows_);
  const std::span<double> jacobian = std::span(entries_).subspan(nlp_.hessian_entries());
  nlp_.jacobian(z, jacobian);
  f.head(n) = rho_ * gradient_;
  const Pattern& pattern = jacobian_pattern_;
  for (int e = 0; e < pattern.size(); ++e) f(pattern.cols[e]) += jacobian[e] * y(pattern.rows[e]);
  for (int row = 0; row < layout_.rows(); ++row) {
    const int slack = layout_.slack_of_row(row);
    if (slack >= 0) f(slack) -= y(row);
    f(layout_.primal() + row) = values_of_rows_(row) - (slack >= 0 ? x(slack) : nlp_.constraint_lower()(row));
  }
  for (int i = 0; i < std::ssize(layout_.below()); ++i) {
    f(layout_.below()[i]) -= x(below(i));
    f(below(i)) = complementarity(gap_below(x, i), x(below(i)), barrier_).value;
  }
  for (int i = 0; i < std::ssize(layout_.above()); ++i) {
    f(layout_.above()[i]) += x(above(i));
    f(above(i)) = complementarity(gap_above(x, i), x(above(i)), barrier_).value;
  }
  for (int i = 0; i < n; ++i) {
    if (layout_.is_fixed(i)) f(i) = z(i) - nlp_.lower()(i);
  }
  return f;
}

KktFactor& KktSystem::factorise(const Eigen::VectorXd& x, double lambda) {
  Eigen::VectorXd by_a(size() - layout_.inner()), by_b(by_a.size());
  const auto set = [&](int place, const Complementarity& pair) {
    by_a(place - layout_.inner()) = pair.by_a;
    by_b(place - layout_.inner()) = pair.by_b;
  };
  if (move_to(lambda)) {
    const Eigen::VectorXd z = x.head(layout_.unknowns());
    const int hessian = nlp_.hessian_entries();
    nlp_.hessian(z, rho_, multipliers(x), std::span(entries_).first(hessian));
    nlp_.jacobian(z, std::span(entries_).subspan(hessian));
  } else {
    entries_.assign(entries_.size(), std::numeric_limits<double>::quiet_NaN());
  }
  for (int i = 0; i < std::ssize(layout_.below()); ++i) {
    set(below(i), complementarity(gap_below(x, i), x(below(i)), barrier_));
  }
  for (int i = 0; i < std::ssize(layout_.above()); ++i) {
    set(above(i), complementarity(gap_above(x, i), x(above(i)), barrier_));
  }
  factor_.factorise(entries_, by_a, by_b);
  return factor_;
}

Eigen::VectorXd KktSystem::slope(const Eigen::VectorXd& x, double lambda) {
  move_to(lambda);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(size());
  const int n = layout_.unknowns();
  const auto lower_slope = [&](int w) {
    return w < n ? slopes_.lower(w) : slopes_.constraint_lower(layout_.inequalities()[w - n]);
  };
  const auto upper_slope = [&](int w) {
    return w < n ? slopes_.upper(w) : slopes_.constraint_upper(layout_.inequalities()[w - n]);
  };
  for (int i = 0; i < n; ++i) {
    if (layout_.is_fixed(i)) f(i) = -slopes_.lower(i);
  }
  for (int row = 0; row < layout_.rows(); ++row) {
    if (layout_.slack_of_row(row) < 0) f(layout_.primal() + row) = -slopes_.constraint_lower(row);
  }
  for (int i = 0; i < std::ssize(layout_.below()); ++i) {
    const Complementarity pair = complementarity(gap_below(x, i), x(below(i)), barrier_);
    f(below(i)) = -pair.by_a * lower_slope(layout_.below()[i]);
  }
  for (int i = 0; i < std::ssize(layout_.above()); ++i) {
    const Complementarity pair = complementarity(gap_above(x, i), x(above(i)), barrier_);
    f(above(i)) = pair.by_a * upper_slope(layout_.above()[i]);
  }
  return f;
}

Eigen::VectorXd KktSystem::objective_column(const Eigen::VectorXd& x, double lambda) {
  move_to(lambda);
  Eigen::VectorXd column = Eigen::VectorXd::Zero(size());
  nlp_.gradient(x.head(layout_.unknowns()), gradient_);
  for (int i = 0; i < layout_.unknowns(); ++i) column(i) = layout_.is_fixed(i) ? 0.0 : gradient_(i);
  return column;
}

Eigen::VectorXd KktSystem::weights() const { return weights_; }

void KktSystem::set_sizes(const Eigen::VectorXd& weights, double multiplier_size) {
  require(weights.size() == size(), "homotopy: sizes are those of {} unknowns, the problem on its mesh has {}",
          weights.size(), size());
  weights_ = weights;
  multiplier_size_ = multiplier_size;
}

double KktSystem::error(const Eigen::VectorXd& f, const Eigen::VectorXd& x) const {
  (void)x;
  const double size = multiplier_size_;
  const int bounds = layout_.size() - layout_.inner();
  return std::max({f.head(layout_.primal()).lpNorm<Eigen::Infinity>() / size,
                   f.segment(layout_.primal(), layout_.rows()).lpNorm<Eigen::Infinity>(),
                   bounds > 0 ? f.tail(bounds).lpNorm<Eigen::Infinity>() / size : 0.0});
}

Eigen::VectorXd KktSystem::unknowns_from(const NlpSolution& answer) {
  const int n = layout_.unknowns();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(size());
  x.head(n) = answer.unknowns;
  weights_.head(n).setConstant(1.0 / std::max(answer.unknowns.squaredNorm(), kLeastSquare * n));
  nlp_.constraints(answer.unknowns, values_of_rows_);
  x.segment(layout_.primal(), layout_.rows()) = answer.multipliers;
  Eigen::VectorXd pushes(layout_.primal());
  pushes.head(n) = answer.bound_multipliers;
  for (const int row : layout_.inequalities()) {
    x(layout_.slack_of_row(row)) = values_of_rows_(row);
    pushes(layout_.slack_of_row(row)) = answer.multipliers(row);
  }
  for (int i = 0; i < std::ssize(layout_.below()); ++i) x(below(i)) = std::max(0.0, -pushes(layout_.below()[i]));
  for (int i = 0; i < std::ssize(layout_.above()); ++i) x(above(i)) = std::max(0.0, pushes(layout_.above()[i]));
  multiplier_size_ = std::max(1.0, x.tail(size() - layout_.primal()).lpNorm<Eigen::Infinity>());
  return x;
}

NlpSolution KktSystem::answer_from(const Eigen::VectorXd& x, double lambda) {
  require(move_to(lambda), "number '{}' cannot be {}", number_, lambda);
  const double scale = rho_ > 0.0 ? 1.0 / rho_ : 1.0;
  NlpSolution answer;
  answer.status = Status::solved;
  answer.message = "on the path";
  answer.unknowns = x.head(layout_.unknowns());
  answer.multipliers = scale * multipliers(x);
  answer.bound_multipliers = Eigen::VectorXd::Zero(layout_.unknowns());
  const auto add = [&](int w, double push) {
    if (w < layout_.unknowns()) answer.bound_multipliers(w) += scale * push;
  };
  for (int i = 0; i < std::ssize(layout_.below()); ++i) add(layout_.below()[i], -x(below(i)));
  for (int i = 0; i < std::ssize(layout_.above()); ++i) add(layout_.above()[i], x(above(i)));
  answer.objective = nlp_.objective(answer.unknowns);
  return answer;
}

}  // namespace tandem::homotopy
