#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>

namespace tandem::bench {

/// Prints as usual and keeps the fastest time of every benchmark, by its name.
class KeepTimes : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override;
  /// "ratio/what: mumps / sweep" for every benchmark that exists with both endings.
  void print_ratios() const;

 private:
  std::map<std::string, double> seconds_;
};

/// Factorisations and solves of one KKT system: by MUMPS as IPOPT sets it, and by the sweep.
void register_factorisations();

}  // namespace tandem::bench
