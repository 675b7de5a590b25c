#include <tandem/core/eigen_spectra.hpp>

namespace Eigen {
TANDEM_EIGEN_SPECTRA(template)
}  // namespace Eigen
