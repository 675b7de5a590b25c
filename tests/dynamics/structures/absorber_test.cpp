#include <tandem/dynamics/structures/absorber.hpp>

#include <tandem/dynamics/structures/damping.hpp>
#include <tandem/dynamics/structures/structure.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace tandem::structures::absorber_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;

/// Frequencies and damping ratios of oscillating modes, by rising frequency.
std::vector<std::pair<double, double>> poles(const SecondOrder& s) {
  const Eigen::Index n = s.mass.rows();
  MatrixXd a = MatrixXd::Zero(2 * n, 2 * n);
  a.topRightCorner(n, n).setIdentity();
  a.bottomLeftCorner(n, n) = -s.mass.inverse() * s.stiffness;
  a.bottomRightCorner(n, n) = -s.mass.inverse() * s.damping;
  std::vector<std::pair<double, double>> found;
  const Eigen::VectorXcd values = a.eigenvalues();
  for (const auto& value : values) {
    if (value.imag() > 0.0) found.emplace_back(std::abs(value), -value.real() / std::abs(value));
  }
  std::sort(found.begin(), found.end());
  return found;
}

MatrixXd one(double value) { return MatrixXd::Constant(1, 1, value); }

TEST(Absorber, GivesBothModesTheDampingRatioOfTheFormula) {
  struct Case {
    double mu_a, mu_t, frequency, damping, ratio;
  };
  for (const Case& c :
       {Case{0.05, 0.0, 0.952381, 0.01039133, 0.0556407}, Case{0.05, 0.02, 0.943879, 0.01020186, 0.0550975},
        Case{0.14, 0.0, 0.877193, 0.0430363, 0.0923272}}) {
    const Absorber absorber = tuned_absorber(1.0, 1.0, c.mu_a, c.mu_t);
    EXPECT_NEAR(absorber.frequency, c.frequency, 1e-6);
    EXPECT_NEAR(absorber.damping, c.damping, 1e-7);
    const auto both = poles(with_absorber({one(1.0), one(0.0), one(1.0)}, 0, absorber, c.mu_t));
    ASSERT_EQ(both.size(), 2U);
    EXPECT_NEAR(both[0].second, c.ratio, 1e-6);
    EXPECT_NEAR(both[0].second, both[1].second, 1e-12);
  }
  const auto first = poles(with_absorber({one(1.0), one(0.0), one(1.0)}, 0, tuned_absorber(1.0, 1.0, 0.05)));
  EXPECT_NEAR(first[0].first, 0.885840, 1e-6);
  EXPECT_NEAR(first[1].first, 1.075116, 1e-6);
}

TEST(Absorber, HasThePapersSpring) {
  // Where the mode hardly moves, 0.225 kg at 14.4 Hz takes w^2 m, printed as 1841.9 N/m: half a digit.
  const Absorber absorber = tuned_absorber(2.0 * std::numbers::pi * 14.4, 1e-6, 0.225);
  EXPECT_NEAR(absorber.stiffness, 1841.9, 0.05);
}

SecondOrder cantilever() {
  const Structure beam = uniform_beam(5, 0.4, true);
  const std::vector<NumberJet> ones(5, NumberJet::constant(1.0, 1));
  const MatrixXd m = beam.mass.at(ones).value, k = beam.stiffness.at(ones).value;
  return {m, MatrixXd::Zero(10, 10), k};
}

TEST(Absorber, DampsTheModeOfABeamThatItIsTunedTo) {
  const SecondOrder beam = cantilever();
  const Modes found = modes(beam.mass, beam.stiffness);
  const int tip = 8;
  const Absorber absorber = tuned_absorber(found.frequencies(0), found.shapes(tip, 0), 0.05);
  const auto with = poles(with_absorber(beam, tip, absorber));
  // Both of the pair, within what other modes change: their share at the tip is some percent.
  EXPECT_NEAR(with[0].second / with[1].second, 1.0, 0.1);
  EXPECT_GT(with[0].second, 0.07);
  EXPECT_LT(with[2].second, 0.05);
}

TEST(DeadMass, LowersFrequenciesAndInterlacesThem) {
  const SecondOrder beam = cantilever();
  const VectorXd none = modes(beam.mass, beam.stiffness).frequencies;
  for (const int freedom : {2, 5, 8}) {
    MatrixXd heavier = beam.mass;
    heavier(freedom, freedom) += 0.3;
    const VectorXd with = modes(heavier, beam.stiffness).frequencies;
    for (int k = 0; k < none.size(); ++k) {
      EXPECT_LE(with(k), none(k) * (1.0 + 1e-12));
      EXPECT_GE(with(k), k > 0 ? none(k - 1) * (1.0 - 1e-12) : 0.0);
    }
  }
}

TEST(Absorber, RefusesWhatCannotBeTuned) {
  EXPECT_TRUE(refuses([] { tuned_absorber(0.0, 1.0, 0.1); }, "frequency 0 should be positive"));
  EXPECT_TRUE(refuses([] { tuned_absorber(1.0, 1.0, -0.1); }, "a proof mass of -0.1"));
  EXPECT_TRUE(refuses([] { tuned_absorber(1.0, 0.0, 0.1); }, "does not move where the absorber is"));
  EXPECT_TRUE(refuses([] { with_absorber({one(1), one(0), one(1)}, 1, {}); }, "no freedom 1"));
}

}  // namespace tandem::structures::absorber_test
