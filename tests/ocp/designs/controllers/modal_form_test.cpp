#include <tandem/ocp/designs/controllers/form.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <complex>

namespace tandem::controllers::modal_form_test {

using Eigen::MatrixXd;
using test::refuses;

/// Two real modes and a pair, in coordinates of no meaning.
Controller mixed() {
  MatrixXd a(4, 4);
  a << -1.0, 0.0, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0, 0.0, 0.0, -0.2, 2.0, 0.0, 0.0, -2.0, -0.2;
  MatrixXd t = MatrixXd::Identity(4, 4);
  t(0, 2) = 0.7, t(3, 1) = -0.4, t(1, 0) = 0.3;
  const MatrixXd b = (MatrixXd(4, 2) << 1, 2, 3, 4, 5, 6, 7, 8).finished(),
                 c = (MatrixXd(1, 4) << 0.1, 0.2, 0.3, 0.4).finished();
  return {t * a * t.inverse(), t * b, c * t.inverse(), MatrixXd::Zero(1, 2)};
}

Eigen::MatrixXcd response(const Controller& k, std::complex<double> s) {
  const Eigen::MatrixXcd shifted =
      s * Eigen::MatrixXcd::Identity(k.order(), k.order()) - k.a.cast<std::complex<double>>();
  return k.c * shifted.inverse() * k.b + k.d;
}

TEST(ModalForm, IsTheSameControllerInOtherCoordinates) {
  const Form form = modal_form(4, 1, 2);
  EXPECT_EQ(form.size(), 4 * (1 + 2));
  const Controller same = form.controller(modal_numbers(mixed()));
  for (const std::complex<double> s : {std::complex(0.0, 0.0), std::complex(0.0, 2.0), std::complex(1.0, -3.0)})
    EXPECT_LE((response(same, s) - response(mixed(), s)).norm(), 1e-12 * response(mixed(), s).norm());
  EXPECT_LE((gain_of(form.controller(modal_numbers(same))) - gain_of(same)).norm(), 1e-11);
}

TEST(ModalForm, RefusesWhatHasNone) {
  EXPECT_TRUE(refuses([] { modal_form(3, 1, 1); }, "order is 3, it should be even"));
  Controller controller = mixed();
  controller.d(0, 0) = 1.0;
  EXPECT_TRUE(refuses([&] { modal_numbers(controller); }, "direct part"));
  controller = mixed();
  controller.b.col(0).setZero();
  EXPECT_TRUE(refuses([&] { modal_numbers(controller); }, "the first sensor does not reach"));
  controller.a = Eigen::Vector4d(-1.0, -1.0, -2.0, -3.0).asDiagonal();
  controller.a(0, 1) = 1.0;
  EXPECT_TRUE(refuses([&] { modal_numbers(controller); }, "two modes of the controller are the same"));
}

}  // namespace tandem::controllers::modal_form_test
