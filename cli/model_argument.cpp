#include <tandem/cli/model_argument.hpp>

#include <tandem/cli/common_options.hpp>
#include <tandem/core/error.hpp>
#include <tandem/dynamics/urdf.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <utility>

namespace tandem::cli {

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
  for (const std::string& sentence : model.left_out()) fmt::print(stderr, "tandem: {}\n", sentence);
  Eigen::VectorXd q = model.neutral_configuration(), v = Eigen::VectorXd::Zero(model.nv());
  return {std::move(model), std::move(q), std::move(v)};
}

}  // namespace tandem::cli
