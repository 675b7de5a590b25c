#pragma once

#include <IpAugSystemSolver.hpp>

#include <vector>

namespace tandem::sweep {

/// IPOPT's linear system in the parts in which IPOPT has it; its lower triangle is
///
///   [ W_factor W + D_x + delta_x                                                     ]
///   [                            D_s + delta_s                                       ]
///   [ J_c                                          D_c - delta_c                     ]
///   [ J_d                        -1                                    D_d - delta_d ],
///
/// a missing D being zero.
struct AugmentedSystem {
  const Ipopt::SymMatrix* W;
  double W_factor;
  const Ipopt::Vector* D_x;
  double delta_x;
  const Ipopt::Vector* D_s;
  double delta_s;
  const Ipopt::Matrix* J_c;
  const Ipopt::Vector* D_c;
  double delta_c;
  const Ipopt::Matrix* J_d;
  const Ipopt::Vector* D_d;
  double delta_d;

  friend bool operator==(const AugmentedSystem&, const AugmentedSystem&) = default;
};

/// Vectors over its rows, several at once.
template <class Vector>
struct AugmentedVectors {
  std::vector<Ipopt::SmartPtr<Vector>>&x, &s, &c, &d;
};
using RightSides = AugmentedVectors<const Ipopt::Vector>;
using Steps = AugmentedVectors<Ipopt::Vector>;

/// A solver of such systems; IPOPT's own interface has all of this as twenty-two parameters.
class SystemSolver : public Ipopt::AugSystemSolver {
 public:
  virtual Ipopt::ESymSolverStatus solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                        bool check_inertia, Ipopt::Index negatives) = 0;

  Ipopt::ESymSolverStatus MultiSolve(
      const Ipopt::SymMatrix* W, double W_factor, const Ipopt::Vector* D_x, double delta_x, const Ipopt::Vector* D_s,
      double delta_s, const Ipopt::Matrix* J_c, const Ipopt::Vector* D_c, double delta_c, const Ipopt::Matrix* J_d,
      const Ipopt::Vector* D_d, double delta_d, std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right_x,
      std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right_s,
      std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right_c,
      std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right_d, std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& x,
      std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& s, std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& c,
      std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& d, bool check_inertia, Ipopt::Index negatives) final {
    const AugmentedSystem system{W, W_factor, D_x, delta_x, D_s, delta_s, J_c, D_c, delta_c, J_d, D_d, delta_d};
    return solve(system, {right_x, right_s, right_c, right_d}, {x, s, c, d}, check_inertia, negatives);
  }
};

/// The other way: one of IPOPT's own solvers.
inline Ipopt::ESymSolverStatus solve_by(Ipopt::AugSystemSolver& solver, const AugmentedSystem& a,
                                        const RightSides& right, const Steps& x, bool check_inertia,
                                        Ipopt::Index negatives) {
  return solver.MultiSolve(a.W, a.W_factor, a.D_x, a.delta_x, a.D_s, a.delta_s, a.J_c, a.D_c, a.delta_c, a.J_d, a.D_d,
                           a.delta_d, right.x, right.s, right.c, right.d, x.x, x.s, x.c, x.d, check_inertia, negatives);
}

}  // namespace tandem::sweep
