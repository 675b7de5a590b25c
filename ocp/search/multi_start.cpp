#include <tandem/ocp/search/multi_start.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/search/trajectory_distance.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace tandem {
namespace {

/// Below this part of its size, a state that hardly moves is taken to stand still.
constexpr double kLeastRange = 1e-3;

/// How much more an objective may be off, relatively, than an interval of the refined mesh.
constexpr double kObjectiveOverRefinement = 100.0;

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
      std::vector<Mesh> meshes = meshes_for(problem, options.solve);
      nlps_.push_back(std::make_unique<StagedNlp>(problem, std::move(meshes), options.solve.derivatives));
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
  int threads() const { return static_cast<int>(nlps_.size()); }

  /// By phase and state: what moves less than this is taken to stand still.
  std::vector<Eigen::VectorXd> least_ranges() const {
    const Eigen::VectorXd sizes = make_scaling(*nlps_[0], around_, options_.solve.scales).unknowns;
    std::vector<Eigen::VectorXd> ranges;
    for (int i = 0; i < nlps_[0]->phases(); ++i) {
      const PhaseLayout& layout = nlps_[0]->layout(i);
      ranges.push_back(kLeastRange * sizes.segment(layout.state(0), layout.states()));
    }
    return ranges;
  }

  /// The answer of a start with its series named.
  Solution named(int start) {
    Solution solution = make_solution(*nlps_[0], answers_[start]);
    solution.history = histories_[start];
    return solution;
  }

  /// The same with its certificate, and refined if that is asked for.
  Solution finished(Solution solution) const {
    const Stopwatch watch;
    solution.certificate = certify(problem_, solution, options_.solve.limits);
    solution.seconds.certificate = watch.seconds();
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
    if ((stopped_ || ending::is_due()) && start > 0) return stopped_start();
    const Guess guess = random_guess(problem_, around_, options_.seed, start);
    const Eigen::VectorXd unknowns = nlp.unknowns_from(guess);
    if (stopped_) return unsolved_at(nlp, unknowns, Status::stopped, "stopped by the caller");
    if (start == 0) {
      nlp.require_finite_at(unknowns);  // as solve() does
    } else if (!is_finite_at(nlp, unknowns)) {
      return unsolved_at(nlp, unknowns, Status::failed, "a function has no finite value at the start");
    }
    return solve_transcribed(nlp, guess, unknowns, options_.solve, [this, start](const Progress& progress) {
      histories_[start].push_back(progress);
      return may_go_on();
    });
  }

  /// One that nobody will look at.
  static NlpSolution stopped_start() {
    NlpSolution answer;
    answer.status = Status::stopped;
    return answer;
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
    tell();
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
    tell();
  }

  void tell() {
    if (ending::is_due() || (options_.progress && !stopped_ && !options_.progress(progress_))) stopped_ = true;
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

/// Joins what several meshes or starts found of one minimum: `minima` by increasing cost, each kept once.
class Collection {
 public:
  Collection(std::vector<Eigen::VectorXd> least_ranges, double same_objective, double same_trajectory)
      : least_ranges_(std::move(least_ranges)), same_objective_(same_objective), same_trajectory_(same_trajectory) {}

  void add(Minimum minimum) {
    const auto known = std::find_if(minima_.begin(), minima_.end(),
                                    [&](const Minimum& one) { return is_same(one.solution, minimum.solution); });
    if (known == minima_.end()) {
      minima_.push_back(std::move(minimum));
    } else {
      known->starts.insert(known->starts.end(), minimum.starts.begin(), minimum.starts.end());
      std::sort(known->starts.begin(), known->starts.end());
    }
  }

  std::vector<Minimum> minima() && { return std::move(minima_); }

 private:
  bool is_same(const Solution& a, const Solution& b) const {
    const double largest = std::max({std::abs(a.objective), std::abs(b.objective), 1.0});
    return std::abs(a.objective - b.objective) <= same_objective_ * largest &&
           trajectory_distance(a, b, least_ranges_) <= same_trajectory_;
  }

  std::vector<Eigen::VectorXd> least_ranges_;
  double same_objective_, same_trajectory_;
  std::vector<Minimum> minima_;
};

/// The distinct minima among the answers, the best first.
std::vector<Minimum> distinct(Runner& runner, const MultiStartOptions& options) {
  const std::vector<NlpSolution>& answers = runner.answers();
  std::vector<int> order;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (is_solved(answers[i])) order.push_back(static_cast<int>(i));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return answers[a].objective < answers[b].objective; });
  Collection collection(runner.least_ranges(), options.same_objective, options.same_trajectory);
  for (const int start : order) collection.add({runner.named(start), {start}});
  return std::move(collection).minima();
}

/// What differed on the mesh of the starts may be one minimum on finer ones. As these are not the same mesh, costs
/// agree no better than the refinement is accurate.
std::vector<Minimum> distinct_when_refined(std::vector<Minimum> minima, const Runner& runner, const Problem& problem,
                                           const MultiStartOptions& options) {
  const double sign = problem.is_maximised() ? -1.0 : 1.0;
  std::stable_sort(minima.begin(), minima.end(), [&](const Minimum& a, const Minimum& b) {
    return sign * a.solution.objective < sign * b.solution.objective;
  });
  const double accuracy = kObjectiveOverRefinement * options.solve.refine.value_or(0.0);
  Collection collection(runner.least_ranges(), std::max(options.same_objective, accuracy), options.same_trajectory);
  for (Minimum& minimum : minima) collection.add(std::move(minimum));
  return std::move(collection).minima();
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
  const Stopwatch watch;
  Runner runner(problem, options);
  runner.run();
  MultiStart found{.starts = options.starts, .seed = options.seed, .threads = runner.threads()};
  found.minima = distinct(runner, options);
  for (Minimum& minimum : found.minima) minimum.solution = runner.finished(std::move(minimum.solution));
  if (options.solve.refine) {
    found.minima = distinct_when_refined(std::move(found.minima), runner, problem, options);
  }
  for (const NlpSolution& answer : runner.answers()) {
    if (!is_solved(answer)) ++found.unsolved[answer.status];
  }
  if (found.minima.empty()) found.failure = runner.finished(runner.named(0));
  found.seconds = watch.seconds();
  return found;
}

}  // namespace tandem
