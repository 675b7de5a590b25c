#include <tandem/dynamics/loop_couplings.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace tandem {
namespace {

int find_freedom(const Model& tree, const std::string& name) {
  std::vector<std::string> names;
  for (int d = 0; d < tree.nv(); ++d) {
    names.push_back(tree.velocity_name(d));
    if (names.back() == name) return d;
  }
  refuse("model '{}' has no freedom '{}'{}", tree.name(), name, did_you_mean(name, names));
}

}  // namespace

std::vector<Relation> read_couplings(const Model& tree, const std::vector<Coupling>& couplings) {
  std::vector<Relation> relations;
  std::set<int> followers;
  for (const Coupling& coupling : couplings) {
    Relation relation{find_freedom(tree, coupling.follower), {}, coupling.offset};
    require(followers.insert(relation.follower).second, "model '{}': '{}' follows twice", tree.name(),
            coupling.follower);
    require(!coupling.leaders.empty(), "model '{}': '{}' is to follow nothing", tree.name(), coupling.follower);
    require(std::isfinite(coupling.offset), "model '{}': the offset at which '{}' follows is {}", tree.name(),
            coupling.follower, coupling.offset);
    for (const auto& [leader, ratio] : coupling.leaders) {
      require(std::isfinite(ratio) && ratio != 0, "model '{}': the ratio by which '{}' follows '{}' is {}", tree.name(),
              coupling.follower, leader, ratio);
      relation.leaders.emplace_back(find_freedom(tree, leader), ratio);
    }
    relations.push_back(std::move(relation));
  }
  return relations;
}

void resolve(const Model& tree, std::vector<Relation>& relations) {
  const auto relation_of = [&](int freedom) {
    return std::find_if(relations.begin(), relations.end(), [&](const Relation& r) { return r.follower == freedom; });
  };
  for (Relation& relation : relations) {
    for (std::size_t round = 0;; ++round) {
      const auto follows = std::find_if(relation.leaders.begin(), relation.leaders.end(), [&](const auto& leader) {
        return relation_of(leader.first) != relations.end();
      });
      if (follows == relation.leaders.end()) break;
      require(round <= relations.size() && follows->first != relation.follower,
              "model '{}': '{}' follows itself, through '{}'", tree.name(), tree.velocity_name(relation.follower),
              tree.velocity_name(follows->first));
      const auto [freedom, ratio] = *follows;
      relation.leaders.erase(follows);
      const Relation& other = *relation_of(freedom);
      relation.offset += ratio * other.offset;
      for (const auto& [leader, share] : other.leaders) relation.leaders.emplace_back(leader, ratio * share);
    }
  }
}

}  // namespace tandem
