#pragma once

#include <tandem/cli/common_options.hpp>
#include <tandem/cli/given.hpp>
#include <tandem/cli/problems.hpp>
#include <tandem/ocp/search/polish/solve_certified.hpp>

#include <optional>
#include <string>
#include <string_view>

// The options that `tandem solve` alone has, and what is made of what was given for a solve.
namespace tandem::cli {

inline constexpr std::string_view kManyStarts = "Many starts";  // a group

/// A solve and one from many starts; not all problems in a table.
inline constexpr Kinds kOneMotion = Kind::motion | Kind::starts;

inline constexpr Option kScale{.name = "--scale",
                               .takes = Takes::text,
                               .value = "NAME=SIZE",
                               .about = "measure a state, control, constraint or number by this size; may be repeated",
                               .group = kMethod,
                               .kinds = kOneMotion,
                               .is_repeated = true};
inline constexpr Option kFixed{
    .name = "--fixed",
    .about = "keep the problem's own mesh; else the solve goes on until the answer is certified",
    .group = kMethod,
    .kinds = kMotions};
inline constexpr Option kBudget{.name = "--budget",
                                .takes = Takes::number,
                                .value = "SECONDS",
                                .about = "for going on until the answer is certified (30)",
                                .group = kMethod,
                                .kinds = Kind::motion | Kind::every};
inline constexpr Option kCertify{.name = "--certify",
                                 .takes = Takes::text,
                                 .value = "HOW",
                                 .about = "full; light, only what needs no integration; or none",
                                 .group = kMethod,
                                 .preset = "full",
                                 .kinds = Kind::motion | Kind::every};
inline constexpr Option kRescue{
    .name = "--rescue",
    .about = "if it fails, try easier problems on the way: more force, less gravity, more time, open ends",
    .group = kMethod,
    .kinds = Kind::motion};
inline constexpr Option kSolver{.name = "--solver",
                                .takes = Takes::text,
                                .value = "NAME",
                                .about = "ipopt; or ddp, on shooting-rk4, semi-implicit, midpoint and trapezoid",
                                .group = kMethod,
                                .preset = kDefaultSolver,
                                .kinds = kMotions};
inline constexpr Option kHessian{.name = "--hessian",
                                 .takes = Takes::text,
                                 .value = "WHICH",
                                 .about =
                                     "of ddp: exact (the default); or gauss-newton, without the steps' curvature, and "
                                     "of costs that are squares of residuals J'J",
                                 .group = kMethod,
                                 .kinds = kMotions};
inline constexpr Option kLinearSolver{
    .name = "--linear-solver",
    .takes = Takes::text,
    .value = "NAME",
    .about = "sweep, along the stages; mumps; or shadow: mumps steers, the sweep is compared",
    .group = kMethod,
    .preset = kDefaultLinearSolver,
    .kinds = kMotions};
inline constexpr Option kTolerance{.name = "--tol",
                                   .takes = Takes::number,
                                   .value = "X",
                                   .about = "convergence tolerance (1e-10)",
                                   .group = kMethod,
                                   .kinds = kMotions};
inline constexpr Option kIpopt{.name = "--ipopt",
                               .takes = Takes::text,
                               .value = "KEY=VALUE",
                               .about = "an option of IPOPT's own; may be repeated",
                               .group = kMethod,
                               .kinds = kMotions,
                               .is_repeated = true};
inline constexpr Option kMostIterations{.name = "--max-iterations",
                                        .takes = Takes::count,
                                        .value = "N",
                                        .about = "iteration limit (3000)",
                                        .group = kMethod,
                                        .kinds = kMotions};
inline constexpr Option kMultiStart{.name = "--multi-start",
                                    .takes = Takes::count,
                                    .value = "N",
                                    .about = "solve from N random starts and keep each minimum once",
                                    .group = kManyStarts,
                                    .kinds = kOneMotion | kDesigns};
inline constexpr Option kFromStart{.name = "--from-start",
                                   .takes = Takes::count,
                                   .value = "K",
                                   .about = "solve from the Kth of these starts alone; 0 is the usual guess",
                                   .group = kManyStarts,
                                   .kinds = Kind::motion};
inline constexpr Option kThreads{.name = "--threads",
                                 .takes = Takes::count,
                                 .value = "N",
                                 .about =
                                     "threads that solve side by side (as many as the machine has), or that "
                                     "evaluate one solve's functions (1); answers do not depend on it",
                                 .group = kManyStarts,
                                 .kinds = kOneMotion};
inline constexpr Option kVerbose{.name = "--verbose",
                                 .about = "print the solver's own table",
                                 .group = kOutput,
                                 .kinds = Kind::motion,
                                 .excludes = {kQuiet.name}};
inline constexpr Option kTiming{
    .name = "--timing", .about = "print where the time went", .group = kOutput, .kinds = kOneMotion};

/// The mesh that was given, of every command that takes one.
SolveOptions mesh_from(const Given& given);

/// Where derivatives are to come from; refuses what is not known.
std::string derivatives_from(const Given& given);

/// What to start from, of every command that takes --guess: a saved solution, or "zeros".
std::optional<Guess> starting_guess(const Given& given, const Problem& problem);

/// How it is to be solved, but for what it starts from; refuses what is not known. Of `solve`.
SolveOptions options_from(const Given& given);
/// The same with the guess.
SolveOptions options_from(const Given& given, const Problem& problem);

/// Whether solve is to go on until the answer is certified: no mesh, method or refinement of the user's own. Refuses a
/// budget for it where it is not.
bool goes_on(const Given& given);
CertifiedOptions certified_options_from(const Given& given, SolveOptions solve);

}  // namespace tandem::cli
