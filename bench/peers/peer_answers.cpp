#include <tandem/core/error.hpp>

#include "contest.hpp"
#include "peer_answers.hpp"
#include "robots.hpp"
#include <dynamics/peer_models.hpp>
#include <nlohmann/json.hpp>

#include <fstream>

namespace tandem::bench {
namespace {

using nlohmann::ordered_json;

/// The rows of a symmetric matrix from the diagonal on, one after the other.
std::vector<double> upper_rows(const std::vector<double>& full, int n) {
  std::vector<double> upper;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) upper.push_back(full[j * n + i]);
  }
  return upper;
}

ordered_json answers_at(const Contest& contest, int state) {
  const TreeState& s = contest.states()[state];
  const auto answer = [&](Task task) { return contest.peer_answer(task, state); };
  return {{"q", s.q},
          {"v", s.v},
          {"a", s.a},
          {"inverse_dynamics", answer(Task::inverse_dynamics)},
          {"forward_dynamics", answer(Task::forward_dynamics)},
          {"mass_matrix", upper_rows(answer(Task::mass_matrix), contest.tree().nv)},
          {"frame_jacobian", answer(Task::frame_jacobian)},
          {"centre_of_mass", answer(Task::centre_of_mass)}};
}

}  // namespace

void write_peer_answers(const std::filesystem::path& file) {
  constexpr int kStates = 2;
  ordered_json models = ordered_json::array();
  for (const char* name : test::kPeerModels) {
    const Contest contest(tree_of(test::peer_model(name)), kStates);
    ordered_json states = ordered_json::array();
    for (int k = 0; k < kStates; ++k) states.push_back(answers_at(contest, k));
    models.push_back({{"model", name}, {"states", states}});
  }
  std::ofstream out(file);
  out << ordered_json{{"peer", "Pinocchio 4.1.0"}, {"models", models}}.dump() << '\n';
  out.close();
  require(out.good(), "cannot write '{}'", file.string());
}

}  // namespace tandem::bench
