#pragma once

#include <tandem/derivatives/knot_blocks.hpp>

#include <casadi/casadi.hpp>

#include <memory>
#include <string>
#include <vector>

namespace tandem::bench {

/// CasADi's functions for one cart-pole knot, written with its own symbols: y = [x'; u^2], its sparse Jacobian and a
/// triangle of the Hessian of w' y. The numbers of the model are constants, which CasADi folds (ours are arguments).
struct CasadiKnot {
  casadi::Function jacobian;  ///< (x) -> y, dy/dx; empty where `hessian` gives these too
  casadi::Function hessian;   ///< (x, w) -> the triangle; or y, dy/dx and the triangle
};

/// As nlpsol gets them: the two functions "nlp_jac_g" and "nlp_hess_l" that it derives from the problem's, with the
/// same calls.
CasadiKnot casadi_cart_pole_of_nlpsol();

/// The most that can be had by hand: one function for everything, its common subexpressions eliminated.
CasadiKnot casadi_cart_pole_by_hand();

/// By hand again, for any blocks: from their tapes' operations.
CasadiKnot casadi_knot_of(const KnotBlocks& blocks, const std::string& name);

/// Code that CasADi generates for a function, compiled by `cc -O3 -march=native` and loaded.
class GeneratedCode {
 public:
  explicit GeneratedCode(const casadi::Function& function);
  ~GeneratedCode();
  GeneratedCode(const GeneratedCode&) = delete;
  GeneratedCode& operator=(const GeneratedCode&) = delete;

  using Call = int (*)(const double** arguments, double** results, casadi_int* integers, double* reals, int memory);
  Call call() const { return call_; }

 private:
  std::string folder_;
  void* library_ = nullptr;
  Call call_ = nullptr;
};

/// Arguments, results and work space of a CasADi function for raw calls, one knot after the other: each knot's results
/// are kept, as they are in a batch of ours.
class CasadiRoom {
 public:
  CasadiRoom(const casadi::Function& function, int knots);

  /// Lets results point to those of this knot.
  void go_to(int knot) {
    for (std::size_t i = 0; i < outputs_.size(); ++i) results[i] = outputs_[i].data() + knot * sizes_[i];
  }

  std::vector<const double*> arguments;
  std::vector<double*> results;
  std::vector<casadi_int> integers;
  std::vector<double> reals;

 private:
  std::vector<std::vector<double>> outputs_;
  std::vector<casadi_int> sizes_;
};

/// One of these functions with its room, ready to be called knot by knot.
class CasadiCall {
 public:
  CasadiCall(const casadi::Function& function, int knots, bool generated)
      : function_(function), room_(function, knots) {
    if (generated) code_ = std::make_unique<GeneratedCode>(function);
  }

  void operator()(const double* x, const double* w, int knot) {
    room_.arguments[0] = x;
    if (function_.n_in() > 1) room_.arguments[1] = w;
    room_.go_to(knot);
    double *reals = room_.reals.data(), **results = room_.results.data();
    const double** arguments = room_.arguments.data();
    if (code_) {
      code_->call()(arguments, results, room_.integers.data(), reals, 0);
    } else {
      function_(arguments, results, room_.integers.data(), reals, 0);
    }
  }

 private:
  casadi::Function function_;
  CasadiRoom room_;
  std::unique_ptr<GeneratedCode> code_;
};

}  // namespace tandem::bench
