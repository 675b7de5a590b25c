#include "held.hpp"

#include <tandem/derivatives/user_function.hpp>

#include <nanobind/ndarray.h>

#include <algorithm>

namespace tandem::python {
namespace {

using Array = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

/// A function of NumPy's: f(x, u, t, numbers) -> array of doubles. It takes the interpreter for each call.
struct NumpyCall {
  std::string name;
  Held function;

  template <class... More>
  void operator()(const KnotView<double>& knot, std::size_t rows, std::size_t columns, double* out, bool by_columns,
                  const More&... more) const {
    const nb::gil_scoped_acquire interpreter;
    const nb::object found = function.get()(array(knot.x), array(knot.u), knot.t, array(knot.numbers), array(more)...);
    const auto numbers = nb::cast<Array>(found);
    require(numbers.size() == rows * columns, "'{}' returned {} numbers; it should return {} x {}", name,
            numbers.size(), rows, columns);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        out[by_columns ? j * rows + i : i * columns + j] = numbers.data()[i * columns + j];
      }
    }
  }

 private:
  static Eigen::VectorXd array(std::span<const double> values) {
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  }
};

void take_matrix(const NumpyCall& call, const KnotView<double>& knot, Eigen::Ref<Eigen::MatrixXd> out) {
  Eigen::MatrixXd found(out.rows(), out.cols());
  call(knot, found.rows(), found.cols(), found.data(), true);
  out = found;
}

UserFunction function_of(const std::string& name, int outputs, nb::object values, nb::object jacobian,
                         nb::object hessian, bool linear) {
  UserFunction made;
  made.outputs = outputs;
  made.linear = linear;
  made.values = [call = NumpyCall{name, Held(std::move(values))}](const auto& knot, std::span<double> out) {
    call(knot, out.size(), 1, out.data(), false);
  };
  made.jacobian = [call = NumpyCall{"the Jacobian of " + name, Held(std::move(jacobian))}](const auto& knot, auto out) {
    take_matrix(call, knot, out);
  };
  if (hessian.is_none()) return made;
  made.hessian = [call = NumpyCall{"the Hessian of " + name, Held(std::move(hessian))}](
                     const auto& knot, std::span<const double> weights, auto out) {
    Eigen::MatrixXd found(out.rows(), out.cols());
    call(knot, found.rows(), found.cols(), found.data(), true, weights);
    out = found;
  };
  return made;
}

}  // namespace

void bind_numpy_functions(nb::module_& module) {
  nb::class_<UserFunction>(module, "UserFunction")
      .def(nb::new_(&function_of), "name"_a, "outputs"_a, "values"_a, "jacobian"_a, "hessian"_a.none(), "linear"_a);
}

}  // namespace tandem::python
