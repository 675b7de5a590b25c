#include <tandem/ocp/search/trajectory_distance.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kSamples = 201;

double relative_difference(double a, double b) {
  const double size = std::max(std::abs(a), std::abs(b));
  return size > 0.0 ? std::abs(a - b) / size : 0.0;
}

Eigen::MatrixXd sampled(const PhaseSolution& phase) {
  const double start = phase.time(0), length = phase.time(phase.time.size() - 1) - start;
  Eigen::MatrixXd samples(phase.states.rows(), kSamples);
  for (int k = 0; k < kSamples; ++k) {
    samples.col(k) = interpolate(phase.time, phase.states, start + length * k / (kSamples - 1));
  }
  return samples;
}

double phase_distance(const PhaseSolution& a, const PhaseSolution& b, const Eigen::VectorXd& least_ranges) {
  double largest = std::max(relative_difference(a.time(0), b.time(0)),
                            relative_difference(a.time(a.time.size() - 1), b.time(b.time.size() - 1)));
  const Eigen::MatrixXd of_a = sampled(a), of_b = sampled(b);
  for (int i = 0; i < of_a.rows(); ++i) {
    const double range = std::max(of_a.row(i).maxCoeff(), of_b.row(i).maxCoeff()) -
                         std::min(of_a.row(i).minCoeff(), of_b.row(i).minCoeff());
    largest = std::max(largest, (of_a.row(i) - of_b.row(i)).cwiseAbs().maxCoeff() / std::max(range, least_ranges(i)));
  }
  return largest;
}

}  // namespace

double trajectory_distance(const Solution& a, const Solution& b, const std::vector<Eigen::VectorXd>& least_ranges) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.phases.size(); ++i) {
    largest = std::max(largest, phase_distance(a.phases[i], b.phases[i], least_ranges[i]));
  }
  for (const auto& [name, value] : a.numbers) {
    largest = std::max(largest, relative_difference(value, b.numbers.at(name)));
  }
  return largest;
}

}  // namespace tandem
