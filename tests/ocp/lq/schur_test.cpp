#include <tandem/ocp/lq/schur.hpp>

#include <gtest/gtest.h>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <complex>

namespace tandem::lq::schur_test {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using test::random_matrix;

void expect_a_schur_form(const SchurForm& form, const MatrixXd& a) {
  const Eigen::Index n = a.rows();
  EXPECT_LE((form.u * form.t * form.u.adjoint() - a.cast<std::complex<double>>()).norm(), 1e-12 * a.norm());
  EXPECT_LE((form.u.adjoint() * form.u - MatrixXcd::Identity(n, n)).norm(), 1e-12);
  EXPECT_EQ(MatrixXcd(form.t.triangularView<Eigen::StrictlyLower>()).norm(), 0.0);
}

TEST(SchurForm, IsOne) {
  for (const int n : {1, 2, 7, 24}) {
    const MatrixXd a = random_matrix(n, n, n);
    expect_a_schur_form(schur(a), a);
  }
}

TEST(SchurForm, IsReorderedWithoutLosingTheMatrix) {
  const MatrixXd a = random_matrix(20, 20, 3);
  SchurForm form = schur(a);
  const auto is_stable = [](std::complex<double> value) { return value.real() < 0.0; };
  const auto count = std::count_if(form.t.diagonal().begin(), form.t.diagonal().end(), is_stable);
  bring_first(form, is_stable);
  expect_a_schur_form(form, a);
  for (int k = 0; k < 20; ++k) EXPECT_EQ(is_stable(form.t(k, k)), k < count);
}

TEST(SchurForm, RefusesWhatIsNotSquare) {
  EXPECT_TRUE(test::refuses([] { schur(MatrixXd::Zero(2, 3)); }, "is 2 x 3"));
}

}  // namespace tandem::lq::schur_test
