#include <tandem/derivatives/export_model.hpp>

#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/models.hpp>

#include "dynamics/random_tree.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"
#include <casadi/casadi.hpp>
#include <gtest/gtest.h>

namespace tandem::export_model_test {

using casadi::DM;
using casadi::DMDict;
using casadi::Function;

DM column(const Eigen::VectorXd& v) { return DM(std::vector<double>(v.begin(), v.end())); }

Eigen::VectorXd vector_of(const DM& column) {
  const std::vector<double> all = DM::densify(column).get_elements();
  return Eigen::Map<const Eigen::VectorXd>(all.data(), std::ssize(all));
}

void expect_near(const Eigen::VectorXd& values, const Eigen::VectorXd& expected, const std::string& where) {
  EXPECT_LE((values - expected).norm(), 1e-12 * (1 + expected.norm())) << where;
}

TEST(ExportModel, IsLoadedByCasadiWithTheNumbersOfTheRecursions) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::RandomCase c(seed);
    const test::TemporaryFile file("model.casadi");
    export_model(c.model, file.path());
    casadi::StringDeserializer in(file.text());
    Function forward = in.unpack_function(), inverse = in.unpack_function(), rates = in.unpack_function();
    Eigen::VectorXd y(c.model.nv()), q_dot(c.model.nq());
    const std::string tree = c.model.name();
    forward_dynamics(c.model, c.ws, c.q, c.v, c.a, y);
    expect_near(vector_of(forward(DMDict{{"q", column(c.q)}, {"v", column(c.v)}, {"tau", column(c.a)}}).at("a")), y,
                tree);
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, y);
    expect_near(vector_of(inverse(DMDict{{"q", column(c.q)}, {"v", column(c.v)}, {"a", column(c.a)}}).at("tau")), y,
                tree);
    coordinate_rates<double>(c.model, c.q, c.v, q_dot);
    expect_near(vector_of(rates(DMDict{{"q", column(c.q)}, {"v", column(c.v)}}).at("q_dot")), q_dot, tree);
  }
}

TEST(ExportModel, CarriesNamesAndSizes) {
  const Model model = make_model("spinning-body");
  const test::TemporaryFile file("model.casadi");
  export_model(model, file.path());
#if defined(TANDEM_SANITIZED)  // CasADi reads files by a plugin, which sanitized programs do not survive
  const Function forward = casadi::StringDeserializer(file.text()).unpack_function();
#else
  const Function forward = Function::load(file.name());
#endif
  EXPECT_EQ(forward.name(), "forward_dynamics");
  EXPECT_EQ(forward.name_in(), (std::vector<std::string>{"q", "v", "tau"}));
  EXPECT_EQ(forward.name_out(), std::vector<std::string>{"a"});
  EXPECT_EQ(forward.size1_in("q"), 7);
  EXPECT_EQ(forward.size1_out("a"), 6);
  casadi::StringDeserializer in(file.text());
  for (int k = 0; k < 3; ++k) in.unpack_function();
  EXPECT_EQ(in.unpack_string_vector()[4], "free.x");
  EXPECT_EQ(in.unpack_string_vector()[3], "free.vx");
}

TEST(ExportModel, RefusesAPlaceItCannotWriteTo) {
  EXPECT_TRUE(test::refuses([] { export_model(make_model("acrobot"), "/no/such/folder/x.casadi"); },
                            "cannot write to '/no/such/folder/x.casadi'"));
}

}  // namespace tandem::export_model_test
