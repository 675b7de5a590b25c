#include <tandem/ocp/solvers/ipopt/ipopt_sweep.hpp>

#include <tandem/core/error.hpp>

#include <IpGenTMatrix.hpp>
#include <IpSymTMatrix.hpp>
#include <IpTripletHelper.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

namespace tandem::sweep {
namespace {

using Ipopt::ExpansionMatrix;
using Ipopt::SmartPtr;
using Ipopt::TripletHelper;

constexpr double kFirstThreshold = 1e-6;  // as IPOPT's own for MUMPS
constexpr double kLastThreshold = 0.1;

/// The stage of each row of [x; s; y_c; y_d]. Fixed variables are not among x, or have rows of their own after y_c
/// (make_constraint); a slack and its row have the stage of their inequality.
std::vector<int> stages_of_rows(const Ipopt::TNLPAdapter& adapter, const NlpLayout& layout) {
  SmartPtr<const ExpansionMatrix> x, below, above, c, d;
  adapter.GetPermutationMatrices(x, below, above, c, d);
  std::vector<int> labels;
  const auto add_rows = [&](const SmartPtr<const ExpansionMatrix>& rows) {
    for (int i = 0; i < rows->NCols(); ++i) labels.push_back(layout.stage_of_constraint(rows->ExpandedPosIndices()[i]));
  };
  const int unknowns = IsValid(x) ? x->NCols() : layout.variables();
  for (int i = 0; i < unknowns; ++i) {
    labels.push_back(layout.stage_of_variable(IsValid(x) ? x->ExpandedPosIndices()[i] : i));
  }
  add_rows(d);
  add_rows(c);
  int fixed_count = 0;
  int* fixed = nullptr;
  Ipopt::TNLPAdapter::FixedVariableTreatmentEnum treatment{};
  adapter.GetFixedVariables(fixed_count, fixed, treatment);
  const bool have_rows = treatment == Ipopt::TNLPAdapter::MAKE_CONSTRAINT;
  for (int i = 0; have_rows && i < fixed_count; ++i) labels.push_back(layout.stage_of_variable(fixed[i]));
  add_rows(d);
  return labels;
}

}  // namespace

bool IpoptSweep::InitializeImpl(const Ipopt::OptionsList&, const std::string&) {
  is_factorised_ = false;
  if (factor_) factor_->set_threshold(kFirstThreshold);
  return true;
}

namespace {

/// The values of a matrix, in `room` unless IPOPT has them as triplets.
template <class Triplets, class Matrix>
std::span<const double> values_of(const Matrix* matrix, double factor, std::vector<double>& room) {
  if (matrix == nullptr) return {};
  const int count = TripletHelper::GetNumberEntries(*matrix);
  const auto* const triplets = dynamic_cast<const Triplets*>(matrix);
  if (triplets != nullptr && factor == 1.0 && count > 0) {
    room = std::vector<double>();  // = {} would keep its memory
    return {triplets->Values(), static_cast<std::size_t>(count)};
  }
  room.assign(count, 0.0);
  if (factor != 0.0 && count > 0) TripletHelper::FillValues(count, *matrix, room.data());
  for (double& value : room) value *= factor;
  return room;
}

std::vector<Ipopt::TaggedObject::Tag> tags_of(const AugmentedSystem& a) {
  std::vector<Ipopt::TaggedObject::Tag> tags;
  for (const Ipopt::TaggedObject* const part :
       std::initializer_list<const Ipopt::TaggedObject*>{a.W, a.D_x, a.D_s, a.J_c, a.D_c, a.J_d, a.D_d}) {
    tags.push_back(part != nullptr ? part->GetTag() : 0);
  }
  return tags;
}

/// Places of a matrix's triplets, counted from 0.
class Places {
 public:
  std::vector<int> rows, cols, pieces;

  void add(const Ipopt::Matrix* matrix, int first_row) {
    const int count = matrix != nullptr ? TripletHelper::GetNumberEntries(*matrix) : 0;
    const int before = static_cast<int>(rows.size());
    rows.resize(before + count), cols.resize(before + count);
    if (count > 0) TripletHelper::FillRowCol(count, *matrix, &rows[before], &cols[before], first_row, 0);
    for (int i = before; i < before + count; ++i) --rows[i], --cols[i];
    pieces.push_back(count);
  }
  /// Entries (row + i, col + i).
  void add_diagonal(int row, int col, int count) {
    for (int i = 0; i < count; ++i) rows.push_back(row + i), cols.push_back(col + i);
    pieces.push_back(count);
  }
};

}  // namespace

/// Pieces: W, the diagonal, J_c, J_d, the slacks' -1.
void IpoptSweep::analyse(const AugmentedSystem& system, const Sides& sides) {
  const auto [x, s, c, d] = sides;
  const std::vector<int> labels = stages_of_rows(adapter_, layout_);
  const int size = x + s + c + d;
  require(static_cast<int>(labels.size()) == size, "IPOPT's linear system has {} rows; the stages of {} are known",
          size, labels.size());
  Places places;
  places.add(system.W, 0);
  places.add_diagonal(0, 0, size);
  places.add(system.J_c, x + s);
  places.add(system.J_d, x + s + c);
  places.add_diagonal(x + s + c, x, d);
  const int last = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());  // the border, if there is one
  factor_ = std::make_unique<SweepFactor>(StageChain(last, labels, places.rows, places.cols, places.pieces));
  factor_->set_threshold(kFirstThreshold);
  if (most_numbers_) factor_->set_most_numbers(*most_numbers_);
  diagonal_.resize(size);
  column_.resize(size);
  slacks_.setConstant(d, -1.0);
}

void IpoptSweep::fill_diagonal(const AugmentedSystem& system, const Sides& sides) {
  double* next = diagonal_.data();
  const auto fill = [&](const Ipopt::Vector* part, double shift, int count) {
    std::fill_n(next, count, 0.0);
    if (part != nullptr && count > 0) TripletHelper::FillValuesFromVector(count, *part, next);
    for (int i = 0; i < count; ++i) *next++ += shift;
  };
  fill(system.D_x, system.delta_x, sides[0]);
  fill(system.D_s, system.delta_s, sides[1]);
  fill(system.D_c, -system.delta_c, sides[2]);
  fill(system.D_d, -system.delta_d, sides[3]);
}

void IpoptSweep::factorise(const AugmentedSystem& system, const Sides& sides) {
  const auto vector = [](const Eigen::VectorXd& v) { return std::span(v.data(), static_cast<std::size_t>(v.size())); };
  fill_diagonal(system, sides);
  const std::array<std::span<const double>, 5> pieces{
      values_of<Ipopt::SymTMatrix>(system.W, system.W_factor, w_), vector(diagonal_),
      values_of<Ipopt::GenTMatrix>(system.J_c, 1.0, jc_), values_of<Ipopt::GenTMatrix>(system.J_d, 1.0, jd_),
      vector(slacks_)};
  status_ = factor_->factorise(pieces);
  known_ = system;
  tags_ = tags_of(system);
  is_factorised_ = true;
}

Ipopt::ESymSolverStatus IpoptSweep::solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                          bool check_inertia, Ipopt::Index negatives) {
  const Sides sides{right.x[0]->Dim(), right.s[0]->Dim(), right.c[0]->Dim(), right.d[0]->Dim()};
  if (!factor_) analyse(system, sides);
  if (!is_factorised_ || system != known_ || tags_of(system) != tags_) factorise(system, sides);
  if (status_ == FactorStatus::not_finite || is_swollen()) return Ipopt::SYMSOLVER_FATAL_ERROR;
  if (status_ == FactorStatus::singular) return Ipopt::SYMSOLVER_SINGULAR;
  if (check_inertia && NumberOfNegEVals() != negatives) return Ipopt::SYMSOLVER_WRONG_INERTIA;
  for (std::size_t i = 0; i < right.x.size(); ++i) {
    const std::array<const Ipopt::Vector*, 4> from{GetRawPtr(right.x[i]), GetRawPtr(right.s[i]), GetRawPtr(right.c[i]),
                                                   GetRawPtr(right.d[i])};
    const std::array<Ipopt::Vector*, 4> to{GetRawPtr(x.x[i]), GetRawPtr(x.s[i]), GetRawPtr(x.c[i]), GetRawPtr(x.d[i])};
    double* next = column_.data();
    for (int part = 0; part < 4; next += sides[part++]) {
      if (sides[part] > 0) TripletHelper::FillValuesFromVector(sides[part], *from[part], next);
    }
    factor_->solve(column_);
    next = column_.data();
    for (int part = 0; part < 4; next += sides[part++]) {
      if (sides[part] > 0) TripletHelper::PutValuesInVector(sides[part], next, *to[part]);
    }
  }
  return Ipopt::SYMSOLVER_SUCCESS;
}

bool IpoptSweep::IncreaseQuality() {
  if (!factor_ || factor_->threshold() >= kLastThreshold) return false;
  factor_->set_threshold(std::min(kLastThreshold, std::pow(factor_->threshold(), 0.75)));
  is_factorised_ = false;
  return true;
}

}  // namespace tandem::sweep
