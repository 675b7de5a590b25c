#include "casadi_solves.hpp"

#include "casadi_cart_pole.hpp"

#include <tandem/core/error.hpp>

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <numbers>

namespace tandem::bench {

using casadi::Dict;
using casadi::DM;
using casadi::Function;
using casadi::MX;
using casadi::Slice;
using casadi::SX;

namespace {

constexpr double kDuration = 2.0, kMaxForce = 20.0, kTrack = 2.0;

const std::vector<double>& start() {
  static const std::vector<double> x{0.0, 0.0, 0.0, 0.0};
  return x;
}

const std::vector<double>& end() {
  static const std::vector<double> x{1.0, std::numbers::pi, 0.0, 0.0};
  return x;
}

SX rates(const SX& x, const SX& u) { return casadi_cart_pole_rates(vertcat(x, u)); }

/// (x0, x1, u0, um, u1) -> defect, cost.
Function interval_of_hermite_simpson(double h) {
  const SX x0 = SX::sym("x0", 4), x1 = SX::sym("x1", 4), u0 = SX::sym("u0"), um = SX::sym("um"), u1 = SX::sym("u1");
  const SX f0 = rates(x0, u0), f1 = rates(x1, u1);
  const SX xm = (x0 + x1) / 2 + h / 8 * (f0 - f1);
  const SX defect = x1 - x0 - h / 6 * (f0 + 4 * rates(xm, um) + f1);
  return Function("interval", {x0, x1, u0, um, u1}, {defect, h / 6 * (u0 * u0 + 4 * um * um + u1 * u1)});
}

/// (x, u) -> state after a step of RK4, cost.
Function step_of_rk4(double h) {
  const SX x = SX::sym("x", 4), u = SX::sym("u");
  const SX k1 = rates(x, u), k2 = rates(x + h / 2 * k1, u), k3 = rates(x + h / 2 * k2, u), k4 = rates(x + h * k3, u);
  return Function("step", {x, u}, {x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), h * u * u});
}

/// Straight line between the ends, knot by knot.
DM line(int intervals) {
  DM states = DM::zeros(4, intervals + 1);
  for (int k = 0; k <= intervals; ++k) {
    for (int i = 0; i < 4; ++i) states(i, k) = start()[i] + (end()[i] - start()[i]) * k / intervals;
  }
  return states;
}

/// Bounds of the states at all knots; the track's inside, the motion's ends where `fixes_ends`.
std::pair<DM, DM> state_bounds(int intervals, bool fixes_ends) {
  const double inf = std::numeric_limits<double>::infinity();
  DM lower = -inf * DM::ones(4, intervals + 1), upper = inf * DM::ones(4, intervals + 1);
  lower(0, Slice()) = -kTrack;
  upper(0, Slice()) = kTrack;
  for (int i = 0; fixes_ends && i < 4; ++i) {
    lower(i, 0) = upper(i, 0) = start()[i];
    lower(i, intervals) = upper(i, intervals) = end()[i];
  }
  return {lower, upper};
}

double seconds_since(std::chrono::steady_clock::time_point from) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

/// A folder that is removed with the last who knows it.
std::shared_ptr<std::filesystem::path> make_folder(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / ("tandem-bench-" + std::to_string(getpid()) + "-" + name);
  std::filesystem::create_directories(path);
  return {new std::filesystem::path(path), [](std::filesystem::path* folder) {
            std::filesystem::remove_all(*folder);
            delete folder;
          }};
}

/// The solver's functions as a library that nlpsol loads.
std::string compile_functions(const Function& solver, const std::filesystem::path& folder) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder);  // names with a folder become part of the functions' names
  solver.generate_dependencies("nlp.c");
  std::filesystem::current_path(here);
  const std::string source = (folder / "nlp.c").string(), library = (folder / "nlp.so").string();
  const std::string command = "cc -O3 -march=native -fPIC -shared " + source + " -o " + library + " -lm";
  require(std::system(command.c_str()) == 0, "bench: '{}' failed", command);
  return library;
}

}  // namespace

CasadiSwingUp::CasadiSwingUp(Statement statement, CasadiFlavour flavour) : arguments_(std::move(statement.arguments)) {
  static int count = 0;
  const auto begin = std::chrono::steady_clock::now();
  statement.options["print_time"] = false;
  statement.options["expand"] = flavour == CasadiFlavour::expanded;
  solver_ = casadi::nlpsol("solver", statement.solver, statement.nlp, statement.options);
  if (flavour == CasadiFlavour::generated) {
    const auto folder = make_folder("solve-" + std::to_string(count++));
    const std::string library = compile_functions(solver_, *folder);
    library_ = folder;
    statement.options.erase("expand");
    solver_ = casadi::nlpsol("solver", statement.solver, library, statement.options);
  }
  build_seconds_ = seconds_since(begin);
}

CasadiSwingUp CasadiSwingUp::hermite_simpson(int intervals, CasadiFlavour flavour) {
  const int n = intervals;
  const MX x = MX::sym("x", 4, n + 1), u = MX::sym("u", 1, 2 * n + 1);
  const std::vector<MX> all =
      interval_of_hermite_simpson(kDuration / n)
          .map(n)(std::vector<MX>{x(Slice(), Slice(0, n)), x(Slice(), Slice(1, n + 1)), u(0, Slice(0, 2 * n, 2)),
                                  u(0, Slice(1, 2 * n, 2)), u(0, Slice(2, 2 * n + 1, 2))});
  const auto [lower, upper] = state_bounds(n, true);
  const DM force = kMaxForce * DM::ones(2 * n + 1);
  return {{"ipopt",
           {{"x", vertcat(vec(x), vec(u))}, {"f", sum2(all[1])}, {"g", vec(all[0])}},
           {{"ipopt.print_level", 0}, {"ipopt.sb", "yes"}, {"ipopt.tol", 1e-8}},
           {{"x0", vertcat(vec(line(n)), DM::zeros(2 * n + 1))},
            {"lbx", vertcat(vec(lower), -force)},
            {"ubx", vertcat(vec(upper), force)},
            {"lbg", 0.0},
            {"ubg", 0.0}}},
          flavour};
}

CasadiSwingUp CasadiSwingUp::shooting_by_fatrop(int intervals, CasadiFlavour flavour) {
  const int n = intervals;
  const MX w = MX::sym("w", 5 * n + 4);  // x_0, u_0, x_1, ..., x_n: the order that fatrop finds stages by
  const MX stages = reshape(w(Slice(0, 5 * n)), 5, n), last = w(Slice(5 * n, 5 * n + 4));
  const MX x = stages(Slice(0, 4), Slice()), u = stages(4, Slice());
  const std::vector<MX> next = step_of_rk4(kDuration / n).map(n)(std::vector<MX>{x, u});
  const MX gaps = horzcat(x(Slice(), Slice(1, n)), last) - next[0];
  const MX rows = vertcat(std::vector<MX>{gaps(Slice(), 0), x(Slice(), 0) - DM(start()),
                                          vec(gaps(Slice(), Slice(1, n))), last - DM(end())});
  const auto [lower, upper] = state_bounds(n, false);
  const auto interleave = [&](const DM& states, double force) {
    return vertcat(vec(vertcat(states(Slice(), Slice(0, n)), force * DM::ones(1, n))), states(Slice(), n));
  };
  return {{"fatrop",
           {{"x", w}, {"f", sum2(next[1])}, {"g", rows}},
           {{"structure_detection", "auto"},
            {"equality", std::vector<bool>(4 * n + 8, true)},
            {"fatrop.print_level", 0},
            {"fatrop.tol", 1e-8}},
           {{"x0", interleave(line(n), 0.0)},
            {"lbx", interleave(lower, -kMaxForce)},
            {"ubx", interleave(upper, kMaxForce)},
            {"lbg", 0.0},
            {"ubg", 0.0}}},
          flavour};
}

CasadiSwingUp::Answer CasadiSwingUp::solve() {
  const casadi::DMDict answer = solver_(arguments_);
  const Dict stats = solver_.stats();
  require(stats.at("success").to_bool(), "bench: CasADi's solver failed: {}", solver_.name());
  return {double(answer.at("f")), static_cast<int>(stats.at("iter_count").to_int())};
}

}  // namespace tandem::bench
