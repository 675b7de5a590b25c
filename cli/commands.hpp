#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/ocp/statement/problem.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::cli {

/// Exit codes of every command.
inline constexpr int kCertified = 0;
inline constexpr int kNotCertified = 1;
inline constexpr int kRefused = 2;

/// What the user asked for, as typed.
struct Arguments {
  std::string command;
  std::string name;                   ///< of a problem (empty: the program's own), or a model or URDF file
  std::vector<std::string> settings;  ///< KEY=VALUE
  std::vector<std::string> scales;    ///< NAME=SIZE
  bool structure = false;
  std::optional<std::string> transcription;
  std::optional<int> intervals;
  std::optional<int> degree;
  std::optional<double> refine, budget;
  bool fixed = false;
  std::string certify = "full";
  bool polish = false;  ///< of homotopy too
  bool rescue = false;
  std::string solver = kDefaultSolver;
  std::optional<std::string> hessian;
  std::string linear_solver = kDefaultLinearSolver;
  std::string derivatives = kDefaultPlug;
  std::optional<double> tolerance;
  std::vector<std::string> ipopt;  ///< KEY=VALUE
  std::optional<int> max_iterations;
  std::optional<double> time_limit;
  std::optional<int> multi_start, from_start, threads;
  std::filesystem::path guess, json, csv, report;
  std::optional<unsigned> seed;  ///< of verify too
  bool all = false;              ///< of verify too
  bool quiet = false;
  bool verbose = false;
  bool timing = false;
  bool models = false;  ///< list models, not problems

  // Of simulate:
  std::string integrator = "fehlberg78";
  std::optional<double> time, step, limit;
  std::vector<std::string> start, rates;  ///< NAME=VALUE
  std::vector<double> gravity;            ///< three numbers, or none
  std::optional<std::string> base;

  // Of simulate --feedback:
  bool feedback = false;
  std::filesystem::path solution;
  std::string gains = "plan";
  std::vector<std::string> plant;  ///< KEY=VALUE, VALUE a number or a change such as +5%
  std::optional<double> push, hold, within;
  std::optional<int> pushes, runs;

  // Of certify (and `solution`):
  std::optional<std::string> controls, steps;

  // Of homotopy:
  std::string over;  ///< of pareto too
  std::optional<double> from, to, barrier, first_step;
  std::optional<int> most_steps;
  int through_folds = 0;
  bool no_restart = false;
  std::filesystem::path checkpoint, resume;

  // Of pareto:
  std::vector<double> weights;

  // Of verify and export:
  std::optional<int> states;
  std::filesystem::path output;
};

/// The problems a program knows: those of the registry, and its own if it has one.
class Problems {
 public:
  explicit Problems(std::optional<Problem> own) : own_(std::move(own)) {}

  std::vector<std::string> names() const;       ///< of motions
  std::vector<std::string> all_names() const;   ///< of motions, designs and controllers
  Problem make(const std::string& name) const;  ///< refuses unknown names with the nearest known ones
  bool has_own() const { return own_.has_value(); }

 private:
  std::optional<Problem> own_;
};

/// Reads the command line; returns what was asked for, or (after printing help, a version or a refusal) an exit code.
struct Parsed {
  Arguments arguments;
  std::optional<int> exit_code;
};
Parsed parse(int argc, char** argv, bool has_own_problem);

int list(const Arguments& arguments, const Problems& problems);
int show(const Arguments& arguments, const Problems& problems);
int solve(const Arguments& arguments, const Problems& problems);
int homotopy(const Arguments& arguments, const Problems& problems);
int pareto(const Arguments& arguments, const Problems& problems);
int simulate(const Arguments& arguments, const Problems& problems);
int simulate_feedback(const Arguments& arguments, const Problems& problems);
int certify(const Arguments& arguments, const Problems& problems);
int verify(const Arguments& arguments, const Problems& problems);
int export_functions(const Arguments& arguments, const Problems& problems);

}  // namespace tandem::cli
