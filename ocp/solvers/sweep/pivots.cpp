#include <tandem/ocp/solvers/sweep/pivots.hpp>

#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <algorithm>
#include <utility>

namespace tandem::sweep {

void exchange(DenseFrontal& frontal, double* w, int done, int i, int j) {
  if (i == j) return;
  double* a = frontal.a;
  const int ld = frontal.ld;
  for (int p = 0; p < done; ++p) {
    std::swap(a[i + p * ld], a[j + p * ld]);
    std::swap(w[i + p * ld], w[j + p * ld]);
  }
  for (int p = done; p < i; ++p) std::swap(a[i + p * ld], a[j + p * ld]);
  std::swap(a[i + i * ld], a[j + j * ld]);
  for (int p = i + 1; p < j; ++p) std::swap(a[p + i * ld], a[j + p * ld]);
  std::swap_ranges(a + j + 1 + i * ld, a + frontal.rows + i * ld, a + j + 1 + j * ld);
  std::swap(frontal.names[i], frontal.names[j]);
  std::swap(frontal.noise[i], frontal.noise[j]);
}

void add_noise(DenseFrontal& frontal, const double* w, int from, int to, int begin, int end) {
  for (int i = begin; i < end; i += kLanes) {
    const Mask mask = first_lanes(std::min(kLanes, end - i));
    Lanes sum = load(frontal.noise + i, mask);
    for (int p = from; p < to; ++p) {
      const Lanes l = load(frontal.a + i + p * frontal.ld, mask), lw = load(w + i + p * frontal.ld, mask);
      sum = sum + magnitude(l * lw);
    }
    store(frontal.noise + i, sum, mask);
  }
}

}  // namespace tandem::sweep
