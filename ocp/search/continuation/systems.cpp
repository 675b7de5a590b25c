#include <tandem/ocp/search/continuation/systems.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/continuation/factors.hpp>

#include <iterator>
#include <utility>

namespace tandem::continuation {
namespace {

/// Functions and a kind of factors; `Fill` factorises dF/dx at (x, lambda).
template <class Factors, class Fill>
class FunctionSystem : public System {
 public:
  template <class... FactorArguments>
  FunctionSystem(Functions functions, Fill fill, FactorArguments&&... arguments)
      : functions_(std::move(functions)),
        fill_(std::move(fill)),
        factors_(std::forward<FactorArguments>(arguments)...) {
    require(functions_.size >= 1, "continuation: a system of {} equations cannot be followed", functions_.size);
    require(functions_.residual && functions_.slope, "continuation: a system needs its residual and its slope");
  }

  int size() const override { return functions_.size; }
  Eigen::VectorXd residual(const Eigen::VectorXd& x, double lambda) override {
    return checked(functions_.residual(x, lambda), "residual");
  }
  Eigen::VectorXd slope(const Eigen::VectorXd& x, double lambda) override {
    return checked(functions_.slope(x, lambda), "slope");
  }
  Factor& factorise(const Eigen::VectorXd& x, double lambda) override {
    fill_(x, lambda, factors_);
    return factors_;
  }

 private:
  Eigen::VectorXd checked(Eigen::VectorXd values, const char* what) const {
    require(values.size() == size(), "continuation: the {} has {} entries, the system has {} equations", what,
            values.size(), size());
    return values;
  }

  Functions functions_;
  Fill fill_;
  Factors factors_;
};

template <class Factors, class Fill, class... FactorArguments>
std::unique_ptr<System> make_system(Functions functions, Fill fill, FactorArguments&&... arguments) {
  return std::make_unique<FunctionSystem<Factors, Fill>>(std::move(functions), std::move(fill),
                                                         std::forward<FactorArguments>(arguments)...);
}

template <class Matrix>
void check_square(const Matrix& matrix, int size) {
  require(matrix.rows() == size && matrix.cols() == size, "continuation: the Jacobian is {} x {}, it should be {} x {}",
          matrix.rows(), matrix.cols(), size, size);
}

}  // namespace

std::unique_ptr<System> dense_system(Functions functions, DenseJacobian jacobian) {
  const int size = functions.size;
  const auto fill = [=](const Eigen::VectorXd& x, double lambda, DenseFactor& factor) {
    Eigen::MatrixXd a = jacobian(x, lambda);
    check_square(a, size);
    factor.factorise(std::move(a));
  };
  return make_system<DenseFactor>(std::move(functions), fill);
}

std::unique_ptr<System> sparse_system(Functions functions, SparseJacobian jacobian) {
  const int size = functions.size;
  const auto fill = [=](const Eigen::VectorXd& x, double lambda, SparseFactor& factor) {
    SparseFactor::Matrix a = jacobian(x, lambda);
    check_square(a, size);
    factor.factorise(std::move(a));
  };
  return make_system<SparseFactor>(std::move(functions), fill);
}

std::unique_ptr<System> staged_system(Functions functions, StagedPattern pattern, StagedJacobian jacobian) {
  require(std::ssize(pattern.stage_of_row) == functions.size,
          "continuation: the stages of {} rows are given, the system has {} equations", pattern.stage_of_row.size(),
          functions.size);
  const auto fill = [=, values = std::vector<double>(pattern.rows.size())](const Eigen::VectorXd& x, double lambda,
                                                                           StagedFactor& factor) mutable {
    jacobian(x, lambda, values);
    factor.factorise(values);
  };
  return make_system<StagedFactor>(std::move(functions), fill, pattern);
}

}  // namespace tandem::continuation
