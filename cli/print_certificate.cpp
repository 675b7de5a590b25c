#include <tandem/cli/print_certificate.hpp>

#include <fmt/core.h>

#include <cmath>
#include <string>

namespace tandem::cli {

void print_certificate(const Certificate& certificate) {
  fmt::print("  certificate  {}\n", certificate.passes() ? "PASS" : "FAIL");
  for (const CertificateLine& line : certificate.lines) {
    const std::string limit = std::isnan(line.limit) ? "" : fmt::format("limit {:.0e}", line.limit);
    const char* mark = !line.in_verdict ? "note" : (line.holds ? "ok" : "FAILS");
    fmt::print("    {:<18} {:>9.2e}  {:<12} {:<6} {}\n", line.name, line.value, limit, mark, line.where);
  }
  for (const std::string& note : certificate.notes) fmt::print("    note: {}\n", note);
  for (const std::string& reason : certificate.reasons) fmt::print("    because {}\n", reason);
}

}  // namespace tandem::cli
