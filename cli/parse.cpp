// The only file that includes CLI11 (it costs seconds to compile).
#include <tandem/cli/parse.hpp>

#include <tandem/cli/output.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

CLI::Option* add_flag(CLI::App& app, const Option& option) {
  const std::string about(option.about);
  return app.add_flag(std::string(option.name), about);
}

CLI::Option* add_with_value(CLI::App& app, const Option& option) {
  const std::string about(option.about);
  CLI::Option* added = app.add_option(std::string(option.name), about);
  added->type_name(std::string(option.value))->expected(option.words);
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (!option.preset.empty()) added->default_str(std::string(option.preset));
  return added;
}

void add(CLI::App& app, const Option& option) {
  CLI::Option* added = option.takes == Takes::nothing ? add_flag(app, option) : add_with_value(app, option);
  if (!option.group.empty()) added->group(std::string(option.group));
  added->required(option.is_required);
}

void add(CLI::App& app, const Command& command, bool has_own_problem) {
  CLI::App& sub = *app.add_subcommand(std::string(command.name), std::string(command.about));
  if (!command.argument.empty()) {
    const std::string about(command.argument);
    sub.add_option("NAME", about)->type_name("")->required(command.needs_name && !has_own_problem);
  }
  for (const Option& option : command.options) add(sub, option);
  if (!command.footer.empty()) sub.footer(std::string(command.footer));
}

void add_all(CLI::App& app, const Program& program, bool has_own_problem) {
  app.set_version_flag("--version", fmt::format("{} {}", program.name, program.version));
  app.footer(std::string(program.footer));
  app.require_subcommand(0, 1);
  app.allow_extras(false);
  for (const Command* command : program.commands) add(app, *command, has_own_problem);
}

/// Names of the commands, or of the options of the one that was asked for.
std::vector<std::string> known_names(const CLI::App& app, const CLI::App& used, bool is_option) {
  std::vector<std::string> known;
  if (is_option) {
    for (const CLI::Option* option : used.get_options()) known.push_back(option->get_name());
  } else if (&used == &app) {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
      known.push_back(sub->get_name());
    }
  }
  return known;
}

/// Refuses words that no option and no command is called, with the nearest ones that are.
[[noreturn]] void refuse_word(const CLI::App& app, const std::string& word) {
  const bool is_option = word.starts_with("-");
  const CLI::App* used = &app;
  for (const CLI::App* sub : app.get_subcommands()) used = sub;
  const std::vector<std::string> known = known_names(app, *used, is_option);
  const std::string name = word.substr(0, word.find('='));
  require(is_option || used == &app, "one argument too many: '{}'", word);
  refuse("no {} is called '{}'{}", is_option ? "option" : "command", name, did_you_mean(name, known));
}

/// The words after an option that was given; refuses too many and too few.
std::vector<std::string> words_after(const CLI::Option& parsed, const Option& option) {
  std::vector<std::string> words = parsed.results();
  if (option.takes == Takes::nothing) {
    for (const std::string& word : words) require(word == "true", "{} takes no value, not '{}'", option.name, word);
    return {};
  }
  const auto wanted = static_cast<std::size_t>(option.words);
  require(option.is_repeated || words.size() <= wanted, "{} was given twice", option.name);
  require(words.size() >= wanted, "{} takes {}, not '{}' alone", option.name, option.value, fmt::join(words, " "));
  return words;
}

Given::Words words_from(const CLI::App& used, const Command& command) {
  Given::Words words;
  for (const Option& option : command.options) {
    const CLI::Option& parsed = *used.get_option(std::string(option.name));
    if (parsed.count() > 0) words[std::string(option.name)] = words_after(parsed, option);
  }
  return words;
}

Parsed parsed_from(const CLI::App& app, const Program& program) {
  const CLI::App& used = *app.get_subcommands().front();
  const Command& command = **std::find_if(program.commands.begin(), program.commands.end(),
                                          [&](const Command* one) { return one->name == used.get_name(); });
  const CLI::Option* const name = used.get_option_no_throw("NAME");
  return {&command,
          Given(command.name, command.options, name != nullptr && name->count() > 0 ? name->results().front() : "",
                words_from(used, command)),
          kRefused};
}

}  // namespace

Parsed parse(int argc, char** argv, const Program& program, bool has_own_problem) {
  CLI::App app(std::string(program.about), std::string(program.name));
  add_all(app, program, has_own_problem);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> words = app.remaining(true);
    refuse_word(app, words.empty() ? "" : words.front());
  } catch (const CLI::ParseError& error) {
    require(error.get_exit_code() == 0, "{}", error.what());
    return {nullptr, std::nullopt, app.exit(error)};  // help or a version
  }
  if (app.get_subcommands().empty()) {
    say("{}", app.help());
    return {nullptr, std::nullopt, kRefused};
  }
  return parsed_from(app, program);
}

}  // namespace tandem::cli
