#include <tandem/core/error.hpp>

#include "program.hpp"
#include <fmt/core.h>

#include <charconv>
#include <exception>
#include <utility>

namespace tandem::bench {

Arguments::Arguments(std::vector<std::string> words) : words_(std::move(words)) {}

std::optional<std::string> Arguments::take(const std::string& name) {
  for (std::size_t i = 0; i < words_.size(); i += 2) {
    if (words_[i] != name) continue;
    require(i + 1 < words_.size(), "{} needs a value", name);
    std::string value = words_[i + 1];
    words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(i), words_.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    return value;
  }
  return std::nullopt;
}

int Arguments::take_count(const std::string& name, int usual) {
  const std::optional<std::string> word = take(name);
  if (!word) return usual;
  int count = 0;
  const auto [end, error] = std::from_chars(word->data(), word->data() + word->size(), count);
  require(error == std::errc() && end == word->data() + word->size() && count >= 1,
          "{} is '{}' instead of a whole number of at least 1", name, *word);
  return count;
}

void Arguments::require_all_taken() const {
  if (!words_.empty()) throw InvalidInput(fmt::format("there is no argument '{}'", words_.front()));
}

int run_beside_peer(const std::string& name, int argc, char** argv,
                    const std::function<std::vector<Row>(Arguments&)>& measure) {
  try {
    Arguments arguments({argv + 1, argv + argc});
    const std::optional<std::string> file = arguments.take("--out");
    const std::vector<Row> rows = measure(arguments);
    if (rows.empty()) return 0;
    fmt::print("\n");
    print_table(rows);
    if (file) save_rows(*file, rows);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 1;
  }
}

}  // namespace tandem::bench
