#include <tandem/core/error.hpp>
#include <tandem/derivatives/recording.hpp>
#include <tandem/derivatives/tape_expression.hpp>
#include <tandem/ocp/statement/guess.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include "casadi_solves.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace tandem::bench {

using casadi::DM;
using casadi::Function;
using casadi::MX;
using casadi::Slice;
using casadi::SX;

namespace {

const Phase& only_phase(const Problem& problem) {
  require(problem.phases().size() == 1 && !problem.is_maximised(), "bench: '{}' has several phases, or is maximised",
          problem.name());
  const Phase& phase = problem.phases().front();
  require(phase.path_constraints.empty() && phase.end_constraints.empty() && phase.integral_constraints.empty(),
          "bench: '{}' has constraints besides bounds", problem.name());
  return phase;
}

/// The stacked outputs of blocks at [x; u; t; free numbers].
SX outputs_of(const KnotBlocks& blocks, const SX& inputs) {
  CppAD::ADFun<double> tape = record(blocks);
  return expression_of(tape, inputs, SX(DM(blocks.numbers)));
}

struct Bounds {
  double lower, upper;
};

/// A phase's functions, sizes, bounds and guess, as CasADi takes them.
class Twin {
 public:
  Twin(const Problem& problem, int intervals)
      : phase_(only_phase(problem)),
        numbers_(problem.number_values()),
        design_(problem.design_numbers()),
        guess_(straight_line_guess(problem, 0)),
        n_(intervals) {
    for (const int i : design_) design_bounds_.push_back({problem.numbers()[i].lower, problem.numbers()[i].upper});
  }

  int states() const { return phase_.state_count; }
  int controls() const { return phase_.control_count; }
  int designs() const { return static_cast<int>(design_.size()); }
  double start_time() const { return phase_.time.start.lower.at(numbers_); }
  Bounds end_time() const { return {phase_.time.end.lower.at(numbers_), phase_.time.end.upper.at(numbers_)}; }
  bool has_free_time() const { return end_time().lower != end_time().upper; }

  /// (x, u, t, p) -> [x'; running cost], with a zero where there is none.
  SX along(const SX& x, const SX& u, const SX& t, const SX& p) const {
    const SX outputs = outputs_of(blocks_along(phase_, numbers_, design_), vertcat(std::vector<SX>{x, u, t, p}));
    return phase_.running_cost ? outputs : vertcat(outputs, SX(0));
  }
  Function end_cost() const {
    const SX x = SX::sym("x", states()), t = SX::sym("t"), p = SX::sym("p", designs());
    SX cost(0);
    if (phase_.end_cost) cost = outputs_of(blocks_at_end(phase_, numbers_, design_), vertcat(std::vector<SX>{x, t, p}));
    return Function("end_cost", {x, t, p}, {cost});
  }

  /// Lower (or upper) bounds of all states, knot by knot; those of the two ends where `with_ends`.
  DM state_bounds(bool is_lower, bool with_ends) const {
    DM all(states(), n_ + 1);
    for (int i = 0; i < states(); ++i) {
      const State& state = phase_.states[i];
      all(i, Slice()) = bound(state.bounds, is_lower);
      if (with_ends && state.start) all(i, 0) = bound(*state.start, is_lower);
      if (with_ends && state.end) all(i, n_) = bound(*state.end, is_lower);
    }
    return all;
  }
  DM control_bounds(bool is_lower, int count) const {
    DM all(controls(), count);
    for (int i = 0; i < controls(); ++i) all(i, Slice()) = bound(phase_.controls[i].bounds, is_lower);
    return all;
  }
  DM design_bounds(bool is_lower) const {
    DM all(designs(), 1);
    for (int i = 0; i < designs(); ++i) all(i) = is_lower ? design_bounds_[i].lower : design_bounds_[i].upper;
    return all;
  }
  /// The end that a state is fixed to, or NaN.
  double fixed(int state, bool at_end) const {
    const auto& range = at_end ? phase_.states[state].end : phase_.states[state].start;
    if (!range) return std::numeric_limits<double>::quiet_NaN();
    const double lower = bound(*range, true), upper = bound(*range, false);
    return lower == upper ? lower : std::numeric_limits<double>::quiet_NaN();
  }

  DM guessed_states() const { return sampled(guess_.time, guess_.states, n_ + 1); }
  DM guessed_controls(int count) const { return sampled(guess_.control_time, guess_.controls, count); }
  double guessed_end() const { return guess_.time(guess_.time.size() - 1); }
  DM guessed_designs() const {
    DM all(designs(), 1);
    for (int i = 0; i < designs(); ++i) all(i) = numbers_[design_[i]];
    return all;
  }

 private:
  double bound(const Range& range, bool is_lower) const {
    return is_lower ? range.lower.at(numbers_) : range.upper.at(numbers_);
  }
  static DM sampled(const Eigen::VectorXd& time, const Eigen::MatrixXd& series, int count) {
    DM all(series.rows(), count);
    for (int k = 0; k < count; ++k) {
      const double at = time(0) + (time(time.size() - 1) - time(0)) * k / (count - 1);
      const Eigen::VectorXd column = interpolate(time, series, at);
      for (int i = 0; i < column.size(); ++i) all(i, k) = column(i);
    }
    return all;
  }

  const Phase& phase_;
  std::vector<double> numbers_;
  std::vector<int> design_;
  std::vector<Bounds> design_bounds_;
  PhaseGuess guess_;
  int n_;
};

void require_fixed(const Twin& twin, const Problem& problem) {
  require(!twin.has_free_time() && twin.designs() == 0, "bench: '{}' has a free time or design numbers",
          problem.name());
}

/// (x0, x1, u0, um, u1, t0, h, p) -> defect, cost.
Function interval_of_hermite_simpson(const Twin& twin) {
  const int nx = twin.states(), nu = twin.controls();
  const SX x0 = SX::sym("x0", nx), x1 = SX::sym("x1", nx), u0 = SX::sym("u0", nu), um = SX::sym("um", nu),
           u1 = SX::sym("u1", nu), t0 = SX::sym("t0"), h = SX::sym("h"), p = SX::sym("p", twin.designs());
  const SX y0 = twin.along(x0, u0, t0, p), y1 = twin.along(x1, u1, t0 + h, p);
  const Slice rates(0, nx);
  const SX xm = (x0 + x1) / 2 + h / 8 * (y0(rates) - y1(rates));
  const SX ym = twin.along(xm, um, t0 + h / 2, p);
  const SX sum = h / 6 * (y0 + 4 * ym + y1);
  return Function("interval", {x0, x1, u0, um, u1, t0, h, p}, {x1 - x0 - sum(rates), sum(nx)});
}

/// (x, u, t, h) -> state after a step of RK4, cost.
Function step_of_rk4(const Twin& twin) {
  const int nx = twin.states();
  const SX x = SX::sym("x", nx), u = SX::sym("u", twin.controls()), t = SX::sym("t"), h = SX::sym("h"), p(0, 1);
  const Slice rates(0, nx);
  const SX k1 = twin.along(x, u, t, p), k2 = twin.along(x + h / 2 * k1(rates), u, t + h / 2, p),
           k3 = twin.along(x + h / 2 * k2(rates), u, t + h / 2, p), k4 = twin.along(x + h * k3(rates), u, t + h, p);
  const SX sum = h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  return Function("step", {x, u, t, h}, {x + sum(rates), sum(nx)});
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
std::string compile_functions(const Function& solver, const std::filesystem::path& folder, const char* level) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder);  // names with a folder become part of the functions' names
  solver.generate_dependencies("nlp.c");
  std::filesystem::current_path(here);
  const std::string source = (folder / "nlp.c").string(), library = (folder / "nlp.so").string();
  const std::string command =
      std::string("cc ") + level + " -march=native -fPIC -shared " + source + " -o " + library + " -lm";
  require(std::system(command.c_str()) == 0, "bench: '{}' failed", command);
  return library;
}

}  // namespace

CasadiTwin::CasadiTwin(Statement statement, CasadiFlavour flavour)
    : arguments_(std::move(statement.arguments)), sizes_(statement.sizes) {
  static int count = 0;
  const auto begin = std::chrono::steady_clock::now();
  statement.options["print_time"] = false;
  statement.options["expand"] = flavour == CasadiFlavour::expanded;
  solver_ = casadi::nlpsol("solver", statement.solver, statement.nlp, statement.options);
  if (flavour != CasadiFlavour::expanded) {
    const auto folder = make_folder("solve-" + std::to_string(count++));
    const std::string library =
        compile_functions(solver_, *folder, flavour == CasadiFlavour::generated ? "-O3" : "-O1");
    folder_ = folder;
    statement.options.erase("expand");
    solver_ = casadi::nlpsol("solver", statement.solver, library, statement.options);
  }
  build_seconds_ = seconds_since(begin);
}

CasadiTwin CasadiTwin::hermite_simpson(const Problem& problem, int intervals, CasadiFlavour flavour) {
  const int n = intervals;
  const Twin twin(problem, n);
  const MX x = MX::sym("x", twin.states(), n + 1), u = MX::sym("u", twin.controls(), 2 * n + 1),
           time = MX::sym("time", twin.has_free_time() ? 1 : 0), p = MX::sym("p", twin.designs());
  const MX end = twin.has_free_time() ? time : MX(twin.end_time().lower);
  const MX h = (end - twin.start_time()) / n;
  std::vector<MX> starts;
  for (int k = 0; k < n; ++k) starts.push_back(twin.start_time() + k * h);
  const std::vector<MX> all = interval_of_hermite_simpson(twin).map(n)(
      std::vector<MX>{x(Slice(), Slice(0, n)), x(Slice(), Slice(1, n + 1)), u(Slice(), Slice(0, 2 * n, 2)),
                      u(Slice(), Slice(1, 2 * n, 2)), u(Slice(), Slice(2, 2 * n + 1, 2)), horzcat(starts),
                      repmat(h, 1, n), repmat(p, 1, n)});
  const MX cost = sum2(all[1]) + twin.end_cost()(std::vector<MX>{x(Slice(), n), end, p})[0];
  const auto bounds = [&](bool is_lower) {
    const double last = is_lower ? twin.end_time().lower : twin.end_time().upper;
    return vertcat(std::vector<DM>{vec(twin.state_bounds(is_lower, true)),
                                   vec(twin.control_bounds(is_lower, 2 * n + 1)),
                                   twin.has_free_time() ? DM(last) : DM(0, 1), twin.design_bounds(is_lower)});
  };
  return {{"ipopt",
           {{"x", vertcat(std::vector<MX>{vec(x), vec(u), time, p})}, {"f", cost}, {"g", vec(all[0])}},
           {{"ipopt.print_level", 0}, {"ipopt.sb", "yes"}, {"ipopt.tol", 1e-8}},
           {{"x0", vertcat(std::vector<DM>{vec(twin.guessed_states()), vec(twin.guessed_controls(2 * n + 1)),
                                           twin.has_free_time() ? DM(twin.guessed_end()) : DM(0, 1),
                                           twin.guessed_designs()})},
            {"lbx", bounds(true)},
            {"ubx", bounds(false)},
            {"lbg", 0.0},
            {"ubg", 0.0}},
           {twin.states(), twin.controls(), n, twin.start_time(), twin.end_time().lower, twin.has_free_time()}},
          flavour};
}

CasadiTwin CasadiTwin::trapezoid(const Problem& problem, int intervals, CasadiFlavour flavour) {
  const int n = intervals;
  const Twin twin(problem, n);
  require_fixed(twin, problem);
  const int nx = twin.states(), nu = twin.controls();
  const SX x_of_knot = SX::sym("x", nx), u_of_knot = SX::sym("u", nu), t_of_knot = SX::sym("t");
  const Function knot("knot", {x_of_knot, u_of_knot, t_of_knot},
                      {twin.along(x_of_knot, u_of_knot, t_of_knot, SX(0, 1))});
  const MX x = MX::sym("x", nx, n + 1), u = MX::sym("u", nu, n + 1);
  const double h = (twin.end_time().lower - twin.start_time()) / n;
  DM times(1, n + 1);
  for (int k = 0; k <= n; ++k) times(k) = twin.start_time() + k * h;
  const MX y = knot.map(n + 1)(std::vector<MX>{x, u, MX(times)})[0];
  const MX sum = h / 2 * (y(Slice(), Slice(0, n)) + y(Slice(), Slice(1, n + 1)));
  const MX gaps = x(Slice(), Slice(1, n + 1)) - x(Slice(), Slice(0, n)) - sum(Slice(0, nx), Slice());
  const MX cost =
      sum2(sum(nx, Slice())) + twin.end_cost()(std::vector<MX>{x(Slice(), n), MX(twin.end_time().lower), MX(0, 1)})[0];
  const auto bounds = [&](bool is_lower) {
    return vertcat(vec(twin.state_bounds(is_lower, true)), vec(twin.control_bounds(is_lower, n + 1)));
  };
  return {{"ipopt",
           {{"x", vertcat(vec(x), vec(u))}, {"f", cost}, {"g", vec(gaps)}},
           {{"ipopt.print_level", 0}, {"ipopt.sb", "yes"}, {"ipopt.tol", 1e-8}},
           {{"x0", vertcat(vec(twin.guessed_states()), vec(twin.guessed_controls(n + 1)))},
            {"lbx", bounds(true)},
            {"ubx", bounds(false)},
            {"lbg", 0.0},
            {"ubg", 0.0}}},
          flavour};
}

CasadiTwin CasadiTwin::shooting_by_fatrop(const Problem& problem, int intervals, CasadiFlavour flavour) {
  const int n = intervals;
  const Twin twin(problem, n);
  require_fixed(twin, problem);
  const int nx = twin.states(), size = nx + twin.controls();
  const MX w = MX::sym("w", size * n + nx);  // x_0, u_0, x_1, ..., x_n: the order that fatrop finds stages by
  const MX stages = reshape(w(Slice(0, size * n)), size, n), last = w(Slice(size * n, size * n + nx));
  const MX x = stages(Slice(0, nx), Slice()), u = stages(Slice(nx, size), Slice());
  const double h = (twin.end_time().lower - twin.start_time()) / n;
  DM times(1, n);
  for (int k = 0; k < n; ++k) times(k) = twin.start_time() + k * h;
  const std::vector<MX> next = step_of_rk4(twin).map(n)(std::vector<MX>{x, u, MX(times), repmat(MX(h), 1, n)});
  const MX gaps = horzcat(x(Slice(), Slice(1, n)), last) - next[0];
  std::vector<MX> start_rows, end_rows;
  for (int i = 0; i < nx; ++i) {
    if (!std::isnan(twin.fixed(i, false))) start_rows.push_back(x(i, 0) - twin.fixed(i, false));
    if (!std::isnan(twin.fixed(i, true))) end_rows.push_back(last(i) - twin.fixed(i, true));
  }
  std::vector<MX> rows{gaps(Slice(), 0)};
  rows.insert(rows.end(), start_rows.begin(), start_rows.end());
  rows.push_back(vec(gaps(Slice(), Slice(1, n))));
  rows.insert(rows.end(), end_rows.begin(), end_rows.end());
  const MX g = vertcat(rows);
  const auto interleave = [&](const DM& states, const DM& controls) {
    return vertcat(vec(vertcat(states(Slice(), Slice(0, n)), controls)), states(Slice(), n));
  };
  const MX cost = sum2(next[1]) + twin.end_cost()(std::vector<MX>{last, MX(twin.end_time().lower), MX(0, 1)})[0];
  return {{"fatrop",
           {{"x", w}, {"f", cost}, {"g", g}},
           {{"structure_detection", "auto"},
            {"equality", std::vector<bool>(g.size1(), true)},
            {"fatrop.print_level", 0},
            {"fatrop.tol", 1e-8}},
           {{"x0", interleave(twin.guessed_states(), twin.guessed_controls(n))},
            {"lbx", interleave(twin.state_bounds(true, false), twin.control_bounds(true, n))},
            {"ubx", interleave(twin.state_bounds(false, false), twin.control_bounds(false, n))},
            {"lbg", 0.0},
            {"ubg", 0.0}}},
          flavour};
}

CasadiTwin::Answer CasadiTwin::solve() {
  const casadi::DMDict answer = solver_(arguments_);
  const casadi::Dict stats = solver_.stats();
  require(stats.at("success").to_bool(), "bench: CasADi's solver failed");
  unknowns_ = std::vector<double>(answer.at("x"));
  return {double(answer.at("f")), static_cast<int>(stats.at("iter_count").to_int())};
}

}  // namespace tandem::bench
