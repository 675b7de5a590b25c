#include "borders.hpp"

#include <tandem/core/pack.hpp>
#include <tandem/derivatives/multibody_dynamics.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/urdf.hpp>

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <array>
#include <utility>

namespace tandem::python {
namespace {

/// A state a row, and an array of results that NumPy owns.
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Made = nb::ndarray<nb::numpy, double, nb::ndim<2>, nb::c_contig>;
using Triple = std::array<double, 3>;  // any sequence of three numbers

Made made_rows(std::size_t count, std::size_t width) {
  auto* numbers = new double[count * width];  // all are written
  const nb::capsule owner(numbers, [](void* all) noexcept { delete[] static_cast<double*>(all); });
  return Made(numbers, {count, width}, owner);
}

void check_width(const Rows& rows, int width, const char* what, std::size_t count) {
  require(rows.shape(1) == static_cast<std::size_t>(width) && rows.shape(0) == count,
          "{} is an array of {} x {}; it should be {} x {}", what, rows.shape(0), rows.shape(1), count, width);
}

/// Four states in the lanes of a vector; where fewer are left the last one fills the lanes.
void take(const Rows& rows, std::size_t first, VectorX<Pack4>& packed) {
  const std::size_t count = rows.shape(0), width = rows.shape(1);
  std::array<const double*, Pack4::kWidth> row;
  for (std::size_t lane = 0; lane < row.size(); ++lane)
    row[lane] = rows.data() + std::min(first + lane, count - 1) * width;
  Pack4* const to = packed.data();
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t lane = 0; lane < row.size(); ++lane) to[i].lanes[lane] = row[lane][i];
  }
}

void give(const VectorX<Pack4>& packed, std::size_t first, std::size_t count, double* out) {
  const auto width = static_cast<std::size_t>(packed.size());
  const std::size_t lanes = std::min<std::size_t>(Pack4::kWidth, count - first);
  const Pack4* const from = packed.data();
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    double* const row = out + (first + lane) * width;
    for (std::size_t i = 0; i < width; ++i) row[i] = from[i].lanes[lane];
  }
}

/// recursion(workspace, inputs, output) of every row, four rows at a time. O(rows).
template <std::size_t kInputs, class Recursion>
Made for_all_rows(const Model& model, const std::array<const Rows*, kInputs>& inputs, int width,
                  const Recursion& recursion) {
  const std::size_t count = inputs[0]->shape(0);
  const Made out = made_rows(count, static_cast<std::size_t>(width));
  const nb::gil_scoped_release released;
  const Parameters<Pack4> parameters = model.parameters().cast<Pack4>();
  Workspace<Pack4> workspace(model);
  std::array<VectorX<Pack4>, kInputs> packed;
  for (std::size_t i = 0; i < kInputs; ++i) packed[i].resize(static_cast<long>(inputs[i]->shape(1)));
  VectorX<Pack4> result(width);
  for (std::size_t first = 0; first < count; first += Pack4::kWidth) {
    for (std::size_t i = 0; i < kInputs; ++i) take(*inputs[i], first, packed[i]);
    recursion(parameters, workspace, packed, result);
    give(result, first, count, out.data());
  }
  return out;
}

Made inverse_dynamics_of(const Model& model, const Rows& q, const Rows& v, const Rows& a) {
  check_width(q, model.nq(), "q", q.shape(0));
  check_width(v, model.nv(), "v", q.shape(0));
  check_width(a, model.nv(), "a", q.shape(0));
  return for_all_rows<3>(model, {&q, &v, &a}, model.nv(), [&](const auto& parameters, auto& ws, auto& in, auto& out) {
    inverse_dynamics<Pack4>(model, parameters, ws, in[0], in[1], in[2], out);
  });
}

Made forward_dynamics_of(const Model& model, const Rows& q, const Rows& v, const Rows& tau) {
  check_width(q, model.nq(), "q", q.shape(0));
  check_width(v, model.nv(), "v", q.shape(0));
  check_width(tau, model.nv(), "tau", q.shape(0));
  return for_all_rows<3>(model, {&q, &v, &tau}, model.nv(), [&](const auto& parameters, auto& ws, auto& in, auto& out) {
    forward_dynamics<Pack4>(model, parameters, ws, in[0], in[1], in[2], out);
  });
}

Made bias_of(const Model& model, const Rows& q, const Rows& v) {
  check_width(q, model.nq(), "q", q.shape(0));
  check_width(v, model.nv(), "v", q.shape(0));
  return for_all_rows<2>(model, {&q, &v}, model.nv(), [&](const auto& parameters, auto& ws, auto& in, auto& out) {
    bias<Pack4>(model, parameters, ws, in[0], in[1], out);
  });
}

/// Matrices one below the other: rows are states, columns the matrix row by row.
Made mass_matrices_of(const Model& model, const Rows& q) {
  check_width(q, model.nq(), "q", q.shape(0));
  const int n = model.nv();
  return for_all_rows<1>(model, {&q}, n * n, [&](const auto& parameters, auto& ws, auto& in, auto& out) {
    MatrixX<Pack4> mass(n, n);
    mass_matrix<Pack4>(model, parameters, ws, in[0], mass);
    for (int i = 0; i < n * n; ++i) out(i) = mass(i / n, i % n);
  });
}

/// The frame's placement in the world: position (3) and the rotation row by row (9).
Made frame_placements_of(const Model& model, const Rows& q, const std::string& name) {
  check_width(q, model.nq(), "q", q.shape(0));
  const Frame frame = model.find_frame(name);
  const Made out = made_rows(q.shape(0), 12);
  Workspace<double> ws(model);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.nv());
  for (std::size_t row = 0; row < q.shape(0); ++row) {
    const Eigen::Map<const Eigen::VectorXd> at(q.data() + row * q.shape(1), model.nq());
    FrameMotion<double> motion;
    frame_motion(model, ws, at, still, still, frame, motion);
    double* numbers = out.data() + row * 12;
    const Vec3<double>& at_origin = motion.placement.translation;
    numbers[0] = at_origin.x, numbers[1] = at_origin.y, numbers[2] = at_origin.z;
    int column = 3;
    for (const Vec3<double>* axis :
         {&motion.placement.rotation.x, &motion.placement.rotation.y, &motion.placement.rotation.z}) {
      numbers[column] = axis->x, numbers[column + 3] = axis->y, numbers[column + 6] = axis->z;
      ++column;
    }
  }
  return out;
}

Vec3<double> vector_of(const Triple& v) { return {v[0], v[1], v[2]}; }
Eigen::Vector3d axis_of(const Triple& v) { return {v[0], v[1], v[2]}; }
Transform<double> placement_of(const Triple& at) { return Transform<double>::translated(vector_of(at)); }

void bind_builder(nb::module_& module) {
  nb::class_<Joint>(module, "Joint")
      .def_static(
          "revolute",
          [](std::string name, const Triple& axis) { return Joint::revolute(std::move(name), axis_of(axis)); },
          "name"_a, "axis"_a)
      .def_static(
          "prismatic",
          [](std::string name, const Triple& axis) { return Joint::prismatic(std::move(name), axis_of(axis)); },
          "name"_a, "axis"_a)
      .def_static("spherical", &Joint::spherical, "name"_a)
      .def_static("free", &Joint::free, "name"_a)
      .def_static("fixed", &Joint::fixed, "name"_a)
      .def_static(
          "planar",
          [](std::string name, const Triple& normal) { return Joint::planar(std::move(name), axis_of(normal)); },
          "name"_a, "normal"_a)
      .def_static("translation", &Joint::translation, "name"_a)
      .def_rw("damping", &Joint::damping)
      .def_rw("friction", &Joint::friction)
      .def_rw("rotor_inertia", &Joint::rotor_inertia)
      .def_ro("name", &Joint::name);
  nb::class_<Inertia<double>>(module, "Inertia")
      .def_static("zero", &Inertia<double>::zero)
      .def_static(
          "about_com",
          [](double mass, const Triple& com, const Triple& moments) {
            return Inertia<double>::from_com(mass, vector_of(com),
                                             SymMat3<double>::diagonal(moments[0], moments[1], moments[2]));
          },
          "mass"_a, "com"_a, "moments"_a)
      .def_static(
          "box",
          [](double mass, const Triple& com, const Triple& edges) {
            return Inertia<double>::box(mass, vector_of(com), vector_of(edges));
          },
          "mass"_a, "com"_a, "edges"_a)
      .def_static(
          "sphere",
          [](double mass, const Triple& com, double radius) {
            return Inertia<double>::sphere(mass, vector_of(com), radius);
          },
          "mass"_a, "com"_a, "radius"_a)
      .def_static(
          "point", [](double mass, const Triple& at) { return Inertia<double>::point(mass, vector_of(at)); }, "mass"_a,
          "at"_a)
      .def_static(
          "rod",
          [](double mass, const Triple& from, const Triple& to) {
            return Inertia<double>::rod(mass, vector_of(from), vector_of(to));
          },
          "mass"_a, "start"_a, "end"_a);
  nb::class_<ModelBuilder>(module, "ModelBuilder")
      .def(nb::init<std::string>(), "name"_a)
      .def(
          "set_gravity",
          [](ModelBuilder& builder, const Triple& g) -> ModelBuilder& { return builder.set_gravity(vector_of(g)); },
          "gravity"_a, nb::rv_policy::reference)
      .def(
          "add_body",
          [](ModelBuilder& builder, std::string name, std::string parent, const Triple& at, Joint joint,
             const Inertia<double>& inertia) -> ModelBuilder& {
            return builder.add_body(std::move(name), std::move(parent), placement_of(at), std::move(joint), inertia);
          },
          "name"_a, "parent"_a, "at"_a, "joint"_a, "inertia"_a, nb::rv_policy::reference)
      .def(
          "add_frame",
          [](ModelBuilder& builder, std::string name, std::string body, const Triple& at) -> ModelBuilder& {
            return builder.add_frame(std::move(name), std::move(body), placement_of(at));
          },
          "name"_a, "body"_a, "at"_a, nb::rv_policy::reference)
      .def("build", &ModelBuilder::build);
}

}  // namespace

void bind_models(nb::module_& module) {
  bind_builder(module);
  nb::class_<Model>(module, "Model")
      .def_static(
          "from_urdf",
          [](const std::string& file, bool floating) {
            return load_urdf(file, {.base = floating ? UrdfBase::floating : UrdfBase::fixed});
          },
          "file"_a, "floating"_a)
      .def_static("named", &make_model, "name"_a)
      .def_prop_ro("name", &Model::name)
      .def_prop_ro("nq", &Model::nq)
      .def_prop_ro("nv", &Model::nv)
      .def_prop_ro("coordinate_names",
                   [](const Model& model) {
                     std::vector<std::string> names;
                     for (int i = 0; i < model.nq(); ++i) names.push_back(model.coordinate_name(i));
                     return names;
                   })
      .def_prop_ro("velocity_names",
                   [](const Model& model) {
                     std::vector<std::string> names;
                     for (int i = 0; i < model.nv(); ++i) names.push_back(model.velocity_name(i));
                     return names;
                   })
      .def_prop_ro("body_names",
                   [](const Model& model) {
                     std::vector<std::string> names;
                     for (const Body& body : model.bodies()) names.push_back(body.name);
                     return names;
                   })
      .def_prop_ro("neutral_configuration", &Model::neutral_configuration)
      .def("inverse_dynamics", &inverse_dynamics_of)
      .def("forward_dynamics", &forward_dynamics_of)
      .def("bias", &bias_of)
      .def("mass_matrices", &mass_matrices_of)
      .def("frame_placements", &frame_placements_of);
  nb::class_<MultibodyDynamics>(module, "MultibodyDynamics")
      .def(nb::init<Model>(), "model"_a)
      .def(nb::init<const MultibodyDynamics&>(), "other"_a)
      .def("actuate", &MultibodyDynamics::actuate, "joint"_a, "gear"_a = 1.0, nb::rv_policy::reference)
      .def("actuate_all", &MultibodyDynamics::actuate_all, nb::rv_policy::reference)
      .def("motor", &MultibodyDynamics::motor, "gears"_a, nb::rv_policy::reference)
      .def("drive_motion", &MultibodyDynamics::drive_motion, "joint"_a, "smoothness"_a = 1, nb::rv_policy::reference)
      .def(
          "push",
          [](MultibodyDynamics& dynamics, const std::string& frame, const Triple& axis) -> MultibodyDynamics& {
            return dynamics.push(frame, axis_of(axis));
          },
          "frame"_a, "axis"_a, nb::rv_policy::reference)
      .def(
          "set_number",
          [](MultibodyDynamics& dynamics, std::string_view name, Affine value) -> MultibodyDynamics& {
            return dynamics.number(name, std::move(value));
          },
          "name"_a, "value"_a, nb::rv_policy::reference)
      .def_prop_ro("states", &MultibodyDynamics::states)
      .def_prop_ro("controls", &MultibodyDynamics::controls);
}

}  // namespace tandem::python
