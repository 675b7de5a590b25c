#include <tandem/ocp/designs/controllers/form.hpp>

#include <gtest/gtest.h>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::controllers::form_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;
using Part = Form::Part;

Form sample_form() {
  Form form(1, 1, 2);
  form.fix(Part::b, 0, 1, 3.0);
  form.free("pole", Part::a, 0, 0, -1.0);
  form.free("both", Part::d, 0, 0, 0.5);
  form.also("both", Part::c, 0, 0, -2.0);
  return form;
}

TEST(Form, PutsItsNumbersWhereTheyBelong) {
  const Form form = sample_form();
  const VectorXd p = Eigen::Vector2d(-4.0, 5.0);
  MatrixXd gain(2, 3);  // [D, C; B, A]
  gain << 5.0, 0.0, -10.0, 0.0, 3.0, -4.0;
  EXPECT_EQ(form.gain(p), gain);
  EXPECT_EQ(gain_of(form.controller(p)), gain);
  EXPECT_EQ(form.start(), Eigen::Vector2d(-1.0, 0.5));
  Form moved = form;
  moved.start_at(p);
  EXPECT_EQ(moved.start(), p);
}

TEST(Form, DerivativesByItsNumbersAreContractionsWithTheirDirections) {
  const Form form = sample_form();
  const MatrixXd slope = test::random_matrix(2, 3, 1);
  for (int i = 0; i < form.size(); ++i)
    EXPECT_NEAR(form.by_numbers(slope)(i), form.direction(i).cwiseProduct(slope).sum(), 1e-15);
}

TEST(Form, RefusesPlacesNamesAndNumbersThatCannotBe) {
  Form form = sample_form();
  EXPECT_TRUE(refuses([&] { form.free("x", Part::c, 0, 1); }, "C is 1 x 1, it has no entry (0, 1)"));
  EXPECT_TRUE(refuses([&] { form.free("pole", Part::b, 0, 0); }, "two free numbers are called 'pole'"));
  EXPECT_TRUE(refuses([&] { form.also("pool", Part::b, 0, 0); }, "no free number is called 'pool'"));
  EXPECT_TRUE(refuses([&] { form.fix(Part::a, 0, 0, NAN); }, "not finite"));
  EXPECT_TRUE(refuses([&] { form.gain(Eigen::Vector2d(NAN, 1.0)); }, "'pole' is not finite"));
  EXPECT_TRUE(refuses([&] { form.gain(VectorXd::Zero(3)); }, "3 numbers are given, it has 2"));
  EXPECT_TRUE(refuses([] { Form(-1, 1, 1); }, "order -1"));
}

TEST(StaticForm, HasAllOfDFree) {
  const Form form = static_form(2, 3);
  EXPECT_EQ(form.size(), 6);
  EXPECT_EQ(form.gain(VectorXd::LinSpaced(6, 1.0, 6.0)), (MatrixXd(2, 3) << 1, 2, 3, 4, 5, 6).finished());
}

}  // namespace tandem::controllers::form_test
