#pragma once

#include <tandem/cli/common_options.hpp>
#include <tandem/cli/given.hpp>
#include <tandem/cli/problems.hpp>

// `tandem simulate --feedback`: a plan of a problem followed on a disturbed plant.
namespace tandem::cli {

inline constexpr std::string_view kOfFeedback = "Feedback (a problem's plan on a disturbed plant)";  // group

inline constexpr Option kPlant{.name = "--plant",
                               .takes = Takes::text,
                               .value = "KEY=VALUE",
                               .about =
                                   "a named number of the plant, its value or by how much it differs, pole_mass=+5%; "
                                   "may be repeated (every mass +5%)",
                               .group = kOfFeedback,
                               .kinds = Kind::motion,
                               .is_repeated = true};
inline constexpr Option kPush{
    .name = "--push",
    .takes = Takes::number,
    .value = "SIZE",
    .about = "how far a push throws each velocity at most, as a part of its range in the plan (0.02)",
    .group = kOfFeedback,
    .kinds = Kind::motion};
inline constexpr Option kPushes{.name = "--pushes",
                                .takes = Takes::count,
                                .value = "N",
                                .about = "how many, at random times of the plan (3)",
                                .group = kOfFeedback,
                                .kinds = Kind::motion};
inline constexpr Option kRuns{.name = "--runs",
                              .takes = Takes::count,
                              .value = "N",
                              .about = "with seeds S, S + 1, ... (1)",
                              .group = kOfFeedback,
                              .kinds = Kind::motion};
inline constexpr Option kGains{.name = "--gains",
                               .takes = Takes::text,
                               .value = "WHOSE",
                               .about = "plan, those of DDP; or tracking, those of a regulator along the plan",
                               .group = kOfFeedback,
                               .preset = "plan",
                               .kinds = Kind::motion};
inline constexpr Option kHold{.name = "--hold",
                              .takes = Takes::number,
                              .value = "SECONDS",
                              .about = "time after the plan's end in which a regulator holds it (as long as the plan)",
                              .group = kOfFeedback,
                              .kinds = Kind::motion};
inline constexpr Option kWithin{.name = "--within",
                                .takes = Takes::number,
                                .value = "X",
                                .about = "distance from the end that counts as there, by each state's range (0.02)",
                                .group = kOfFeedback,
                                .kinds = Kind::motion};

int simulate_feedback(const Given& given, const Problems& problems);

}  // namespace tandem::cli
