#include <tandem/core/eigen_kernels.hpp>

namespace Eigen::internal {
TANDEM_EIGEN_KERNELS(template)
}  // namespace Eigen::internal
