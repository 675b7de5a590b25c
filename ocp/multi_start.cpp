#include <tandem/ocp/multi_start.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace tandem {
namespace {

using Clock = std::chrono::steady_clock;

/// Below this part of its size, a state that hardly moves is taken to stand still.
constexpr double kLeastRange = 1e-3;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

bool is_solved(const NlpSolution& answer) {
  return answer.status == Status::solved || answer.status == Status::acceptable;
}

/// Solves all starts, each thread the next one that nobody has taken.
class Runner {
 public:
  Runner(const Problem& problem, const MultiStartOptions& options)
      : problem_(problem),
        options_(options),
        around_(options.solve.guess ? *options.solve.guess : straight_line_guess(problem)),
        answers_(options.starts),
        histories_(options.starts) {
    progress_.starts = options.starts;
    for (int i = 0; i < thread_count(); ++i) {  // one after another: see StagedNlp
      nlps_.push_back(std::make_unique<StagedNlp>(problem, meshes_for(problem, options.solve), options.solve.derivatives));
    }
  }

  void run() {
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < nlps_.size(); ++i) threads.emplace_back([this, i] { work(*nlps_[i]); });
    work(*nlps_[0]);
    for (std::thread& thread : threads) thread.join();
    if (refusal_) std::rethrow_exception(refusal_);
  }

  const std::vector<NlpSolution>& answers() const { return answers_; }
  const StagedNlp& nlp() const { return *nlps_[0]; }
  int threads() const { return static_cast<int>(nlps_.size()); }
  Eigen::VectorXd sizes() const { return make_scaling(nlp(), around_, options_.solve.scales).unknowns; }

  /// The answer of a start, named, with its certificate, and refined if that is asked for.
  Solution finished(int start) {
    const Clock::time_point begin = Clock::now();
    Solution solution = make_solution(*nlps_[0], answers_[start]);
    solution.certificate = certify(problem_, solution, options_.solve.limits);
    solution.history = std::move(histories_[start]);
    solution.seconds.certificate = seconds_since(begin);
    solution.seconds.total = solution.seconds.solver + solution.seconds.certificate;
    return refined(problem_, std::move(solution), options_.solve);
  }

 private:
  int thread_count() const {
    const std::string& plug = options_.solve.derivatives;
    if (plug == "tape" || plug == "symbolic") return 1;
    const int wanted = options_.threads > 0 ? options_.threads : static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(wanted, 1, options_.starts);
  }

  void work(StagedNlp& nlp) {
    try {
      for (int start = next_++; start < options_.starts; start = next_++) {
        answers_[start] = solve_start(nlp, start);
        tell_end(answers_[start]);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      refusal_ = std::current_exception();
      stopped_ = true;
    }
  }

  NlpSolution solve_start(StagedNlp& nlp, int start) {
    const Guess guess = random_guess(problem_, around_, options_.seed, start);
    const Eigen::VectorXd unknowns = nlp.unknowns_from(guess);
    if (stopped_) return unsolved_at(nlp, unknowns, Status::stopped, "stopped by the caller");
    if (start == 0) {
      nlp.require_finite_at(unknowns);  // as solve() does
    } else if (!is_finite_at(nlp, unknowns)) {
      return unsolved_at(nlp, unknowns, Status::failed, "a function has no finite value at the start");
    }
    SolverOptions solver = options_.solve.solver;
    if (!solver.scaling) solver.scaling = make_scaling(nlp, guess, options_.solve.scales);
    solver.progress = [this, start](const Progress& progress) {
      histories_[start].push_back(progress);
      return may_go_on();
    };
    return solve_with_ipopt(nlp, unknowns, solver);
  }

  static NlpSolution unsolved_at(const StagedNlp& nlp, const Eigen::VectorXd& unknowns, Status status,
                                 std::string message) {
    NlpSolution answer;
    answer.status = status;
    answer.message = std::move(message);
    answer.unknowns = unknowns;
    answer.multipliers.setZero(nlp.layout().constraints());
    answer.bound_multipliers.setZero(nlp.layout().variables());
    return answer;
  }

  static bool is_finite_at(StagedNlp& nlp, const Eigen::VectorXd& unknowns) {
    try {
      nlp.require_finite_at(unknowns);
    } catch (const InvalidInput&) {
      return false;
    }
    return true;
  }

  bool may_go_on() {
    const std::lock_guard lock(mutex_);
    if (options_.progress && !stopped_ && !options_.progress(progress_)) stopped_ = true;
    return !stopped_;
  }

  void tell_end(const NlpSolution& answer) {
    const std::lock_guard lock(mutex_);
    if (answer.status == Status::stopped) return;
    ++progress_.finished;
    if (is_solved(answer)) {
      ++progress_.solved;
      const double sign = problem_.is_maximised() ? -1.0 : 1.0;
      const double best = progress_.best ? sign * *progress_.best : kInfinity;
      progress_.best = sign * std::min(best, answer.objective);
    }
    if (options_.progress && !stopped_ && !options_.progress(progress_)) stopped_ = true;
  }

  const Problem& problem_;
  const MultiStartOptions& options_;
  Guess around_;
  std::vector<std::unique_ptr<StagedNlp>> nlps_;
  std::vector<NlpSolution> answers_;
  std::vector<History> histories_;
  std::atomic<int> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;  // of what follows
  StartsProgress progress_;
  std::exception_ptr refusal_;
};

/// Whether two answers on one mesh are one minimum.
class Comparison {
 public:
  Comparison(const StagedNlp& nlp, Eigen::VectorXd sizes, const MultiStartOptions& options)
      : layout_(nlp.layout()), sizes_(std::move(sizes)), options_(options) {}

  bool is_same(const NlpSolution& a, const NlpSolution& b) const {
    const double largest = std::max({std::abs(a.objective), std::abs(b.objective), 1.0});
    return std::abs(a.objective - b.objective) <= options_.same_objective * largest &&
           distance(a.unknowns, b.unknowns) <= options_.same_trajectory;
  }

 private:
  /// The largest difference of a state at a knot relative to the state's range in both, of a free time or number
  /// relative to the larger one.
  double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
    double largest = 0.0;
    for (int i = 0; i < layout_.phases(); ++i) {
      const PhaseLayout& phase = layout_.phase(i);
      for (int state = 0; state < phase.states(); ++state) {
        largest = std::max(largest, state_distance(phase, state, a, b));
      }
    }
    for (int i = layout_.border_offset(); i < layout_.variables(); ++i) {
      const double size = std::max({std::abs(a(i)), std::abs(b(i)), kLeastRange * sizes_(i)});
      largest = std::max(largest, std::abs(a(i) - b(i)) / size);
    }
    return largest;
  }

  double state_distance(const PhaseLayout& phase, int state, const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
    double low = kInfinity, high = -kInfinity, difference = 0.0;
    for (int knot = 0; knot <= phase.intervals(); ++knot) {
      const int i = phase.state(knot) + state;
      low = std::min({low, a(i), b(i)});
      high = std::max({high, a(i), b(i)});
      difference = std::max(difference, std::abs(a(i) - b(i)));
    }
    return difference / std::max(high - low, kLeastRange * sizes_(phase.state(0) + state));
  }

  const NlpLayout& layout_;
  Eigen::VectorXd sizes_;
  const MultiStartOptions& options_;
};

/// Which starts found the same: groups by increasing cost, each led by its cheapest member.
std::vector<std::vector<int>> grouped(const std::vector<NlpSolution>& answers, const Comparison& comparison) {
  std::vector<int> order;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (is_solved(answers[i])) order.push_back(static_cast<int>(i));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return answers[a].objective < answers[b].objective; });
  std::vector<std::vector<int>> groups;
  for (const int start : order) {
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const std::vector<int>& group) {
      return comparison.is_same(answers[group.front()], answers[start]);
    });
    if (known == groups.end()) {
      groups.push_back({start});
    } else {
      known->push_back(start);
    }
  }
  return groups;
}

}  // namespace

int MultiStart::solved() const {
  int sum = 0;
  for (const Minimum& minimum : minima) sum += static_cast<int>(minimum.starts.size());
  return sum;
}

const Minimum* MultiStart::best() const {
  const auto certified = std::find_if(minima.begin(), minima.end(),
                                      [](const Minimum& minimum) { return minimum.solution.certificate.passes(); });
  if (certified != minima.end()) return &*certified;
  return minima.empty() ? nullptr : &minima.front();
}

MultiStart multi_start(const Problem& problem, const MultiStartOptions& options) {
  require(options.starts >= 1, "a multi-start of {} starts: at least one is needed", options.starts);
  require(options.threads >= 0, "a multi-start in {} threads", options.threads);
  check_options(options.solve);
  problem.validate();
  const Clock::time_point begin = Clock::now();
  Runner runner(problem, options);
  runner.run();
  MultiStart found{.starts = options.starts, .seed = options.seed, .threads = runner.threads()};
  const std::vector<NlpSolution>& answers = runner.answers();
  for (std::vector<int>& group : grouped(answers, Comparison(runner.nlp(), runner.sizes(), options))) {
    Minimum minimum{runner.finished(group.front()), std::move(group)};
    std::sort(minimum.starts.begin(), minimum.starts.end());
    found.minima.push_back(std::move(minimum));
  }
  const double sign = problem.is_maximised() ? -1.0 : 1.0;  // refinement may change the order
  std::stable_sort(found.minima.begin(), found.minima.end(), [&](const Minimum& a, const Minimum& b) {
    return sign * a.solution.objective < sign * b.solution.objective;
  });
  for (const NlpSolution& answer : answers) {
    if (!is_solved(answer)) ++found.unsolved[answer.status];
  }
  if (found.minima.empty()) found.failure = runner.finished(0);
  found.seconds = seconds_since(begin);
  return found;
}

}  // namespace tandem
