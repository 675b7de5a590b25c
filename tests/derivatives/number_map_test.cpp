#include <tandem/derivatives/number_map.hpp>

#include <tandem/derivatives/multibody_function.hpp>
#include <tandem/dynamics/log_cholesky.hpp>
#include <tandem/dynamics/models/all.hpp>

#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <vector>

namespace tandem::number_map_test {

using test::refuses;

const std::vector<double> kNumbers{0.7, 1.2, -0.4};

MultibodyDynamics acrobot() { return MultibodyDynamics(models::acrobot().model); }

/// At one state, nothing driven.
Eigen::Vector4d rates_of(const MultibodyDynamics& dynamics) {
  const std::vector<double> x{0.3, -0.4, 0.5, 0.6};
  Eigen::Vector4d out;
  MultibodyFunction{dynamics}(KnotView<double>{x, {}, 0.0, kNumbers}, std::span<double>(out.data(), 4));
  return out;
}

TEST(NumberMap, SetsWhatTheSameNumbersSet) {
  const auto with_rule = acrobot().number("mass of 'lower'", 2.0 * Number{0});
  const auto with_map = acrobot().number("mass of 'lower'", [](const auto& k) { return k[Number{0}] + k[Number{0}]; });
  EXPECT_TRUE(with_map.depends_on(0));
  EXPECT_FALSE(with_map.depends_on(1));
  EXPECT_LT((rates_of(with_rule) - rates_of(with_map)).norm(), 1e-13);
  EXPECT_GT((rates_of(with_rule) - rates_of(acrobot())).norm(), 0.01);
}

TEST(NumberMap, SetsSeveralNumbersAtOnce) {
  const auto both = acrobot().numbers({"mass of 'lower'", "gravity z"}, [](const auto& k) {
    return rates(2.0 * k[Number{0}], -k[Number{1}] * k[Number{1}]);
  });
  const auto one_by_one =
      acrobot().number("mass of 'lower'", 2.0 * Number{0}).number("gravity z", -kNumbers[1] * kNumbers[1]);
  EXPECT_LT((rates_of(both) - rates_of(one_by_one)).norm(), 1e-13);
}

TEST(NumberMap, SetsAnInertiaByAShape) {
  const auto box = [](const auto& mass) {
    using S = std::decay_t<decltype(mass)>;
    return Inertia<S>::box(mass, Vec3<S>(S(0.1), S(0.0), S(-0.5)), Vec3<S>(S(0.2), S(0.1), S(0.9)));
  };
  const auto shaped = acrobot().inertia("lower", [&](const auto& k) { return box(k[Number{0}] * k[Number{1}]); });
  MultibodyDynamics by_hand = acrobot();
  const Inertia<double> I = box(kNumbers[0] * kNumbers[1]);
  const int lower = by_hand.model().body_index("lower");
  const SymMat3<double>& J = I.rotational;
  const double ten[10] = {I.mass, I.moment.x, I.moment.y, I.moment.z, J.xx, J.xy, J.xz, J.yy, J.yz, J.zz};
  for (int k = 0; k < 10; ++k) by_hand.number(ModelNumber{ModelNumber::Kind::inertia, lower, k}, ten[k]);
  EXPECT_LT((rates_of(shaped) - rates_of(by_hand)).norm(), 1e-13);
}

TEST(NumberMap, RefusesWhatDoesNotFit) {
  const auto map = [](const auto& k) { return k[Number{0}] * k[Number{0}]; };
  EXPECT_TRUE(refuses([&] { acrobot().number("mas of 'lower'", map); }, "did you mean 'mass of 'lower''"));
  EXPECT_TRUE(
      refuses([&] { acrobot().number("gravity z", 1.0).number("gravity z", map); }, "gravity z is given twice"));
  EXPECT_TRUE(
      refuses([&] { acrobot().number("gravity z", map).number("gravity z", 1.0); }, "gravity z is given twice"));
  EXPECT_TRUE(refuses(
      [&] {
        acrobot().numbers({"gravity z", "gravity x"}, map);
      },
      "a map of 1 numbers was given 2 names"));
}

}  // namespace tandem::number_map_test
