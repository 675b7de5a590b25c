#include <tandem/derivatives/model_number.hpp>

#include <tandem/core/error.hpp>

#include <fmt/core.h>

#include <array>

namespace tandem {
namespace {

using Kind = ModelNumber::Kind;

constexpr std::array kInertiaNames{"mass",       "moment x",   "moment y",   "moment z",   "inertia xx",
                                   "inertia xy", "inertia xz", "inertia yy", "inertia yz", "inertia zz"};
constexpr std::array kPlacementNames{"turn x", "turn y", "turn z", "shift x", "shift y", "shift z"};
constexpr std::array kWrenchNames{"torque x", "torque y", "torque z", "force x", "force y", "force z"};
constexpr std::array kGravityNames{"gravity x", "gravity y", "gravity z"};

bool is_of_body(Kind kind) { return kind == Kind::inertia || kind == Kind::placement || kind == Kind::wrench; }

/// Whether the joint at a velocity index may have a rotor and a spring.
bool has_one_freedom(const Model& model, int index) {
  return model.links()[model.body_of_velocity(index)].velocity_count == 1;
}

const char* name_of(Kind kind, int component) {
  switch (kind) {
    case Kind::inertia:
      return kInertiaNames[component];
    case Kind::placement:
      return kPlacementNames[component];
    case Kind::wrench:
      return kWrenchNames[component];
    case Kind::gravity:
      return kGravityNames[component];
    case Kind::rotor_inertia:
      return "rotor inertia";
    case Kind::damping:
      return "damping";
    case Kind::stiffness:
      return "stiffness";
    case Kind::rest:
      return "rest";
  }
  return "";
}

}  // namespace

int component_count(Kind kind) {
  switch (kind) {
    case Kind::inertia:
      return 10;
    case Kind::placement:
    case Kind::wrench:
      return 6;
    case Kind::gravity:
      return 3;
    default:
      return 1;
  }
}

std::string name_of(const Model& model, const ModelNumber& number) {
  const char* what = name_of(number.kind, number.component);
  if (number.kind == Kind::gravity) return what;
  const std::string whose = is_of_body(number.kind) ? model.body(number.index).name : model.velocity_name(number.index);
  return fmt::format("{} {} '{}'", what, number.kind == Kind::wrench ? "on" : "of", whose);
}

void check_number(const Model& model, const ModelNumber& number) {
  const int components = component_count(number.kind);
  require(number.component >= 0 && number.component < components,
          "model '{}': a number of the kind '{}' has components 0 to {}, not {}", model.name(), name_of(number.kind, 0),
          components - 1, number.component);
  if (number.kind == Kind::gravity) return;
  if (is_of_body(number.kind)) {
    require(number.index > kWorld && number.index < model.body_count(),
            "model '{}': {} was asked for of body {}, it has bodies 1 to {}", model.name(),
            name_of(number.kind, number.component), number.index, model.body_count() - 1);
    return;
  }
  require(number.index >= 0 && number.index < model.nv(),
          "model '{}': {} was asked for of velocity {}, it has velocities 0 to {}", model.name(),
          name_of(number.kind, 0), number.index, model.nv() - 1);
  require(number.kind == Kind::damping || has_one_freedom(model, number.index),
          "model '{}': '{}' belongs to a joint of several freedoms, which has no {}", model.name(),
          model.velocity_name(number.index), name_of(number.kind, 0));
}

std::vector<ModelNumber> model_numbers(const Model& model) {
  std::vector<ModelNumber> numbers;
  const auto add = [&numbers](Kind kind, int index) {
    for (int k = 0; k < component_count(kind); ++k) numbers.push_back({kind, index, k});
  };
  for (int i = 1; i < model.body_count(); ++i) {
    for (const Kind kind : {Kind::inertia, Kind::placement, Kind::wrench}) add(kind, i);
  }
  add(Kind::gravity, 0);
  for (int d = 0; d < model.nv(); ++d) {
    add(Kind::damping, d);
    if (!has_one_freedom(model, d)) continue;
    for (const Kind kind : {Kind::rotor_inertia, Kind::stiffness, Kind::rest}) add(kind, d);
  }
  return numbers;
}

}  // namespace tandem
