#include <tandem/core/text_file.hpp>

#include <tandem/core/error.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace tandem {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_writing(const fs::path& file, std::string_view reason) {
  refuse("cannot write to '{}': {}", file.string(), reason);
}

std::string last_reason() { return std::strerror(errno); }

/// An open file; closing may be what fails.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(number_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  bool flush() const { return ::fsync(number_) == 0; }
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

/// Where a link leads, by however many, though nothing stands there yet.
fs::path target_of(fs::path file) {
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(file)); ++i) {
    const fs::path next = fs::read_symlink(file);
    file = next.is_absolute() ? next : file.parent_path() / next;
  }
  return file;
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

void write_in_place(const std::string& text, const fs::path& target, const fs::path& named) {
  Descriptor out(::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!out.is_open() || !out.write(text) || !out.close()) refuse_writing(named, last_reason());
}

void write_to_stdout(const std::string& text) {
  const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!is_written) refuse("cannot write to the standard output: {}", last_reason());
}

/// Why the file beside could not become the file; nothing if it has.
std::optional<std::string> replace(Descriptor& out, const std::string& text, const fs::path& beside,
                                   const fs::path& target) {
  struct stat old {};
  const bool is_there = ::stat(target.c_str(), &old) == 0;
  if (!out.write(text) || !out.flush() || (is_there && ::fchmod(out.number(), old.st_mode & 07777) != 0) ||
      !out.close() || ::rename(beside.c_str(), target.c_str()) != 0) {
    return last_reason();
  }
  return std::nullopt;
}

}  // namespace

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  require(in.good() && !fs::is_directory(file), "cannot read '{}'", file.string());
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  require(!in.bad(), "cannot read '{}' to its end", file.string());
  return text;
}

void write_text(const std::string& text, const fs::path& file) {
  if (file == kStandardOutput) return write_to_stdout(text);
  const fs::path target = target_of(file);
  const fs::file_status status = fs::status(target);
  if (fs::is_directory(status)) refuse_writing(file, "it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_in_place(text, target, file);
  const fs::path beside = folder_of(target) / fmt::format(".{}.{}.part", target.filename().string(), ::getpid());
  Descriptor out(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!out.is_open()) {
    if (fs::exists(status)) return write_in_place(text, target, file);
    refuse_writing(file, last_reason());
  }
  if (const std::optional<std::string> reason = replace(out, text, beside, target)) {
    ::unlink(beside.c_str());
    refuse_writing(file, *reason);
  }
}

void check_writable(const fs::path& file) {
  if (file == kStandardOutput) return;
  const fs::path target = target_of(file);
  if (fs::is_directory(target)) refuse_writing(file, "it is a folder");
  const bool is_there = fs::exists(target);
  if (::access(is_there ? target.c_str() : folder_of(target).c_str(), W_OK) != 0) refuse_writing(file, last_reason());
}

}  // namespace tandem
