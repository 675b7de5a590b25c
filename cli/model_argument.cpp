#include <tandem/cli/model_argument.hpp>

#include <filesystem>
#include <utility>

#include <fmt/core.h>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/urdf.hpp>

namespace tandem::cli {

bool is_file(const std::string& name) {
  return name.find('/') != std::string::npos || std::filesystem::path(name).extension() == ".urdf";
}

ModelExample model_from(const Arguments& arguments) {
  if (!is_file(arguments.name)) {
    require(!arguments.base, "--base is for URDF files; '{}' is a model of tandem's own", arguments.name);
    return make_model_example(arguments.name);
  }
  UrdfOptions options;
  const std::string base = arguments.base.value_or("fixed");
  require(base == "fixed" || base == "floating", "--base is fixed or floating, not '{}'", base);
  if (base == "floating") options.base = UrdfBase::kFloating;
  Model model = load_urdf(arguments.name, options);
  for (const std::string& sentence : model.left_out()) fmt::print(stderr, "tandem: {}\n", sentence);
  Eigen::VectorXd q = model.neutral_configuration(), v = Eigen::VectorXd::Zero(model.nv());
  return {std::move(model), std::move(q), std::move(v)};
}

}  // namespace tandem::cli
