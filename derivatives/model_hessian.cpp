#include <tandem/derivatives/model_hessian.hpp>

#include <tandem/derivatives/dynamics_hessians.hpp>
#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>
#include <tandem/derivatives/jacobian_ways.hpp>

#include <complex>

namespace tandem {
namespace {

using ComplexNumber = std::complex<double>;
using TapeNumber = CppAD::AD<double>;
using Expression = casadi::SX;

/// A setting without numbers to differentiate by: z = [d; v; x].
ModelSetting without_numbers(const ModelSetting& s) { return {s.model, s.drives, s.wrenches, s.frame, {}}; }

SymbolVector column_entries(const Expression& column) {
  SymbolVector v(column.size1());
  for (long i = 0; i < v.size(); ++i) v(i) = column(i);
  return v;
}

Eigen::MatrixXd hessian_by_cppad(ModelFunction function, const ModelSetting& setting, const ModelState& state,
                                 const Eigen::VectorXd& w) {
  const Eigen::VectorXd z = variables_at(setting, state, function);
  std::vector<TapeNumber> inputs(z.begin(), z.end());
  CppAD::Independent(inputs);
  const TapeVector at = Eigen::Map<const TapeVector>(inputs.data(), z.size());
  const TapeVector y = evaluate<TapeNumber>(function, setting, state.q.cast<TapeNumber>(), at);
  TapeNumber sum(0.0);
  for (long i = 0; i < y.size(); ++i) sum += w(i) * y(i);
  CppAD::ADFun<double> tape;
  tape.Dependent(inputs, std::vector<TapeNumber>{sum});
  tape.Forward(0, std::vector<double>(z.begin(), z.end()));
  Eigen::MatrixXd hessian(z.size(), z.size());
  std::vector<double> direction(z.size(), 0.0);
  for (long k = 0; k < z.size(); ++k) {
    direction[k] = 1;
    tape.Forward(1, direction);
    const std::vector<double> back = tape.Reverse(2, std::vector<double>{1.0});
    for (long i = 0; i < z.size(); ++i) hessian(i, k) = back[2 * i + 1];
    direction[k] = 0;
  }
  return hessian;
}

/// w' of the first order by the sweeps for complex numbers.
ComplexVector complex_gradient(ModelFunction function, const ModelSetting& s, const Parameters<ComplexNumber>& numbers,
                               const std::vector<Wrench<ComplexNumber>>& wrenches, const ComplexVector& q,
                               const ComplexVector& z, const Eigen::VectorXd& w) {
  const long nv = s.model.nv();
  DerivativeWorkspace<ComplexNumber> ws(s.model);
  MatrixX<ComplexNumber> all(nv, 3 * nv);
  const ComplexVector v = z.segment(nv, nv), x = z.tail(nv);
  if (function == ModelFunction::inverse_dynamics) {
    inverse_dynamics_derivatives(s.model, numbers, ws, q, v, x, all.leftCols(nv), all.middleCols(nv, nv),
                                 all.rightCols(nv), wrenches);
  } else {
    const std::vector<Drive> all_force(s.model.body_count(), Drive::force);
    const std::vector<Drive>& drives = function == ModelFunction::forward_dynamics ? all_force : s.drives;
    ComplexVector wanted(nv);
    hybrid_dynamics_derivatives(s.model, numbers, ws, q, v, std::span<const Drive>(drives), x, wanted, all.leftCols(nv),
                                all.middleCols(nv, nv), all.rightCols(nv), wrenches);
  }
  return all.transpose() * w.cast<ComplexNumber>();
}

Eigen::MatrixXd hessian_by_complex_step(ModelFunction function, const ModelSetting& s, const ModelState& state,
                                        const Eigen::VectorXd& w) {
  constexpr double kComplexStep = 1e-30;
  const long nv = s.model.nv();
  const Parameters<ComplexNumber> numbers = s.model.parameters().cast<ComplexNumber>();
  std::vector<Wrench<ComplexNumber>> wrenches;
  for (const Wrench<double>& f : s.wrenches) {
    wrenches.push_back({f.torque.cast<ComplexNumber>(), f.force.cast<ComplexNumber>()});
  }
  ComplexVector z = variables_at(s, state, function).cast<ComplexNumber>(), q(s.model.nq());
  Eigen::MatrixXd slopes(3 * nv, 3 * nv);
  for (long k = 0; k < 3 * nv; ++k) {
    const ComplexNumber before = z(k);
    z(k) = before + ComplexNumber(0, kComplexStep);
    integrate<ComplexNumber>(s.model, state.q.cast<ComplexNumber>(), z.head(nv), q);
    slopes.col(k) = complex_gradient(function, s, numbers, wrenches, q, z, w).imag() / kComplexStep;
    z(k) = before;
  }
  return 0.5 * (slopes + slopes.transpose());
}

}  // namespace

ModelHessianWays::ModelHessianWays(ModelFunction function, const ModelSetting& setting)
    : function_(function), setting_(setting) {
  const ModelSetting s = without_numbers(setting);
  const SymbolVector start = symbols("q", s.model.nq()), w = symbols("w", s.model.nv()),
                     z = symbols("z", 3L * s.model.nv());
  const SymbolVector y = evaluate<Expression>(function, s, start, z);
  SymbolVector constants(start.size() + w.size());
  constants << start, w;
  const Expression gradient = Expression::gradient(Expression::dot(column_of(w), column_of(y)), column_of(z));
  casadi_ = std::make_unique<CasadiJacobian>(constants, z, column_entries(gradient));
}

ModelHessianWays::~ModelHessianWays() = default;

std::vector<Way> ModelHessianWays::at(const ModelState& state, const Eigen::VectorXd& w) const {
  const ModelSetting s = without_numbers(setting_);
  Eigen::VectorXd constants(state.q.size() + w.size());
  constants << state.q, w;
  std::vector<Way> ways;
  ways.push_back({"cppad", hessian_by_cppad(function_, s, state, w)});
  ways.push_back({"casadi", (*casadi_)(constants, variables_at(s, state, function_))});
  if (!s.model.has_loops()) ways.push_back({"complex-step", hessian_by_complex_step(function_, s, state, w)});
  return ways;
}

Eigen::MatrixXd analytic_hessian(ModelFunction function, const ModelSetting& s, const ModelState& state,
                                 const Eigen::VectorXd& w) {
  const long nv = s.model.nv();
  const Parameters<double>& parameters = s.model.parameters();
  HessianWorkspace ws(s.model);
  Eigen::MatrixXd hessian(3 * nv, 3 * nv);
  Eigen::VectorXd wanted(nv);
  switch (function) {
    case ModelFunction::inverse_dynamics:
      inverse_dynamics_hessian(s.model, parameters, ws, state.q, state.v, state.x, w, hessian, s.wrenches);
      break;
    case ModelFunction::forward_dynamics:
      forward_dynamics_hessian(s.model, parameters, ws, state.q, state.v, state.x, w, wanted, hessian, s.wrenches);
      break;
    default:
      hybrid_dynamics_hessian(s.model, parameters, ws, state.q, state.v, s.drives, state.x, w, wanted, hessian,
                              s.wrenches);
  }
  return hessian;
}

}  // namespace tandem
