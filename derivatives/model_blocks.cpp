#include <tandem/derivatives/model_blocks.hpp>

#include <fmt/format.h>

#include <array>

namespace tandem {
namespace {

using Name = std::function<std::string(long)>;
using SixNames = std::array<const char*, 6>;

constexpr SixNames kDisplacement{"turn x", "turn y", "turn z", "shift x", "shift y", "shift z"};
constexpr SixNames kMotion{"angular x", "angular y", "angular z", "linear x", "linear y", "linear z"};
constexpr SixNames kWrench{"torque x", "torque y", "torque z", "force x", "force y", "force z"};

Name freedom_names(const ModelSetting& s) {
  return [&s](long d) { return s.model.velocity_name(static_cast<int>(d)); };
}

/// Rows of the function, by q, v and x.
std::vector<ModelBlock> by_state(const ModelSetting& s, const std::string& function, long row, long rows,
                                 const Name& row_name, const char* x) {
  const long nv = s.model.nv();
  const Name freedom = freedom_names(s);
  return {{function + " by q", row, rows, 0, nv, {row_name, freedom}},
          {function + " by v", row, rows, nv, nv, {row_name, freedom}},
          {function + " by " + x, row, rows, 2 * nv, nv, {row_name, freedom}}};
}

ModelBlock by_numbers(const ModelSetting& s, const std::string& function) {
  const long nv = s.model.nv();
  const Name number = [&s](long k) { return name_of(s.model, s.numbers[k]); };
  return {function + " by numbers", 0, nv, 3 * nv, std::ssize(s.numbers), {freedom_names(s), number}};
}

/// Displacements by q, velocities by q and v, accelerations by q, v and a.
std::vector<ModelBlock> frame_motion_blocks(const ModelSetting& s) {
  const auto named = [&s](const SixNames& six) -> Name {
    return [&s, six](long k) { return fmt::format("{} of the {}", six[k], s.frame.name); };
  };
  std::vector<ModelBlock> blocks;
  const auto add = [&](const char* function, long row, const SixNames& six, std::size_t count) {
    const std::vector<ModelBlock> all = by_state(s, function, row, 6, named(six), "a");
    blocks.insert(blocks.end(), all.begin(), all.begin() + static_cast<long>(count));
  };
  add("frame displacement", 0, kDisplacement, 1);
  add("frame velocity", 6, kMotion, 2);
  add("frame acceleration", 12, kMotion, 3);
  return blocks;
}

std::vector<ModelBlock> joint_wrench_blocks(const ModelSetting& s) {
  const Name component = [&s](long i) {
    return fmt::format("{} on '{}'", kWrench[i % 6], s.model.body(static_cast<int>(i / 6)).name);
  };
  return by_state(s, "joint wrenches", 0, 6L * s.model.body_count(), component, "a");
}

std::vector<ModelBlock> frame_jacobian_blocks(const ModelSetting& s) {
  const Name entry = [&s](long i) {
    return fmt::format("{} of column '{}'", kMotion[i % 6], s.model.velocity_name(static_cast<int>(i / 6)));
  };
  std::vector<ModelBlock> blocks = by_state(s, "frame Jacobian", 0, 6L * s.model.nv(), entry, "a");
  blocks.resize(1);  // by q
  return blocks;
}

std::vector<ModelBlock> dynamics_blocks(const ModelSetting& s, const char* function, const char* x, bool with_numbers) {
  std::vector<ModelBlock> blocks = by_state(s, function, 0, s.model.nv(), freedom_names(s), x);
  if (with_numbers) blocks.push_back(by_numbers(s, function));
  return blocks;
}

}  // namespace

std::vector<ModelBlock> blocks_of(ModelFunction function, const ModelSetting& s) {
  switch (function) {
    case ModelFunction::inverse_dynamics:
      return dynamics_blocks(s, "inverse dynamics", "a", true);
    case ModelFunction::forward_dynamics:
      return dynamics_blocks(s, "forward dynamics", "tau", false);
    case ModelFunction::hybrid_dynamics:
      return dynamics_blocks(s, "hybrid dynamics", "known", true);
    case ModelFunction::joint_wrenches:
      return joint_wrench_blocks(s);
    case ModelFunction::frame_motion:
      return frame_motion_blocks(s);
    case ModelFunction::frame_jacobian:
      return frame_jacobian_blocks(s);
  }
  return {};
}

std::vector<ModelBlock> hessian_blocks_of(ModelFunction function, const ModelSetting& s) {
  const std::vector<ModelBlock> first = blocks_of(function, s);
  const long nv = s.model.nv();
  const Name freedom = freedom_names(s);
  std::vector<ModelBlock> blocks;
  for (int i = 0; i < 3; ++i) {
    const std::size_t by = first[i].name.find(" by ");
    for (int j = 0; j <= i; ++j) {
      const std::string name = first[i].name.substr(0, by) + " hessian" + first[i].name.substr(by) + " " +
                               first[j].name.substr(first[j].name.find(" by ") + 4);
      blocks.push_back({name, i * nv, nv, j * nv, nv, {freedom, freedom}});
    }
  }
  return blocks;
}

}  // namespace tandem
