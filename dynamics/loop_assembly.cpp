#include <tandem/dynamics/loop_assembly.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/loop_bodies.hpp>
#include <tandem/dynamics/loop_closing.hpp>
#include <tandem/dynamics/loop_couplings.hpp>
#include <tandem/dynamics/loop_rows.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace tandem {
namespace {

int place_of(const std::vector<int>& all, int wanted) {
  return static_cast<int>(std::find(all.begin(), all.end(), wanted) - all.begin());
}

void add_freedoms(const Model& tree, Cluster& cluster) {
  for (const int i : cluster.bodies) {
    const Link& link = tree.links()[i];
    require(!has_quaternion(link.type),
            "model '{}': joint '{}' is {} and in a loop or coupling, which joints with quaternions cannot be",
            tree.name(), tree.body(i).joint.name, name_of(link.type));
    for (int k = 0; k < link.velocity_count; ++k) {
      cluster.freedoms.push_back(link.v_index + k);
      cluster.coordinates.push_back(link.q_index + k);
      cluster.body_of.push_back(i);
    }
    const auto parent = std::find(cluster.bodies.begin(), cluster.bodies.end(), link.parent);
    cluster.inner_parents.push_back(link.parent == cluster.parent ? -1
                                                                  : static_cast<int>(parent - cluster.bodies.begin()));
  }
}

void add_couplings(const std::vector<Relation>& relations, Cluster& cluster) {
  const int n = cluster.freedom_count();
  cluster.shares.resize(n);
  cluster.offsets.assign(n, 0.0);
  const auto relation_of = [&](int f) {
    return std::find_if(relations.begin(), relations.end(),
                        [&](const Relation& r) { return r.follower == cluster.freedoms[f]; });
  };
  for (int f = 0; f < n; ++f) {
    if (relation_of(f) == relations.end()) {
      cluster.carried.push_back(f);
    } else {
      cluster.followers.push_back(f);
      cluster.offsets[f] = relation_of(f)->offset;
    }
  }
}

void add_loop(const Model& tree, const LoopStatement& statement, Cluster& cluster) {
  Loop loop{statement.name,
            tree.find_frame(statement.first),
            tree.find_frame(statement.second),
            rows_of(tree, statement),
            {},
            0};
  const std::set<int> bodies = bodies_of_loop(tree, loop.first, loop.second);
  const std::vector<int> second = way_to_world(tree, loop.second.body);
  for (int f = 0; f < cluster.freedom_count(); ++f) {
    if (!bodies.contains(cluster.body_of[f])) continue;
    const bool moves_second = std::find(second.begin(), second.end(), cluster.body_of[f]) != second.end();
    loop.legs.push_back({f, moves_second ? 1.0 : -1.0});
  }
  cluster.loops.push_back(std::move(loop));
}

std::vector<Cluster> make_clusters(const Model& tree, const LoopStatements& statements,
                                   const std::vector<Relation>& stated) {
  std::vector<std::set<int>> groups;
  for (const Relation& relation : stated) {
    groups.emplace_back().insert(tree.body_of_velocity(relation.follower));
    for (const auto& [leader, ratio] : relation.leaders) groups.back().insert(tree.body_of_velocity(leader));
  }
  for (const LoopStatement& loop : statements.loops) {
    groups.push_back(bodies_of_loop(tree, tree.find_frame(loop.first), tree.find_frame(loop.second)));
    require(!groups.back().empty(), "model '{}': loop '{}' closes a body with itself", tree.name(), loop.name);
  }
  std::vector<Cluster> clusters;
  for (const std::set<int>& group : merged(tree, std::move(groups))) {
    Cluster& cluster = clusters.emplace_back();
    cluster.parent = common_parent(tree, group);
    cluster.bodies.assign(group.begin(), group.end());
    add_freedoms(tree, cluster);
  }
  return clusters;
}

std::vector<int> find_joints(const Model& tree, const std::vector<Cluster>& clusters,
                             const std::vector<std::string>& names) {
  std::vector<int> bodies;
  for (const std::string& name : names) {
    bodies.push_back(tree.joint_index(name));
    const bool is_inside = std::any_of(clusters.begin(), clusters.end(), [&](const Cluster& cluster) {
      return std::find(cluster.body_of.begin(), cluster.body_of.end(), bodies.back()) != cluster.body_of.end();
    });
    require(is_inside, "model '{}': joint '{}' was named independent, but is in no loop", tree.name(), name);
  }
  return bodies;
}

Eigen::VectorXd guessed(const Model& tree, const std::vector<std::pair<std::string, double>>& guesses) {
  Eigen::VectorXd q = tree.neutral_configuration();
  for (const auto& [name, value] : guesses) {
    int i = 0;
    while (i < tree.nq() && tree.coordinate_name(i) != name) ++i;
    require(i < tree.nq(), "model '{}' has no coordinate '{}' to guess", tree.name(), name);
    require(std::isfinite(value), "model '{}': the guess of '{}' is {}", tree.name(), name, value);
    q(i) = value;
  }
  return q;
}

/// How many coordinates and velocities of each joint the model keeps. A joint is kept whole or not.
void count(const Model& tree, const Clusters& clusters, AssembledLoops& assembled) {
  for (int i = 0; i < tree.body_count(); ++i) {
    const Link& link = tree.links()[i];
    assembled.coordinates.push_back(link.coordinate_count);
    assembled.velocities.push_back(link.velocity_count);
    if (clusters.of_body[i] < 0 || link.velocity_count == 0) continue;
    const Cluster& cluster = clusters.all[clusters.of_body[i]];
    std::array<int, 3> kinds{};  // independent, by loops, followers
    for (int k = 0; k < link.velocity_count; ++k) {
      const int f = place_of(cluster.freedoms, link.v_index + k), u = place_of(cluster.carried, f);
      ++kinds[u == static_cast<int>(cluster.carried.size()) ? 2 : u < cluster.by_loops ? 1 : 0];
    }
    require(
        std::count(kinds.begin(), kinds.end(), 0) == 2,
        "model '{}': some freedoms of joint '{}' are independent and others not: name another joint as independent, "
        "or make two of it",
        tree.name(), tree.body(i).joint.name);
    if (kinds[0] == 0) assembled.velocities.back() = 0;
    if (kinds[2] > 0) assembled.coordinates.back() = 0;
    require(kinds[0] > 0 || tree.body(i).joint.friction == 0,
            "model '{}': joint '{}' follows others, its friction cannot be taken", tree.name(),
            tree.body(i).joint.name);
  }
}

void number(const Model& tree, const AssembledLoops& assembled, Clusters& clusters) {
  int nq = 0, nv = 0;
  for (int i = 0; i < tree.body_count(); ++i) {
    const Link& link = tree.links()[i];
    const bool has_q = assembled.coordinates[i] > 0, has_v = assembled.velocities[i] > 0;
    for (int k = 0; k < link.coordinate_count; ++k) clusters.own_coordinate.push_back(has_q ? nq++ : -1);
    for (int k = 0; k < link.velocity_count; ++k) clusters.own_velocity.push_back(has_v ? nv++ : -1);
  }
}

}  // namespace

AssembledLoops assemble_loops(const Model& tree, const LoopStatements& statements) {
  std::vector<Relation> relations = read_couplings(tree, statements.couplings);
  const auto clusters = std::make_shared<Clusters>();
  clusters->all = make_clusters(tree, statements, relations);
  resolve(tree, relations);
  const std::vector<int> named = find_joints(tree, clusters->all, statements.independent);
  Eigen::VectorXd q = guessed(tree, statements.guesses);
  clusters->of_body.assign(tree.body_count(), -1);
  for (Cluster& cluster : clusters->all) {
    add_couplings(relations, cluster);
    for (const LoopStatement& loop : statements.loops) {
      const std::set<int> bodies = bodies_of_loop(tree, tree.find_frame(loop.first), tree.find_frame(loop.second));
      if (std::find(cluster.bodies.begin(), cluster.bodies.end(), *bodies.begin()) == cluster.bodies.end()) continue;
      add_loop(tree, loop, cluster);
    }
    close_cluster(tree, relations, named, cluster, q);
    for (const int i : cluster.bodies) clusters->of_body[i] = static_cast<int>(&cluster - clusters->all.data());
  }
  AssembledLoops assembled;
  count(tree, *clusters, assembled);
  number(tree, assembled, *clusters);
  assembled.neutral = Eigen::VectorXd(std::count_if(clusters->own_coordinate.begin(), clusters->own_coordinate.end(),
                                                    [](int own) { return own >= 0; }));
  for (int i = 0; i < tree.nq(); ++i) {
    if (clusters->own_coordinate[i] >= 0) assembled.neutral(clusters->own_coordinate[i]) = q(i);
  }
  assembled.clusters = clusters;
  return assembled;
}

}  // namespace tandem
