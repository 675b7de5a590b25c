#include <tandem/dynamics/loop_bodies.hpp>

#include <algorithm>
#include <utility>

namespace tandem {

std::vector<int> way_to_world(const Model& tree, int body) {
  std::vector<int> way;
  for (; body != kWorld; body = tree.links()[body].parent) way.push_back(body);
  return way;
}

std::set<int> bodies_of_loop(const Model& tree, const Frame& first, const Frame& second) {
  std::set<int> bodies;
  for (const Frame* frame : {&first, &second}) {
    for (const int i : way_to_world(tree, frame->body)) {
      if (!bodies.insert(i).second) bodies.erase(i);
    }
  }
  return bodies;
}

int common_parent(const Model& tree, const std::set<int>& bodies) {
  int parent = tree.links()[*bodies.begin()].parent;
  for (const int i : bodies) {
    const std::vector<int> way = way_to_world(tree, tree.links()[i].parent);
    while (parent != kWorld && std::find(way.begin(), way.end(), parent) == way.end()) {
      parent = tree.links()[parent].parent;
    }
  }
  return parent;
}

namespace {

/// With all bodies between them and the body that they hang on.
std::set<int> filled(const Model& tree, const std::set<int>& bodies) {
  const int parent = common_parent(tree, bodies);
  std::set<int> all;
  for (int i : bodies) {
    for (; i != parent; i = tree.links()[i].parent) all.insert(i);
  }
  return all;
}

}  // namespace

std::vector<std::set<int>> merged(const Model& tree, std::vector<std::set<int>> groups) {
  for (std::set<int>& group : groups) group = filled(tree, group);
  const auto meet = [](const std::set<int>& a, const std::set<int>& b) {
    return std::any_of(a.begin(), a.end(), [&](int i) { return b.contains(i); });
  };
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t k = i + 1; k < groups.size(); ++k) {
      if (!meet(groups[i], groups[k])) continue;
      groups[i].insert(groups[k].begin(), groups[k].end());
      groups[i] = filled(tree, groups[i]);
      groups.erase(groups.begin() + k);
      k = i;  // once more with all that come after
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (!meet(groups[i], groups[k])) continue;
      groups[k].insert(groups[i].begin(), groups[i].end());
      groups[k] = filled(tree, groups[k]);
      groups.erase(groups.begin() + i);
      i = k - 1;
      break;
    }
  }
  return groups;
}

}  // namespace tandem
