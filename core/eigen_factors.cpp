#include <tandem/core/eigen_factors.hpp>

namespace Eigen {
TANDEM_EIGEN_FACTORS(template)
}  // namespace Eigen
