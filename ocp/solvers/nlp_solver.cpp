#include <tandem/ocp/solvers/nlp_solver.hpp>

namespace tandem {

std::string to_string(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::acceptable:
      return "acceptable";
    case Status::infeasible:
      return "infeasible";
    case Status::iteration_limit:
      return "iteration_limit";
    case Status::time_limit:
      return "time_limit";
    case Status::stopped:
      return "stopped";
    case Status::failed:
      return "failed";
  }
  return "failed";
}

}  // namespace tandem
