#include <tandem/cli/given.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <system_error>

namespace tandem::cli {
namespace {

constexpr std::size_t kMostNamed = 12;  // options in a sentence

/// All of a word as a number of type T, without the sign '+'; refuses another word by the option and what it takes.
template <class T>
T value_of(const std::string& word, const Option& option, std::string_view what) {
  const bool has_plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  const char* const begin = word.data() + (has_plus ? 1 : 0);
  const char* const end = word.data() + word.size();
  T value{};
  const auto [at, error] = std::from_chars(begin, end, value);
  require(error != std::errc::result_out_of_range, "{} takes {}, and '{}' is out of range", option.name, what, word);
  require(error == std::errc() && at == end, "{} takes {}, not '{}'", option.name, what, word);
  return value;
}

int count_of(const std::string& word, const Option& option) { return value_of<int>(word, option, "a whole number"); }

unsigned natural_of(const std::string& word, const Option& option) {
  return value_of<unsigned>(word, option, "a whole number that is not negative");
}

double number_of(const std::string& word, const Option& option) {
  const double value = value_of<double>(word, option, "a number");
  require(!std::isnan(value), "{} takes a number, not '{}'", option.name, word);
  return value;
}

/// One a word; of an option that takes a single word, those between its commas.
std::vector<double> numbers_of(const std::vector<std::string>& words, const Option& option) {
  std::vector<double> numbers;
  for (const std::string& word : words) {
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t comma = option.words == 1 ? word.find(',', begin) : std::string::npos;
      const std::size_t end = std::min(comma, word.size());
      numbers.push_back(number_of(word.substr(begin, end - begin), option));
      begin = end + 1;
    }
  }
  return numbers;
}

void check_words(const std::vector<std::string>& words, const Option& option) {
  if (option.takes == Takes::numbers) numbers_of(words, option);
  for (const std::string& word : words) {
    if (option.takes == Takes::count) count_of(word, option);
    if (option.takes == Takes::natural) natural_of(word, option);
    if (option.takes == Takes::number) number_of(word, option);
  }
}

}  // namespace

Given::Given(std::string_view command, std::span<const Option> options, std::string name, Words words)
    : command_(command), options_(options), name_(std::move(name)), words_(std::move(words)) {}

// ---- what was given -------------------------------------------------------------------------------------------------

const Option& Given::listed_as(const Option& option) const {
  const auto found =
      std::find_if(options_.begin(), options_.end(), [&](const Option& o) { return o.name == option.name; });
  if (found == options_.end()) throw std::logic_error(fmt::format("{} has no option {}", command_, option.name));
  return *found;
}

const Option& Given::listed_as(const Option& option, std::initializer_list<Takes> takes) const {
  const Option& listed = listed_as(option);
  if (std::find(takes.begin(), takes.end(), listed.takes) == takes.end()) {
    throw std::logic_error(fmt::format("{} is asked for as what it does not take", option.name));
  }
  return listed;
}

const std::vector<std::string>& Given::words_of(const Option& option) const {
  static const std::vector<std::string> none;
  const auto found = words_.find(option.name);
  return found == words_.end() ? none : found->second;
}

bool Given::has(const Option& option) const { return was_given(listed_as(option).name); }

std::optional<std::string> Given::text(const Option& option) const {
  listed_as(option, {Takes::text});
  return has(option) ? std::optional(words_of(option).front()) : std::nullopt;
}

std::string Given::choice(const Option& option) const {
  const Option& listed = listed_as(option, {Takes::text});
  if (listed.preset.empty()) throw std::logic_error(fmt::format("{} has no preset", option.name));
  return has(option) ? words_of(option).front() : std::string(listed.preset);
}

const std::vector<std::string>& Given::all(const Option& option) const {
  if (!listed_as(option, {Takes::text}).is_repeated) {
    throw std::logic_error(fmt::format("{} is not repeated", option.name));
  }
  return words_of(option);
}

std::optional<int> Given::count(const Option& option) const {
  listed_as(option, {Takes::count});
  return has(option) ? std::optional(count_of(words_of(option).front(), option)) : std::nullopt;
}

std::optional<unsigned> Given::natural(const Option& option) const {
  listed_as(option, {Takes::natural});
  return has(option) ? std::optional(natural_of(words_of(option).front(), option)) : std::nullopt;
}

std::optional<double> Given::number(const Option& option) const {
  listed_as(option, {Takes::number});
  return has(option) ? std::optional(number_of(words_of(option).front(), option)) : std::nullopt;
}

std::vector<double> Given::numbers(const Option& option) const {
  listed_as(option, {Takes::numbers});
  return numbers_of(words_of(option), option);
}

std::filesystem::path Given::file(const Option& option) const {
  listed_as(option, {Takes::file, Takes::saved});
  return has(option) ? words_of(option).front() : std::string();
}

// ---- what is refused ------------------------------------------------------------------------------------------------

void Given::check_values() const {
  for (const Option& option : options_) {
    if (!has(option)) continue;
    check_words(words_of(option), option);
    for (const std::string_view other : option.excludes) {
      require(other.empty() || !was_given(other), "{} and {} exclude each other", option.name, other);
    }
  }
}

std::string Given::sentence_for(const Option& option, Kind kind) const {
  if (!is_of_one_name(kind)) return fmt::format("{} is for {}", option.name, words_for(kind));
  std::vector<std::string_view> taken;
  for (const Option& other : options_) {
    if (other.kinds.has(kind)) taken.push_back(other.name);
  }
  const std::string which = taken.size() > kMostNamed || taken.empty()
                                ? ""
                                : fmt::format(", of which {} takes {}", command_, listed(taken, "and"));
  const std::string subject = name_.empty() ? "this" : "'" + name_ + "'";
  return fmt::format("{} is for {}; {} is {}{}", option.name, plural_of(option.kinds), subject, words_for(kind), which);
}

void Given::refuse_alone(const Option& option, Kind kind) const {
  std::vector<std::string_view> others;
  for (const std::string_view name : option.beside) {
    if (was_given(name)) return;
    for (const Option& other : options_) {
      if (other.name == name && other.kinds.has(kind)) others.push_back(name);
    }
  }
  if (!others.empty()) refuse("{} is of {}", option.name, listed(others, "or"));
}

void Given::refuse_what_is_not_of(Kind kind) const {
  for (const Option& option : options_) {
    if (!has(option)) continue;
    if (!option.kinds.has(kind)) refuse("{}", sentence_for(option, kind));
    refuse_alone(option, kind);
  }
}

void Given::check_files() const {
  std::map<std::filesystem::path, std::string_view> taken;
  for (const Option& option : options_) {
    if (option.takes != Takes::saved || !has(option)) continue;
    check_writable(file(option));
    std::error_code none;
    const auto [other, is_new] = taken.emplace(std::filesystem::weakly_canonical(file(option), none), option.name);
    require(is_new, "{} and {} are to write the same file, '{}'", other->second, option.name, file(option).string());
  }
}

bool Given::writes_to_stdout() const {
  return std::any_of(options_.begin(), options_.end(), [this](const Option& option) {
    return option.takes == Takes::saved && has(option) && file(option) == kStandardOutput;
  });
}

}  // namespace tandem::cli
