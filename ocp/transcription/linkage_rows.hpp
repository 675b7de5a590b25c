#pragma once

#include <tandem/ocp/transcription/nlp_layout.hpp>
#include <tandem/ocp/transcription/phase_patterns.hpp>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tandem {

/// The equations of a StagedNlp that join phases: linkages, the copies of start states that rings need, and budgets,
/// which share numbers.
class LinkageRows {
 public:
  /// The layout is the owner's and must outlive this.
  LinkageRows(const Problem& problem, const NlpLayout& layout, const std::vector<int>& free_numbers,
              const std::string& plug);

  void set_numbers(const Problem& problem);
  const Pattern& jacobian_pattern() const { return jacobian_pattern_; }
  const Pattern& hessian_pattern() const { return hessian_pattern_; }

  void fill_copies(Eigen::VectorXd& z) const;
  void require_finite() const;  ///< as PhaseNlp's

  void evaluate(const Eigen::VectorXd& z, Level level);

  // ---- at the last evaluated unknowns ---------------------------------------------------------------------------
  void constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out) const;
  void jacobian(std::span<double> values) const;
  void hessian(const Eigen::VectorXd& multipliers, std::span<double> values);

 private:
  struct Joint {
    std::string name;
    int row = 0;
    std::unique_ptr<KnotFunction> function;
    KnotBatch batch;
    std::vector<int> inputs;          ///< unknown behind each input, or -1
    Pattern jacobian, hessian;        ///< over the inputs, without those that are fixed
    int before = 0, after = 0;        ///< phases, for times that are fixed
    int time_before = 0, time_after;  ///< which inputs these are
  };

  /// q - slopes' numbers, within the rest of its bounds.
  struct Share {
    int row = 0, integral = 0;
    std::vector<std::pair<int, double>> slopes;  ///< unknowns of the border, and the bounds' slopes by them
  };

  void make_shares(const Problem& problem, const std::vector<int>& free_numbers);
  void set_fixed_times(const Problem& problem);
  Joint make_joint(const Problem& problem, int linkage, const std::vector<int>& free_numbers, const std::string& plug);
  void set_patterns();

  const NlpLayout& layout_;
  std::vector<Joint> joints_;
  std::vector<Share> shares_;
  Pattern jacobian_pattern_, hessian_pattern_;
};

}  // namespace tandem
