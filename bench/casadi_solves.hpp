#pragma once

#include <casadi/casadi.hpp>

#include <memory>
#include <string>

namespace tandem::bench {

/// How CasADi evaluates a problem's functions: expanded into one graph of scalar operations, or as C code that it
/// generates and `cc -O3 -march=native` compiles.
enum class CasadiFlavour { expanded, generated };

/// The cart-pole swing-up in CasADi's own symbols, built once, ready to be solved again and again from the straight
/// line between its ends.
class CasadiSwingUp {
 public:
  /// Compressed Hermite-Simpson, by IPOPT with its MUMPS; intervals as one mapped function.
  static CasadiSwingUp hermite_simpson(int intervals, CasadiFlavour flavour);
  /// One step of RK4 an interval under constant forces, by fatrop.
  static CasadiSwingUp shooting_by_fatrop(int intervals, CasadiFlavour flavour);

  double build_seconds() const { return build_seconds_; }  ///< construction, or construction and compilation

  struct Answer {
    double objective;
    int iterations;
  };
  Answer solve();

 private:
  struct Statement {
    std::string solver;
    casadi::MXDict nlp;
    casadi::Dict options;
    casadi::DMDict arguments;
  };
  CasadiSwingUp(Statement statement, CasadiFlavour flavour);

  casadi::DMDict arguments_;
  std::shared_ptr<void> library_;  ///< a folder with generated code, removed at the end
  casadi::Function solver_;
  double build_seconds_ = 0.0;
};

}  // namespace tandem::bench
