// Swing-ups from many random starts beside Crocoddyl 3.2.1: the library's problems on their own meshes as shooting-rk4,
// and the starts of its multi-start.
//
//   crocoddyl_starts [--starts 20] [--iterations 500] [--seed 1] [--problem NAME] [--weight W] [--out FILE]
//                    [--save FILE]    the first problem's best answer of Crocoddyl, as `tandem certify` reads it

#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/random_guess.hpp>
#include <tandem/problems/registry.hpp>

#include "batches.hpp"
#include "crocoddyl_library.hpp"
#include "one_step.hpp"
#include "program.hpp"
#include "saved_series.hpp"
#include "start_outcomes.hpp"
#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tandem::bench {
namespace {

constexpr const char* kTranscription = "shooting-rk4";

/// With the peer's first weight of missed ends, one with which it solves many (docs/notes/ddp-speed.md).
struct Case {
  const char* name;
  double first_weight;
};
constexpr Case kCases[] = {{"cart-pole-swing-up", 1.0},
                           {"pendubot-swing-up", 10.0},
                           {"acrobot-swing-up", 1.0},
                           {"furuta-swing-up", 1.0},
                           {"double-pendulum-cart-swing-up", 10.0}};

constexpr double kHolds = 1e-6;  // largest gap, missed end and passed bound of an answer

struct Choice {
  int starts, iterations, weight;  ///< weight 0: the case's own
  unsigned seed;
  std::optional<std::string> save = {};
};

std::vector<double> numbers_of(const Eigen::VectorXd& z, int first, int count) {
  return {z.data() + first, z.data() + first + count};
}

/// The finite problem, as both get it.
class Side {
 public:
  Side(const Problem& problem, double first_weight)
      : problem_(problem),
        options_(options()),
        nlp_(problem, meshes_for(problem, options_)),
        around_(straight_line_guess(problem)),
        step_(problem, kTranscription, nlp_.mesh().intervals()),
        peer_(crocoddyl_maker<MakeSwingUp>("make_crocoddyl_swing_up")(task(first_weight))) {}

  Eigen::VectorXd start(unsigned seed, int number) {
    return nlp_.unknowns_from(random_guess(problem_, around_, seed, number));
  }

  Outcome ours(const Eigen::VectorXd& start, int most_iterations) {
    options_.solver.max_iterations = most_iterations;
    const NlpSolution answer = solve_transcribed(nlp_, around_, start, options_, {});
    const bool is_solved = answer.status == Status::solved || answer.status == Status::acceptable;
    return judged(answer.unknowns, is_solved, answer.iterations);
  }

  Outcome theirs(const Eigen::VectorXd& start, int most_iterations) {
    const PhaseLayout& layout = nlp_.layout(0);
    Trajectory trajectory;
    for (int k = 0; k <= layout.intervals(); ++k) append(trajectory.states, start, layout.state(k), layout.states());
    for (int k = 0; k < layout.intervals(); ++k) {
      append(trajectory.controls, start, layout.node_control(k, 0), layout.controls());
    }
    const SwingUpOutcome outcome = peer_->solve(trajectory, most_iterations);
    Eigen::VectorXd z = start;
    for (int k = 0; k <= layout.intervals(); ++k) {
      std::copy_n(trajectory.states.data() + k * layout.states(), layout.states(), z.data() + layout.state(k));
    }
    for (int k = 0; k < layout.intervals(); ++k) {
      std::copy_n(trajectory.controls.data() + k * layout.controls(), layout.controls(),
                  z.data() + layout.node_control(k, 0));
    }
    const Outcome theirs = judged(z, outcome.is_converged, outcome.iterations);
    const bool is_best =
        theirs.is_solved && (their_best_.size() == 0 || theirs.objective < nlp_.objective(their_best_));
    if (is_best) their_best_ = z;
    return theirs;
  }

  /// The peer's cheapest answer so far: states at knots, the control that is held after each but the last.
  void save_their_best(const std::string& file) {
    require(their_best_.size() > 0, "Crocoddyl has solved no start of '{}'", problem_.name());
    const PhaseLayout& layout = nlp_.layout(0);
    const double start = nlp_.start_time(their_best_), duration = nlp_.end_time(their_best_) - start;
    std::vector<SeriesRow> rows;
    for (int k = 0; k <= layout.intervals(); ++k) {
      SeriesRow row{start + nlp_.mesh().ends[k] * duration, {}, {}};
      append(row.states, their_best_, layout.state(k), layout.states());
      if (k < layout.intervals()) append(row.controls, their_best_, layout.node_control(k, 0), layout.controls());
      rows.push_back(std::move(row));
    }
    save_series(file, problem_.phases().front(), rows, nlp_.objective(their_best_));
  }

 private:
  static SolveOptions options() {
    SolveOptions options;
    options.transcription = kTranscription;
    options.method = "ddp";
    return options;
  }

  static void append(std::vector<double>& to, const Eigen::VectorXd& z, int first, int count) {
    to.insert(to.end(), z.data() + first, z.data() + first + count);
  }

  SwingUpTask task(double first_weight) {
    const PhaseLayout& layout = nlp_.layout(0);
    const int nx = layout.states(), nu = layout.controls(), last = layout.state(layout.intervals());
    const Eigen::VectorXd &lower = nlp_.lower(), &upper = nlp_.upper();
    require(lower.segment(last, nx) == upper.segment(last, nx), "'{}' leaves its end open", problem_.name());
    return {.states = nx,
            .controls = nu,
            .steps = layout.intervals(),
            .start = numbers_of(lower, layout.state(0), nx),
            .end = numbers_of(lower, last, nx),
            .state_lower = numbers_of(lower, layout.state(1), nx),
            .state_upper = numbers_of(upper, layout.state(1), nx),
            .control_lower = numbers_of(lower, layout.node_control(0, 0), nu),
            .control_upper = numbers_of(upper, layout.node_control(0, 0), nu),
            .step = &step_,
            .first_weight = first_weight};
  }

  /// Both sides' answers by the same measure.
  Outcome judged(const Eigen::VectorXd& z, bool says_so, int iterations) {
    Eigen::VectorXd g(nlp_.layout().constraints());
    nlp_.constraints(z, g);
    const double off =
        std::max({0.0, (nlp_.lower() - z).maxCoeff(), (z - nlp_.upper()).maxCoeff(), g.cwiseAbs().maxCoeff()});
    return {says_so && off <= kHolds, iterations, nlp_.objective(z)};
  }

  const Problem& problem_;
  SolveOptions options_;
  StagedNlp nlp_;
  Guess around_;
  OneStep step_;
  std::unique_ptr<SwingUpContestant> peer_;
  Eigen::VectorXd their_best_;
};

struct Runs {
  std::vector<Outcome> outcomes;
  double seconds = 0.0;

  void add(const std::function<Outcome()>& run) {
    const double begin = thread_time();
    outcomes.push_back(run());
    seconds += thread_time() - begin;
  }
};

void count_starts(const Case& one, Choice& choice, std::vector<Row>& rows) {
  const std::string name = one.name;
  const Problem problem = make_problem(name);
  Side side(problem, choice.weight > 0 ? choice.weight : one.first_weight);
  Runs ours, theirs;
  for (int i = 0; i < choice.starts; ++i) {
    const Eigen::VectorXd start = side.start(choice.seed, i);
    ours.add([&] { return side.ours(start, choice.iterations); });
    theirs.add([&] { return side.theirs(start, choice.iterations); });
  }
  if (choice.save) side.save_their_best(*choice.save);
  choice.save.reset();
  fmt::print("{}, {} starts\n", name, choice.starts);
  print_outcomes("tandem", ours.outcomes, ours.seconds);
  print_outcomes("Crocoddyl", theirs.outcomes, theirs.seconds);
  std::fflush(stdout);
  for (const int limit : {150, choice.iterations}) {
    rows.push_back({"ddp", name, fmt::format("of {} starts not solved, {} its", choice.starts, limit),
                    static_cast<double>(choice.starts - solved_within(ours.outcomes, limit)),
                    static_cast<double>(choice.starts - solved_within(theirs.outcomes, limit)),
                    "Crocoddyl 3.2.1 BoxFDDP", 1.0});
  }
}

std::vector<Row> measure(Arguments& arguments) {
  Choice choice{};
  choice.starts = arguments.take_count("--starts", 20);
  choice.iterations = arguments.take_count("--iterations", 500);
  choice.weight = arguments.take_count("--weight", 0);
  choice.seed = static_cast<unsigned>(arguments.take_count("--seed", 1));
  choice.save = arguments.take("--save");
  const std::optional<std::string> only = arguments.take("--problem");
  arguments.require_all_taken();
  std::vector<Row> rows;
  for (const Case& one : kCases) {
    if (!only || *only == one.name) count_starts(one, choice, rows);
  }
  require(!rows.empty(), "there is no such swing-up: '{}'", only.value_or(""));
  return rows;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
  return tandem::bench::run_beside_peer("crocoddyl_starts", argc, argv, tandem::bench::measure);
}
