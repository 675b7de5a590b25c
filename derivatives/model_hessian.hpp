#pragma once

#include <tandem/derivatives/block_comparison.hpp>
#include <tandem/derivatives/model_functions.hpp>

#include <array>
#include <memory>

namespace tandem {

class CasadiJacobian;

/// Of these the second derivatives are verified, of a sum of their rows weighed by w.
inline constexpr std::array kCurvedFunctions{ModelFunction::inverse_dynamics, ModelFunction::forward_dynamics,
                                             ModelFunction::hybrid_dynamics};

/// The Hessian of w'f by [d; v; x] by ways that know nothing of mechanics in either order, a tape and an expression,
/// and by complex steps of the first order's sweeps, symmetrised as a slope of derivatives in the tangent must be.
class ModelHessianWays {
 public:
  ModelHessianWays(ModelFunction function, const ModelSetting& setting);
  ~ModelHessianWays();

  std::vector<Way> at(const ModelState& state, const Eigen::VectorXd& w) const;

 private:
  ModelFunction function_;
  const ModelSetting& setting_;
  std::unique_ptr<CasadiJacobian> casadi_;
};

/// The same by the analytic functions.
Eigen::MatrixXd analytic_hessian(ModelFunction function, const ModelSetting& setting, const ModelState& state,
                                 const Eigen::VectorXd& w);

}  // namespace tandem
