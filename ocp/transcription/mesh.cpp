#include <tandem/ocp/transcription/mesh.hpp>

#include <tandem/core/error.hpp>

#include <utility>

namespace tandem {
namespace {
constexpr int kMostIntervals = 1'000'000;
}

Mesh uniform_mesh(const std::string& transcription, int intervals, int degree) {
  require(intervals >= 1, "mesh: {} intervals were asked for; there must be at least 1", intervals);
  require(intervals <= kMostIntervals, "mesh: {} intervals were asked for; at most {} are taken", intervals,
          kMostIntervals);
  std::vector<double> ends(intervals + 1);
  for (int k = 0; k <= intervals; ++k) ends[k] = static_cast<double>(k) / intervals;
  return mesh_with_ends(transcription, degree, std::move(ends));
}

Mesh mesh_with_ends(const std::string& transcription, int degree, std::vector<double> ends) {
  require(ends.size() >= 2, "mesh: {} interval ends were given; there must be at least 2", ends.size());
  require(ends.front() == 0.0 && ends.back() == 1.0, "mesh: interval ends must go from 0 to 1, not from {} to {}",
          ends.front(), ends.back());
  for (std::size_t k = 1; k < ends.size(); ++k) {
    require(ends[k] > ends[k - 1], "mesh: interval ends must increase, but {} follows {}", ends[k], ends[k - 1]);
  }
  return Mesh{make_tableau(transcription, degree), degree, std::move(ends)};
}

}  // namespace tandem
