#include <tandem/core/dice.hpp>
#include <tandem/problems/registry.hpp>

#include "cases.hpp"
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <string>

namespace tandem::stress {
namespace {

constexpr int kSettings = 40;

using Numbers = std::map<std::string, double>;

/// Four digits of a number, which are what a person would type.
double typed(double value) { return std::stod(fmt::format("{:.3e}", value)); }

/// Throws for values of named numbers.
class Thrower {
 public:
  Thrower(int seed, int setting) : dice_(static_cast<unsigned>(seed), setting) {}

  double within(double low, double high) { return typed(dice_.within(low, high)); }
  /// All sizes alike: 1 to 10 as often as 10 to 100.
  double sized(double low, double high) { return typed(std::exp(dice_.within(std::log(low), std::log(high)))); }
  double signed_size(double low, double high) {
    const double sign = dice_.sign_and_size() < 0.0 ? -1.0 : 1.0;
    return sign * sized(low, high);
  }
  template <class List>
  const auto& one_of(const List& list) {
    return list[static_cast<std::size_t>(dice_.within(0.0, static_cast<double>(std::size(list))))];
  }

 private:
  Dice dice_;
};

/// A problem, and numbers of it that make sense together.
struct Setting {
  const char* problem;
  Numbers (*numbers)(Thrower& thrown);
};

/// Enough force for the distance: the least that is, times 1.02 to 3; at 1.5 it is no bound any more.
Numbers energy(Thrower& thrown) {
  const double distance = thrown.sized(1e-6, 1e3), duration = thrown.within(0.3, 5.0);
  const double least = 4.0 * distance / (duration * duration);
  return {{"distance", distance}, {"duration", duration}, {"max_force", typed(least * thrown.within(1.02, 3.0))}};
}

/// A time between 0.2 and 60 s, which the statement's bounds allow.
Numbers fastest(Thrower& thrown) {
  const double max_force = thrown.sized(1e-4, 1e4), time = thrown.sized(0.2, 60.0);
  return {{"max_force", max_force}, {"distance", typed(0.25 * time * time * max_force)}};
}

Numbers chain(Thrower& thrown) {
  const double left = thrown.within(0.5, 2.0), right = thrown.within(0.5, 3.0);
  const double straight = std::hypot(1.0, right - left);
  return {{"left", left}, {"right", right}, {"length", typed(straight * thrown.within(1.1, 2.5))}};
}

Numbers speed_limit(Thrower& thrown) {
  const double distance = thrown.within(0.2, 1.5);
  return {{"distance", distance}, {"limit", std::max(1.0, typed(distance * thrown.within(1.05, 1.7)))}};
}

Numbers cart_pole(Thrower& thrown) {
  return {{"cart_mass", thrown.within(0.5, 2.0)},   {"pole_mass", thrown.within(0.1, 0.6)},
          {"pole_length", thrown.within(0.3, 0.8)}, {"max_force", thrown.within(12.0, 40.0)},
          {"track", thrown.within(1.0, 2.0)},       {"distance", thrown.within(0.0, 1.0)},
          {"duration", thrown.within(1.5, 3.0)}};
}

Numbers two_masses(Thrower& thrown) {
  return {{"mass_1", thrown.within(0.5, 2.0)},
          {"mass_2", thrown.within(0.5, 2.0)},
          {"stiffness", thrown.sized(0.5, 5.0)},
          {"max_force", thrown.sized(0.3, 3.0)},
          {"distance", thrown.sized(0.1, 5.0)}};
}

const std::array kSettingsOf{
    Setting{"bouncing-mass",
            [](Thrower& t) {
              return Numbers{{"distance", t.sized(1e-4, 1e3)}, {"bounce", t.within(0.0, 1.0)}};
            }},
    Setting{"brachistochrone",
            [](Thrower& t) {
              return Numbers{{"width", t.within(0.3, 5.0)}, {"depth", t.within(0.3, 5.0)}, {"gravity", t.sized(1, 30)}};
            }},
    Setting{"bratu",
            [](Thrower& t) {
              return Numbers{{"lambda", t.within(0.05, 3.45)}};
            }},
    Setting{"bryson-denham",
            [](Thrower& t) {
              return Numbers{{"limit", t.within(0.03, 0.28)}};
            }},
    Setting{"cart-pole-swing-up", cart_pole},
    Setting{"co-design-transfer",
            [](Thrower& t) {
              return Numbers{{"start", t.signed_size(0.1, 3.0)}, {"velocity", t.signed_size(0.1, 5.0)}};
            }},
    Setting{"double-integrator-energy", energy},
    Setting{"double-integrator-speed-limit", speed_limit},
    Setting{"double-integrator-time", fastest},
    Setting{"hanging-chain", chain},
    Setting{"hypersensitive",
            [](Thrower& t) {
              return Numbers{{"duration", t.within(25.0, 60.0)},
                             {"start", t.signed_size(1e-5, 2.0)},
                             {"end", t.signed_size(1e-5, 2.0)}};
            }},
    Setting{"particle-steering",
            [](Thrower& t) {
              return Numbers{
                  {"thrust", t.within(50.0, 200.0)}, {"height", t.within(1.0, 10.0)}, {"speed", t.within(20.0, 80.0)}};
            }},
    Setting{"periodic-follower",
            [](Thrower& t) {
              return Numbers{{"period", t.sized(0.2, 50.0)}};
            }},
    Setting{"scalar-lqr",
            [](Thrower& t) {
              return Numbers{{"start", t.signed_size(1e-10, 1e6)}};
            }},
    Setting{"singular-regulator",
            [](Thrower& t) {
              return Numbers{{"duration", t.within(2.0, 8.0)}, {"max_force", t.within(0.75, 3.0)}};
            }},
    Setting{"two-mass-spring", two_masses},
};

constexpr std::array<const char*, 5> kTranscriptions{"trapezoid", "hermite-simpson", "hermite-simpson-separated",
                                                     "gauss", "radau"};
constexpr std::array kShares{0.1, 0.2, 0.4, 0.7, 1.0, 1.6};  ///< of the problem's own intervals

/// The problem's own mesh, and two others.
Job job_of(const Setting& setting, Thrower thrown) {
  const Case own{.group = "numbers", .problem = setting.problem, .numbers = setting.numbers(thrown)};
  Job job{{own}};
  const int usual = make_problem(setting.problem).mesh().intervals;
  for (int i = 0; i < 2; ++i) {
    Case other = own;
    other.transcription = thrown.one_of(kTranscriptions);
    if (*other.transcription == std::string("gauss")) other.degree = i + 2;
    if (*other.transcription == std::string("radau")) other.degree = i + 3;
    other.intervals = std::max(3, static_cast<int>(usual * thrown.one_of(kShares)));
    job.cases.push_back(std::move(other));
  }
  return job;
}

}  // namespace

std::vector<Job> number_jobs(int seed) {
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < kSettingsOf.size(); ++i) {
    for (int j = 0; j < kSettings; ++j)
      jobs.push_back(job_of(kSettingsOf[i], Thrower(seed, static_cast<int>(i) * kSettings + j)));
  }
  return jobs;
}

}  // namespace tandem::stress
