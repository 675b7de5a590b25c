#pragma once

#include <casadi/casadi.hpp>

#include <memory>
#include <string>
#include <vector>

namespace tandem::bench {

/// (x, u; w) -> [x'; u^2], its sparse Jacobian and the lower triangle of the Hessian of w' times it: the cart-pole
/// written with CasADi's own symbols, its numbers as constants.
casadi::Function casadi_cart_pole();

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

/// Arguments, results and work space of a CasADi function for raw calls.
class CasadiRoom {
 public:
  explicit CasadiRoom(const casadi::Function& function);

  std::vector<const double*> arguments;
  std::vector<double*> results;
  std::vector<casadi_int> integers;
  std::vector<double> reals;

 private:
  std::vector<std::vector<double>> outputs_;
};

}  // namespace tandem::bench
