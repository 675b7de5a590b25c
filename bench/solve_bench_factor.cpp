#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include "solve_bench.hpp"
#include <fmt/core.h>
#include <mumps/dmumps_c.h>

#include <memory>
#include <random>
#include <vector>

namespace tandem::bench {
namespace {

/// The KKT system of a compressed Hermite-Simpson transcription: stages [x; u; u in the middle] with dense curvature,
/// linked by dense defects to the next [x; u], some border unknowns; random numbers.
struct Kkt {
  int stages = 0;
  std::vector<int> stage, rows, cols;
  std::vector<double> values;

  Kkt(int intervals, int states, int controls, int border) : stages(intervals + 1) {
    const int knot = states + controls, own = knot + controls;
    for (int k = 0; k < intervals; ++k) stage.insert(stage.end(), own + states, k);
    stage.insert(stage.end(), knot, intervals);
    const int first_border = static_cast<int>(stage.size());
    stage.insert(stage.end(), border, stages);
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto add = [&](int row, int col, double value) {
      rows.push_back(row);
      cols.push_back(col);
      values.push_back(value);
    };
    for (int k = 0; k < intervals; ++k) {
      const int first = k * (own + states), defect = first + own, next = first + own + states;
      std::vector<int> local;
      for (int i = 0; i < own; ++i) local.push_back(first + i);
      for (int i = 0; i < knot; ++i) local.push_back(next + i);
      for (int i = 0; i < border; ++i) local.push_back(first_border + i);
      for (std::size_t j = 0; j < local.size(); ++j) {
        for (std::size_t i = j; i < local.size(); ++i) add(local[i], local[j], i == j ? 3.0 : 0.2 * number(engine));
        for (int i = 0; i < states; ++i) {
          const bool is_next = local[j] == next + i, is_own = local[j] == first + i;
          add(defect + i, local[j], (is_next ? 1.0 : is_own ? -1.0 : 0.0) + 0.05 * number(engine));
        }
      }
      for (int i = 0; i < states; ++i) add(defect + i, defect + i, 0.0);
    }
  }

  int size() const { return static_cast<int>(stage.size()); }
};

/// MUMPS with the options that IPOPT gives it.
class Mumps {
 public:
  explicit Mumps(const Kkt& kkt) : rows_(kkt.rows), cols_(kkt.cols), values_(kkt.values), right_(kkt.size(), 1.0) {
    for (int& i : rows_) ++i;
    for (int& i : cols_) ++i;
    data_.job = -1;
    data_.par = 1;
    data_.sym = 2;
    data_.comm_fortran = -987654;
    dmumps_c(&data_);
    for (int i = 0; i < 4; ++i) data_.icntl[i] = i == 3 ? 0 : -1;
    data_.icntl[5] = 7;
    data_.icntl[6] = 7;
    data_.icntl[7] = 77;
    data_.icntl[9] = 0;
    data_.icntl[12] = 1;
    data_.icntl[13] = 1000;
    data_.cntl[0] = 1e-6;
    data_.n = kkt.size();
    data_.nnz = static_cast<MUMPS_INT8>(values_.size());
    data_.irn = rows_.data();
    data_.jcn = cols_.data();
    data_.a = values_.data();
    run(1);
  }
  ~Mumps() { run(-2); }
  Mumps(const Mumps&) = delete;
  Mumps& operator=(const Mumps&) = delete;

  void factorise() { run(2); }
  void solve() {
    data_.rhs = right_.data();
    run(3);
  }
  int negatives() const { return data_.infog[11]; }
  bool failed() const { return data_.infog[0] < 0; }

 private:
  void run(int job) {
    data_.job = job;
    dmumps_c(&data_);
  }
  DMUMPS_STRUC_C data_{};
  std::vector<int> rows_, cols_;
  std::vector<double> values_, right_;
};

struct Size {
  int intervals, states, controls, border;
  std::string name() const {
    return border == 0 ? fmt::format("{}-states", states) : fmt::format("{}-states-{}-border", states, border);
  }
};

void with_mumps(benchmark::State& timer, Size size, bool solves) {
  Mumps mumps(Kkt(size.intervals, size.states, size.controls, size.border));
  mumps.factorise();
  for (auto _ : timer) solves ? mumps.solve() : mumps.factorise();
  if (mumps.failed()) timer.SkipWithError("not factorised");
  timer.counters["negative"] = mumps.negatives();
}

void with_sweep(benchmark::State& timer, Size size, bool solves) {
  const Kkt kkt(size.intervals, size.states, size.controls, size.border);
  sweep::SweepFactor factor(sweep::StageChain(kkt.stages, kkt.stage, kkt.rows, kkt.cols));
  factor.factorise(kkt.values);
  Eigen::VectorXd right = Eigen::VectorXd::Ones(kkt.size());
  for (auto _ : timer) {
    if (solves) {
      right.setOnes();
      factor.solve(right);
    } else {
      factor.factorise(kkt.values);
    }
  }
  timer.counters["negative"] = factor.inertia().negative;
  timer.counters["delayed"] = factor.delayed();
}

}  // namespace

void register_factorisations() {
  for (const Size size : {Size{300, 4, 1, 0}, Size{300, 4, 1, 1}, Size{300, 4, 1, 10}, Size{100, 14, 7, 0},
                          Size{100, 14, 7, 1}, Size{50, 36, 12, 0}}) {
    for (const bool solves : {false, true}) {
      const std::string name = (solves ? "backsolve/" : "factorise/") + size.name();
      benchmark::RegisterBenchmark((name + "/mumps").c_str(), with_mumps, size, solves)->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark((name + "/sweep").c_str(), with_sweep, size, solves)->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace tandem::bench
