#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/answers/worst.hpp>

#include <limits>
#include <string>

namespace tandem {

/// The limit of a note that has none.
inline constexpr double kNoLimit = std::numeric_limits<double>::quiet_NaN();

/// Appends a line, which holds where worst.value <= limit, or where there is no limit; a value that is not a number
/// passes no limit. Values are sizes of what is wrong: where something must be positive, its negative is measured and
/// the limit is 0 or below.
void add_line(Certificate& certificate, std::string name, const Worst& worst, double limit, bool in_verdict);

/// A line of that name is there and holds.
bool holds(const Certificate& certificate, const std::string& name);

/// A line that a finer mesh mends: objective_error, feasibility, costates, interval_error, singular.
bool is_of_mesh(const CertificateLine& line);

/// Whether lines fail, and only ones that a finer mesh mends: objective_error, feasibility, costates, interval_error,
/// singular.
bool wants_finer_mesh(const Certificate& certificate);

/// "feasibility is 0.12, its limit 1e-06 (excess of effort)".
std::string reason_for(const CertificateLine& line);

/// Gives as reasons all lines of the verdict that do not hold, in their order.
void add_reasons(Certificate& certificate);

/// Adds one of many answers' certificates to `all`: of each line the worst value, and all reasons, the answer's name
/// before places and sentences. Notes are left to each.
void see_worst(Certificate& all, const Certificate& one, const std::string& name);

/// The reason why an answer fails whatever its lines say.
std::string did_not_finish(const std::string& message);

}  // namespace tandem
