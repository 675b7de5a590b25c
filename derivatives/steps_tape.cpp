#include <tandem/derivatives/steps_tape.hpp>

#include <algorithm>

namespace tandem {
namespace {

using CppAD::vector;
using Pattern = CppAD::sparse_rc<vector<std::size_t>>;

/// Kept steps as an operation of a tape, their number is its call_id: outputs depend on the input, by jumps.
class StepsOperation final : public CppAD::atomic_four<double> {
 public:
  StepsOperation() : CppAD::atomic_four<double>(kStepsOperation) {}

 private:
  bool for_type(std::size_t, const vector<CppAD::ad_type_enum>& type_x, vector<CppAD::ad_type_enum>& type_y) override {
    const auto type = std::max(type_x[0], CppAD::constant_enum);  // steps of an identical zero are none
    std::fill(type_y.begin(), type_y.end(), type);
    return true;
  }

  bool forward(std::size_t number, const vector<bool>&, std::size_t order_low, std::size_t order_up,
               const vector<double>& taylor_x, vector<double>& taylor_y) override {
    const std::size_t orders = order_up + 1;
    const Steps& steps = kept_steps(number);
    const double cell = steps.find(taylor_x[0]);
    for (std::size_t i = 0; i < taylor_y.size() / orders; ++i) {
      for (std::size_t k = order_low; k < orders; ++k) {
        taylor_y[i * orders + k] = k == 0 ? steps.take(cell, static_cast<int>(i)) : 0.0;
      }
    }
    return true;
  }

  bool reverse(std::size_t, const vector<bool>&, std::size_t, const vector<double>&, const vector<double>&,
               vector<double>& partial_x, const vector<double>&) override {
    std::fill(partial_x.begin(), partial_x.end(), 0.0);
    return true;
  }

  bool jac_sparsity(std::size_t, bool dependency, const vector<bool>&, const vector<bool>& select_x,
                    const vector<bool>& select_y, Pattern& pattern) override {
    const std::size_t count = std::count(select_y.begin(), select_y.end(), true);
    const bool depends = dependency && select_x[0];
    pattern.resize(select_y.size(), 1, depends ? count : 0);
    for (std::size_t i = 0, k = 0; depends && i < select_y.size(); ++i) {
      if (select_y[i]) pattern.set(k++, i, 0);
    }
    return true;
  }

  bool hes_sparsity(std::size_t, const vector<bool>&, const vector<bool>&, const vector<bool>&,
                    Pattern& pattern) override {
    pattern.resize(1, 1, 0);
    return true;
  }

  bool rev_depend(std::size_t, const vector<bool>&, vector<bool>& depend_x, const vector<bool>& depend_y) override {
    depend_x[0] = std::find(depend_y.begin(), depend_y.end(), true) != depend_y.end();
    return true;
  }
};

}  // namespace

void StepsOf<CppAD::AD<double>>::look_up(std::size_t steps, const CppAD::AD<double>& x,
                                         std::span<CppAD::AD<double>> out) {
  // Never destroyed: tapes that last to the end of the program name it.
  static StepsOperation& operation = *new StepsOperation;
  vector<CppAD::AD<double>> ax(1), ay(out.size());
  ax[0] = x;
  operation(steps, ax, ay);
  std::copy(ay.begin(), ay.end(), out.begin());
}

}  // namespace tandem
