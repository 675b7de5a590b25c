#include <tandem/cli/output.hpp>

#include <tandem/core/names.hpp>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

namespace tandem::cli::output {
namespace {

std::FILE* for_people = stdout;
bool is_lost = false;
int error_of_stdout = 0;  ///< the first; 0: none

/// What files hold must not reach a terminal as commands to it.
bool put(std::FILE* stream, std::string_view raw) {
  const std::string text = escaped(raw);
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size();
}

void note_error_of_stdout() {
  if (error_of_stdout == 0) error_of_stdout = errno;
  std::clearerr(stdout);
}

}  // namespace

void begin(bool is_file_on_stdout) {
  std::signal(SIGPIPE, SIG_IGN);  // a write fails instead, and the files are saved
  for_people = is_file_on_stdout ? stderr : stdout;
  is_lost = false;
  error_of_stdout = 0;
}

void write(std::string_view text) {
  if (!put(for_people, text) && for_people == stdout) note_error_of_stdout();
}

void write_error(std::string_view text) { put(stderr, text); }

bool end() {
  for_people = stdout;
  if (std::fflush(stdout) != 0) note_error_of_stdout();
  if (error_of_stdout == 0) return !is_lost;
  if (error_of_stdout != EPIPE) {
    warn("tandem: cannot write to the standard output: {}\n", std::strerror(error_of_stdout));
  }
  return false;
}

void lose(std::string_view reason) {
  is_lost = true;
  warn("tandem: {}\n", reason);
}

}  // namespace tandem::cli::output
