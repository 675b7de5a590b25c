#pragma once

#include <tandem/core/jet_functions.hpp>
#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/dynamics/joint.hpp>
#include <tandem/dynamics/joint_transform.hpp>

#include <array>
#include <complex>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

/// Joint::custom: a transform of 1 to 6 coordinates, compiled for every scalar of the recursions over numbers with a
/// slope, nested as often as its subspace is differentiated. (CasADi's expressions come from its tape.)
namespace tandem {

namespace custom_joint_detail {

/// A number and its slope along one direction, with all elementary functions of jets. A Jet of one seed is the same,
/// but its flag for constants, three deep, would make a product some hundreds of products.
template <class S>
struct Along : JetFunctions<Along<S>, S> {
  static constexpr bool constant = false;  // for powers
  S value, slope;

  Along() = default;
  Along(const S& number) : value(number), slope(0.0) {}  // NOLINT(google-explicit-constructor): a number is constant
  Along(const S& number, const S& its_slope) : value(number), slope(its_slope) {}
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, S>) Along(T number)  // NOLINT(google-explicit-constructor)
      : Along(S(static_cast<double>(number))) {}

  static Along chain(const Along& a, const S& f, const S& d, const S& /*dd*/) { return {f, d * a.slope}; }
  static Along chain(const Along& a, const Along& b, const S& f, const S& fa, const S& fb, const S& /*faa*/,
                     const S& /*fab*/, const S& /*fbb*/) {
    return {f, fa * a.slope + fb * b.slope};
  }

  friend Along operator+(const Along& a, const Along& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Along operator-(const Along& a, const Along& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Along operator-(const Along& a) { return {-a.value, -a.slope}; }
  friend Along operator*(const Along& a, const Along& b) {
    return {a.value * b.value, a.value * b.slope + b.value * a.slope};
  }
  friend Along operator/(const Along& a, const Along& b) {
    const S inverse = S(1.0) / b.value, q = a.value * inverse;
    return {q, (a.slope - q * b.slope) * inverse};
  }
  Along& operator+=(const Along& b) { return *this = *this + b; }
  Along& operator-=(const Along& b) { return *this = *this - b; }
  Along& operator*=(const Along& b) { return *this = *this * b; }
  Along& operator/=(const Along& b) { return *this = *this / b; }
};

/// A number with slopes along two directions, innermost first.
template <class S>
Along<Along<S>> moving(const S& x, const S& first, const S& second) {
  return {Along<S>(x, first), Along<S>(second)};
}

template <class S, class Part>
auto part_of(const Vec3<S>& v, const Part& part) {
  return Vec3<decltype(part(v.x))>(part(v.x), part(v.y), part(v.z));
}
template <class S, class Part>
auto part_of(const Motion<S>& m, const Part& part) {
  return Motion<decltype(part(m.angular.x))>{part_of(m.angular, part), part_of(m.linear, part)};
}
constexpr auto kValue = [](const auto& x) { return x.value; };
constexpr auto kSlope = [](const auto& x) { return x.slope; };

/// T^-1 dT along the outermost direction: R'dR, of which the antisymmetric part is taken, and R'dp.
template <class S>
Motion<S> motion_of(const Transform<Along<S>>& T) {
  const Mat3<Along<S>>& M = T.rotation;
  const Mat3<S> R{part_of(M.x, kValue), part_of(M.y, kValue), part_of(M.z, kValue)};
  const Mat3<S> D{part_of(M.x, kSlope), part_of(M.y, kSlope), part_of(M.z, kSlope)};
  const Vec3<S> twice(dot(R.z, D.y) - dot(R.y, D.z), dot(R.x, D.z) - dot(R.z, D.x), dot(R.y, D.x) - dot(R.x, D.y));
  return {twice * S(0.5), transposed_times(R, part_of(T.translation, kSlope))};
}

template <class Function, class S>
class TransformOf final : public JointTransformOf<S> {
 public:
  TransformOf(const Function& function, int freedoms) : function_(function), freedoms_(freedoms) {}

  void place(const S* q, Transform<S>& T, Motion<S>* columns, Motion<S>* slopes) const override {
    using Second = Along<Along<S>>;
    std::array<Second, 6> x;
    for (int k = 0; k < freedoms_; ++k) {
      for (int j = 0; j < freedoms_; ++j) {
        for (int i = 0; i < freedoms_; ++i) x[i] = moving(q[i], S(i == j ? 1.0 : 0.0), S(i == k ? 1.0 : 0.0));
        const Transform<Second> moved = at(x);
        const Motion<Along<S>> column = motion_of(moved);
        columns[k] = part_of(column, kValue);
        slopes[6 * k + j] = part_of(column, kSlope);
        const auto innermost = [](const Second& entry) { return entry.value.value; };
        const Mat3<Second>& R = moved.rotation;
        T = {{part_of(R.x, innermost), part_of(R.y, innermost), part_of(R.z, innermost)},
             part_of(moved.translation, innermost)};
      }
    }
  }

  /// S v is the motion along v; its slope along v again is S° v.
  void differentiate_convection(const S* q, const S* v, Motion<S>* out) const override {
    using First = Along<S>;
    std::array<Along<Along<First>>, 6> x;
    for (int j = 0; j < freedoms_; ++j) {
      for (int i = 0; i < freedoms_; ++i) {
        x[i] = moving(First(q[i], S(i == j ? 1.0 : 0.0)), First(v[i]), First(v[i]));
      }
      out[j] = part_of(part_of(motion_of(at(x)), kSlope), kSlope);
    }
  }

 private:
  template <class J>
  Transform<J> at(const std::array<J, 6>& x) const {
    return function_(std::span<const J>(x.data(), static_cast<std::size_t>(freedoms_)));
  }

  Function function_;
  int freedoms_;
};

/// Over CasADi's expressions, from a tape.
std::shared_ptr<const void> make_expressions(const JointTransformOf<CppAD::AD<double>>& transform, int freedoms);
bool is_expression(const std::type_info& scalar);

template <class Function>
class Transforms final : public JointTransform {
 public:
  Transforms(const Function& function, int freedoms)
      : freedoms_(freedoms), transforms_{{function, freedoms}, {function, freedoms}, {function, freedoms},
                                         {function, freedoms}, {function, freedoms}, {function, freedoms}} {
    if (freedoms >= 1 && freedoms <= 6) {
      expressions_ = make_expressions(std::get<TransformOf<Function, CppAD::AD<double>>>(transforms_), freedoms);
    }
  }
  int freedoms() const override { return freedoms_; }

 private:
  const void* find(const std::type_info& scalar) const override {
    if (is_expression(scalar)) return expressions_.get();
    const void* found = nullptr;
    std::apply([&](const auto&... transform) { (..., note(transform, scalar, found)); }, transforms_);
    return found;
  }
  template <class S>
  static void note(const JointTransformOf<S>& transform, const std::type_info& scalar, const void*& found) {
    if (scalar == typeid(S)) found = &transform;
  }

  int freedoms_;
  std::tuple<TransformOf<Function, double>, TransformOf<Function, Pack4>, TransformOf<Function, std::complex<double>>,
             TransformOf<Function, CppAD::AD<double>>, TransformOf<Function, Dual<Pack4>>,
             TransformOf<Function, Dual<Dual<Pack4>>>>
      transforms_;
  std::shared_ptr<const void> expressions_;
};

}  // namespace custom_joint_detail

template <class S>
struct ScalarTraits<custom_joint_detail::Along<S>> {
  using A = custom_joint_detail::Along<S>;
  static void sine_cosine(const A& x, A& s, A& c) {
    S sine, cosine;
    ScalarTraits<S>::sine_cosine(x.value, sine, cosine);
    const S slope = x.slope;  // s or c may be x
    s = {sine, cosine * slope};
    c = {cosine, -sine * slope};
  }
  static A select_less(const A& a, const A& b, const A& yes, const A& no) {
    return {ScalarTraits<S>::select_less(a.value, b.value, yes.value, no.value),
            ScalarTraits<S>::select_less(a.value, b.value, yes.slope, no.slope)};
  }
  static bool is_below(const A& a, const A& b) { return ScalarTraits<S>::is_below(a.value, b.value); }
  static double first_value(const A& a) { return ScalarTraits<S>::first_value(a.value); }
};

template <class Function>
Joint Joint::custom(std::string name, int freedoms, Function transform) {
  Joint joint;
  joint.name = std::move(name);
  joint.type = JointType::custom;
  joint.transform = std::make_shared<custom_joint_detail::Transforms<Function>>(transform, freedoms);
  return joint;
}

}  // namespace tandem
