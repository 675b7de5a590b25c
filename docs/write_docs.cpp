// Writes docs/problems.md and a picture of each problem: write_docs PATH-OF-THE-REPOSITORY. Nothing is written where a
// problem is not certified or off its reference.

#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/search/polish/solve_certified.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>
#include <tandem/problems/registry.hpp>
#include <tandem/report/still.hpp>

#include <docs/codesign_page.hpp>
#include <docs/controller_page.hpp>
#include <docs/problem_comment.hpp>
#include <docs/problem_page.hpp>
#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

namespace tandem::docs {
namespace {

/// The sources of all problems, one after the other.
std::string sources_in(const std::filesystem::path& folder) {
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp") all += read_text(entry.path()) + "\n";
  }
  return all;
}

DocumentedProblem documented(const std::string& name, const std::string& sources) {
  std::string comment = comment_of(name, sources);
  CertifiedSolve found = solve_certified(make_problem(name));
  const Problem& problem = found.problem;
  const Solution& solution = found.solution;
  require(is_certified(solution), "docs: '{}' is not solved and certified ({})", name, solution.message);
  if (const auto reference = problem.reference()) {
    require(std::abs(solution.objective - reference->objective) <= reference->tolerance,
            "docs: '{}' has the objective {}, its reference is {}", name, solution.objective, reference->objective);
  }
  return {problem, solution, std::move(comment)};
}

void write_all(const std::filesystem::path& repository) {
  const std::string sources = sources_in(repository / "problems");
  std::vector<DocumentedProblem> all;
  for (const std::string& name : problem_names()) {
    fmt::print("{}\n", name);
    all.push_back(documented(name, sources));
  }
  std::vector<DocumentedDesign> designs;
  for (const std::string& name : codesign_names()) {
    fmt::print("{}\n", name);
    designs.push_back(documented_codesign(make_codesign(name), comment_of(name, sources)));
  }
  for (const std::string& name : controller_names()) {
    fmt::print("{}\n", name);
    designs.push_back(documented_controller(make_controller(name), comment_of(name, sources)));
  }
  const std::filesystem::path images = repository / "docs" / "images" / "problems";
  std::filesystem::remove_all(images);  // pictures of problems that are no more
  std::filesystem::create_directories(images);
  for (const DocumentedProblem& one : all) {
    save_still(one.problem, one.solution, images / (one.problem.name() + ".svg"));
  }
  for (const DocumentedDesign& one : designs) write_text(one.picture, images / (one.name + ".svg"));
  write_text(problems_page(all, designs), repository / "docs" / "problems.md");
}

}  // namespace
}  // namespace tandem::docs

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "write_docs: say where the repository is\n");
    return 2;
  }
  try {
    tandem::docs::write_all(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "write_docs: {}\n", error.what());
    return 1;
  }
}
