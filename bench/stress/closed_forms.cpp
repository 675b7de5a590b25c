#include "closed_forms.hpp"

#include <cmath>
#include <functional>
#include <numbers>

namespace tandem::stress {
namespace {

constexpr double kRounding = 1e-13;

/// The zero of a continuous function between two ends at which it has opposite signs.
double zero_between(double low, double high, const std::function<double(double)>& function) {
  const bool rises = function(low) < 0.0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    ((function(middle) < 0.0) == rises ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// The integral of a smooth function by Simpson's rule on many pieces.
double integral(double from, double to, const std::function<double(double)>& function) {
  constexpr int kPieces = 20000;
  const double h = (to - from) / kPieces;
  double sum = function(from) + function(to);
  for (int i = 1; i < kPieces; ++i) sum += (i % 2 == 1 ? 4.0 : 2.0) * function(from + i * h);
  return sum * h / 3.0;
}

/// u^2 for u = clip(a (1 - 2 t/T)): with s = 1/2 - (share of T at the bound) on each side, and U the bound,
/// d = U T^2 (1/4 - s^2/3) and J = U^2 T (1 - 4 s/3).
std::optional<double> double_integrator_energy(const Problem& p) {
  const double d = std::abs(p.value("distance")), time = p.value("duration"), most = p.value("max_force");
  if (most >= 6.0 * d / (time * time)) return 12.0 * d * d / (time * time * time);
  const double square_of_s = 3.0 * (0.25 - d / (most * time * time));
  if (!(square_of_s > 0.0)) return std::nullopt;
  return most * most * time * (1.0 - 4.0 * std::sqrt(square_of_s) / 3.0);
}

/// The cycloid: (phi - sin phi)/(1 - cos phi) = width/depth, k = depth/(1 - cos phi), T = phi sqrt(k/g).
std::optional<double> brachistochrone(const Problem& p) {
  const double ratio = p.value("width") / p.value("depth");
  const double phi = zero_between(1e-3, 2.0 * std::numbers::pi - 1e-6,
                                  [&](double a) { return (a - std::sin(a)) / (1.0 - std::cos(a)) - ratio; });
  return phi * std::sqrt(p.value("depth") / (1.0 - std::cos(phi)) / p.value("gravity"));
}

/// theta = sqrt(2 lambda) cosh(theta / 4), its smaller solution; J = theta^2 / 2 - 4 theta tanh(theta / 4).
std::optional<double> bratu(const Problem& p) {
  const double lambda = p.value("lambda");
  if (!(lambda > 0.0 && lambda < 3.51)) return std::nullopt;
  const double fold = 4.798714561030936;  // theta where both solutions meet
  const double theta =
      zero_between(0.0, fold, [&](double a) { return a - std::sqrt(2.0 * lambda) * std::cosh(0.25 * a); });
  return 0.5 * theta * theta - 4.0 * theta * std::tanh(0.25 * theta);
}

std::optional<double> bouncing_mass(const Problem& p) {
  const double d = p.value("distance"), e = p.value("bounce");
  return d * d * (24.0 - 9.0 * (1.0 + e) * (1.0 + e) / (1.0 + e * e));
}

std::optional<double> bryson_denham(const Problem& p) {
  const double limit = p.value("limit");
  if (limit <= 1.0 / 6.0) return 4.0 / (9.0 * limit);
  return limit <= 0.25 ? 2.0 + 6.0 * (1.0 - 4.0 * limit) * (1.0 - 4.0 * limit) : 2.0;
}

std::optional<double> double_integrator_speed_limit(const Problem& p) {
  const double d = p.value("distance"), limit = p.value("limit") / d;
  if (!(limit > 1.0)) return std::nullopt;
  return d * d * (limit >= 1.5 ? 12.0 : 16.0 * limit * limit * limit / (9.0 * (limit - 1.0)));
}

/// The catenary x = m + a cosh((t - c) / a), J = m L + a (1/2 + a/4 (sinh 2 (1 - c)/a + sinh 2 c/a)).
std::optional<double> hanging_chain(const Problem& p) {
  const double left = p.value("left"), rise = p.value("right") - left, length = p.value("length");
  const double level = std::sqrt(length * length - rise * rise);  // 2 a sinh(1 / (2 a))
  if (!(level > 1.0)) return std::nullopt;
  const double a = 0.5 / zero_between(1e-9, 50.0, [&](double z) { return std::sinh(z) / z - level; });
  const double c = 0.5 - a * std::asinh(rise / level);
  const double m = left - a * std::cosh(c / a);
  return m * length + a * (0.5 + 0.25 * a * (std::sinh(2.0 * (1.0 - c) / a) + std::sinh(2.0 * c / a)));
}

/// V(x(0)) + W(x(T)), for a time so long that the state rests between: what is left out is e^-T of it.
std::optional<double> hypersensitive(const Problem& p) {
  if (p.value("duration") < 25.0) return std::nullopt;
  const auto cost = [](double to, double sign) {
    return integral(0.0, std::abs(to), [&](double x) { return sign * x * x * x + x * std::sqrt(x * x * x * x + 1.0); });
  };
  return cost(p.value("start"), -1.0) + cost(p.value("end"), 1.0);
}

std::optional<double> periodic_follower(const Problem& p) {
  const double period = p.value("period"), w = 2.0 * std::numbers::pi / period;
  return 0.5 * period * (1.0 + w * w) / (2.0 + w * w);
}

std::optional<double> scalar_lqr(const Problem& p) {
  return 0.5 * std::tanh(1.0) * p.value("start") * p.value("start");
}

/// u = -U until x2 = tanh(t - T) x1 at s, then x1 = A cosh(t - T) and u = x1, which must not be above U.
std::optional<double> singular_regulator(const Problem& p) {
  const double time = p.value("duration"), most = p.value("max_force");
  const auto position = [&](double t) { return t - 0.5 * most * t * t; };
  if (!(most * time > 1.0)) return std::nullopt;
  const double s =
      zero_between(1.0 / most, time, [&](double t) { return 1.0 - most * t - std::tanh(t - time) * position(t); });
  const double size = position(s) / std::cosh(s - time);
  if (!(position(s) > 0.0 && position(s) <= most)) return std::nullopt;
  const double before = integral(
      0.0, s, [&](double t) { return 0.5 * (position(t) * position(t) + (1.0 - most * t) * (1.0 - most * t)); });
  return before + size * size * 0.25 * std::sinh(2.0 * (time - s));
}

}  // namespace

std::optional<Optimum> closed_form(const Problem& problem) {
  using Form = std::optional<double> (*)(const Problem&);
  static const std::map<std::string, Form> kForms{
      {"bouncing-mass", bouncing_mass},
      {"brachistochrone", brachistochrone},
      {"bratu", bratu},
      {"bryson-denham", bryson_denham},
      {"double-integrator-energy", double_integrator_energy},
      {"double-integrator-speed-limit", double_integrator_speed_limit},
      {"double-integrator-time",
       [](const Problem& p) -> std::optional<double> {
         return 2.0 * std::sqrt(p.value("distance") / p.value("max_force"));
       }},
      {"hanging-chain", hanging_chain},
      {"hypersensitive", hypersensitive},
      {"periodic-follower", periodic_follower},
      {"scalar-lqr", scalar_lqr},
      {"singular-regulator", singular_regulator},
  };
  const auto form = kForms.find(problem.name());
  if (form == kForms.end()) return std::nullopt;
  const std::optional<double> objective = form->second(problem);
  if (!objective) return std::nullopt;
  const double own = problem.name() == "hypersensitive" ? 1e-10 : kRounding;
  return Optimum{*objective, own * std::abs(*objective), "closed form", problem.name() != "bratu"};
}

}  // namespace tandem::stress
