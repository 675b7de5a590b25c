#include <tandem/cli/driven_joints.hpp>

#include <tandem/cli/settings.hpp>
#include <tandem/core/csv_columns.hpp>
#include <tandem/core/error.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tandem::cli {
namespace {

/// The `derivative`-th derivative of sum c_k s^k.
double polynomial(const std::array<double, 6>& c, double s, int derivative) {
  double sum = 0;
  for (int k = 5; k >= derivative; --k) {
    double factor = 1;
    for (int m = 0; m < derivative; ++m) factor *= k - m;
    sum = sum * s + factor * c[k];
  }
  return sum;
}

/// Of a motion on [0, 1] with given values and rates at both ends, and accelerations where there are any.
std::array<double, 6> coefficients(const std::array<double, 2>& q, const std::array<double, 2>& v,
                                   const double* acceleration, double h) {
  const double D = q[1] - q[0] - h * v[0], V = h * (v[1] - v[0]);
  if (acceleration == nullptr) return {q[0], h * v[0], 3 * D - V, V - 2 * D, 0, 0};
  const double a = h * h * acceleration[0], A = h * h * acceleration[1] - a;
  const double d = D - a / 2, w = V - a;
  return {q[0], h * v[0], a / 2, 10 * d - 4 * w + A / 2, -15 * d + 7 * w - A, 6 * d - 3 * w + A / 2};
}

/// The freedom that a name means; refuses joints of several.
int freedom_of(const Model& model, std::string_view option, const std::string& joint) {
  const Link& link = model.links()[model.joint_index(joint)];
  require(link.velocity_count == 1, "{}: joint '{}' has {} freedoms: it can be held, a table moves joints of one",
          option, joint, link.velocity_count);
  return link.v_index;
}

}  // namespace

RecordedMotion::RecordedMotion(const std::string& file, const std::string& name) {
  const CsvColumns table(file);
  require(table.rows() >= 2, "'{}': a motion needs two rows at least, there are {}", file, table.rows());
  time_ = table.column("time");
  value_ = table.column(name);
  rate_ = table.column("rate:" + name);
  if (table.has("acceleration:" + name)) acceleration_ = table.column("acceleration:" + name);
  const auto later = std::adjacent_find(time_.begin(), time_.end(), std::greater_equal<>());
  require(later == time_.end(), "'{}': times must grow, row {} comes after {:g} s", file, later - time_.begin() + 2,
          later == time_.end() ? 0.0 : *later);
}

double RecordedMotion::at(double t, int derivative) const {
  const auto above = std::upper_bound(time_.begin() + 1, time_.end() - 1, t);
  const std::size_t k = above - time_.begin() - 1;
  const double h = time_[k + 1] - time_[k], s = (t - time_[k]) / h;
  const double* const accelerations = acceleration_.empty() ? nullptr : acceleration_.data() + k;
  const std::array<double, 6> c = coefficients({value_[k], value_[k + 1]}, {rate_[k], rate_[k + 1]}, accelerations, h);
  double result = polynomial(c, s, derivative);
  for (int m = 0; m < derivative; ++m) result /= h;
  return result;
}

void drive_joints(const std::vector<std::string>& settings, std::string_view option, const Model& model,
                  Eigen::VectorXd& q, Eigen::VectorXd& v, SimulationOptions& options) {
  if (settings.empty()) return;
  options.drives.assign(model.body_count(), Drive::force);
  std::map<int, RecordedMotion> motions;
  for (const std::string& setting : settings) {
    const auto [joint, how] = setting_from(setting, option);
    const int body = model.joint_index(joint);
    require(options.drives[body] == Drive::force, "{}: joint '{}' is driven twice", option, joint);
    options.drives[body] = Drive::motion;
    const Link& link = model.links()[body];
    v.segment(link.v_index, link.velocity_count).setZero();
    if (how == "hold") continue;
    const int freedom = freedom_of(model, option, joint);
    const RecordedMotion& motion = motions.emplace(freedom, RecordedMotion(how, joint)).first->second;
    require(motion.start() <= 0 && motion.end() >= options.duration,
            "{}: '{}' is from {:g} to {:g} s, the simulation from 0 to {:g} s", option, how, motion.start(),
            motion.end(), options.duration);
    q(link.q_index) = motion.value(0);
    v(freedom) = motion.rate(0);
  }
  options.motions = [motions](double t, In<double>, In<double>, Out<double> a) {
    for (const auto& [freedom, motion] : motions) a(freedom) = motion.acceleration(t);
  };
}

}  // namespace tandem::cli
