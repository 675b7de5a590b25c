#include <tandem/ocp/answers/path.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>

#include <algorithm>
#include <iterator>

namespace tandem {

std::string to_string(Mark mark) {
  switch (mark) {
    case Mark::fold:
      return "fold";
    case Mark::branch_point:
      return "branch_point";
    case Mark::structure_change:
      return "structure_change";
    case Mark::restart:
      return "restart";
  }
  return "fold";
}

std::string to_string(PathStatus status) {
  switch (status) {
    case PathStatus::reached:
      return "reached";
    case PathStatus::end_of_feasibility:
      return "end_of_feasibility";
    case PathStatus::step_limit:
      return "step_limit";
    case PathStatus::stopped:
      return "stopped";
    case PathStatus::failed:
      return "failed";
  }
  return "failed";
}

std::vector<double> Path::at(Mark mark) const {
  std::vector<double> values;
  for (const PathMark& one : marks) {
    if (one.mark == mark) values.push_back(one.value);
  }
  return values;
}

double Path::measure(const std::string& name, const PathPoint& point) const {
  const auto found = std::find(measures.begin(), measures.end(), name);
  if (found == measures.end())
    refuse("path of '{}': '{}' is not measured{}", problem, name, did_you_mean(name, measures));
  return point.measures(found - measures.begin());
}

int Path::certified_points() const {
  return static_cast<int>(
      std::count_if(points.begin(), points.end(), [](const PathPoint& point) { return point.certificate.passes(); }));
}

Path path_over(const std::string& over, double from, double to, const std::string& problem,
               std::span<const NamedNumber> numbers) {
  Path path{.problem = problem, .over = over, .from = from, .to = to};
  for (const NamedNumber& number : numbers) path.numbers[number.name] = number.value;
  return path;
}

Certificate certificate_of(const Path& path) {
  if (path.points.empty()) return {};
  if (!path.is_front) return path.points.back().certificate;
  Certificate all;
  for (const PathPoint& point : path.points) {
    see_worst(all, point.certificate, fmt::format("{} = {:.6g}", path.over, point.value));
  }
  return all;
}

bool is_certified(const Path& path) {
  if (path.status != PathStatus::reached || path.points.empty()) return false;
  return path.is_front ? path.certified_points() == std::ssize(path.points) : path.points.back().certificate.passes();
}

}  // namespace tandem
