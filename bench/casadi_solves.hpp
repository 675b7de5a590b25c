#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include "peers/saved_series.hpp"
#include <casadi/casadi.hpp>

#include <memory>
#include <string>
#include <vector>

namespace tandem::bench {

/// How CasADi evaluates a problem's functions: expanded into one graph of scalar operations, or as C code that it
/// generates and `cc -O3 -march=native` compiles, or -O1 where -O3 takes more than ten minutes.
enum class CasadiFlavour { expanded, generated, generated_o1 };

/// A problem transcribed in CasADi's own symbols, ready to be solved again and again from the straight-line guess. Of
/// the problem's functions it has the operations that a tape recorded, its held numbers as constants.
///
/// One phase with costs, dynamics, bounds, free final time and design numbers; others are refused.
class CasadiTwin {
 public:
  /// Compressed Hermite-Simpson, by IPOPT with its MUMPS; intervals as one mapped function.
  static CasadiTwin hermite_simpson(const Problem& problem, int intervals, CasadiFlavour flavour);
  /// Trapezoids, by the same, with one mapped function of the knots: fixed times, no design numbers.
  static CasadiTwin trapezoid(const Problem& problem, int intervals, CasadiFlavour flavour);
  /// One step of RK4 an interval under constant controls, by fatrop: fixed times, no design numbers.
  static CasadiTwin shooting_by_fatrop(const Problem& problem, int intervals, CasadiFlavour flavour);

  double build_seconds() const { return build_seconds_; }  ///< construction, or construction and compilation

  struct Answer {
    double objective;
    int iterations;
  };
  Answer solve();
  /// Its last answer by Hermite-Simpson: knots, and the controls at midpoints too.
  std::vector<SeriesRow> last_series() const;

 private:
  struct Sizes {
    int states = 0, controls = 0, intervals = 0;
    double start = 0.0, end = 0.0;
    bool has_free_end = false;
  };
  struct Statement {
    std::string solver;
    casadi::MXDict nlp;
    casadi::Dict options;
    casadi::DMDict arguments;
    Sizes sizes = {};  ///< of Hermite-Simpson
  };
  CasadiTwin(Statement statement, CasadiFlavour flavour);

  casadi::DMDict arguments_;
  std::shared_ptr<void> folder_;  ///< with generated code, removed at the end
  casadi::Function solver_;
  double build_seconds_ = 0.0;
  Sizes sizes_;
  std::vector<double> unknowns_;  ///< of the last answer
};

}  // namespace tandem::bench
