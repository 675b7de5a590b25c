#include <tandem/ocp/designs/codesign/front.hpp>

#include <fmt/core.h>

namespace tandem {

PathPoint on_front(const ParetoPoint& point) {
  PathPoint on_path{.value = point.lambda, .objective = point.objective, .certificate = point.certificate};
  on_path.certificate.parts.clear();
  on_path.measures = Eigen::Vector2d(point.structure_cost, point.control_cost);
  on_path.designs = point.design;
  return on_path;
}

Path front_over(const std::string& weight, const std::vector<double>& weights, const std::string& problem,
                std::span<const NamedNumber> numbers) {
  Path front = path_over(weight, weights.front(), weights.back(), problem, numbers);
  front.is_front = true;
  front.measures = {"structure_cost", "control_cost"};
  return front;
}

void sum_up(Path& front, std::size_t wanted, PathStatus otherwise) {
  front.status = front.points.size() == wanted ? PathStatus::reached : otherwise;
  front.reason =
      fmt::format("{} of {} points found, {} of them certified", front.points.size(), wanted, front.certified_points());
}

}  // namespace tandem
