#include <tandem/ocp/designs/codesign/design_values.hpp>

namespace tandem {
namespace {

Eigen::VectorXd joined(const Eigen::VectorXd& sizes, const std::optional<double>& price) {
  Eigen::VectorXd all(sizes.size() + (price ? 1 : 0));
  all.head(sizes.size()) = sizes;
  if (price) all(sizes.size()) = *price;
  return all;
}

}  // namespace

DesignValues::DesignValues(const Eigen::VectorXd& sizes, std::span<const double> numbers, std::optional<double> price)
    : sizes_(static_cast<std::size_t>(sizes.size())),
      variables_(tandem::variables(joined(sizes, price))),
      numbers_(numbers) {}

Eigen::VectorXd DesignValues::values() const {
  Eigen::VectorXd values(static_cast<Eigen::Index>(sizes_));
  for (std::size_t i = 0; i < sizes_; ++i) values(static_cast<Eigen::Index>(i)) = variables_[i].value;
  return values;
}

}  // namespace tandem
