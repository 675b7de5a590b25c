#include <tandem/derivatives/model_number.hpp>

#include <array>

#include <fmt/core.h>

#include <tandem/core/error.hpp>

namespace tandem {
namespace {

using Kind = ModelNumber::Kind;

constexpr std::array kInertiaNames{"mass",       "moment x",   "moment y",   "moment z",   "inertia xx",
                                   "inertia xy", "inertia xz", "inertia yy", "inertia yz", "inertia zz"};
constexpr std::array kPlacementNames{"turn x", "turn y", "turn z", "shift x", "shift y", "shift z"};
constexpr std::array kWrenchNames{"torque x", "torque y", "torque z", "force x", "force y", "force z"};
constexpr std::array kGravityNames{"gravity x", "gravity y", "gravity z"};

bool is_of_body(Kind kind) { return kind == Kind::kInertia || kind == Kind::kPlacement || kind == Kind::kWrench; }

/// Whether the joint at a velocity index may have a rotor and a spring.
bool has_one_freedom(const Model& model, int index) {
  return model.links()[model.body_of_velocity(index)].velocity_count == 1;
}

const char* name_of(Kind kind, int component) {
  switch (kind) {
    case Kind::kInertia:
      return kInertiaNames[component];
    case Kind::kPlacement:
      return kPlacementNames[component];
    case Kind::kWrench:
      return kWrenchNames[component];
    case Kind::kGravity:
      return kGravityNames[component];
    case Kind::kRotorInertia:
      return "rotor inertia";
    case Kind::kDamping:
      return "damping";
    case Kind::kStiffness:
      return "stiffness";
    case Kind::kRest:
      return "rest";
  }
  return "";
}

}  // namespace

int component_count(Kind kind) {
  switch (kind) {
    case Kind::kInertia:
      return 10;
    case Kind::kPlacement:
    case Kind::kWrench:
      return 6;
    case Kind::kGravity:
      return 3;
    default:
      return 1;
  }
}

std::string name_of(const Model& model, const ModelNumber& number) {
  const char* what = name_of(number.kind, number.component);
  if (number.kind == Kind::kGravity) return what;
  const std::string whose = is_of_body(number.kind) ? model.body(number.index).name : model.velocity_name(number.index);
  return fmt::format("{} {} '{}'", what, number.kind == Kind::kWrench ? "on" : "of", whose);
}

void check_number(const Model& model, const ModelNumber& number) {
  const int components = component_count(number.kind);
  require(number.component >= 0 && number.component < components,
          "model '{}': a number of the kind '{}' has components 0 to {}, not {}", model.name(), name_of(number.kind, 0),
          components - 1, number.component);
  if (number.kind == Kind::kGravity) return;
  if (is_of_body(number.kind)) {
    require(number.index > kWorld && number.index < model.body_count(),
            "model '{}': {} was asked for of body {}, it has bodies 1 to {}", model.name(),
            name_of(number.kind, number.component), number.index, model.body_count() - 1);
    return;
  }
  require(number.index >= 0 && number.index < model.nv(),
          "model '{}': {} was asked for of velocity {}, it has velocities 0 to {}", model.name(),
          name_of(number.kind, 0), number.index, model.nv() - 1);
  require(number.kind == Kind::kDamping || has_one_freedom(model, number.index),
          "model '{}': '{}' belongs to a joint of several freedoms, which has no {}", model.name(),
          model.velocity_name(number.index), name_of(number.kind, 0));
}

std::vector<ModelNumber> model_numbers(const Model& model) {
  std::vector<ModelNumber> numbers;
  const auto add = [&numbers](Kind kind, int index) {
    for (int k = 0; k < component_count(kind); ++k) numbers.push_back({kind, index, k});
  };
  for (int i = 1; i < model.body_count(); ++i) {
    for (const Kind kind : {Kind::kInertia, Kind::kPlacement, Kind::kWrench}) add(kind, i);
  }
  add(Kind::kGravity, 0);
  for (int d = 0; d < model.nv(); ++d) {
    add(Kind::kDamping, d);
    if (!has_one_freedom(model, d)) continue;
    for (const Kind kind : {Kind::kRotorInertia, Kind::kStiffness, Kind::kRest}) add(kind, d);
  }
  return numbers;
}

}  // namespace tandem
