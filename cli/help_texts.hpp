#pragma once

/// What `tandem --help` and the footers of its commands say.
namespace tandem::cli {

extern const char* const kAbout;
extern const char* const kExitCodes;
extern const char* const kHomotopyFooter;
extern const char* const kParetoFooter;
extern const char* const kSimulateFooter;
extern const char* const kCertifyFooter;
extern const char* const kVerifyFooter;
extern const char* const kExportFooter;

}  // namespace tandem::cli
