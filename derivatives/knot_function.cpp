#include <tandem/derivatives/knot_function.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>

namespace tandem {

void KnotBatch::resize(int knot_inputs, int knot_outputs, int knots) {
  inputs.setZero(knot_inputs, knots);
  weights.setZero(knot_outputs, knots);
  values.setZero(knot_outputs, knots);
  jacobians.setZero(knot_outputs * knot_inputs, knots);
  hessians.setZero(knot_inputs * knot_inputs, knots);
}

int KnotBlocks::outputs() const {
  int sum = 0;
  for (const GenericFunction& block : blocks) sum += block.outputs();
  return sum;
}

const std::vector<std::string>& derivative_plugs() {
  static const std::vector<std::string> names{"tape"};
  return names;
}

std::unique_ptr<KnotFunction> make_knot_function(const KnotBlocks& blocks, const std::string& plug) {
  const std::vector<std::string>& known = derivative_plugs();
  require(std::find(known.begin(), known.end(), plug) != known.end(), "derivatives: no plug is called '{}'{}", plug,
          did_you_mean(plug, known));
  return make_tape_knot_function(blocks);
}

}  // namespace tandem
