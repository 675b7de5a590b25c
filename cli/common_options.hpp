#pragma once

#include <tandem/cli/option.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <string_view>

// Options that several commands take, each with words of its own where these do not fit.
namespace tandem::cli {

// Groups.
inline constexpr std::string_view kStatement = "Statement", kMethod = "Method", kOutput = "Output";

inline constexpr Option kSet{.name = "--set",
                             .takes = Takes::text,
                             .value = "KEY=VALUE",
                             .about = "give a named number another value; may be repeated",
                             .is_repeated = true};
inline constexpr Option kGuess{.name = "--guess",
                               .takes = Takes::text,
                               .value = "FILE|zeros",
                               .about = "start from a solution saved by solve --json, or from zeros"};
inline constexpr Option kTranscription{
    .name = "--transcription", .takes = Takes::text, .value = "NAME", .about = "as for solve"};
inline constexpr Option kIntervals{.name = "--intervals", .takes = Takes::count, .value = "N", .about = "as for solve"};
inline constexpr Option kDegree{.name = "--degree", .takes = Takes::count, .value = "D", .about = "as for solve"};
inline constexpr Option kRefine{.name = "--refine", .takes = Takes::number, .value = "TOL", .about = "as for solve"};
inline constexpr Option kDerivatives{
    .name = "--derivatives", .takes = Takes::text, .value = "PLUG", .about = "as for solve", .preset = kDefaultPlug};
inline constexpr Option kPolish{.name = "--polish"};

inline constexpr Option kTimeLimit{.name = "--time-limit",
                                   .takes = Takes::number,
                                   .value = "SECONDS",
                                   .about = "end then, with the best until then; as Ctrl-C does"};

inline constexpr Option kAll{.name = "--all"};
inline constexpr Option kFeedback{.name = "--feedback"};
inline constexpr Option kSolution{.name = "--solution", .takes = Takes::file, .value = "FILE"};
inline constexpr Option kSeed{
    .name = "--seed", .takes = Takes::natural, .value = "S", .about = "of what is random (1)"};
inline constexpr Option kBase{.name = "--base",
                              .takes = Takes::text,
                              .value = "WHICH",
                              .about = "what a URDF's root link is: fixed (if not given) or floating",
                              .kinds = Kind::urdf};

inline constexpr Option kJson{.name = "--json", .takes = Takes::saved, .value = "FILE"};
inline constexpr Option kCsv{.name = "--csv", .takes = Takes::saved, .value = "FILE"};
inline constexpr Option kReport{.name = "--report", .takes = Takes::saved, .value = "FILE"};
inline constexpr Option kQuiet{.name = "--quiet", .about = "print nothing but errors"};

}  // namespace tandem::cli
