#include <tandem/derivatives/model_number.hpp>

#include <tandem/core/error.hpp>

#include <fmt/core.h>

#include <array>

namespace tandem {
namespace {

using NumberKind = ModelNumber::Kind;

constexpr std::array kInertiaNames{"mass",       "moment x",   "moment y",   "moment z",   "inertia xx",
                                   "inertia xy", "inertia xz", "inertia yy", "inertia yz", "inertia zz"};
constexpr std::array kPlacementNames{"turn x", "turn y", "turn z", "shift x", "shift y", "shift z"};
constexpr std::array kWrenchNames{"torque x", "torque y", "torque z", "force x", "force y", "force z"};
constexpr std::array kGravityNames{"gravity x", "gravity y", "gravity z"};

bool is_of_body(NumberKind kind) {
  return kind == NumberKind::inertia || kind == NumberKind::placement || kind == NumberKind::wrench;
}

/// Whether the joint at a velocity index may have a rotor and a spring.
bool has_one_freedom(const Model& model, int index) {
  return model.tree().links()[model.tree().body_of_velocity(index)].velocity_count == 1;
}

const char* name_of(NumberKind kind, int component) {
  switch (kind) {
    case NumberKind::inertia:
      return kInertiaNames[component];
    case NumberKind::placement:
      return kPlacementNames[component];
    case NumberKind::wrench:
      return kWrenchNames[component];
    case NumberKind::gravity:
      return kGravityNames[component];
    case NumberKind::rotor_inertia:
      return "rotor inertia";
    case NumberKind::damping:
      return "damping";
    case NumberKind::stiffness:
      return "stiffness";
    case NumberKind::rest:
      return "rest";
  }
  return "";
}

}  // namespace

int component_count(NumberKind kind) {
  switch (kind) {
    case NumberKind::inertia:
      return 10;
    case NumberKind::placement:
    case NumberKind::wrench:
      return 6;
    case NumberKind::gravity:
      return 3;
    default:
      return 1;
  }
}

std::string name_of(const Model& model, const ModelNumber& number) {
  const char* what = name_of(number.kind, number.component);
  if (number.kind == NumberKind::gravity) return what;
  const std::string whose =
      is_of_body(number.kind) ? model.body(number.index).name : model.tree().velocity_name(number.index);
  return fmt::format("{} {} '{}'", what, number.kind == NumberKind::wrench ? "on" : "of", whose);
}

void check_number(const Model& model, const ModelNumber& number) {
  const int components = component_count(number.kind);
  require(number.component >= 0 && number.component < components,
          "model '{}': a number of the kind '{}' has components 0 to {}, not {}", model.name(), name_of(number.kind, 0),
          components - 1, number.component);
  if (number.kind == NumberKind::gravity) return;
  if (is_of_body(number.kind)) {
    require(number.index > kWorld && number.index < model.body_count(),
            "model '{}': {} was asked for of body {}, it has bodies 1 to {}", model.name(),
            name_of(number.kind, number.component), number.index, model.body_count() - 1);
    return;
  }
  require(number.index >= 0 && number.index < model.tree().nv(),
          "model '{}': {} was asked for of velocity {}, it has velocities 0 to {}", model.name(),
          name_of(number.kind, 0), number.index, model.tree().nv() - 1);
  if (number.kind == NumberKind::damping || has_one_freedom(model, number.index)) return;
  // The name is made only here: a long one allocates.
  refuse("model '{}': '{}' belongs to a joint of several freedoms, which has no {}", model.name(),
         model.tree().velocity_name(number.index), name_of(number.kind, 0));
}

std::vector<ModelNumber> model_numbers(const Model& model) {
  std::vector<ModelNumber> numbers;
  const auto add = [&numbers](NumberKind kind, int index) {
    for (int k = 0; k < component_count(kind); ++k) numbers.push_back({kind, index, k});
  };
  for (int i = 1; i < model.body_count(); ++i) {
    for (const NumberKind kind : {NumberKind::inertia, NumberKind::placement, NumberKind::wrench}) add(kind, i);
  }
  add(NumberKind::gravity, 0);
  for (int d = 0; d < model.tree().nv(); ++d) {
    add(NumberKind::damping, d);
    if (!has_one_freedom(model, d)) continue;
    for (const NumberKind kind : {NumberKind::rotor_inertia, NumberKind::stiffness, NumberKind::rest}) add(kind, d);
  }
  return numbers;
}

}  // namespace tandem
