#include "borders.hpp"

#include <tandem/cli/run.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/problems/registry.hpp>

namespace tandem::python {
namespace {

/// The words of a command line as main() gets them.
class CommandLine {
 public:
  explicit CommandLine(std::vector<std::string> words) : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  int count() const { return static_cast<int>(words_.size()); }
  char** words() { return pointers_.data(); }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

}  // namespace

void bind_registry(nb::module_& module) {
  module.def("problem_names", &problem_names);
  module.def("make_problem", &make_problem, "name"_a);
  module.def("model_names", [] {
    std::vector<std::string> names;
    for (const ModelEntry& entry : model_entries()) names.push_back(entry.example);
    return names;
  });
  module.def(
      "run",
      [](std::vector<std::string> words) {
        CommandLine line(std::move(words));
        return run(line.count(), line.words());
      },
      nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "run_own",
      [](std::vector<std::string> words, const Problem& problem) {
        CommandLine line(std::move(words));
        return run(line.count(), line.words(), problem);
      },
      nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace tandem::python
