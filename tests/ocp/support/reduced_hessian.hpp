#pragma once

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/eigen_spectra.hpp>
#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <ocp/support/full_matrix.hpp>

#include <cmath>
#include <vector>

namespace tandem::test {

/// The second variation as a mesh has it: the Hessian of the Lagrangian of a transcribed problem on the null space of
/// its equations, without the unknowns that bounds hold, beside the integral of v'H_uu v of the same transcription, for
/// controls whose H_uu is a constant.
class ReducedHessian {
 public:
  ReducedHessian(StagedNlp& nlp, const NlpSolution& answer, const std::vector<double>& control_curvatures) {
    const int size = static_cast<int>(answer.unknowns.size()), rows = static_cast<int>(answer.multipliers.size());
    std::vector<double> jacobian(nlp.jacobian_pattern().size()), hessian(nlp.hessian_pattern().size());
    nlp.jacobian(answer.unknowns, jacobian);
    nlp.hessian(answer.unknowns, 1.0, answer.multipliers, hessian);
    const Eigen::MatrixXd equations = full_matrix(nlp.jacobian_pattern(), jacobian, rows, size);
    Eigen::MatrixXd full = full_matrix(nlp.hessian_pattern(), hessian, size, size);
    full.triangularView<Eigen::StrictlyUpper>() = full.transpose();
    const Eigen::MatrixXd part = control_part(nlp, answer, control_curvatures);
    std::vector<int> free;
    for (int i = 0; i < size; ++i) {
      const double gap = std::min(answer.unknowns(i) - nlp.lower()(i), nlp.upper()(i) - answer.unknowns(i));
      if (gap > 1e-6) free.push_back(i);
    }
    const Eigen::MatrixXd basis = null_space(equations(Eigen::all, free));
    hessian_ = basis.transpose() * full(free, free) * basis;
    control_part_ = basis.transpose() * part(free, free) * basis;
  }

  int negative_directions(double ratio = 0.0) const {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(hessian_ - ratio * control_part_,
                                                                  Eigen::EigenvaluesOnly);
    return static_cast<int>((spectrum.eigenvalues().array() < 0.0).count());
  }

  /// Between -16 and 1, by bisection to 1e-9: the control part alone may be singular.
  double least_ratio() const {
    double low = -16.0, high = 1.0;
    while (high - low > 1e-9) (negative_directions(0.5 * (low + high)) > 0 ? high : low) = 0.5 * (low + high);
    return low;
  }

 private:
  static Eigen::MatrixXd control_part(StagedNlp& nlp, const NlpSolution& answer,
                                      const std::vector<double>& curvatures) {
    const auto size = answer.unknowns.size();
    const Tableau& tableau = nlp.mesh().tableau;
    const double duration = nlp.end_time(answer.unknowns) - nlp.start_time(answer.unknowns);
    Eigen::MatrixXd part = Eigen::MatrixXd::Zero(size, size);
    const Eigen::MatrixXd products =
        tableau.control_basis.transpose() * tableau.weights.asDiagonal() * tableau.control_basis;
    for (int k = 0; k < nlp.mesh().intervals(); ++k) {
      for (int i = 0; i < tableau.node_controls(); ++i) {
        for (int j = 0; j < tableau.node_controls(); ++j) {
          for (int c = 0; c < static_cast<int>(curvatures.size()); ++c) {
            part(nlp.layout(0).node_control(k, i) + c, nlp.layout(0).node_control(k, j) + c) +=
                nlp.mesh().length(k) * duration * products(i, j) * curvatures[c];
          }
        }
      }
    }
    return part;
  }

  static Eigen::MatrixXd null_space(const Eigen::MatrixXd& equations) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> factor(equations.transpose());
    const Eigen::MatrixXd all = factor.householderQ();
    return all.rightCols(equations.cols() - equations.rows());
  }

  Eigen::MatrixXd hessian_, control_part_;
};

}  // namespace tandem::test
