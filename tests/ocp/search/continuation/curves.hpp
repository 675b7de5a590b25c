#pragma once

#include <tandem/ocp/search/continuation/systems.hpp>

#include <functional>
#include <memory>

namespace tandem::continuation::test {

using Curve = std::function<double(double x, double lambda)>;

/// One equation f(x, lambda) = 0 with its derivatives.
inline std::unique_ptr<System> curve(Curve f, Curve by_x, Curve by_lambda) {
  const auto vector = [](const Curve& function) {
    return [=](const Eigen::VectorXd& x, double lambda) {
      return Eigen::VectorXd(Eigen::VectorXd::Constant(1, function(x(0), lambda)));
    };
  };
  return dense_system({1, vector(f), vector(by_lambda)}, [=](const Eigen::VectorXd& x, double lambda) {
    return Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, by_x(x(0), lambda)));
  });
}

/// x^3 - x + lambda = 0: folds at lambda = +-2 / (3 sqrt 3), x = +-1 / sqrt 3.
inline std::unique_ptr<System> cubic() {
  return curve([](double x, double p) { return x * x * x - x + p; }, [](double x, double) { return 3.0 * x * x - 1.0; },
               [](double, double) { return 1.0; });
}

/// lambda x - x^3 = 0 and lambda x - x^2 = 0: two branches that cross at 0.
inline std::unique_ptr<System> pitchfork() {
  return curve([](double x, double p) { return p * x - x * x * x; }, [](double x, double p) { return p - 3.0 * x * x; },
               [](double x, double) { return x; });
}
inline std::unique_ptr<System> transcritical() {
  return curve([](double x, double p) { return p * x - x * x; }, [](double x, double p) { return p - 2.0 * x; },
               [](double x, double) { return x; });
}

/// x^2 + lambda^2 = 1.
inline std::unique_ptr<System> circle() {
  return curve([](double x, double p) { return x * x + p * p - 1.0; }, [](double x, double) { return 2.0 * x; },
               [](double, double p) { return 2.0 * p; });
}

inline Eigen::VectorXd one(double x) { return Eigen::VectorXd::Constant(1, x); }

}  // namespace tandem::continuation::test
