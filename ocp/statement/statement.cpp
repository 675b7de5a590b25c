#include <tandem/ocp/statement/statement.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <utility>

namespace tandem {

Statement::Statement(std::string name) : name_(std::move(name)) {
  require(is_plain_name(name_), "problem: the name '{}' is not plain; use letters, digits, '_', '-', '.'", name_);
}

int Statement::index_of_number(std::string_view name) const {
  const std::optional<int> at = numbers_.find(name);
  if (!at) refuse_number(name, numbers_.names());
  return *at;
}

void Statement::refuse_number(std::string_view name, const std::vector<std::string>& known) const {
  refuse("{} has no number called '{}'{}", words(), name, did_you_mean(name, known));
}

}  // namespace tandem
