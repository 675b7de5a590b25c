#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <docs/design_page.hpp>

#include <string>
#include <vector>

namespace tandem::docs {

/// A problem of the registry with its answer and its mathematics.
struct DocumentedProblem {
  Problem problem;
  Solution solution;
  std::string comment;  ///< comment_of its source
};

/// The value as far as the reference's tolerance means something, so that machines agree on what is printed.
std::string value_in_words(const DocumentedProblem& one);

/// docs/problems.md: tables of all, then a section a problem.
std::string problems_page(const std::vector<DocumentedProblem>& all, const std::vector<DocumentedDesign>& designs = {});

}  // namespace tandem::docs
