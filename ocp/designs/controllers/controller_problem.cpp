#include <tandem/ocp/designs/controllers/controller_problem.hpp>

#include <tandem/core/error.hpp>

#include <vector>

namespace tandem {

controllers::Objective ControllerProblem::objective() const {
  require(static_cast<bool>(maker_), "{}: it has no objective", name());
  const std::vector<double> values = number_values();
  try {
    return maker_(values);
  } catch (const InvalidInput& error) {
    refuse("{}: {}", name(), error.what());
  }
}

}  // namespace tandem
