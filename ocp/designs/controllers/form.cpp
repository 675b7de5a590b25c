#include <tandem/ocp/designs/controllers/form.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd gain_of(const Controller& controller) {
  const Index n = controller.a.rows(), m = controller.d.rows(), p = controller.d.cols();
  require(controller.a.cols() == n && controller.b.rows() == n && controller.b.cols() == p &&
              controller.c.rows() == m && controller.c.cols() == n,
          "controller: A is {} x {}, B {} x {}, C {} x {} and D {} x {}, which do not fit", n, controller.a.cols(),
          controller.b.rows(), controller.b.cols(), controller.c.rows(), controller.c.cols(), m, p);
  MatrixXd gain(m + n, p + n);
  gain << controller.d, controller.c, controller.b, controller.a;
  return gain;
}

Form::Form(int order, int controls, int measured) : order_(order), controls_(controls), measured_(measured) {
  require(order >= 0 && controls > 0 && measured > 0, "controller: it cannot have order {}, {} controls and {} sensors",
          order, controls, measured);
  fixed_ = MatrixXd::Zero(controls + order, measured + order);
}

Form::Place Form::place_of(Part part, int row, int col) const {
  const bool is_state_row = part == Part::a || part == Part::b, is_state_col = part == Part::a || part == Part::c;
  const int rows = is_state_row ? order_ : controls_, cols = is_state_col ? order_ : measured_;
  require(row >= 0 && row < rows && col >= 0 && col < cols, "controller: {} is {} x {}, it has no entry ({}, {})",
          "ABCD"[static_cast<int>(part)], rows, cols, row, col);
  return {row + (is_state_row ? controls_ : 0), col + (is_state_col ? measured_ : 0), 1.0};
}

void Form::fix(Part part, int row, int col, double value) {
  require(std::isfinite(value), "controller: an entry is fixed at {}, which is not finite", value);
  const Place place = place_of(part, row, col);
  fixed_(place.row, place.col) = value;
}

void Form::free(std::string name, Part part, int row, int col, double start) {
  require(!name.empty(), "controller: a free number has no name");
  require(std::isfinite(start), "controller: '{}' starts at {}, which is not finite", name, start);
  for (const FreeNumber& number : numbers_)
    require(number.name != name, "controller: two free numbers are called '{}'", name);
  numbers_.push_back({std::move(name), {place_of(part, row, col)}, start});
}

void Form::also(std::string_view name, Part part, int row, int col, double factor) {
  const auto found = std::find_if(numbers_.begin(), numbers_.end(), [&](const auto& one) { return one.name == name; });
  require(found != numbers_.end(), "controller: no free number is called '{}'", name);
  require(std::isfinite(factor), "controller: '{}' has the factor {}, which is not finite", name, factor);
  Place place = place_of(part, row, col);
  place.factor = factor;
  found->places.push_back(place);
}

void Form::start_at(const VectorXd& p) {
  gain(p);  // refuses what does not fit
  for (int i = 0; i < size(); ++i) numbers_[i].start = p(i);
}

VectorXd Form::start() const {
  VectorXd p(size());
  for (int i = 0; i < size(); ++i) p(i) = numbers_[i].start;
  return p;
}

MatrixXd Form::gain(const VectorXd& p) const {
  require(p.size() == size(), "controller: {} numbers are given, it has {}", p.size(), size());
  MatrixXd gain = fixed_;
  for (int i = 0; i < size(); ++i) {
    require(std::isfinite(p(i)), "controller: '{}' is not finite", numbers_[i].name);
    for (const Place& place : numbers_[i].places) gain(place.row, place.col) += place.factor * p(i);
  }
  return gain;
}

Controller Form::controller(const VectorXd& p) const {
  const MatrixXd gain = this->gain(p);
  return {gain.bottomRightCorner(order_, order_), gain.bottomLeftCorner(order_, measured_),
          gain.topRightCorner(controls_, order_), gain.topLeftCorner(controls_, measured_)};
}

MatrixXd Form::direction(int i) const {
  MatrixXd direction = MatrixXd::Zero(fixed_.rows(), fixed_.cols());
  for (const Place& place : numbers_[i].places) direction(place.row, place.col) += place.factor;
  return direction;
}

VectorXd Form::by_numbers(const MatrixXd& by_gain) const {
  VectorXd slopes = VectorXd::Zero(size());
  for (int i = 0; i < size(); ++i) {
    for (const Place& place : numbers_[i].places) slopes(i) += place.factor * by_gain(place.row, place.col);
  }
  return slopes;
}

Form static_form(int controls, int measured) {
  Form form(0, controls, measured);
  for (int i = 0; i < controls; ++i) {
    for (int j = 0; j < measured; ++j) form.free(fmt::format("d_{}_{}", i + 1, j + 1), Form::Part::d, i, j);
  }
  return form;
}

}  // namespace tandem::controllers
