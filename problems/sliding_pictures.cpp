#include <tandem/problems/sliding_pictures.hpp>

#include <algorithm>

namespace tandem::problems {
namespace {

/// A zigzag between two points at the same height.
void draw_spring(Picture& picture, double from, double to, double half_width, double thickness) {
  constexpr int kTurns = 12;
  const double lead = 0.12 * (to - from), turn = (to - from - 2.0 * lead) / kTurns;
  std::vector<Picture::Point> corners{{from, 0.0, 0.0}, {from + lead, 0.0, 0.0}};
  for (int i = 0; i < kTurns; ++i) {
    corners.push_back({from + lead + (i + 0.5) * turn, i % 2 ? -half_width : half_width, 0.0});
  }
  corners.push_back({to - lead, 0.0, 0.0});
  corners.push_back({to, 0.0, 0.0});
  picture.line(std::move(corners), thickness, "joint");
}

}  // namespace

Picture picture_of(const SlidingMassesPose& pose) {
  const double low = std::min(pose.from, pose.to), high = std::max(pose.from, pose.to), edge = 0.12 * (high - low);
  const double floor = -0.55 * edge;
  Picture picture;
  picture.line({{low - 3.0 * edge, floor, 0.0}, {high + 3.0 * edge, floor, 0.0}}, 0.1 * edge, "ground");
  for (const double target : pose.targets) picture.circle({target, 0.0, 0.0}, 0.72 * edge, "target");
  for (std::size_t i = 0; i + 1 < pose.places.size(); ++i) {
    draw_spring(picture, pose.places[i] + 0.5 * edge, pose.places[i + 1] - 0.5 * edge, 0.22 * edge, 0.07 * edge);
  }
  for (const double place : pose.places) picture.rectangle({place, 0.0, 0.0}, edge, edge);
  const double start = pose.places.front();
  picture.arrow({start, edge, 0.0}, {start + 2.0 * edge * pose.force, edge, 0.0}, 0.12 * edge, "joint");
  return picture;
}

}  // namespace tandem::problems
