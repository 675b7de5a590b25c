#include <tandem/cli/model_argument.hpp>

#include <tandem/cli/output.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/cli/simulation_file.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/dynamics/spanning.hpp>
#include <tandem/dynamics/urdf.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tandem::cli {
namespace {

/// Writes settings NAME=VALUE into the entries of a vector that bear the names.
void set_by_name(const Given& given, const Option& option, const std::vector<std::string>& names,
                 Eigen::VectorXd& vector) {
  for (const std::string& setting : given.all(option)) {
    const auto [name, value] = setting_from(setting, option.name);
    const auto found = std::find(names.begin(), names.end(), name);
    require(found != names.end(), "{}: the model has no '{}'{}", option.name, name, did_you_mean(name, names));
    vector(found - names.begin()) = number_from(value, name);
  }
}

}  // namespace

bool is_file(const std::string& name) {
  return name.find('/') != std::string::npos || std::filesystem::path(name).extension() == ".urdf";
}

Kind kind_of_model(const std::string& name) {
  if (is_file(name)) return Kind::urdf;
  if (!has_model(name)) make_model_example(name);  // refuses it with the nearest ones
  return Kind::model;
}

ModelExample model_from(const Given& given) {
  if (!is_file(given.name())) return make_model_example(given.name());
  UrdfOptions options;
  const std::string base = given.text(kBase).value_or("fixed");
  require(base == "fixed" || base == "floating", "--base is fixed or floating, not '{}'", base);
  if (base == "floating") options.base = UrdfBase::floating;
  Model model = load_urdf(given.name(), options);
  for (const std::string& sentence : model.left_out()) warn("tandem: {}\n", sentence);
  Eigen::VectorXd q = model.neutral_configuration(), v = Eigen::VectorXd::Zero(model.nv());
  return {std::move(model), std::move(q), std::move(v)};
}

ModelExample model_at_state(const Given& given) {
  ModelExample example = model_from(given);
  set_by_name(given, kStart, coordinate_names(example.model), example.q);
  example.q = closed_at(example.model, example.q);
  set_by_name(given, kRate, velocity_names(example.model), example.v);
  return example;
}

}  // namespace tandem::cli
