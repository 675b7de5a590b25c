#include <tandem/derivatives/steps_expression.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace tandem {
namespace {

using Element = casadi::SXElem;

const std::string kName = "tandem_steps_";

class StepsCallback final : public casadi::Callback {
 public:
  explicit StepsCallback(std::size_t number) : steps_(kept_steps(number)) {
    construct(kName + std::to_string(number), {{"never_inline", true}});
  }

  casadi_int get_n_in() override { return 1; }
  casadi_int get_n_out() override { return 1; }
  casadi::Sparsity get_sparsity_out(casadi_int) override { return casadi::Sparsity::dense(steps_.width(), 1); }
  bool has_eval_buffer() const override { return true; }
  int eval_buffer(const double** x, const std::vector<casadi_int>&, double** out,
                  const std::vector<casadi_int>&) const override {
    const double cell = steps_.find(x[0] == nullptr ? 0.0 : *x[0]);
    for (int k = 0; out[0] != nullptr && k < steps_.width(); ++k) out[0][k] = steps_.take(cell, k);
    return 0;
  }

 private:
  const Steps& steps_;
};

/// Made once and never destroyed, as CasADi's functions do not keep callbacks alive.
const casadi::Function& lookup_of(std::size_t number) {
  static std::mutex alone;
  static auto& made = *new std::map<std::size_t, std::unique_ptr<StepsCallback>>;
  const std::lock_guard lock(alone);
  std::unique_ptr<StepsCallback>& lookup = made[number];
  if (!lookup) lookup = std::make_unique<StepsCallback>(number);
  return *lookup;
}

/// Truths: which cell x is in.
std::vector<Element> cells_of(const Steps& steps, const Element& x) {
  std::vector<Element> is_in;
  if (steps.counts()) {
    for (int c = 0; c < steps.cells(); ++c) is_in.push_back(x == Element(c));
    return is_in;
  }
  std::vector<Element> begun{1.0};
  for (const double at : steps.breaks()) begun.push_back(Element(at) <= x);
  for (std::size_t c = 0; c + 1 < begun.size(); ++c) is_in.push_back(begun[c] - begun[c + 1]);
  is_in.push_back(begun.back());
  return is_in;
}

}  // namespace

std::vector<Element> written_out(const Steps& steps, const Element& x) {
  const std::vector<Element> is_in = cells_of(steps, x);
  std::vector<Element> numbers(steps.width(), Element(0.0));
  for (int k = 0; k < steps.width(); ++k) {
    for (int c = 0; c < steps.cells(); ++c) numbers[k] += if_else_zero(is_in[c], Element(steps.take(c, k)));
  }
  return numbers;
}

std::vector<Element> called(std::size_t steps, const Element& x) { return Element::call(lookup_of(steps), {x}); }

std::optional<std::size_t> steps_called(const casadi::Function& function) {
  const std::string name = function.name();
  if (!name.starts_with(kName)) return std::nullopt;
  return std::stoul(name.substr(kName.size()));
}

void StepsOf<casadi::SX>::look_up(std::size_t steps, const casadi::SX& x, std::span<casadi::SX> out) {
  const std::vector<Element> numbers = written_out(kept_steps(steps), x.scalar());
  std::copy_n(numbers.begin(), out.size(), out.begin());
}

}  // namespace tandem
