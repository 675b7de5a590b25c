#pragma once

#include <tandem/dynamics/model_example.hpp>

#include <string>
#include <vector>

namespace tandem {

/// What `tandem list --models` says of a model, or of a family of models whose names hold numbers: N bodies, B
/// branches.
struct ModelEntry {
  std::string name;     ///< as typed: "acrobot", "chain-N"
  std::string example;  ///< a name that can be made: "acrobot", "chain-6"
  std::string title;
  std::string source;  ///< where its numbers come from
};

/// The models that come with tandem.
std::vector<ModelEntry> model_entries();

/// Whether a model or family bears this name.
bool has_model(const std::string& name);

/// A fresh copy of a model by name; refuses unknown names with the nearest known ones, and numbers out of range.
ModelExample make_model_example(const std::string& name);
inline Model make_model(const std::string& name) { return make_model_example(name).model; }

}  // namespace tandem
