#pragma once

#include <tandem/cli/common_options.hpp>

// The options of `tandem homotopy` that it has for designs too.
namespace tandem::cli {

inline constexpr Option kOver{.name = "--over", .takes = Takes::text, .value = "KEY"};
inline constexpr Option kMostSteps{.name = "--max-steps", .takes = Takes::count, .value = "N"};  // these of pareto too

inline constexpr Option kFrom{.name = "--from",
                              .takes = Takes::number,
                              .value = "A",
                              .about = "where to start (the problem's own value)",
                              .group = kStatement};
inline constexpr Option kTo{.name = "--to",
                            .takes = Takes::number,
                            .value = "B",
                            .about = "where to get",
                            .group = kStatement,
                            .is_required = true};
inline constexpr Option kFirstStep{.name = "--first-step",
                                   .takes = Takes::number,
                                   .value = "X",
                                   .about = "as a fraction of the path (0.1)",
                                   .group = kMethod,
                                   .kinds = Kind::motion | Kind::controller};

}  // namespace tandem::cli
