// Derivatives of your own, verified: of a function that is generic over its scalar by every way there is, of a black
// box with a Jacobian that you wrote by hand against differences of its values, and of a wrong one to see it found.

#include <tandem/core/math.hpp>
#include <tandem/derivatives/check_generic.hpp>

#include <fmt/core.h>

#include <cmath>

namespace {

using namespace tandem;

/// The hand of a planar arm with links of 1 m, from its two angles.
struct Hand {
  template <class Vector>
  auto operator()(const Vector& q) const {
    return rates(cos(q[0]) + cos(q[0] + q[1]), sin(q[0]) + sin(q[0] + q[1]));
  }
};

/// The same in doubles alone.
Eigen::VectorXd hand(const Eigen::VectorXd& q) { return collected<double>(Hand{}(q)); }

/// Written by hand, with the second angle forgotten in one entry where `forgets`.
Eigen::MatrixXd jacobian(const Eigen::VectorXd& q, bool forgets) {
  Eigen::Matrix2d J;
  J << -std::sin(q(0)) - std::sin(q(0) + q(1)), -std::sin(q(0) + q(1)),  //
      std::cos(q(0)) + std::cos(q(0) + q(1)), forgets ? std::cos(q(0)) : std::cos(q(0) + q(1));
  return J;
}

}  // namespace

int main() {
  const FunctionBox box{Eigen::Vector2d(-3, -3), Eigen::Vector2d(3, 3), {"shoulder", "elbow"}, {"x", "y"}};

  // CppAD, CasADi, complex steps and differences of the values.
  const DerivativeReport all_ways = check_function("generic", Hand{}, box);
  // What you claim, against differences of the values.
  const auto claim = [](bool forgets) {
    return BlackBox{hand, [forgets](const Eigen::VectorXd& q) { return jacobian(q, forgets); }};
  };
  const DerivativeReport right = check_function("by hand", claim(false), box);
  const DerivativeReport wrong = check_function("forgetful", claim(true), box);

  for (const DerivativeReport& report : {all_ways, right, wrong}) fmt::print("{}\n", to_text(report));
  const BlockReport::Entry& found = wrong.blocks.front().worst;
  fmt::print("The wrong entry is d{}/d{}.\n", found.row, found.column);
  return all_ways.agrees() && right.agrees() && !wrong.agrees() && found.row == "y" && found.column == "elbow" ? 0 : 1;
}
