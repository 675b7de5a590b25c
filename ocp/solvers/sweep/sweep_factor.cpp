#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/sweep/lanes.hpp>
#include <tandem/ocp/solvers/sweep/pivots.hpp>
#include <tandem/ocp/solvers/sweep/rank_update.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace tandem::sweep {
namespace {

constexpr int kFewDelayed = 4;
constexpr std::size_t kMostSwelling = 5, kAlwaysAllowed = std::size_t{1} << 23;  // times, numbers

/// By little more than is wanted: the factors are the largest thing that a solve keeps. (A vector that is resized
/// takes twice its size.)
template <class Array>
void grow(Array& array, std::size_t size) {
  if (static_cast<std::size_t>(array.size()) >= size) return;
  const std::size_t room = size + size / 64 + kLanes;
  if constexpr (requires { array.conservativeResize(0); }) {
    array.conservativeResize(static_cast<Eigen::Index>(room));
  } else {
    array.reserve(room);
    array.resize(room);
  }
}

bool all_finite(std::span<const double> values) {
  Lanes zeros{};
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) zeros = plus_product(zeros, load(values.data() + i), all(0.0));
  double rest = sum(zeros);
  for (; i < values.size(); ++i) rest += 0.0 * values[i];
  return rest == 0.0;  // anything but a finite number makes it NaN
}

}  // namespace

SweepFactor::SweepFactor(StageChain chain)
    : chain_(std::move(chain)), pieces_(chain_.pieces()), frontals_(chain_.frontals().size()) {
  std::size_t factor = kLanes, names = 0;
  int widest = 0, most = 0;
  for (int k = 0; k <= chain_.stages(); ++k) {
    const Shape shape = shape_of(k, 0);
    factor += static_cast<std::size_t>(padded(shape.rows())) * shape.own;
    names += shape.rows();
    widest = std::max(widest, shape.rows());
    most = std::max(most, shape.own);
  }
  factor_.resize(static_cast<Eigen::Index>(factor));
  most_numbers_ = kMostSwelling * factor + kAlwaysAllowed;
  names_.resize(names);
  inverse_.resize(chain_.size());
  beside_.resize(chain_.size());
  room_.fit(padded(widest), most);
  noise_.resize(widest);
  next_noise_.resize(widest);
  const int border = chain_.frontals().back().own;
  border_ld_ = padded(border);
  border_noise_.resize(border);
  border_.resize(border_ld_ * border + kLanes);
  local_.resize(padded(widest) + kLanes);
}

void SweepFactor::set_threshold(double threshold) {
  require(threshold > 0.0 && threshold <= 0.5, "the pivot threshold {} must be in (0, 0.5]", threshold);
  threshold_ = threshold;
}

SweepFactor::Shape SweepFactor::shape_of(int frontal, int delayed) const {
  const FrontalPlan& plan = chain_.frontals()[frontal];
  return {plan.own, delayed, plan.link, plan.border};
}

std::span<const FrontalEntry> SweepFactor::entries_of(const FrontalPlan& plan) const {
  return std::span(chain_.entries()).subspan(plan.first_entry, plan.last_entry - plan.first_entry);
}

DenseFrontal SweepFactor::frontal(int k) {
  const FrontalFactor& f = frontals_[k];
  DenseFrontal dense;
  dense.a = factor_.data() + f.a;
  dense.ld = f.ld;
  dense.rows = f.rows;
  dense.names = names_.data() + f.names;
  dense.noise = noise_.data();
  dense.inverse = inverse_.data() + f.first_pivot;
  dense.beside = beside_.data() + f.first_pivot;
  return dense;
}

FactorStatus SweepFactor::factorise(std::span<const double> values) {
  require(static_cast<int>(values.size()) == chain_.triplets(), "staged matrix: {} values for {} triplets",
          values.size(), chain_.triplets());
  return factorise(std::span<const std::span<const double>>(&values, 1));
}

FactorStatus SweepFactor::factorise(std::span<const std::span<const double>> pieces) {
  require(static_cast<int>(pieces.size()) == chain_.pieces(), "staged matrix: values in {} arrays instead of {}",
          pieces.size(), chain_.pieces());
  inertia_ = {};
  delayed_total_ = 0;
  for (int i = 0; i < chain_.pieces(); ++i) {
    require(static_cast<int>(pieces[i].size()) == chain_.piece_size(i), "staged matrix: {} values for {} triplets",
            pieces[i].size(), chain_.piece_size(i));
    if (!all_finite(pieces[i])) return FactorStatus::not_finite;
    pieces_[i] = pieces[i].data();
  }
  factor_end_ = names_end_ = 0;
  frontals_[0].first_pivot = 0;
  open_border();
  int delayed = 0;
  if (chain_.stages() > 0) open_frontal(0, 0);
  for (int k = 0; k < chain_.stages(); ++k) {
    std::swap(noise_, next_noise_);
    if (ending::is_due()) return FactorStatus::not_finite;  // frontals may grow without end
    const Shape shape = shape_of(k, delayed);
    DenseFrontal dense = frontal(k);
    dense.summed = shape.summed();
    dense.most_delayed = kFewDelayed + shape.own / 4;
    const int pivots = eliminate(dense, room_, threshold_, inertia_);
    frontals_[k].pivots = pivots;
    frontals_[k + 1].first_pivot = frontals_[k].first_pivot + pivots;
    delayed = shape.summed() - pivots;
    delayed_total_ += delayed;
    if (is_swollen(k + 1, delayed)) return FactorStatus::swollen;
    pass_on(k, shape, pivots);
  }
  load_border(delayed);
  DenseFrontal last = frontal(chain_.stages());
  last.summed = last.rows;
  frontals_.back().pivots = last.rows;
  if (!eliminate_completely(last, room_, inertia_)) return FactorStatus::not_finite;
  return inertia_.zero > 0 ? FactorStatus::singular : FactorStatus::done;
}

/// Whether frontal k with so many delayed pivots leaves what the factors may hold; the border's is the last.
bool SweepFactor::is_swollen(int k, int delayed) const {
  const Shape shape = shape_of(k, delayed);
  const auto columns = static_cast<std::size_t>(k < chain_.stages() ? shape.summed() : shape.rows());
  return delayed > 0 && factor_end_ + static_cast<std::size_t>(padded(shape.rows())) * columns > most_numbers_;
}

/// Makes room for frontal k, with its own entries and names; its noise goes to next_noise_.
void SweepFactor::open_frontal(int k, int delayed) {
  const FrontalPlan& plan = chain_.frontals()[k];
  const Shape shape = shape_of(k, delayed);
  FrontalFactor& f = frontals_[k];
  f.a = factor_end_;
  f.names = names_end_;
  f.rows = shape.rows();
  f.ld = padded(f.rows);
  const std::size_t size = static_cast<std::size_t>(f.ld) * shape.summed();
  factor_end_ += size;
  names_end_ += f.rows;
  grow(factor_, factor_end_ + kLanes);
  grow(names_, names_end_);
  grow(next_noise_, f.rows);
  grow(local_, f.ld + kLanes);
  double* a = factor_.data() + f.a;
  std::fill_n(a, size, 0.0);
  for (const FrontalEntry& entry : entries_of(plan)) {
    const double value = value_of(entry, plan);
    if (delayed == 0) {
      a[entry.place] += value;
    } else {
      const int row = entry.place % plan.ld, col = entry.place / plan.ld;
      a[(row < plan.own ? row : row + delayed) + col * f.ld] += value;
    }
  }
  std::fill_n(next_noise_.begin(), f.rows, 0.0);
  for (int i = 0; i < plan.own; ++i) next_noise_[i] = std::abs(a[i + i * f.ld]);
  int* names = names_.data() + f.names;
  const std::vector<int>& order = chain_.order();
  std::copy_n(order.begin() + plan.first_row, plan.own, names);
  if (plan.link > 0) {
    std::copy_n(order.begin() + chain_.frontals()[k + 1].first_row, plan.link, names + shape.summed());
  }
  std::copy_n(order.begin() + chain_.frontals().back().first_row, plan.border, names + shape.summed() + plan.link);
}

/// What is left of frontal k goes where it belongs: the link's block into the next frontal, the border's into the
/// border.
void SweepFactor::pass_on(int k, const Shape& shape, int pivots) {
  const int delayed = shape.summed() - pivots, next = k + 1;
  const bool last = next == chain_.stages();
  if (!last) open_frontal(next, delayed);
  DenseFrontal dense = frontal(k);
  const int link = shape.summed(), border = link + shape.link;
  const Columns l{dense.a, dense.ld}, w{room_.w.data(), dense.ld};
  const auto from = [](Columns columns, int row) { return Columns{columns.data + row, columns.ld}; };
  add_noise(dense, room_.w.data(), 0, pivots, link, dense.rows);
  if (shape.link > 0) {
    FrontalFactor& f = frontals_[next];
    const Shape to = shape_of(next, delayed);
    double* a = factor_.data() + f.a;
    subtract_product_below(a, f.ld, shape.link, shape.link, from(l, link), from(w, link), pivots);
    subtract_product(a + to.summed() + to.link, f.ld, shape.border, shape.link, from(l, border), from(w, link), pivots);
    for (int i = 0; i < shape.link; ++i) next_noise_[i] += noise_[link + i];
  }
  subtract_product_below(border_.data(), border_ld_, shape.border, shape.border, from(l, border), from(w, border),
                         pivots);
  for (int i = 0; i < shape.border; ++i) border_noise_[i] += noise_[border + i];
  if (delayed > 0 && !last) pass_on_delayed(k, shape, pivots);
}

/// Pivots that failed stand after the own rows of the next frontal.
void SweepFactor::pass_on_delayed(int k, const Shape& shape, int pivots) {
  const FrontalFactor &f = frontals_[k], &g = frontals_[k + 1];
  const int delayed = shape.summed() - pivots, own = chain_.frontals()[k + 1].own;
  const double* from = factor_.data() + f.a;
  double* to = factor_.data() + g.a;
  const int border = own + delayed + chain_.frontals()[k + 1].link;
  for (int d = 0; d < delayed; ++d) {
    const double* column = from + (pivots + d) * f.ld;
    std::copy(column + pivots + d, column + shape.summed(), to + own + d + (own + d) * g.ld);
    for (int i = 0; i < shape.link; ++i) to[own + d + i * g.ld] = column[shape.summed() + i];
    std::copy_n(column + shape.summed() + shape.link, shape.border, to + border + (own + d) * g.ld);
    names_[g.names + own + d] = names_[f.names + pivots + d];
    next_noise_[own + d] = noise_[pivots + d];
  }
}

void SweepFactor::open_border() {
  const FrontalPlan& plan = chain_.frontals().back();
  border_.setZero();
  for (const FrontalEntry& entry : entries_of(plan)) border_[entry.place] += value_of(entry, plan);
  for (int i = 0; i < plan.own; ++i) border_noise_[i] = std::abs(border_[i + i * border_ld_]);
}

/// The last frontal: [border | delayed], all summed.
void SweepFactor::load_border(int delayed) {
  const FrontalPlan& plan = chain_.frontals().back();
  FrontalFactor& f = frontals_.back();
  f.a = factor_end_;
  f.names = names_end_;
  f.rows = plan.own + delayed;
  f.ld = padded(f.rows);
  const std::size_t size = static_cast<std::size_t>(f.ld) * f.rows;
  grow(factor_, factor_end_ + size + kLanes);
  grow(names_, names_end_ + f.rows);
  grow(noise_, f.rows);
  grow(local_, f.ld + kLanes);
  room_.fit(f.ld, f.rows);
  double* a = factor_.data() + f.a;
  std::fill_n(a, size, 0.0);
  for (int j = 0; j < plan.own; ++j) {
    std::copy(border_.data() + j + j * border_ld_, border_.data() + plan.own + j * border_ld_, a + j + j * f.ld);
  }
  std::copy_n(chain_.order().begin() + plan.first_row, plan.own, names_.begin() + f.names);
  if (delayed > 0) {
    const FrontalFactor& before = frontals_[chain_.stages() - 1];
    const int first = before.pivots, bordered = chain_.frontals()[chain_.stages() - 1].border;
    const int summed = before.rows - bordered;  // the last stage has no link
    for (int d = 0; d < delayed; ++d) {
      const double* column = factor_.data() + before.a + (first + d) * before.ld;
      std::copy(column + first + d, column + summed, a + plan.own + d + (plan.own + d) * f.ld);
      for (int j = 0; j < bordered; ++j) a[plan.own + d + j * f.ld] = column[summed + j];
      names_[f.names + plan.own + d] = names_[before.names + first + d];
    }
    std::memmove(noise_.data() + plan.own, noise_.data() + first, delayed * sizeof(double));  // they may overlap
  }
  std::copy(border_noise_.begin(), border_noise_.end(), noise_.begin());
}

}  // namespace tandem::sweep
