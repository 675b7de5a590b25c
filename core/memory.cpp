#include <tandem/core/memory.hpp>

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace tandem {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::optional<std::size_t> number_at(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<std::size_t> least(std::optional<std::size_t> a, std::optional<std::size_t> b) {
  return a && b ? std::min(a, b) : (a ? a : b);
}

/// Of the group that this process is in, and of those above it; a container sees its own at the root.
std::optional<std::size_t> allowed_by_groups() {
  const std::string groups = text_of("/proc/self/cgroup");
  const std::size_t own = groups.find("0::/");
  std::string path = own == std::string::npos ? "" : groups.substr(own + 3, groups.find('\n', own) - own - 3);
  std::optional<std::size_t> bytes = bytes_in(text_of("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  for (;;) {
    bytes = least(bytes, bytes_in(text_of("/sys/fs/cgroup" + path + "/memory.max")));
    if (path.empty()) return bytes;
    path.erase(path.rfind('/'));
  }
}

}  // namespace

std::size_t resident_bytes() noexcept {
  char text[128];
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t size = read(file, text, sizeof text);
  close(file);
  const std::string_view all(text, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const auto pages = number_at(all.substr(std::min(all.find(' '), all.size())));
  return pages.value_or(0) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::optional<std::size_t> bytes_in(std::string_view text) { return number_at(text); }

std::optional<std::size_t> available_in(std::string_view meminfo) {
  constexpr std::string_view kName = "MemAvailable:";
  const std::size_t at = meminfo.find(kName);
  if (at == std::string_view::npos) return std::nullopt;
  const auto kilobytes = number_at(meminfo.substr(at + kName.size()));
  return kilobytes ? std::optional(*kilobytes * 1024) : std::nullopt;
}

std::optional<std::size_t> available_bytes() {
  auto left = available_in(text_of("/proc/meminfo"));
  if (left) *left += resident_bytes();
  return least(allowed_by_groups(), left);
}

}  // namespace tandem
