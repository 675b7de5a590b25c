#pragma once

#include <tandem/core/json.hpp>
#include <tandem/ocp/answers/certificate.hpp>

namespace tandem {

/// {"verdict": "none", "pass" or "fail", "kind", "lines": [{"name", "value", "limit", "in_verdict", "holds", "where"}],
/// "reasons": [], "notes": []}, of motions, structures and controllers alike. JSON has no infinity and no NaN: such
/// values, and the limit of a note that has none, are null.
Json certificate_json(const Certificate& certificate);

/// Reads what certificate_json made; null comes back as NaN. Throws JsonError where keys are missing.
Certificate certificate_from(const Json& json);

}  // namespace tandem
