#pragma once

#include <tandem/derivatives/block_comparison.hpp>
#include <tandem/derivatives/model_functions.hpp>

#include <memory>

namespace tandem {

class CasadiJacobian;

/// The Jacobian of a function of a model by the ways that know nothing of mechanics: what the sweeps are held against.
class ModelJacobianWays {
 public:
  ModelJacobianWays(ModelFunction function, const ModelSetting& setting);
  ~ModelJacobianWays();

  std::vector<Way> at(const ModelState& state) const;

 private:
  ModelFunction function_;
  const ModelSetting& setting_;
  std::unique_ptr<CasadiJacobian> casadi_;
};

/// The Jacobian by a tape, for models that the sweeps do not serve.
Eigen::MatrixXd jacobian_by_tape(ModelFunction function, const ModelSetting& setting, const ModelState& state);

/// The Jacobian of a function of a model by its variables [d; v; x; numbers], by the analytic sweeps.
Eigen::MatrixXd analytic_jacobian(ModelFunction function, const ModelSetting& setting, const ModelState& state);

}  // namespace tandem
