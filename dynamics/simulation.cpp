#include <tandem/dynamics/simulation.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/servo.hpp>
#include <tandem/dynamics/simulated_descriptor.hpp>
#include <tandem/dynamics/simulated_system.hpp>

#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace tandem {
namespace {

namespace odeint = boost::numeric::odeint;
using Values = SimulatedSystem::Values;

constexpr std::array<std::pair<const char*, Integrator>, 2> kIntegrators{
    {{"rk4", Integrator::rk4}, {"fehlberg78", Integrator::fehlberg78}}};

constexpr std::array<std::pair<const char*, Form>, 3> kForms{
    {{"minimal", Form::minimal}, {"multipliers", Form::multipliers}, {"descriptor", Form::descriptor}}};

void check_options(const SimulationOptions& options) {
  require(std::isfinite(options.duration) && options.duration > 0, "duration is {} s: it must be positive",
          options.duration);
  require(std::isfinite(options.step) && options.step > 0, "step is {} s: it must be positive", options.step);
  require(options.duration / options.step < 1e8, "step {} s is too small for {} s: more than 1e8 of them", options.step,
          options.duration);
  require(options.tolerance >= 1e-15 && options.tolerance < 1, "tolerance is {}: it must be from 1e-15 to 1",
          options.tolerance);
  require(options.max_steps > 0, "max_steps is {}: it must be positive", options.max_steps);
  require(options.sample_period == 0 || (options.sample_period > 0 && options.duration / options.sample_period < 1e8),
          "sample_period is {} s: it must be 0 or positive, at most 1e8 of them in {} s", options.sample_period,
          options.duration);
}

void check_drives(const Model& model, const SimulationOptions& options, In<double> q, In<double> v) {
  const bool has_drives = !options.drives.empty();
  require(!has_drives || std::ssize(options.drives) == model.body_count(),
          "model '{}': drives: {} given, {} wanted, one a body", model.name(), options.drives.size(),
          model.body_count());
  require(has_drives || !options.motions, "model '{}': there is a law of motions, but no joint is motion-driven",
          model.name());
  if (options.servo == nullptr) return;
  require(!has_drives, "model '{}': a servo and motion-driven joints at once: state the joints' motions as paths",
          model.name());
  options.servo->check_start(q, v);
}

void check_form(const Model& model, const SimulationOptions& options) {
  if (options.form == Form::minimal) return;
  require(options.drives.empty() && options.servo == nullptr,
          "model '{}': motion-driven joints and servos are moved in the minimal form alone", model.name());
  require(options.form != Form::descriptor || (!options.wrenches && options.sample_period == 0),
          "model '{}': the descriptor form takes neither external wrenches nor a controller in samples", model.name());
}

void check_start(const Model& model, In<double> q, In<double> v) {
  require(q.size() == model.nq(), "model '{}': q: {} given, {} wanted", model.name(), q.size(), model.nq());
  require(v.size() == model.nv(), "model '{}': v: {} given, {} wanted", model.name(), v.size(), model.nv());
  for (int i = 0; i < model.nq(); ++i) {
    require(std::isfinite(q(i)), "model '{}': coordinate '{}' is {}", model.name(), model.coordinate_name(i), q(i));
  }
  for (int i = 0; i < model.nv(); ++i) {
    require(std::isfinite(v(i)), "model '{}': velocity '{}' is {}", model.name(), model.velocity_name(i), v(i));
  }
}

bool all_finite(const Values& x) { return Eigen::Map<const Eigen::VectorXd>(x.data(), std::ssize(x)).allFinite(); }

/// Steps of one integrator through one simulation.
class Stepper {
 public:
  Stepper(const Model& model, SimulatedSystem& system, const SimulationOptions& options, Simulation& simulation)
      : model_(model), system_(system), options_(options), simulation_(simulation), wanted_(options.step) {}

  /// Steps in absolute coordinates instead, from here.
  void describe(const Parameters<double>& parameters, const Values& x) {
    descriptor_.emplace(model_, parameters, system_);
    descriptor_->start(x);
  }

  /// Brings x from t to `end`. False where the program is to end before.
  bool advance(Values& x, double t, double end) {
    if (ending::is_due()) return false;
    if (descriptor_) {
      const long before = descriptor_->newton_steps();
      descriptor_->advance(x, t, end);
      ++simulation_.steps;
      simulation_.evaluations += descriptor_->newton_steps() - before;
      return true;
    }
    if (options_.integrator == Integrator::rk4) {
      trial_ = x;
      rk4_.do_step(std::ref(system_), trial_, t, end - t);
      if (!all_finite(trial_)) fail(t, "it goes to infinity", x);
      x.swap(trial_);
      accept(x);
      return true;
    }
    while (t < end) {
      if (ending::is_due()) return false;
      if (try_step(x, t, end)) accept(x);
      if (t + wanted_ == t) fail(t, "the step shrinks to nothing", x);
      if (simulation_.steps + simulation_.rejected > options_.max_steps) {
        fail(t, fmt::format("more than {} steps are needed", options_.max_steps), x);
      }
    }
    return true;
  }

 private:
  /// One step of the pair, towards `end` at most: taken if its error estimate is below the tolerance in every number,
  /// otherwise taken back. The next is as long as the eighth order of the estimate lets it be.
  bool try_step(Values& x, double& t, double end) {
    const bool reaches_end = t + wanted_ >= end;
    const double dt = reaches_end ? end - t : wanted_;
    trial_.resize(x.size());
    error_.resize(x.size());
    fehlberg_.do_step(std::ref(system_), x, t, trial_, dt, error_);
    const double error = relative_error(x);
    const double growth = error > 0 ? std::clamp(0.9 * std::pow(error, -1.0 / 8), 0.2, 5.0) : 5.0;
    if (!(error <= 1)) {
      ++simulation_.rejected;
      wanted_ = dt * (std::isfinite(error) ? std::min(growth, 0.9) : 0.2);
      return false;
    }
    // A step cut short by the series says nothing about longer ones unless it could have been longer.
    wanted_ = reaches_end ? std::max(wanted_ * std::min(growth, 1.0), dt * growth) : dt * growth;
    t = reaches_end ? end : t + dt;
    x.swap(trial_);
    return true;
  }

  /// The largest error of the trial step in units of the tolerance; infinite for what is not a number.
  double relative_error(const Values& x) const {
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double error = std::abs(error_[i]) / (options_.tolerance * (1 + std::abs(x[i])));
      if (!std::isfinite(error) || !std::isfinite(trial_[i])) return std::numeric_limits<double>::infinity();
      worst = std::max(worst, error);
    }
    return worst;
  }

  void accept(Values& x) {
    ++simulation_.steps;
    system_.forget_trouble();
    simulation_.audit.quaternion = std::max(simulation_.audit.quaternion, system_.renormalize(x));
  }

  [[noreturn]] void fail(double t, const std::string& how, const Values& x) const {
    const std::string why = system_.trouble().empty() ? "" : "; " + system_.trouble();
    throw NumericalError(fmt::format("model '{}': the simulation by {} fails at t = {:.6g} s: {}, {}{}", model_.name(),
                                     name_of(options_.integrator), t, how, system_.wildest(x), why));
  }

  const Model& model_;
  SimulatedSystem& system_;
  const SimulationOptions& options_;
  Simulation& simulation_;
  std::optional<SimulatedDescriptor> descriptor_;
  odeint::runge_kutta4<Values> rk4_;
  odeint::runge_kutta_fehlberg78<Values> fehlberg_;
  double wanted_;
  Values trial_, error_;
};

void store(const Model& model, const Values& x, Eigen::Index k, SimulatedSystem& system, Simulation& simulation) {
  const int nq = model.nq(), nv = model.nv();
  const Eigen::Map<const Eigen::VectorXd> all(x.data(), std::ssize(x));
  simulation.q.col(k) = all.head(nq);
  simulation.v.col(k) = all.segment(nq, nv);
  simulation.work(k) = all(nq + nv);
  simulation.impulse.col(k) = all.tail<6>();
  system.forces_at(x, simulation.time(k), simulation.a.col(k), simulation.tau.col(k));
}

/// Leaves the first `count` times of the series.
void cut(Simulation& simulation, Eigen::Index count) {
  simulation.is_whole = false;
  simulation.time.conservativeResize(count);
  simulation.work.conservativeResize(count);
  for (Eigen::MatrixXd* const series :
       {&simulation.q, &simulation.v, &simulation.a, &simulation.tau, &simulation.impulse}) {
    series->conservativeResize(Eigen::NoChange, count);
  }
}

/// The end of the stretch that begins at t on the way to `end`: the next sample of a controller, if there is one
/// before.
double next_stop(double t, double end, double period) {
  if (period == 0) return end;
  const double sample = (std::floor(t / period * (1 + 1e-12) + 1e-9) + 1) * period;
  return sample < end - 1e-9 * period ? sample : end;
}

bool is_sample(double t, double period) {
  return period > 0 && std::abs(t - std::round(t / period) * period) < 1e-6 * period;
}

}  // namespace

Integrator integrator_named(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& [own, integrator] : kIntegrators) {
    if (own == name) return integrator;
    known.emplace_back(own);
  }
  refuse("no integrator is called '{}'{} (rk4, fehlberg78)", name, did_you_mean(name, known));
}

Form form_named(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& [own, form] : kForms) {
    if (own == name) return form;
    known.emplace_back(own);
  }
  refuse("no form is called '{}'{} (minimal, multipliers, descriptor)", name, did_you_mean(name, known));
}

const char* name_of(Form form) { return kForms[static_cast<int>(form)].first; }

const char* name_of(Integrator integrator) { return integrator == Integrator::rk4 ? "rk4" : "fehlberg78"; }

Simulation simulate(const Model& model, const Parameters<double>& parameters, In<double> q, In<double> v,
                    const SimulationOptions& options) {
  check_options(options);
  check_start(model, q, v);
  model.check(parameters);
  check_drives(model, options, q, v);
  check_form(model, options);
  // Within 1e-9 of a whole number of steps, it is that number.
  const auto intervals = static_cast<Eigen::Index>(std::ceil(options.duration / options.step * (1 - 1e-9)));
  Simulation simulation;
  simulation.time = Eigen::VectorXd::LinSpaced(intervals + 1, 0, options.duration);
  simulation.q.resize(model.nq(), intervals + 1);
  simulation.v.resize(model.nv(), intervals + 1);
  simulation.a = simulation.tau = simulation.v;
  simulation.work.resize(intervals + 1);
  simulation.impulse.resize(6, intervals + 1);

  SimulatedSystem system(model, parameters, options);
  Values x = system.start(q, v), rate(x.size());
  const auto sample_at = [&](double t) {
    if (is_sample(t, options.sample_period)) system.sample(x, t);
  };
  sample_at(0);
  system.evaluate(x, rate, 0);  // refuses what no step could repair
  system.renormalize(x);
  store(model, x, 0, system, simulation);
  Stepper stepper(model, system, options, simulation);
  if (options.form == Form::descriptor) stepper.describe(parameters, x);
  // Through the samples of a controller to the next time of the series; false where the program is to end before.
  const auto reaches = [&](Eigen::Index k) {
    for (double t = simulation.time(k - 1); t < simulation.time(k);) {
      const double stop = next_stop(t, simulation.time(k), options.sample_period);
      if (!stepper.advance(x, t, stop)) return false;
      t = stop;
      sample_at(t);
    }
    return true;
  };
  for (Eigen::Index k = 1; k <= intervals && simulation.is_whole; ++k) {
    reaches(k) ? store(model, x, k, system, simulation) : cut(simulation, k);
  }
  simulation.evaluations += system.evaluations();
  audit_simulation(model, parameters, simulation);
  return simulation;
}

}  // namespace tandem
