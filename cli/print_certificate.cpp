#include <tandem/cli/print_certificate.hpp>

#include <tandem/cli/output.hpp>

#include <fmt/core.h>

#include <cmath>
#include <string>

namespace tandem::cli {

void print_certificate(const Certificate& certificate) {
  say("  certificate  {}\n", certificate.passes() ? "PASS" : "FAIL");
  for (const CertificateLine& line : certificate.lines) {
    const std::string limit = std::isnan(line.limit) ? "" : fmt::format("limit {:.0e}", line.limit);
    const char* mark = !line.in_verdict ? "note" : (line.holds ? "ok" : "FAILS");
    say("    {:<18} {:>9.2e}  {:<12} {:<6} {}\n", line.name, line.value, limit, mark, line.where);
  }
  for (const std::string& note : certificate.notes) say("    note: {}\n", note);
  for (const std::string& reason : certificate.reasons) say("    because {}\n", reason);
}

}  // namespace tandem::cli
