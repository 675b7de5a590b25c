#pragma once

#include "case.hpp"

namespace tandem::stress {

/// Cases that share a statement, so that what is found out about its optimum is found out once.
struct Job {
  std::vector<Case> cases;
};

/// The problems whose truth is known, by 7 transcriptions, on 5 meshes.
std::vector<Job> mesh_jobs();

/// 16 problems with 40 random settings of their numbers, each on three meshes; other seeds have other numbers.
std::vector<Job> number_jobs(int seed);

/// A row of the table with which the certificate's rules were tried out, and what it says.
struct TableRow {
  Case tried;
  double objective, bar;  ///< the bar relative to the scale
  const char* verdict;
};

const std::vector<TableRow>& table_rows();
std::vector<Job> table_jobs();

}  // namespace tandem::stress
