#include <tandem/ocp/designs/codesign/verify_codesign.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/check_number.hpp>
#include <tandem/ocp/designs/codesign/feedback_nlp.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace tandem {
namespace {

using codesign::MeanSquares;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSpread = 0.2;         // of logarithms of sizes
constexpr double kGainSpread = 0.02;    // of gains, about which loops stay stable
constexpr double kColocated = 0.1;      // of the co-located gain that takes all the effort
constexpr int kMostFeedbackPoints = 1;  // each takes a Lyapunov equation an unknown and step

NumberWithDerivatives with_derivatives(const NumberJet& jet) { return {jet.value, jet.gradient, jet.hessian}; }

FunctionBox box_about(const VectorXd& middle, double spread, std::vector<std::string> inputs) {
  const VectorXd reach = VectorXd::Constant(middle.size(), spread);
  return {middle - reach, middle + reach, std::move(inputs), {}};
}

class Verification {
 public:
  Verification(const Codesign& problem, const CheckOptions& options)
      : problem_(problem), options_(options), report_{problem.name(), options.seed, {}} {
    for (const NamedNumber& number : problem.designs()) names_.push_back(number.name);
    const VectorXd room = VectorXd::Constant(std::ssize(names_), kSpread);
    const VectorXd lower = problem.lower().array().log(), upper = problem.upper().array().log();
    middle_ = VectorXd(problem.start().array().log()).cwiseMin(upper - room).cwiseMax(lower + room);
  }

  DerivativeReport run() {
    add("structure cost", [this](const VectorXd& p) { return problem_.structure_cost(p); });
    add("control cost", [this](const VectorXd& p) { return problem_.control_cost(p); });
    if (problem_.has_limits()) add_mean_squares();
    if (problem_.has_feedback()) add_feedback();
    return std::move(report_);
  }

 private:
  void add(const std::string& name, const std::function<NumberJet(const VectorXd&)>& cost) {
    const auto number = [&](const VectorXd& x) {
      const VectorXd p = x.array().exp();
      return with_derivatives(log(by_logarithms(cost(p), p)));
    };
    append(report_, check_number(name, number, box_about(middle_, kSpread, names_), options_));
  }

  /// c(p, r) and what it is made of, about the price at which both limits weigh the same.
  void add_mean_squares() {
    const int n = static_cast<int>(middle_.size());
    std::vector<std::string> inputs = names_;
    inputs.emplace_back("price");
    VectorXd middle(n + 1);
    middle << middle_, std::log(problem_.response_limit() / problem_.effort_limit());
    const FunctionBox box = box_about(middle, kSpread, std::move(inputs));
    const auto squares = [this, n](const VectorXd& x) {
      return problem_.mean_squares(x.head(n).array().exp(), std::exp(x(n)));
    };
    const auto cost = [&](const VectorXd& x) {
      return with_derivatives(log(by_logarithms(squares(x).cost, x.array().exp())));
    };
    append(report_, check_number("mean squares", cost, box, options_));
    const auto add_part = [&](const char* name, double (MeanSquares::*value)() const,
                              VectorXd (MeanSquares::*gradient)() const) {
      const auto logarithm = [&](const VectorXd& x) {
        const MeanSquares at = squares(x);
        const VectorXd by_logarithms = VectorXd(x.array().exp()).cwiseProduct((at.*gradient)());
        return NumberWithDerivatives{std::log((at.*value)()), by_logarithms / (at.*value)()};
      };
      append(report_, check_number(name, logarithm, box, options_));
    };
    add_part("effort", &MeanSquares::effort, &MeanSquares::effort_gradient);
    add_part("response", &MeanSquares::response, &MeanSquares::response_gradient);
  }

  void add_feedback() {
    const VectorXd design = middle_.array().exp();
    const codesign::DenseNlp nlp = codesign::feedback_nlp(problem_, codesign::natural_gain_scale(problem_, design));
    const VectorXd middle = codesign::feedback_unknowns(problem_, design, kColocated);
    std::vector<std::string> inputs = names_;
    for (Eigen::Index k = middle_.size(); k < middle.size(); ++k) {
      inputs.push_back(fmt::format("gain_{}", k - middle_.size() + 1));
    }
    const FunctionBox box = box_about(middle, kGainSpread, std::move(inputs));
    CheckOptions few = options_;
    few.states = std::min(few.states, kMostFeedbackPoints);
    const auto evaluated = [&](const VectorXd& u) {
      auto point = nlp.evaluate(u);
      require(point.has_value(), "the loop is not stable");
      return std::move(*point);
    };
    FunctionBox of_costs = box;
    of_costs.outputs = {"structure cost", "effort", "response"};
    const BlackBox costs{[&](const VectorXd& u) {
                           const codesign::DensePoint point = evaluated(u);
                           VectorXd all(1 + nlp.rows);
                           all << point.objective, point.rows;
                           return all;
                         },
                         [&](const VectorXd& u) {
                           const codesign::DensePoint point = evaluated(u);
                           MatrixXd all(1 + nlp.rows, u.size());
                           all << point.gradient.transpose(), point.jacobian;
                           return all;
                         }};
    append(report_, check_solution("feedback", costs, of_costs, few));
    const VectorXd ones = VectorXd::Ones(nlp.rows);
    FunctionBox of_sum = box;
    of_sum.outputs = of_sum.inputs;
    const BlackBox gradient_of_sum{[&](const VectorXd& u) -> VectorXd {
                                     const codesign::DensePoint point = evaluated(u);
                                     return point.gradient + point.jacobian.transpose() * ones;
                                   },
                                   [&](const VectorXd& u) { return nlp.hessian(u, 1.0, ones); }};
    append(report_, check_solution("feedback, second order", gradient_of_sum, of_sum, few));
  }

  const Codesign& problem_;
  const CheckOptions& options_;
  DerivativeReport report_;
  std::vector<std::string> names_;
  VectorXd middle_;
};

}  // namespace

DerivativeReport verify_codesign(const Codesign& problem, const CheckOptions& options) {
  check_options(options);
  return Verification(problem, options).run();
}

}  // namespace tandem
