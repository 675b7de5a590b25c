#include <tandem/derivatives/scalar_cppad.hpp>

#include "../dynamics/scalars.hpp"
#include <gtest/gtest.h>

namespace tandem::recursions_cppad_test {

using AD = CppAD::AD<double>;
using test::RandomCase;

/// q, v, a -> everything, recorded at one state and replayed at another.
TEST(Recursions, RecordOnATapeThatHoldsForEveryState) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomCase c(seed);
    const int nq = c.model.nq(), nv = c.model.nv();
    const Eigen::VectorXd neutral = c.model.neutral_configuration();
    std::vector<AD> x(nq + 2 * nv, AD(0.1));
    for (int i = 0; i < nq; ++i) x[i] = neutral(i);
    CppAD::Independent(x);
    VectorX<AD> q(nq), v(nv), a(nv);
    for (int i = 0; i < nq; ++i) q(i) = x[i];
    for (int i = 0; i < nv; ++i) v(i) = x[nq + i], a(i) = x[nq + nv + i];
    CppAD::ADFun<double> tape(x, test::everything<AD>(c.model, q, v, a, c.wrenches));

    std::vector<double> state(c.q.begin(), c.q.end());
    state.insert(state.end(), c.v.begin(), c.v.end());
    state.insert(state.end(), c.a.begin(), c.a.end());
    test::expect_same(tape.Forward(0, state), test::everything<double>(c.model, c.q, c.v, c.a, c.wrenches),
                      c.model.name());
  }
}

}  // namespace tandem::recursions_cppad_test
