#include <tandem/derivatives/knot_function.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/derivatives/instruction_count.hpp>
#include <tandem/derivatives/stacked_knot_function.hpp>

#include <algorithm>
#include <map>

namespace tandem {
namespace {

using Maker = std::unique_ptr<KnotFunction> (*)(const KnotBlocks&);

/// In the order of their speed.
const std::vector<std::pair<std::string, Maker>>& makers() {
  static const std::vector<std::pair<std::string, Maker>> all{
      {"bytecode", make_bytecode_knot_function},   {"jets", make_jet_knot_function},
      {"recursive", make_recursive_knot_function}, {"symbolic", make_symbolic_knot_function},
      {"tape", make_tape_knot_function},           {"user", make_user_knot_function}};
  return all;
}

Maker maker_of(const std::string& plug) {
  for (const auto& [name, maker] : makers()) {
    if (name == plug) return maker;
  }
  refuse("derivatives: no plug is called '{}'{}", plug, did_you_mean(plug, derivative_plugs()));
}

bool is_multibody(const KnotBlock& block) { return block.function.multibody() != nullptr; }
bool is_of_frames(const KnotBlock& block) { return block.function.frames() != nullptr; }

/// Instructions of a tree's rates a freedom, above which its recursions are faster (docs/notes/bytecode.md).
constexpr int kMostInstructions = 75;

bool has_loops(const KnotBlock& block) { return block.function.dynamics()->model().has_loops(); }

/// Whether recursions are to serve it: they have no derivatives where there are loops.
bool is_large(const KnotBlocks& all, const KnotBlock& block) {
  if (has_loops(block)) return false;
  KnotBlocks alone = all;
  alone.blocks = {block};
  return instruction_count(alone) > kMostInstructions * block.function.dynamics()->model().nv();
}

std::string plug_for_frames(const KnotBlocks& all, const KnotBlock& block, const std::string& usual) {
  if (usual != "jets" && usual != kDefaultPlug) return usual;
  return is_large(all, block) ? "recursive" : kDefaultPlug;
}

/// The plug of a block that has chosen none.
std::string plug_for(const KnotBlocks& all, const KnotBlock& block, const std::string& usual, bool beside_multibody) {
  if (block.function.user() != nullptr) return "user";
  if (is_of_frames(block)) return plug_for_frames(all, block, usual);
  if (is_multibody(block) && usual == "jets") return has_loops(block) ? kDefaultPlug : "recursive";
  if (is_multibody(block) && usual == kDefaultPlug && is_large(all, block)) return "recursive";
  if (!is_multibody(block) && usual == "recursive" && beside_multibody) return kDefaultPlug;
  return usual;
}

/// The plugs of a block: its own choice, or `usual`.
PlugChoice choice_for(const KnotBlocks& all, const KnotBlock& block, const std::string& usual, bool beside_multibody) {
  PlugChoice choice = block.plugs;
  const bool brings_derivatives = block.function.user() != nullptr;
  if (choice.plug.empty()) choice.plug = plug_for(all, block, usual, beside_multibody);
  if (choice.hessian_plug.empty()) choice.hessian_plug = choice.plug;
  for (const std::string& plug : {choice.plug, choice.hessian_plug}) {
    maker_of(plug);
    require(!brings_derivatives || plug == "user",
            "derivatives: '{}' brings its own; the plug '{}' cannot serve it, 'user' can", block.name, plug);
    require(!is_multibody(block) || plug != "jets",
            "derivatives: '{}' is multibody dynamics; the plug 'jets' cannot serve it, 'recursive' can", block.name);
    require(!is_of_frames(block) || plug != "jets",
            "derivatives: '{}' is a function of frames; the plug 'jets' cannot serve it, '{}' can", block.name,
            kDefaultPlug);
  }
  return choice;
}

}  // namespace

const std::vector<std::string>& derivative_plugs() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, maker] : makers()) all.push_back(name);
    return all;
  }();
  return names;
}

std::unique_ptr<KnotFunction> make_knot_function(const KnotBlocks& blocks, const std::string& plug) {
  maker_of(plug);
  std::map<std::pair<std::string, std::string>, std::pair<KnotBlocks, std::vector<int>>> groups;
  const bool with_multibody = std::any_of(blocks.blocks.begin(), blocks.blocks.end(), is_multibody);
  int row = 0;
  for (const KnotBlock& block : blocks.blocks) {
    const PlugChoice choice = choice_for(blocks, block, plug, with_multibody);
    auto& [own, rows] = groups[{choice.plug, choice.hessian_plug}];
    own.blocks.push_back(block);
    for (int i = 0; i < block.outputs(); ++i) rows.push_back(row++);
  }
  if (groups.empty()) return make_tape_knot_function(blocks);  // nothing to compute
  std::vector<StackedPart> parts;
  for (auto& [plugs, group] : groups) {
    auto& [own, rows] = group;
    own.states = blocks.states, own.controls = blocks.controls;
    own.numbers = blocks.numbers, own.free_numbers = blocks.free_numbers;
    StackedPart part{maker_of(plugs.first)(own), nullptr, std::move(rows)};
    if (plugs.second != plugs.first) part.hessian = maker_of(plugs.second)(own);
    parts.push_back(std::move(part));
  }
  if (parts.size() == 1 && !parts.front().hessian) return std::move(parts.front().function);
  return make_stacked_knot_function(blocks, std::move(parts));
}

}  // namespace tandem
