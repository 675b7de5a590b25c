#include <tandem/derivatives/jets/jet_passes.hpp>

#include <tandem/derivatives/jets/pair_cover.hpp>
#include <tandem/derivatives/jets/with_jets.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace tandem {
namespace {

using Inputs = std::vector<int>;

class Planner {
 public:
  Planner(const KnotBlocks& blocks, int block, const BlockPatterns& patterns, const Eigen::MatrixXi& hessian_place)
      : blocks_(blocks),
        function_(blocks.blocks[block].function),
        patterns_(patterns),
        place_(hessian_place),
        plain_inputs_(blocks.states + blocks.controls + 1) {}

  JetPasses plan() {
    Inputs curved, straight;
    for (int i = 0; i < blocks_.inputs(); ++i) {
      if (patterns_.hessian.col(i).any()) {
        curved.push_back(i);
      } else if (patterns_.jacobian.col(i).any()) {
        straight.push_back(i);
      }
    }
    JetPasses passes;
    passes.constant = first_order(straight);
    passes.first = first_order(curved);
    passes.second = second_order(curved);
    return passes;
  }

 private:
  std::vector<JetPass> first_order(const Inputs& inputs) {
    std::vector<JetPass> passes;
    for (const Inputs& chunk : chunks(inputs, most_seeds(inputs, 1))) passes.push_back(pass(chunk, 1));
    return passes;
  }

  /// One pass where the curved inputs fit into one kernel; else those of the cheaper of two covers of the Hessian's
  /// entries: pairs of chunks (few passes where it is dense) or sets grown entry by entry (where it is sparse).
  std::vector<JetPass> second_order(const Inputs& curved) {
    taken_ = BoolMatrix::Constant(blocks_.inputs(), blocks_.inputs(), false);
    jacobian_taken_.assign(blocks_.inputs(), false);
    if (curved.empty()) return {};
    std::vector<Inputs> sets{curved};
    const int most = most_seeds(curved, 2);
    if (static_cast<int>(curved.size()) > most) {
      sets = pairs_of(chunks(curved, most / 2));
      std::vector<Inputs> grown =
          cover_pairs(patterns_.hessian, sizes(2), [&](const Inputs& set) { return cost(set); });
      if (cost(grown) < cost(sets)) sets = std::move(grown);
    }
    std::vector<JetPass> passes;
    for (const Inputs& set : sets) passes.push_back(pass(set, 2));
    return passes;
  }

  /// Each pair that has an entry; a part that is in no pair by itself.
  std::vector<Inputs> pairs_of(const std::vector<Inputs>& parts) const {
    std::vector<Inputs> pairs;
    std::vector<bool> taken(parts.size(), false);
    for (std::size_t a = 0; a < parts.size(); ++a) {
      for (std::size_t b = a + 1; b < parts.size(); ++b) {
        if (!patterns_.hessian(parts[a], parts[b]).any()) continue;
        pairs.push_back(parts[a]);
        pairs.back().insert(pairs.back().end(), parts[b].begin(), parts[b].end());
        taken[a] = taken[b] = true;
      }
    }
    for (std::size_t a = 0; a < parts.size(); ++a) {
      if (!taken[a]) pairs.push_back(parts[a]);
    }
    return pairs;
  }

  static std::vector<Inputs> chunks(const Inputs& inputs, int size) {
    std::vector<Inputs> parts;
    for (std::size_t i = 0; i < inputs.size(); i += size) {
      parts.emplace_back(inputs.begin() + i, inputs.begin() + std::min(inputs.size(), i + size));
    }
    return parts;
  }

  bool has_numbers(const Inputs& inputs) const {
    return std::any_of(inputs.begin(), inputs.end(), [&](int i) { return i >= plain_inputs_; });
  }

  bool serves(int shape, const Inputs& inputs, int order) const {
    return function_.jets()->jets[shape] != nullptr && kJetShapes[shape].order == order &&
           (kJetShapes[shape].numbers || !has_numbers(inputs));
  }

  int most_seeds(const Inputs& inputs, int order) const {
    int most = 0;
    for (int s = 0; s < static_cast<int>(kJetShapes.size()); ++s) {
      if (serves(s, inputs, order)) most = std::max(most, kJetShapes[s].seeds);
    }
    return most;
  }

  std::vector<int> sizes(int order) const {
    std::vector<int> all;
    for (int s = 0; s < static_cast<int>(kJetShapes.size()); ++s) {
      const JetShape& shape = kJetShapes[s];
      if (function_.jets()->jets[s] != nullptr && shape.order == order && !shape.numbers) all.push_back(shape.seeds);
    }
    return all;
  }

  /// Of a pass of second order in products: value, gradient and triangle, a third more where numbers are among seeds.
  double cost(const Inputs& inputs) const {
    const int found = shape_for(inputs, 2);
    if (found < 0) return std::numeric_limits<double>::infinity();
    const JetShape& shape = kJetShapes[found];
    return (1 + shape.seeds + shape.seeds * (shape.seeds + 1) / 2) * (shape.numbers ? 4.0 / 3.0 : 1.0);
  }

  double cost(const std::vector<Inputs>& sets) const {
    double sum = 0.0;
    for (const Inputs& set : sets) sum += cost(set);
    return sum;
  }

  /// The smallest kernel that takes these seeds, without numbers among them if there is the choice.
  int shape_for(const Inputs& inputs, int order) const {
    int best = -1;
    const auto cost = [](int s) { return 2 * kJetShapes[s].seeds + (kJetShapes[s].numbers ? 1 : 0); };
    for (int s = 0; s < static_cast<int>(kJetShapes.size()); ++s) {
      if (!serves(s, inputs, order) || kJetShapes[s].seeds < static_cast<int>(inputs.size())) continue;
      if (best < 0 || cost(s) < cost(best)) best = s;
    }
    return best;
  }

  JetPass pass(const Inputs& inputs, int order) {
    JetPass pass;
    pass.shape = shape_for(inputs, order);
    const int columns = kJetShapes[pass.shape].seeds;
    const int numbers = static_cast<int>(blocks_.numbers.size());
    pass.seeds.assign((plain_inputs_ + numbers) * columns, 0.0);
    pass.seeded_numbers.assign(numbers, 0);
    for (int s = 0; s < static_cast<int>(inputs.size()); ++s) {
      int row = inputs[s];
      if (row >= plain_inputs_) {
        const int number = blocks_.free_numbers[row - plain_inputs_];
        pass.seeded_numbers[number] = 1;
        row = plain_inputs_ + number;
      }
      pass.seeds[row * columns + s] = 1.0;
    }
    add_jacobian(inputs, columns, order, pass);
    if (order == 2) add_hessian(inputs, pass);
    return pass;
  }

  /// Each column of the Jacobian is handed out by the first pass that has it.
  void add_jacobian(const Inputs& inputs, int columns, int order, JetPass& pass) {
    for (int s = 0; s < static_cast<int>(inputs.size()); ++s) {
      const int input = inputs[s];
      if (order == 2 && jacobian_taken_[input]) continue;
      if (order == 2) jacobian_taken_[input] = true;
      for (int output = 0; output < function_.outputs(); ++output) {
        if (!patterns_.jacobian(output, input)) continue;
        pass.jacobian.push_back({output * columns + s, input * blocks_.outputs() + patterns_.first_row + output});
      }
    }
  }

  void add_hessian(const Inputs& inputs, JetPass& pass) {
    for (int s = 0, k = 0; s < static_cast<int>(inputs.size()); ++s) {
      for (int r = 0; r <= s; ++r, ++k) {
        const int row = std::max(inputs[s], inputs[r]), col = std::min(inputs[s], inputs[r]);
        if (!patterns_.hessian(row, col) || taken_(row, col)) continue;
        taken_(row, col) = true;
        pass.hessian.push_back({k, place_(row, col)});
      }
    }
  }

  const KnotBlocks& blocks_;
  const GenericFunction& function_;
  const BlockPatterns& patterns_;
  const Eigen::MatrixXi& place_;
  int plain_inputs_;  ///< states, controls, time
  BoolMatrix taken_;
  std::vector<bool> jacobian_taken_;
};

}  // namespace

JetPasses plan_passes(const KnotBlocks& blocks, int block, const BlockPatterns& patterns,
                      const Eigen::MatrixXi& hessian_place) {
  return Planner(blocks, block, patterns, hessian_place).plan();
}

}  // namespace tandem
