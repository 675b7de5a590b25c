#pragma once

#include <tandem/derivatives/knot_view.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>

#include <memory>
#include <span>
#include <utility>

namespace tandem {

/// A generic function of one instant whose sizes are known at run time: `function(knot, out)` of a KnotView and a span,
/// compiled for doubles and for CppAD's tape.
class ViewFunction {
 public:
  using Tape = CppAD::AD<double>;
  template <class S>
  using Call = void (*)(const void* function, const KnotView<S>& knot, std::span<S> out);

  template <class Function>
  static ViewFunction of(Function function, int outputs) {
    return ViewFunction(std::make_shared<const Function>(std::move(function)), &call<double, Function>,
                        &call<Tape, Function>, outputs);
  }

  int outputs() const { return outputs_; }
  void operator()(const KnotView<double>& knot, std::span<double> out) const { doubles_(function_.get(), knot, out); }
  void operator()(const KnotView<Tape>& knot, std::span<Tape> out) const { tape_(function_.get(), knot, out); }

 private:
  ViewFunction(std::shared_ptr<const void> function, Call<double> doubles, Call<Tape> tape, int outputs)
      : function_(std::move(function)), doubles_(doubles), tape_(tape), outputs_(outputs) {}

  template <class S, class Function>
  static void call(const void* function, const KnotView<S>& knot, std::span<S> out) {
    (*static_cast<const Function*>(function))(knot, out);
  }

  std::shared_ptr<const void> function_;
  Call<double> doubles_;
  Call<Tape> tape_;
  int outputs_;
};

}  // namespace tandem
