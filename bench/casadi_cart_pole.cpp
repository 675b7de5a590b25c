#include <tandem/core/error.hpp>
#include <tandem/derivatives/symbolic_functions.hpp>

#include "casadi_cart_pole.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <unistd.h>

namespace tandem::bench {

using casadi::SX;

namespace {

SX stacked_function(const SX& x) {
  const SX q2 = x(1), v1 = x(2), v2 = x(3), u = x(4);
  const double m1 = 1.0, m2 = 0.3, l = 0.5, g = 9.81;
  const SX s = sin(q2), c = cos(q2);
  const SX inertia = m1 + m2 * s * s;
  const SX a1 = (l * m2 * s * v2 * v2 + u + m2 * g * c * s) / inertia;
  const SX a2 = -(l * m2 * c * s * v2 * v2 + u * c + (m1 + m2) * g * s) / (l * inertia);
  return vertcat(std::vector<SX>{v1, v2, a1, a2, u * u});
}

}  // namespace

CasadiKnot casadi_cart_pole_of_nlpsol() {
  const SX x = SX::sym("x", 5);
  const casadi::Function oracle("nlp", {x}, {stacked_function(x)}, {"x"}, {"g"});
  return {oracle.factory("nlp_jac_g", {"x"}, {"g", "jac:g:x"}),
          oracle.factory("nlp_hess_l", {"x", "lam:g"}, {"triu:hess:gamma:x:x"}, {{"gamma", {"g"}}})};
}

CasadiKnot casadi_cart_pole_by_hand() {
  const SX x = SX::sym("x", 5), w = SX::sym("w", 5), y = stacked_function(x);
  const SX jacobian = SX::jacobian(y, x), hessian = tril(SX::hessian(dot(w, y), x));
  return {{}, casadi::Function("cart_pole", {x, w}, {y, jacobian, hessian}, casadi::Dict{{"cse", true}})};
}

CasadiKnot casadi_knot_of(const KnotBlocks& blocks, const std::string& name) {
  CppAD::ADFun<double> tape = record(blocks);
  const casadi::Function function = SymbolicFunctions(tape).hessian();
  const SX x = SX::sym("x", blocks.inputs()), w = SX::sym("w", blocks.outputs());
  const std::vector<SX> results = function(std::vector<SX>{x, SX(casadi::DM(blocks.numbers)), w});
  return {{}, casadi::Function(name, {x, w}, results, casadi::Dict{{"cse", true}})};
}

GeneratedCode::GeneratedCode(const casadi::Function& function) {
  folder_ =
      (std::filesystem::temp_directory_path() / ("tandem-bench-" + std::to_string(getpid()) + "-" + function.name()))
          .string();
  std::filesystem::create_directory(folder_);
  const std::string source = folder_ + "/" + function.name() + ".c", library = folder_ + "/" + function.name() + ".so";
  casadi::CodeGenerator generator(function.name());
  generator.add(function);
  generator.generate(folder_ + "/");
  const std::string command = "cc -O3 -march=native -fPIC -shared " + source + " -o " + library + " -lm";
  require(std::system(command.c_str()) == 0, "bench: '{}' failed", command);
  library_ = dlopen(library.c_str(), RTLD_NOW);
  require(library_ != nullptr, "bench: cannot load '{}'", library);
  call_ = reinterpret_cast<Call>(dlsym(library_, function.name().c_str()));
  require(call_ != nullptr, "bench: '{}' holds no '{}'", library, function.name());
}

GeneratedCode::~GeneratedCode() {
  if (library_ != nullptr) dlclose(library_);
  std::filesystem::remove_all(folder_);
}

CasadiRoom::CasadiRoom(const casadi::Function& function, int knots)
    : arguments(function.sz_arg()), results(function.sz_res()), integers(function.sz_iw()), reals(function.sz_w()) {
  for (casadi_int i = 0; i < function.n_out(); ++i) {
    sizes_.push_back(function.nnz_out(i));
    outputs_.emplace_back(sizes_.back() * knots);
  }
  go_to(0);
}

}  // namespace tandem::bench
