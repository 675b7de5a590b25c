#include <tandem/ocp/transcription/pack_matrix.hpp>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <random>

namespace tandem::pack_matrix_test {

class Four {
 public:
  explicit Four(unsigned seed) : random_(seed) {}

  BoolMatrix pattern(int rows, int cols) {
    BoolMatrix all(rows, cols);
    for (bool& entry : all.reshaped()) entry = is_there_(random_);
    return all;
  }

  PackMatrix matrix(const BoolMatrix& pattern) {
    PackMatrix all(static_cast<int>(pattern.rows()), static_cast<int>(pattern.cols()));
    for (int i = 0; i < pattern.rows(); ++i) {
      for (int j = 0; j < pattern.cols(); ++j) {
        if (pattern(i, j)) all(i, j) = Pack4(Pack4::Lanes{number(), number(), number(), number()});
      }
    }
    return all;
  }

 private:
  double number() { return uniform_(random_); }
  std::mt19937 random_;
  std::bernoulli_distribution is_there_{0.4};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

Eigen::MatrixXd lane_of(const PackMatrix& packs, int rows, int lane) {
  Eigen::MatrixXd matrix(rows, packs.cols());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < packs.cols(); ++j) matrix(i, j) = packs(i, j)[lane];
  }
  return matrix;
}

TEST(LaneGroup, RepeatsTheLastNeighbour) {
  EXPECT_EQ(LaneGroup::groups(0), 0);
  EXPECT_EQ(LaneGroup::groups(4), 1);
  EXPECT_EQ(LaneGroup::groups(5), 2);
  const LaneGroup last = LaneGroup::of(1, 0, 6);
  EXPECT_EQ(last.count, 2);
  const Pack4 at = last.pack([](int neighbour) { return 10.0 * neighbour; });
  EXPECT_EQ(at, Pack4(Pack4::Lanes{40.0, 50.0, 50.0, 50.0}));
}

TEST(PackMatrix, MultipliesAsDenseMatricesDo) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Four four(seed);
    const BoolMatrix a_pattern = four.pattern(5, 4), b_pattern = four.pattern(4, 7);
    const PackMatrix a = four.matrix(a_pattern), b = four.matrix(b_pattern);
    PackMatrix out(6, 7);
    add_product(a, SparseRows(a_pattern), 1, 3, Pack4(-2.0), b, SparseRows(b_pattern), out, 2);
    const BoolMatrix pattern = pattern_of_product(a_pattern, b_pattern);
    for (int lane = 0; lane < 4; ++lane) {
      Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(6, 7);
      expected.middleRows(2, 3) = -2.0 * (lane_of(a, 5, lane) * lane_of(b, 4, lane)).middleRows(1, 3);
      EXPECT_LT((lane_of(out, 6, lane) - expected).cwiseAbs().maxCoeff(), 1e-15 * 8);  // sums of four products
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 7; ++j) EXPECT_TRUE(pattern(1 + i, j) || out(2 + i, j) == Pack4(0.0));
    }
  }
}

TEST(PackMatrix, FormsTheLowerTriangleOfCongruences) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Four four(seed);
    const BoolMatrix half = four.pattern(4, 4), g_pattern = four.pattern(4, 6);
    const BoolMatrix h_pattern = half.array() || half.transpose().array();
    PackMatrix h = four.matrix(h_pattern), out(6, 6), room(4, 6);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) h(i, j) = h(j, i);
    }
    const PackMatrix g = four.matrix(g_pattern);
    add_congruence(h, SparseRows(h_pattern), g, SparseRows(g_pattern), room,
                   SparseRows(pattern_of_product(h_pattern, g_pattern)), out);
    for (int lane = 0; lane < 4; ++lane) {
      const Eigen::MatrixXd dense = lane_of(g, 4, lane);
      const Eigen::MatrixXd all = dense.transpose() * lane_of(h, 4, lane) * dense;
      const Eigen::MatrixXd expected = all.triangularView<Eigen::Lower>();
      EXPECT_LT((lane_of(out, 6, lane) - expected).cwiseAbs().maxCoeff(), 1e-14);  // sums of sixteen products
    }
  }
}

TEST(PackMatrix, GathersColumnsAndScattersRuns) {
  const Eigen::MatrixXd columns = Eigen::MatrixXd::Random(9, 4);
  const std::vector<int> places{0, 2, 3, 4, 5, 1};
  PackMatrix packs(2, 3);
  gather({columns.col(0).data(), columns.col(1).data(), columns.col(2).data(), columns.col(3).data()}, places, packs);
  for (const int count : {4, 3, 1}) {
    std::vector<double> runs(6 * 4, 7.0);
    scatter(packs, places, {0, count}, runs.data());
    for (int lane = 0; lane < 4; ++lane) {
      for (int i = 0; i < 6; ++i) EXPECT_EQ(runs[lane * 6 + i], lane < count ? columns(i, lane) : 7.0);
    }
  }
}

}  // namespace tandem::pack_matrix_test
