#include <tandem/problems/registry.hpp>

#include "cases.hpp"

#include <algorithm>
#include <array>

namespace tandem::stress {
namespace {

struct Way {
  const char* transcription;
  std::optional<int> degree;
};

constexpr std::array<Way, 7> kWays{{{"trapezoid", {}},
                                    {"hermite-simpson", {}},
                                    {"hermite-simpson-separated", {}},
                                    {"midpoint", {}},
                                    {"gauss", 3},
                                    {"radau", 3},
                                    {"radau", 4}}};
constexpr std::array kIntervals{5, 10, 20, 50, 100};

/// Problems whose own meshes are fine get finer ones here too.
int times_for(const std::string& problem) { return std::max(1, make_problem(problem).mesh().intervals / 100); }

}  // namespace

std::vector<Job> mesh_jobs() {
  std::vector<Job> jobs;
  for (const test::Truth& truth : test::kTruths) {
    const int times = times_for(truth.problem);
    for (const Way& way : kWays) {
      Job job;
      for (const int intervals : kIntervals) {
        job.cases.push_back({.group = "meshes",
                             .problem = truth.problem,
                             .transcription = way.transcription,
                             .degree = way.degree,
                             .intervals = times * intervals});
      }
      jobs.push_back(std::move(job));
    }
  }
  return jobs;
}

}  // namespace tandem::stress
