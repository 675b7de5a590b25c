#include <tandem/derivatives/custom_joint.hpp>

#include <tandem/derivatives/scalar_casadi.hpp>
#include <tandem/derivatives/tape_expression.hpp>

#include <vector>

namespace tandem::custom_joint_detail {
namespace {

using casadi::SX;
using Tape = CppAD::AD<double>;

/// Numbers of a transform or of motions, in order.
template <class S>
void append(const Vec3<S>& v, std::vector<S>& numbers) {
  numbers.insert(numbers.end(), {v.x, v.y, v.z});
}
template <class S>
void append(const Motion<S>& m, std::vector<S>& numbers) {
  append(m.angular, numbers);
  append(m.linear, numbers);
}

class Expressions final : public JointTransformOf<SX> {
 public:
  Expressions(const JointTransformOf<Tape>& transform, int freedoms) : freedoms_(freedoms) {
    std::vector<Tape> x(2 * freedoms, Tape(0.0));
    CppAD::Independent(x);
    Transform<Tape> T = Transform<Tape>::identity();
    std::vector<Motion<Tape>> columns(6), slopes(36), convection(6);
    transform.place(x.data(), T, columns.data(), slopes.data());
    transform.differentiate_convection(x.data(), x.data() + freedoms, convection.data());
    std::vector<Tape> y;
    for (const Vec3<Tape>& v : {T.rotation.x, T.rotation.y, T.rotation.z, T.translation}) append(v, y);
    for (int k = 0; k < freedoms; ++k) {
      append(columns[k], y);
      append(convection[k], y);
      for (int j = 0; j < freedoms; ++j) append(slopes[6 * k + j], y);
    }
    CppAD::ADFun<double> tape(x, y);
    independents_ = SX::sym("x", 2 * freedoms);
    outputs_ = casadi::Function("joint", {independents_}, {expression_of(tape, independents_, SX())});
  }

  void place(const SX* q, Transform<SX>& T, Motion<SX>* columns, Motion<SX>* slopes) const override {
    const std::vector<SX> v(freedoms_, SX(0.0));
    const Reader from{at(q, v.data())};
    T = {{from.vec3(0), from.vec3(3), from.vec3(6)}, from.vec3(9)};
    for (int k = 0; k < freedoms_; ++k) {
      columns[k] = from.motion(first_of(k));
      for (int j = 0; j < freedoms_; ++j) slopes[6 * k + j] = from.motion(first_of(k) + 12 + 6 * j);
    }
  }
  void differentiate_convection(const SX* q, const SX* v, Motion<SX>* out) const override {
    const Reader from{at(q, v)};
    for (int k = 0; k < freedoms_; ++k) out[k] = from.motion(first_of(k) + 6);
  }

 private:
  struct Reader {
    SX y;
    Vec3<SX> vec3(int i) const { return {y(i), y(i + 1), y(i + 2)}; }
    Motion<SX> motion(int i) const { return {vec3(i), vec3(i + 3)}; }
  };

  int first_of(int freedom) const { return 12 + freedom * (12 + 6 * freedoms_); }
  SX at(const SX* q, const SX* v) const {
    std::vector<SX> x(q, q + freedoms_);
    x.insert(x.end(), v, v + freedoms_);
    return outputs_(std::vector<SX>{vertcat(x)})[0];
  }

  int freedoms_;
  SX independents_;
  casadi::Function outputs_;
};

}  // namespace

std::shared_ptr<const void> make_expressions(const JointTransformOf<Tape>& transform, int freedoms) {
  // Found as the base that the recursions ask for.
  return std::shared_ptr<const JointTransformOf<SX>>(std::make_shared<Expressions>(transform, freedoms));
}

bool is_expression(const std::type_info& scalar) { return scalar == typeid(SX); }

}  // namespace tandem::custom_joint_detail
