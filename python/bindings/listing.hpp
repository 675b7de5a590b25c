#pragma once

#include <tandem/core/error.hpp>
#include <tandem/core/math.hpp>
#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/knot_view.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tandem::python {

/// One scalar operation of a casadi.SX function: result[out] = operation(result[a], result[b]), by CasADi's own numbers
/// of operations. An input reads entry b of argument a; an output writes entry `out` from result[a].
struct Instruction {
  std::int32_t operation, out, a, b;
};

/// A user's Knot without its sizes.
template <class Knots>
auto view_of(const Knots& k) {
  using S = std::decay_t<decltype(k.t)>;
  return KnotView<S>{std::span<const S>(k.x.data(), k.x.size()), std::span<const S>(k.u.data(), k.u.size()), k.t,
                     k.numbers};
}

/// A function (x, u, t, numbers) -> outputs as the list of scalar operations that casadi.Function gives: what crosses
/// the border from Python, as arrays of integers. It runs on every scalar: on doubles, on CppAD's tape, from which all
/// plugs start, and on jets. O(instructions).
class Listing {
 public:
  /// `constants` are those of the instructions that are constants, in their order. Refuses operations that have no
  /// derivative or no counterpart, by their names, and what reads or writes outside.
  Listing(std::string name, std::vector<Instruction> instructions, std::vector<double> constants, int outputs);

  const std::string& name() const { return name_; }
  int outputs() const { return outputs_; }

  template <class S>
  void run(const KnotView<S>& knot, std::span<S> out) const;

  /// The same of a user's Knot, as a vector.
  template <class Knots>
  auto operator()(const Knots& k) const {
    using S = std::decay_t<decltype(k.t)>;
    std::vector<S> out(static_cast<std::size_t>(outputs_), S(0.0));
    run(view_of(k), std::span<S>(out));
    return out;
  }

 private:
  std::string name_;
  std::vector<Instruction> instructions_;
  std::vector<double> constants_;
  int outputs_ = 0, slots_ = 0;
};

/// The one output of a listing as a number.
struct ListedNumber {
  std::shared_ptr<const Listing> listing;

  template <class Knots>
  auto operator()(const Knots& k) const {
    std::decay_t<decltype(k.t)> value(0.0);
    listing->run(view_of(k), std::span(&value, 1));
    return value;
  }
};

/// All outputs as a vector.
struct ListedVector {
  std::shared_ptr<const Listing> listing;

  template <class Knots>
  auto operator()(const Knots& k) const {
    return (*listing)(k);
  }
};

/// One number of the two ends of a linkage, which the listing sees as states: [x before; t before; x after; t after].
struct LinkedNumber {
  std::shared_ptr<const Listing> listing;

  template <class Before, class After>
  auto operator()(const Before& before, const After& after) const {
    using S = std::decay_t<decltype(before.t)>;
    std::vector<S> ends(before.x.begin(), before.x.end());
    ends.push_back(before.t);
    ends.insert(ends.end(), after.x.begin(), after.x.end());
    ends.push_back(after.t);
    S value(0.0);
    listing->run<S>({ends, {}, before.t, before.numbers->numbers}, std::span<S>(&value, 1));
    return value;
  }
};

}  // namespace tandem::python
