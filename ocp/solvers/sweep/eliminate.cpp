#include <tandem/ocp/solvers/sweep/column_sizes.hpp>
#include <tandem/ocp/solvers/sweep/dense_frontal.hpp>
#include <tandem/ocp/solvers/sweep/lanes.hpp>
#include <tandem/ocp/solvers/sweep/pivots.hpp>
#include <tandem/ocp/solvers/sweep/rank_update.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem::sweep {

void FrontalRoom::fit(int ld, int summed) {
  const Eigen::Index columns = static_cast<Eigen::Index>(ld) * summed + kLanes;
  if (w.size() < columns) w.resize(columns);
  if (one.size() < ld + kLanes) {
    one.resize(ld + kLanes);
    other.resize(ld + kLanes);
    raw.resize(ld + kLanes);
  }
}

namespace {

/// Columns are reduced one by one when they are looked at, by the pivots of the panel only; a full panel reduces all.
constexpr int kPanel = 32;
constexpr double kLeastThreshold = 1e-8;
constexpr double kSuspicious = 1e-8;  // a pivot that lost this much may be rounding: look closer

class Elimination {
 public:
  Elimination(DenseFrontal& frontal, FrontalRoom& room, double threshold, Inertia& inertia)
      : f_(frontal), room_(room), u_(threshold), inertia_(inertia), a_(frontal.a), ld_(frontal.ld), w_(room.w.data()) {}

  int run() {
    int end = f_.summed;  // candidates are k_ ... end - 1; what stands after has failed
    bool progress = false;
    for (;;) {
      if (k_ >= end) {  // beyond it when the last candidate took a partner that had failed
        if (k_ == f_.summed || (!progress && !relax())) break;
        end = f_.summed;
        progress = false;
      }
      const int done = take_pivot();
      if (done == 0) {
        if (--end != k_) exchange(f_, w_, k_, k_, end);
        continue;
      }
      k_ += done;
      progress = true;
      if (k_ - panel_ >= kPanel) reduce_rest();
    }
    reduce_rest();
    return k_;
  }

 private:
  /// Lowers the threshold where more rows would wait than the next frontal can bear: they would grow from frontal to
  /// frontal where a border dominates every column. False if that is not so, or the threshold is low enough already.
  bool relax() {
    if (f_.summed - k_ <= f_.most_delayed || u_ <= kLeastThreshold) return false;
    u_ = std::max(kLeastThreshold, 0.1 * u_);
    return true;
  }

  /// Tries to find a pivot in column k; returns how many rows it eliminates.
  int take_pivot() {
    switch (padded(f_.rows) / kLanes - k_ / kLanes) {
      case 1:
        return take_short<1>();
      case 2:
        return take_short<2>();
      case 3:
        return take_short<3>();
      case 4:
        return take_short<4>();
      default:
        return take_any();
    }
  }

  /// The usual case for a column of few packs, which stays in registers: a 1x1 pivot that passes.
  template <int kPacks>
  int take_short() {
    const int first = k_ / kLanes * kLanes, lane = k_ - first;
    double *l = a_ + first + k_ * ld_, *w = w_ + first + k_ * ld_;
    Lanes s[kPacks];
    for (int r = 0; r < kPacks; ++r) s[r] = load(l + r * kLanes);
    Lanes size = magnitude(s[0]);
    for (int p = panel_; p < k_; ++p) {
      const Lanes factor = all(w_[k_ + p * ld_]);
      const double* column = a_ + first + p * ld_;
      const Lanes head = load(column);
      s[0] = minus_product(s[0], head, factor);
      size = size + magnitude(head * factor);
      for (int r = 1; r < kPacks; ++r) s[r] = minus_product(s[r], load(column + r * kLanes), factor);
    }
    const Lanes pivot = spread(s[0], lane), most = magnitude(pivot) * all(1.0 / u_);
    const Lanes rest = keep(s[0], after_lanes(lane + 1));
    Mask found = exceeding(magnitude(rest), most);
    for (int r = 1; r < kPacks; ++r) found |= exceeding(magnitude(s[r]), most);
    const double noise = f_.noise[k_] + first_of(spread(size, lane));
    if (found != 0 || !(std::abs(first_of(pivot)) > kSuspicious * noise)) return take_any();
    const Lanes inverse = inverse_of(pivot);
    for (int i = 0; i < first; i += kLanes) store(a_ + i + k_ * ld_, Lanes{});
    store(w, rest);
    store(l, rest * inverse);
    for (int r = 1; r < kPacks; ++r) {
      store(w + r * kLanes, s[r]);
      store(l + r * kLanes, s[r] * inverse);
    }
    note_one(first_of(inverse));
    return 1;
  }

  int take_any() {
    double* s = room_.one.data();
    const double noise = f_.noise[k_] + column(a_ + k_ * ld_, k_, s);
    const double pivot = std::abs(s[k_]);
    const bool passes = pivot > 0.0 && !exceeds(s, k_ + 1, f_.rows, pivot / u_);
    if (passes && pivot > kSuspicious * noise) return eliminate_one(s);
    if (is_rounding(a_ + k_ * ld_, s, k_)) return eliminate_zero();
    if (passes) return eliminate_one(s);
    return take_partner(s);
  }

  /// Column k does not stand alone: tries it together with the row of its largest entry, or that one alone.
  int take_partner(double* s) {
    const double most = largest_of(s, k_ + 1, f_.summed);
    if (!(most > 0.0)) return 0;
    int t = k_ + 1;
    while (t + 1 < f_.summed && std::abs(s[t]) != most) ++t;
    double *raw = room_.raw.data(), *other = room_.other.data();
    gather(t, raw);
    column(raw, t, other);
    const Pivot2 p(s[k_], s[t], other[t]);
    if (p.passes(largest_but(s, t, k_ + 1, f_.rows), largest_but(other, t, k_ + 1, f_.rows), u_)) {
      if (t != k_ + 1) {
        exchange(f_, w_, k_, k_ + 1, t);
        std::swap(s[k_ + 1], s[t]);
        std::swap(other[k_ + 1], other[t]);
      }
      return eliminate_two(s, other, p);
    }
    const double pivot = std::abs(other[t]);
    other[t] = other[k_];  // as after the exchange of t and k
    if (pivot > kSuspicious * most && !exceeds(other, k_ + 1, f_.rows, pivot / u_)) {
      const double value = p.c;
      exchange(f_, w_, k_, k_, t);
      other[k_] = value;
      return eliminate_one(other);
    }
    return 0;
  }

  /// to = from - L w(j)' from row k on, zero above; returns the magnitudes that made entry k. For j = k they belong to
  /// the diagonal.
  double column(const double* from, int j, double* to) const {
    const int first = k_ / kLanes * kLanes;
    const Mask mask = after_lanes(k_ - first);
    Lanes value = load(from + first), size = magnitude(value);
    for (int p = panel_; p < k_; ++p) {
      const Lanes l = load(a_ + first + p * ld_), w = all(w_[j + p * ld_]);
      value = minus_product(value, l, w);
      size = size + magnitude(l * w);
    }
    store(to + first, keep(value, mask));
    int i = first + kLanes;
    for (; i + 3 * kLanes < f_.rows; i += 4 * kLanes) reduce_packs<4>(from, j, i, to);
    for (; i < f_.rows; i += kLanes) reduce_packs<1>(from, j, i, to);
    return first_of(spread(size, k_ - first));
  }

  template <int kPacks>
  void reduce_packs(const double* from, int j, int i, double* to) const {
    Lanes sums[kPacks];
    for (int r = 0; r < kPacks; ++r) sums[r] = load(from + i + r * kLanes);
    for (int p = panel_; p < k_; ++p) {
      const Lanes factor = all(w_[j + p * ld_]);
      const double* column = a_ + i + p * ld_;
      for (int r = 0; r < kPacks; ++r) sums[r] = minus_product(sums[r], load(column + r * kLanes), factor);
    }
    for (int r = 0; r < kPacks; ++r) store(to + i + r * kLanes, sums[r]);
  }

  /// Column j of the matrix as it stands, from row k on.
  void gather(int j, double* to) const {
    for (int i = k_ / kLanes * kLanes; i < k_; ++i) to[i] = 0.0;
    for (int i = k_; i < j; ++i) to[i] = a_[j + i * ld_];
    std::copy(a_ + j + j * ld_, a_ + ld_ + j * ld_, to + j);
  }

  /// Whether all that is left of column k is what rounding leaves of the numbers it was made of.
  bool is_rounding(const double* from, const double* s, int k) const {
    const auto size = [&](int i) { return std::max(std::abs(from[i]), std::sqrt(f_.noise[i] * f_.noise[k])); };
    for (int i = k; i < f_.rows; ++i) {  // most columns that come here are alive, and are soon seen to be
      const double before = size(i);
      if (before > 0.0 && std::abs(s[i]) > kSuspicious * before) return false;
    }
    for (int i = k; i < f_.rows; ++i) {
      double sum = size(i);
      for (int p = panel_; p < k; ++p) sum += std::abs(a_[i + p * ld_] * w_[k + p * ld_]);
      if (!(std::abs(s[i]) <= kRounding * sum)) return false;
    }
    return true;
  }

  int eliminate_one(const double* s) {
    const double inverse = 1.0 / s[k_];
    const int first = k_ / kLanes * kLanes;
    double *l = a_ + k_ * ld_, *w = w_ + k_ * ld_;
    for (int i = 0; i < first; i += kLanes) store(l + i, Lanes{});
    const Lanes head = load(s + first, after_lanes(k_ + 1 - first));
    store(w + first, head);
    store(l + first, head * all(inverse));
    for (int i = first + kLanes; i < f_.rows; i += kLanes) {
      const Lanes value = load(s + i);
      store(w + i, value);
      store(l + i, value * all(inverse));
    }
    note_one(inverse);
    return 1;
  }

  void note_one(double inverse) {
    f_.inverse[k_] = inverse;
    f_.beside[k_] = 0.0;
    ++(inverse > 0.0 ? inertia_.positive : inertia_.negative);
  }

  int eliminate_two(const double* s, const double* t, const Pivot2& p) {
    double *l1 = a_ + k_ * ld_, *l2 = l1 + ld_, *w1 = w_ + k_ * ld_, *w2 = w1 + ld_;
    const int first = (k_ + 2) / kLanes * kLanes;
    std::fill(l1, l1 + first, 0.0);
    std::fill(l2, l2 + first, 0.0);
    std::fill(w1 + k_ / kLanes * kLanes, w1 + first, 0.0);
    std::fill(w2 + k_ / kLanes * kLanes, w2 + first, 0.0);
    const Lanes a = all(p.inverse_a), b = all(p.beside), c = all(p.inverse_c);
    for (int i = first; i < f_.rows; i += kLanes) {
      const Mask mask = i == first ? after_lanes(k_ + 2 - first) : after_lanes(0);
      const Lanes one = keep(load(s + i), mask), two = keep(load(t + i), mask);
      store(w1 + i, one);
      store(w2 + i, two);
      store(l1 + i, plus_product(one * a, two, b));
      store(l2 + i, plus_product(one * b, two, c));
    }
    f_.inverse[k_] = p.inverse_a;
    f_.inverse[k_ + 1] = p.inverse_c;
    f_.beside[k_] = p.beside;
    f_.beside[k_ + 1] = 0.0;
    p.count(inertia_);
    return 2;
  }

  int eliminate_zero() {
    std::fill_n(a_ + k_ * ld_, ld_, 0.0);
    std::fill_n(w_ + k_ * ld_, ld_, 0.0);
    f_.inverse[k_] = f_.beside[k_] = 0.0;
    ++inertia_.zero;
    return 1;
  }

  /// Reduces the summed rows that are left by the pivots of the panel, and begins another.
  void reduce_rest() {
    const int depth = k_ - panel_;
    if (depth > 0 && k_ < f_.summed) {
      const Columns l{a_ + k_ + panel_ * ld_, ld_}, w{w_ + k_ + panel_ * ld_, ld_};
      subtract_product_below(a_ + k_ + k_ * ld_, ld_, f_.rows - k_, f_.summed - k_, l, w, depth);
      add_noise(f_, w_, panel_, k_, k_, f_.summed);
    }
    panel_ = k_;
  }

  DenseFrontal& f_;
  FrontalRoom& room_;
  double u_;
  Inertia& inertia_;
  double* a_;
  int ld_;
  double* w_;
  int k_ = 0;      ///< pivots found
  int panel_ = 0;  ///< the first of those that the columns after have not seen
};

}  // namespace

int eliminate(DenseFrontal& frontal, FrontalRoom& room, double threshold, Inertia& inertia) {
  room.fit(frontal.ld, frontal.summed);
  return Elimination(frontal, room, threshold, inertia).run();
}

}  // namespace tandem::sweep
