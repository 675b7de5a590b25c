#include <tandem/dynamics/checks.hpp>

#include <tandem/core/error.hpp>

#include <cmath>

namespace tandem {

void refuse_length(const Model& model, const char* what, long length, long wanted) {
  refuse("model '{}': {}: {} given, {} wanted", model.name(), what, length, wanted);
}

void refuse_shape(const Model& model, const char* what, long rows, long columns) {
  refuse("model '{}': {} is {} x {}, which does not fit nq = {}, nv = {}", model.name(), what, rows, columns,
         model.nq(), model.nv());
}

void refuse_loops(const Model& model, const char* what) {
  refuse("model '{}' has loops or couplings: {} are of trees alone", model.name(), what);
}

void refuse_driven(const Model& model, int body) {
  refuse("model '{}': joint '{}' follows others, its motion cannot be given", model.name(),
         model.body(body).joint.name);
}

void refuse_quaternion(const Model& model, int body, double squared_norm) {
  refuse("joint '{}': its quaternion has norm {}, far from 1", model.body(body).joint.name, std::sqrt(squared_norm));
}

void report_singular_joint(const Model& model, int body, double pivot) {
  throw NumericalError(
      fmt::format("joint '{}': what it carries has an inertia of {} along its freedom, so that its acceleration is not "
                  "determined",
                  model.body(body).joint.name, pivot));
}

void report_dependent_freedoms(const Model& model, int body) {
  const Joint& joint = model.body(body).joint;
  throw NumericalError(
      fmt::format("joint '{}': its {} freedoms depend on each other at this configuration, so that its accelerations "
                  "are not determined",
                  joint.name, velocity_count(joint)));
}

}  // namespace tandem
