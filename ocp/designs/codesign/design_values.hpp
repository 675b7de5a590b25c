#pragma once

#include <tandem/core/matrix_jet.hpp>
#include <tandem/core/named_number.hpp>

#include <Eigen/Core>

#include <optional>
#include <span>
#include <vector>

namespace tandem {

/// Handle of a design number: its place among the design numbers of the problem that made it.
struct Design {
  int index = -1;
};

/// What the costs of a structure are functions of, read by handles: k[area] is a size, a variable by which costs are
/// differentiated, and k[modulus] the value of another number. Where mean squares are asked for, the price of effort is
/// one more variable, after the sizes.
class DesignValues {
 public:
  DesignValues(const Eigen::VectorXd& sizes, std::span<const double> numbers, std::optional<double> price = {});

  const NumberJet& operator[](Design design) const { return variables_[design.index]; }
  double operator[](Number number) const { return numbers_[number.index]; }

  /// All sizes in their order.
  std::span<const NumberJet> sizes() const { return std::span(variables_).first(sizes_); }
  /// The same without derivatives.
  Eigen::VectorXd values() const;
  const NumberJet& price() const { return variables_[sizes_]; }
  /// By how many numbers costs are differentiated.
  int variables() const { return static_cast<int>(variables_.size()); }

 private:
  std::size_t sizes_;
  std::vector<NumberJet> variables_;
  std::span<const double> numbers_;
};

}  // namespace tandem
