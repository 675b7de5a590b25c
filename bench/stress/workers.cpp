#include <tandem/core/error.hpp>

#include "workers.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tandem::stress {
namespace {

constexpr int kNoMore = -1;

void write_all(int pipe, const void* bytes, std::size_t count) {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = write(pipe, at, count);
    if (written <= 0) return;  // nobody reads any more
    at += written;
    count -= static_cast<std::size_t>(written);
  }
}

/// A process that does jobs one after another: their numbers go in, their lines come out, an empty one after each job.
class Worker {
 public:
  explicit Worker(const Work& work) {
    std::array<int, 2> jobs{}, lines{};
    require(pipe(jobs.data()) == 0 && pipe(lines.data()) == 0, "there are no more pipes for workers");
    std::fflush(nullptr);
    process_ = fork();
    require(process_ >= 0, "there are no more processes for workers");
    if (process_ == 0) serve(jobs[0], lines[1], work);
    close(jobs[0]);
    close(lines[1]);
    jobs_ = jobs[1];
    lines_ = lines[0];
  }

  int lines() const { return lines_; }
  int job() const { return job_; }
  bool is_busy() const { return job_ != kNoMore; }

  void take(int job) {
    job_ = job;
    if (is_busy()) write_all(jobs_, &job, sizeof job);
  }

  /// Reads what there is; false where the process is no more.
  bool read_on() {
    std::array<char, 65536> buffer;
    const ssize_t received = read(lines_, buffer.data(), buffer.size());
    if (received <= 0) return false;
    unread_.append(buffer.data(), static_cast<std::size_t>(received));
    return true;
  }

  /// The next whole line, taken; false where there is none yet.
  bool next_line(std::string& line) {
    const std::size_t end = unread_.find('\n');
    if (end == std::string::npos) return false;
    line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    return true;
  }

  void dismiss() {
    write_all(jobs_, &kNoMore, sizeof kNoMore);
    close(jobs_);
    close(lines_);
    waitpid(process_, nullptr, 0);
  }

 private:
  [[noreturn]] static void serve(int jobs, int lines, const Work& work) {
    const auto tell = [&](std::string line) {
      line += '\n';
      write_all(lines, line.data(), line.size());
    };
    int job = kNoMore;
    while (read(jobs, &job, sizeof job) == sizeof job && job != kNoMore) {
      work(job, tell);
      tell("");
    }
    std::fflush(nullptr);
    _exit(0);
  }

  pid_t process_ = -1;
  int jobs_ = -1, lines_ = -1;  ///< pipes to it and from it
  int job_ = kNoMore;           ///< that it is at
  std::string unread_ = {};
};

std::vector<pollfd> pipes_of(const std::vector<Worker>& workers) {
  std::vector<pollfd> pipes;
  for (const Worker& worker : workers) pipes.push_back({worker.is_busy() ? worker.lines() : -1, POLLIN, 0});
  return pipes;
}

bool any_busy(const std::vector<Worker>& workers) {
  for (const Worker& worker : workers) {
    if (worker.is_busy()) return true;
  }
  return false;
}

}  // namespace

void in_workers(int count, int workers, const Work& work, const std::function<void(const std::string&)>& collect,
                const std::function<void(int)>& crashed) {
  std::signal(SIGPIPE, SIG_IGN);  // a worker that crashed is seen by the end of its lines
  int taken = 0;
  const auto next = [&] { return taken < count ? taken++ : kNoMore; };
  std::vector<Worker> crew;
  for (int i = 0; i < workers; ++i) crew.emplace_back(work);
  for (Worker& worker : crew) worker.take(next());
  while (any_busy(crew)) {
    std::vector<pollfd> pipes = pipes_of(crew);
    poll(pipes.data(), pipes.size(), -1);
    for (std::size_t i = 0; i < crew.size(); ++i) {
      if (pipes[i].revents == 0) continue;
      if (!crew[i].read_on()) {
        crashed(crew[i].job());
        crew[i].dismiss();
        crew[i] = Worker(work);
        crew[i].take(next());
      }
      for (std::string line; crew[i].next_line(line);) {
        if (line.empty()) {
          crew[i].take(next());
        } else {
          collect(line);
        }
      }
    }
  }
  for (Worker& worker : crew) worker.dismiss();
}

}  // namespace tandem::stress
