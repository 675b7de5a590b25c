#include <tandem/cli/refuse_options.hpp>

#include <tandem/core/error.hpp>

namespace tandem::cli {

void refuse_options_of_motions(const Arguments& a, const char* kind, const char* takes) {
  const auto refuse_if = [=](bool given, const char* option) {
    require(!given, "{} is for problems of motion; of {} {}", option, kind, takes);
  };
  refuse_if(!a.scales.empty(), "--scale");
  refuse_if(!a.guess.empty(), "--guess");
  refuse_if(a.transcription.has_value(), "--transcription");
  refuse_if(a.intervals.has_value(), "--intervals");
  refuse_if(a.degree.has_value(), "--degree");
  refuse_if(a.refine.has_value(), "--refine");
  refuse_if(a.budget.has_value(), "--budget");
  refuse_if(a.fixed, "--fixed");
  refuse_if(a.polish, "--polish");
  refuse_if(a.rescue, "--rescue");
  refuse_if(a.hessian.has_value(), "--hessian");
  refuse_if(a.tolerance.has_value(), "--tol");
  refuse_if(!a.ipopt.empty(), "--ipopt");
  refuse_if(a.max_iterations.has_value(), "--max-iterations");
  refuse_if(a.time_limit.has_value(), "--time-limit");
  refuse_if(a.from_start.has_value(), "--from-start");
  refuse_if(a.threads.has_value(), "--threads");
  refuse_if(a.barrier.has_value(), "--barrier");
  refuse_if(a.first_step.has_value(), "--first-step");
  refuse_if(a.most_steps.has_value(), "--max-steps");
  refuse_if(a.through_folds > 0, "--through-folds");
  refuse_if(a.no_restart, "--no-restart");
  refuse_if(!a.checkpoint.empty(), "--checkpoint");
  refuse_if(!a.resume.empty(), "--resume");
  refuse_if(!a.csv.empty(), "--csv");
  refuse_if(!a.report.empty(), "--report");
}

}  // namespace tandem::cli
