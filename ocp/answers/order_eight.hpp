#pragma once

#include <Eigen/Core>

#include <array>
#include <vector>

namespace tandem {

/// Steps of the explicit Runge-Kutta method of order 8 by Dormand and Prince (Hairer, Norsett & Wanner, Solving ODEs I,
/// section II.5, appendix DOP853) for many initial value problems side by side, a column each: y' = f(y, s), every
/// column with a step of its own, forwards or backwards. Beside the step stands the method's own estimate of order 5.
/// Cost: twelve evaluations a step. Nothing is allocated by a step.
class OrderEight {
 public:
  static constexpr int kStages = 12;

  void resize(int rows, int columns) {
    for (Eigen::MatrixXd& slope : slopes_) slope.resize(rows, columns);
    stage_.resize(rows, columns);
    at_.resize(columns);
  }

  /// Brings the columns of `y` from `s` to `s + ds`; `law(y, s, slopes)` fills all columns of the slopes.
  template <class Law>
  void step(const Eigen::ArrayXd& s, const Eigen::ArrayXd& ds, Eigen::MatrixXd& y, const Law& law) {
    law(y, s, slopes_[0]);
    for (int i = 1; i < kStages; ++i) {
      combine(kStage[i], i);
      stage_.array().rowwise() *= ds.transpose();
      stage_ += y;
      at_ = s + kNode[i] * ds;
      law(stage_, at_, slopes_[i]);
    }
    combine(kWeight, kStages);
    y.array() += stage_.array().rowwise() * ds.transpose();
  }

  /// Slopes at the start of the last step.
  const Eigen::MatrixXd& first_slopes() const { return slopes_[0]; }

  /// The last step's difference to its embedded method of order 5, by component: an error that the step is far below.
  const Eigen::MatrixXd& difference(const Eigen::ArrayXd& ds) {
    combine(kDifference, kStages);
    stage_.array().rowwise() *= ds.transpose();
    return stage_;
  }

 private:
  using Row = std::array<double, kStages>;

  void combine(const Row& weights, int count) {
    stage_.setZero();
    for (int j = 0; j < count; ++j) {
      if (weights[j] != 0.0) stage_ += weights[j] * slopes_[j];
    }
  }

  static constexpr Row kNode{0.0,
                             0.05260015195876773,
                             0.0789002279381516,
                             0.1183503419072274,
                             0.2816496580927726,
                             1.0 / 3.0,
                             0.25,
                             0.3076923076923077,
                             0.6512820512820513,
                             0.6,
                             0.8571428571428571,
                             1.0};
  static constexpr std::array<Row, kStages> kStage{{
      {},
      {0.05260015195876773},
      {0.0197250569845379, 0.0591751709536137},
      {0.02958758547680685, 0.0, 0.08876275643042054},
      {0.2413651341592667, 0.0, -0.8845494793282861, 0.924834003261792},
      {0.037037037037037035, 0.0, 0.0, 0.17082860872947386, 0.12546768756682242},
      {0.037109375, 0.0, 0.0, 0.17025221101954405, 0.06021653898045596, -0.017578125},
      {0.03709200011850479, 0.0, 0.0, 0.17038392571223998, 0.10726203044637328, -0.015319437748624402,
       0.008273789163814023},
      {0.6241109587160757, 0.0, 0.0, -3.3608926294469414, -0.868219346841726, 27.59209969944671, 20.154067550477894,
       -43.48988418106996},
      {0.47766253643826434, 0.0, 0.0, -2.4881146199716677, -0.590290826836843, 21.230051448181193, 15.279233632882423,
       -33.28821096898486, -0.020331201708508627},
      {-0.9371424300859873, 0.0, 0.0, 5.186372428844064, 1.0914373489967295, -8.149787010746927, -18.52006565999696,
       22.739487099350505, 2.4936055526796523, -3.0467644718982196},
      {2.273310147516538, 0.0, 0.0, -10.53449546673725, -2.0008720582248625, -17.9589318631188, 27.94888452941996,
       -2.8589982771350235, -8.87285693353063, 12.360567175794303, 0.6433927460157636},
  }};
  static constexpr Row kWeight{0.054293734116568765,
                               0.0,
                               0.0,
                               0.0,
                               0.0,
                               4.450312892752409,
                               1.8915178993145003,
                               -5.801203960010585,
                               0.3111643669578199,
                               -0.1521609496625161,
                               0.20136540080403034,
                               0.04471061572777259};
  static constexpr Row kDifference{0.01312004499419488,
                                   0.0,
                                   0.0,
                                   0.0,
                                   0.0,
                                   -1.2251564463762044,
                                   -0.4957589496572502,
                                   1.6643771824549864,
                                   -0.35032884874997366,
                                   0.3341791187130175,
                                   0.08192320648511571,
                                   -0.022355307863886294};

  std::array<Eigen::MatrixXd, kStages> slopes_;
  Eigen::MatrixXd stage_;
  Eigen::ArrayXd at_;
};

}  // namespace tandem
