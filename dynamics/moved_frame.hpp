#pragma once

#include <tandem/dynamics/model.hpp>

namespace tandem {

/// Whether any joint moves a frame against the world.
inline bool is_moved(const Model& model, const Frame& frame) {
  int body = frame.body;
  while (body != kWorld && model.links()[body].velocity_count == 0) body = model.links()[body].parent;
  return body != kWorld;
}

}  // namespace tandem
