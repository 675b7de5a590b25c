#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/inertia.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// The named numbers as a map of a model's numbers reads them: k[density].
template <class S>
struct NamedValues {
  std::span<const S> numbers;

  const S& operator[](Number number) const { return numbers[number.index]; }
};

/// Says one for every named number, and notes which were asked for.
struct NotedReads {
  std::vector<int>& reads;

  double operator[](Number number) const {
    reads.push_back(number.index);
    return 1.0;
  }
};

/// Numbers of a model as a function of named numbers that is generic over the scalar, compiled for the scalars in which
/// dynamics is evaluated. It returns a number, an array, or an Inertia, whose ten numbers are in ModelNumber's order.
class NumberMap {
 public:
  template <class Function>
  static NumberMap of(Function function) {
    NumberMap map;
    map.outputs_ = count_of(function(NotedReads{map.reads_}));
    map.function_ = std::make_shared<const Function>(std::move(function));
    map.calls_ = {&call<double, Function>, &call<Pack4, Function>, &call<CppAD::AD<double>, Function>,
                  &call<Dual<Pack4>, Function>, &call<Dual<Dual<Pack4>>, Function>};
    return map;
  }

  int outputs() const { return outputs_; }
  /// Indices of the named numbers that it reads.
  std::span<const int> reads() const { return reads_; }
  bool depends_on(int number) const { return std::find(reads_.begin(), reads_.end(), number) != reads_.end(); }

  template <class S>
  void operator()(std::span<const S> numbers, std::span<S> out) const {
    std::get<Call<S>>(calls_)(function_.get(), numbers, out);
  }

 private:
  template <class S>
  using Call = void (*)(const void* function, std::span<const S> numbers, std::span<S> out);

  template <class S, class Function>
  static void call(const void* function, std::span<const S> numbers, std::span<S> out) {
    store((*static_cast<const Function*>(function))(NamedValues<S>{numbers}), out);
  }

  static int count_of(double) { return 1; }
  static int count_of(const Inertia<double>&) { return 10; }
  template <std::size_t kCount>
  static int count_of(const std::array<double, kCount>&) {
    return static_cast<int>(kCount);
  }

  template <class S>
  static void store(const std::type_identity_t<S>& number, std::span<S> out) {
    out[0] = number;
  }
  template <class S, class T, std::size_t kCount>
  static void store(const std::array<T, kCount>& numbers, std::span<S> out) {
    std::copy(numbers.begin(), numbers.end(), out.begin());
  }
  template <class S>
  static void store(const Inertia<S>& I, std::span<S> out) {
    const SymMat3<S>& J = I.rotational;
    const S numbers[10] = {I.mass, I.moment.x, I.moment.y, I.moment.z, J.xx, J.xy, J.xz, J.yy, J.yz, J.zz};
    std::copy_n(numbers, 10, out.begin());
  }

  NumberMap() = default;

  int outputs_ = 0;
  std::vector<int> reads_;
  std::shared_ptr<const void> function_;
  std::tuple<Call<double>, Call<Pack4>, Call<CppAD::AD<double>>, Call<Dual<Pack4>>, Call<Dual<Dual<Pack4>>>> calls_;
};

}  // namespace tandem
