#pragma once

#include <tandem/core/math.hpp>
#include <tandem/core/named_number.hpp>

#include <cppad/cppad.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tandem {

/// What a user's function sees at one instant: states x, controls u, time t and the named numbers, all of one
/// scalar type; sizes are known when it is compiled. `knot[mass]` is the named number `mass`.
template <class Scalar, int kStates, int kControls>
struct Knot {
  std::array<Scalar, kStates> x;
  std::array<Scalar, kControls> u;
  Scalar t;
  std::span<const Scalar> numbers;

  const Scalar& operator[](Number number) const { return numbers[number.index]; }
};

/// The same without sizes in the type.
template <class Scalar>
struct KnotView {
  std::span<const Scalar> x;
  std::span<const Scalar> u;
  Scalar t;
  std::span<const Scalar> numbers;
};

/// A user's function that is generic over the scalar, compiled for each scalar that a plug asks for.
class GenericFunction {
 public:
  using Tape = CppAD::AD<double>;

  GenericFunction() = default;

  /// `function` takes a Knot<Scalar, kStates, kControls> and returns a scalar or an array of `outputs` scalars.
  template <int kStates, int kControls, class Function>
  static GenericFunction of(Function function, int outputs) {
    GenericFunction generic;
    generic.outputs_ = outputs;
    generic.compiled_ = {compile<double, kStates, kControls>(function), compile<Tape, kStates, kControls>(function)};
    return generic;
  }

  int outputs() const { return outputs_; }
  explicit operator bool() const { return outputs_ > 0; }

  template <class Scalar>
  void operator()(const KnotView<Scalar>& knot, std::span<Scalar> out) const {
    std::get<Compiled<Scalar>>(compiled_)(knot, out);
  }

 private:
  template <class Scalar>
  using Compiled = std::function<void(const KnotView<Scalar>&, std::span<Scalar>)>;

  template <class Scalar, int kStates, int kControls, class Function>
  static Compiled<Scalar> compile(const Function& function) {
    return [function](const KnotView<Scalar>& view, std::span<Scalar> out) {
      Knot<Scalar, kStates, kControls> knot;
      for (int i = 0; i < kStates; ++i) knot.x[i] = view.x[i];
      for (int i = 0; i < kControls; ++i) knot.u[i] = view.u[i];
      knot.t = view.t;
      knot.numbers = view.numbers;
      const auto result = function(knot);
      if constexpr (std::is_convertible_v<decltype(result), Scalar>) {
        out[0] = result;
      } else {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = result[i];
      }
    };
  }

  int outputs_ = 0;
  std::tuple<Compiled<double>, Compiled<Tape>> compiled_;
};

/// The number of outputs of `function`: 1 for a scalar, the length of an array.
template <int kStates, int kControls, class Function>
constexpr int outputs_of() {
  using Result = std::invoke_result_t<Function, const Knot<double, kStates, kControls>&>;
  if constexpr (std::is_convertible_v<Result, double>) {
    return 1;
  } else {
    return static_cast<int>(std::tuple_size_v<Result>);
  }
}

}  // namespace tandem
