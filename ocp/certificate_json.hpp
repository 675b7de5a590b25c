#pragma once

#include <tandem/ocp/certificate.hpp>

#include <nlohmann/json_fwd.hpp>

namespace tandem {

/// {"verdict": "none", "pass" or "fail", "kind", "lines": [{"name", "value", "limit", "in_verdict", "holds", "where"}],
/// "reasons": [], "notes": []}, of motions, structures and controllers alike. JSON has no infinity and no NaN: such
/// values, and the limit of a note that has none, are null.
nlohmann::ordered_json certificate_json(const Certificate& certificate);

/// Reads what certificate_json made; null comes back as NaN. Throws nlohmann's exceptions where keys are missing.
Certificate certificate_from(const nlohmann::ordered_json& json);

}  // namespace tandem
