#pragma once

#include <tandem/derivatives/model_number.hpp>
#include <tandem/dynamics/configuration.hpp>

#include <Eigen/Core>

#include <complex>
#include <functional>
#include <vector>

/// Derivatives by a complex step of 1e-30, exact to rounding: the independent way in tests of derivative sweeps.
namespace tandem::test {

using Complex = std::complex<double>;

/// A state of a model, its drives, numbers and wrenches, in complex numbers.
struct ComplexCase {
  Parameters<Complex> parameters;
  VectorX<Complex> q, v, x;  ///< x: accelerations, forces, or what is known
  std::vector<Wrench<Complex>> wrenches;
};

inline ComplexCase complex_case(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const Eigen::VectorXd& x, const std::vector<Wrench<double>>& wrenches) {
  ComplexCase c{model.parameters().cast<Complex>(), q.cast<Complex>(), v.cast<Complex>(), x.cast<Complex>(), {}};
  for (const Wrench<double>& w : wrenches) c.wrenches.push_back({w.torque.cast<Complex>(), w.force.cast<Complex>()});
  return c;
}

using ComplexFunction = std::function<VectorX<Complex>(const ComplexCase&)>;

inline constexpr double kComplexStep = 1e-30;

inline Eigen::MatrixXd complex_step(const ComplexCase& at, long columns, const ComplexFunction& function,
                                    const std::function<void(ComplexCase&, long column, Complex step)>& move) {
  Eigen::MatrixXd result;
  for (long j = 0; j < columns; ++j) {
    ComplexCase moved = at;
    move(moved, j, Complex(0, kComplexStep));
    const VectorX<Complex> y = function(moved);
    if (j == 0) result.resize(y.size(), columns);
    result.col(j) = y.imag() / kComplexStep;
  }
  return result;
}

/// Of d -> f(integrate(q, d)).
inline Eigen::MatrixXd complex_by_q(const Model& model, const ComplexCase& at, const ComplexFunction& f) {
  return complex_step(at, model.nv(), f, [&](ComplexCase& c, long j, Complex step) {
    VectorX<Complex> d = VectorX<Complex>::Zero(model.nv());
    d(j) = step;
    integrate<Complex>(model, at.q, d, c.q);
  });
}
inline Eigen::MatrixXd complex_by_v(const ComplexCase& at, const ComplexFunction& f) {
  return complex_step(at, at.v.size(), f, [](ComplexCase& c, long j, Complex step) { c.v(j) += step; });
}
inline Eigen::MatrixXd complex_by_x(const ComplexCase& at, const ComplexFunction& f) {
  return complex_step(at, at.x.size(), f, [](ComplexCase& c, long j, Complex step) { c.x(j) += step; });
}
inline Eigen::MatrixXd complex_by_numbers(const Model& model, const ComplexCase& at,
                                          const std::vector<ModelNumber>& numbers, const ComplexFunction& f) {
  return complex_step(at, static_cast<long>(numbers.size()), f, [&](ComplexCase& c, long j, Complex step) {
    vary<Complex>(model, c.parameters, c.wrenches, numbers[j], step);
  });
}

}  // namespace tandem::test
