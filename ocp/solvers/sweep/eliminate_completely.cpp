#include <tandem/ocp/solvers/sweep/dense_frontal.hpp>
#include <tandem/ocp/solvers/sweep/lanes.hpp>
#include <tandem/ocp/solvers/sweep/pivots.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::sweep {
namespace {

const double kGrowth = (1.0 + std::sqrt(17.0)) / 8.0;  // Bunch and Parlett: least growth over two 1x1 or one 2x2

class CompleteElimination {
 public:
  CompleteElimination(DenseFrontal& frontal, FrontalRoom& room, Inertia& inertia)
      : f_(frontal),
        a_(frontal.a),
        ld_(frontal.ld),
        n_(frontal.rows),
        w_(room.w.data()),
        scale_(room.one.data()),
        inertia_(inertia) {}

  bool run() {
    scale_rows();
    while (k_ < n_) {
      const Largest found = search();
      if (!found.finite) return false;
      if (found.over_noise <= kRounding) {
        finish_with_zeros();
      } else if (found.diagonal >= kGrowth * found.off) {
        bring(k_, found.at);
        eliminate_one();
      } else {
        bring(k_, found.col);
        bring(k_ + 1, found.row);
        eliminate_two();
      }
    }
    return true;
  }

 private:
  struct Largest {
    double diagonal = 0.0, off = 0.0;  ///< of the scaled matrix
    double over_noise = 0.0;           ///< largest entry over what it was made of
    int at = 0, row = 0, col = 0;
    bool finite = true;
  };

  double& entry(int i, int j) { return a_[i + j * ld_]; }

  void scale_rows() {
    for (int i = 0; i < n_; ++i) {
      double most = f_.noise[i];
      for (int j = 0; j < n_; ++j) most = std::max(most, std::abs(i >= j ? entry(i, j) : entry(j, i)));
      scale_[i] = most > 0.0 ? 1.0 / std::sqrt(most) : 1.0;
      f_.noise[i] = std::max(f_.noise[i], std::abs(entry(i, i)));
    }
  }

  Largest search() {
    Largest found;
    for (int j = k_; j < n_; ++j) {
      for (int i = j; i < n_; ++i) {
        const double size = std::abs(entry(i, j)), scaled = size * scale_[i] * scale_[j];
        found.finite = found.finite && std::isfinite(size);
        if (scaled > (i == j ? found.diagonal : found.off)) {
          (i == j ? found.diagonal : found.off) = scaled;
          if (i == j) {
            found.at = i;
          } else {
            found.row = i;
            found.col = j;
          }
        }
        // An entry of a row that nothing was added to is exact.
        const double noise = std::sqrt(f_.noise[i] * f_.noise[j]);
        if (size > 0.0) found.over_noise = std::max(found.over_noise, noise > 0.0 ? size / noise : 1.0);
      }
    }
    return found;
  }

  void bring(int to, int from) {
    if (to == from) return;
    exchange(f_, w_, k_, to, from);
    std::swap(scale_[to], scale_[from]);
  }

  void eliminate_one() {
    const double pivot = entry(k_, k_), inverse = 1.0 / pivot;
    double* w = w_ + k_ * ld_;
    std::fill_n(w, ld_, 0.0);
    for (int i = k_ + 1; i < n_; ++i) {
      w[i] = entry(i, k_);
      entry(i, k_) *= inverse;
    }
    std::fill_n(a_ + k_ * ld_, k_ + 1, 0.0);
    for (int j = k_ + 1; j < n_; ++j) {
      for (int i = j; i < n_; ++i) entry(i, j) -= entry(i, k_) * w[j];
    }
    f_.inverse[k_] = inverse;
    f_.beside[k_] = 0.0;
    ++(inverse > 0.0 ? inertia_.positive : inertia_.negative);
    add_noise(f_, w_, k_, k_ + 1, k_ + 1, n_);
    k_ += 1;
  }

  void eliminate_two() {
    const Pivot2 p(entry(k_, k_), entry(k_ + 1, k_), entry(k_ + 1, k_ + 1));
    double *w1 = w_ + k_ * ld_, *w2 = w1 + ld_;
    std::fill_n(w1, 2 * ld_, 0.0);
    for (int i = k_ + 2; i < n_; ++i) {
      w1[i] = entry(i, k_);
      w2[i] = entry(i, k_ + 1);
      entry(i, k_) = w1[i] * p.inverse_a + w2[i] * p.beside;
      entry(i, k_ + 1) = w1[i] * p.beside + w2[i] * p.inverse_c;
    }
    std::fill_n(a_ + k_ * ld_, k_ + 2, 0.0);
    std::fill_n(a_ + (k_ + 1) * ld_, k_ + 2, 0.0);
    for (int j = k_ + 2; j < n_; ++j) {
      for (int i = j; i < n_; ++i) entry(i, j) -= entry(i, k_) * w1[j] + entry(i, k_ + 1) * w2[j];
    }
    f_.inverse[k_] = p.inverse_a;
    f_.inverse[k_ + 1] = p.inverse_c;
    f_.beside[k_] = p.beside;
    f_.beside[k_ + 1] = 0.0;
    p.count(inertia_);
    add_noise(f_, w_, k_, k_ + 2, k_ + 2, n_);
    k_ += 2;
  }

  void finish_with_zeros() {
    for (; k_ < n_; ++k_) {
      std::fill_n(a_ + k_ * ld_, ld_, 0.0);
      f_.inverse[k_] = f_.beside[k_] = 0.0;
      ++inertia_.zero;
    }
  }

  DenseFrontal& f_;
  double* a_;
  int ld_, n_;
  double* w_;
  double* scale_;
  Inertia& inertia_;
  int k_ = 0;
};

}  // namespace

bool eliminate_completely(DenseFrontal& frontal, FrontalRoom& room, Inertia& inertia) {
  room.fit(frontal.ld, frontal.rows);
  return CompleteElimination(frontal, room, inertia).run();
}

}  // namespace tandem::sweep
