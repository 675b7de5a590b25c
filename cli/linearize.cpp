#include <tandem/cli/commands.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/eigen_spectra.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/json_rows.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/derivatives/linearize.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/ocp/answers/envelope.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr Option kFrame{.name = "--frame",
                        .takes = Takes::text,
                        .value = "NAME",
                        .about = "add a frame's displacement and velocity to the outputs; may be repeated",
                        .kinds = kModels,
                        .is_repeated = true};
constexpr Option kFrequencies{.name = "--frequencies",
                              .takes = Takes::numbers,
                              .value = "W,...",
                              .about = "of the response, rad/s (0.01 to 100, ten a decade)",
                              .kinds = kModels};

constexpr std::array kOptions = {
    kStart.saying("linearize with a joint here, elbow=0.5 or base.z=1; may be repeated"),
    kRate.saying("linearize with a joint at this speed; may be repeated"),
    kBase.in("Start"),
    kFrame,
    kFrequencies,
    kJson.saying("save A, B, C, D, poles and frequency response"),
    kQuiet,
};

constexpr std::string_view kFooter =
    R"(x' = A x + B u, y = C x + D u of small departures from a state, under forces by which nothing accelerates there:
poles, and with --json the matrices and the response C (iw - A)^-1 B + D.
  tandem linearize acrobot --start shoulder=3.14159 --json a.json
  tandem linearize robot.urdf --frame hand
Exit codes: 0 done; 2 refused.)";

struct Pole {
  std::complex<double> value;
  /// 1 where it only decays, 0 on the imaginary axis, negative where it grows.
  double damping() const { return std::abs(value) > 0 ? -value.real() / std::abs(value) : 0; }
};

/// The fastest growing first.
std::vector<Pole> poles_of(const LinearModel& linear) {
  const Eigen::VectorXcd values = Eigen::EigenSolver<Eigen::MatrixXd>(linear.A, false).eigenvalues();
  std::vector<Pole> poles;
  for (const std::complex<double>& value : values) poles.push_back({value});
  std::sort(poles.begin(), poles.end(), [](const Pole& a, const Pole& b) {
    if (a.value.real() != b.value.real()) return a.value.real() > b.value.real();
    return a.value.imag() > b.value.imag();
  });
  return poles;
}

std::vector<double> frequencies_from(const Given& given) {
  std::vector<double> frequencies = given.numbers(kFrequencies);
  for (const double w : frequencies) require(w >= 0, "--frequencies: {} rad/s: they must not be negative", w);
  if (frequencies.empty()) {
    for (int k = -20; k <= 20; ++k) frequencies.push_back(std::pow(10.0, k / 10.0));
  }
  return frequencies;
}

/// C (iw - A)^-1 B + D.
Eigen::MatrixXcd response(const LinearModel& linear, double w) {
  const long n = linear.A.rows();
  const Eigen::MatrixXcd shifted =
      std::complex<double>(0, w) * Eigen::MatrixXcd::Identity(n, n) - linear.A.cast<std::complex<double>>();
  const Eigen::PartialPivLU<Eigen::MatrixXcd> factors(shifted);
  return linear.C.cast<std::complex<double>>() * factors.solve(linear.B.cast<std::complex<double>>()) +
         linear.D.cast<std::complex<double>>();
}

/// {input: {output: {"real": series, "imaginary": series}}} over the frequencies; null where a pole is met.
Json response_json(const LinearModel& linear, const std::vector<double>& frequencies) {
  std::vector<Eigen::MatrixXcd> all;
  for (const double w : frequencies) all.push_back(response(linear, w));
  Json json = Json::object();
  for (std::size_t j = 0; j < linear.inputs.size(); ++j) {
    Json outputs = Json::object();
    for (std::size_t i = 0; i < linear.outputs.size(); ++i) {
      std::vector<double> real, imaginary;
      for (const Eigen::MatrixXcd& at : all) {
        real.push_back(at(static_cast<long>(i), static_cast<long>(j)).real());
        imaginary.push_back(at(static_cast<long>(i), static_cast<long>(j)).imag());
      }
      outputs[linear.outputs[i]] = Json{{"real", real}, {"imaginary", imaginary}};
    }
    json[linear.inputs[j]] = outputs;
  }
  return json;
}

Json json_of(const Model& model, const LinearModel& linear, const std::vector<Pole>& poles,
             const std::vector<double>& frequencies) {
  Json json = envelope_json({.kind = "linear_model",
                             .problem = model.name(),
                             .message = fmt::format("{} states, {} inputs, {} outputs", linear.A.rows(),
                                                    linear.inputs.size(), linear.outputs.size())});
  json["states"] = linear.states;
  json["inputs"] = linear.inputs;
  json["outputs"] = linear.outputs;
  json["A"] = rows_json(linear.A);
  json["B"] = rows_json(linear.B);
  json["C"] = rows_json(linear.C);
  json["D"] = rows_json(linear.D);
  Eigen::MatrixXd parts(std::ssize(poles), 2);
  for (long i = 0; i < parts.rows(); ++i) parts.row(i) << poles[i].value.real(), poles[i].value.imag();
  json["poles"] = rows_json(parts);
  json["frequencies"] = frequencies;
  json["response"] = response_json(linear, frequencies);
  return json;
}

void print(const Model& model, const LinearModel& linear, const std::vector<Pole>& poles) {
  say("{}: {} states, {} inputs, {} outputs\n", model.name(), linear.A.rows(), linear.inputs.size(),
      linear.outputs.size());
  say("  {:>14} {:>14} {:>12} {:>9}\n", "pole: real", "imaginary", "rad/s", "damping");
  for (const Pole& pole : poles) {
    say("  {:>14.8g} {:>14.8g} {:>12.6g} {:>9.4f}\n", pole.value.real(), pole.value.imag(), std::abs(pole.value),
        pole.damping());
  }
}

LinearModel linear_model(const Given& given, const ModelExample& example) {
  const Model& model = example.model;
  std::vector<LinearOutput> outputs{{LinearOutput::Kind::freedoms}, {LinearOutput::Kind::velocities}};
  for (const std::string& name : given.all(kFrame)) {
    outputs.push_back({LinearOutput::Kind::frame_displacement, model.find_frame(name)});
    outputs.push_back({LinearOutput::Kind::frame_velocity, model.find_frame(name)});
  }
  DerivativeWorkspace<double> ws(model);
  Eigen::VectorXd tau(model.nv());
  bias(model, ws.recursions, example.q, example.v, tau);
  return linearize(model, model.parameters(), ws, example.q, example.v, tau, outputs);
}

int linearize_model(const Given& given, const Problems& /*problems*/) {
  const std::vector<double> frequencies = frequencies_from(given);
  const ModelExample example = model_at_state(given);
  require(example.model.nv() > 0, "model '{}': nothing in it moves", example.model.name());
  const LinearModel linear = linear_model(given, example);
  const std::vector<Pole> poles = poles_of(linear);
  if (!given.has(kQuiet)) print(example.model, linear, poles);
  save_as(given, kJson, "linear model", [&](const auto& file) {
    write_text(json_of(example.model, linear, poles, frequencies).dump(1) + "\n", file);
  });
  return kCertified;
}

Kind kind_of(const Given& given, const Problems& /*problems*/) {
  require(!given.name().empty(), "linearize needs a NAME ('tandem list --models' lists them)");
  return kind_of_model(given.name());
}

constexpr std::array kWays = {Way{Kind::model, linearize_model}, Way{Kind::urdf, linearize_model}};

}  // namespace

constinit const Command kLinearizeCommand{.name = "linearize",
                                          .about = "a model's linear equations at a state, its poles and response",
                                          .argument = "a model ('tandem list --models' lists them) or a URDF file",
                                          .needs_name = true,
                                          .options = kOptions,
                                          .kind_of = kind_of,
                                          .ways = kWays,
                                          .footer = kFooter};

}  // namespace tandem::cli
