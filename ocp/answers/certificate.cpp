#include <tandem/ocp/answers/certificate.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>

namespace tandem {

std::string to_string(Verdict verdict) {
  return verdict == Verdict::none ? "none" : (verdict == Verdict::pass ? "pass" : "fail");
}

Verdict Certificate::verdict() const {
  if (!reasons.empty()) return Verdict::fail;
  return lines.empty() ? Verdict::none : Verdict::pass;
}

CertifyLevel certify_level(const std::string& name) {
  const std::vector<std::string> known{"full", "light", "none"};
  const auto found = std::find(known.begin(), known.end(), name);
  require(found != known.end(), "certify '{}' is not known{}; there is full, light and none", name,
          did_you_mean(name, known));
  return static_cast<CertifyLevel>(found - known.begin());
}

const CertificateLine& Certificate::line(const std::string& name) const {
  for (const CertificateLine& line : lines) {
    if (line.name == name) return line;
  }
  refuse("certificate: it has no line '{}'", name);
}

}  // namespace tandem
