#include <tandem/ocp/answers/certificate_lines.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {

void add_line(Certificate& certificate, std::string name, const Worst& worst, double limit, bool in_verdict) {
  const bool holds = std::isnan(limit) || worst.value <= limit;
  certificate.lines.push_back({std::move(name), worst.value, limit, in_verdict, holds, worst.where});
}

bool holds(const Certificate& certificate, const std::string& name) {
  return std::any_of(certificate.lines.begin(), certificate.lines.end(),
                     [&](const CertificateLine& line) { return line.name == name && line.holds; });
}

bool is_of_mesh(const CertificateLine& line) {
  return line.name == "objective_error" || line.name == "feasibility" || line.name == "costates" ||
         line.name == "interval_error" || line.name == "singular";
}

bool wants_finer_mesh(const Certificate& certificate) {
  const auto fails = [](const CertificateLine& line) { return line.in_verdict && !line.holds; };
  const std::vector<CertificateLine>& lines = certificate.lines;
  return std::any_of(lines.begin(), lines.end(), fails) &&
         std::all_of(lines.begin(), lines.end(), [&](const auto& line) { return !fails(line) || is_of_mesh(line); });
}

std::string reason_for(const CertificateLine& line) {
  const std::string where = line.where.empty() ? "" : fmt::format(" ({})", line.where);
  return fmt::format("{} is {:.3g}, its limit {:.3g}{}", line.name, line.value, line.limit, where);
}

void add_reasons(Certificate& certificate) {
  for (const CertificateLine& line : certificate.lines) {
    if (line.in_verdict && !line.holds) certificate.reasons.push_back(reason_for(line));
  }
}

void see_worst(Certificate& all, const Certificate& one, const std::string& name) {
  all.kind = one.kind;
  for (CertificateLine line : one.lines) {
    line.where = line.where.empty() ? name : name + ": " + line.where;
    const auto known = std::find_if(all.lines.begin(), all.lines.end(),
                                    [&](const CertificateLine& other) { return other.name == line.name; });
    if (known == all.lines.end()) {
      all.lines.push_back(line);
    } else if (known->holds == line.holds ? !(line.value <= known->value) : known->holds) {
      *known = line;
    }
  }
  for (const std::string& reason : one.reasons) all.reasons.push_back(name + ": " + reason);
}

std::string did_not_finish(const std::string& message) { return "the solver did not finish: " + message; }

}  // namespace tandem
