#include <tandem/ocp/transcription/scaling.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace tandem {
namespace {

/// A power of ten, 1 within a factor of a hundred of 1.
double rounded(double magnitude) {
  if (!(magnitude > 0.0) || !std::isfinite(magnitude)) return 1.0;
  const double exponent = std::log10(magnitude);
  return std::abs(exponent) <= 2.0 ? 1.0 : std::pow(10.0, std::round(exponent));
}

double finite_size(const Range& range, std::span<const double> numbers) {
  const double lower = std::abs(range.lower.at(numbers)), upper = std::abs(range.upper.at(numbers));
  return std::max(std::isfinite(lower) ? lower : 0.0, std::isfinite(upper) ? upper : 0.0);
}

class ScalingMaker {
 public:
  ScalingMaker(const StagedNlp& nlp, const Guess& guess, const std::map<std::string, double>& given)
      : nlp_(nlp), guess_(guess), given_(given), numbers_(nlp.problem().number_values()) {
    scaling_.unknowns.setOnes(nlp.layout().variables());
    scaling_.rows.setOnes(nlp.layout().constraints());
    for (const auto& [name, size] : given) {
      require(std::isfinite(size) && size > 0.0, "scale '{}': the size {} must be positive", name, size);
    }
  }

  Scaling make() {
    for (int i = 0; i < nlp_.phases(); ++i) scale_phase(i);
    scale_linkages();
    scale_budgets();
    scale_border();
    scaling_.objective = size_of("", "objective", 0.0);
    for (const auto& [name, size] : given_) {
      if (used_.contains(name)) continue;
      std::vector<std::string> known;
      for (const NamedSize& one : scaling_.names) known.push_back(one.name);
      refuse("scale '{}': nothing of that name is scaled{}", name, did_you_mean(name, known));
    }
    return std::move(scaling_);
  }

 private:
  /// The size given for "phase/name" or "name", else the one found.
  double size_of(const std::string& phase, const std::string& name, double magnitude) {
    const bool qualified = nlp_.phases() > 1 && !phase.empty();
    NamedSize size{qualified ? phase + "/" + name : name, rounded(magnitude), false};
    for (const std::string& key : {name, phase + "/" + name}) {
      const auto found = given_.find(key);
      if (found == given_.end()) continue;
      used_.insert(key);
      size.size = found->second;
      size.is_given = true;
    }
    scaling_.names.push_back(size);
    return size.size;
  }

  double state_magnitude(const State& state, const Eigen::RowVectorXd& guess) const {
    double magnitude = guess.cwiseAbs().maxCoeff();
    for (const std::optional<Range>& end : {state.start, state.end}) {
      if (end) magnitude = std::max(magnitude, finite_size(*end, numbers_));
    }
    return magnitude > 0.0 ? magnitude : finite_size(state.bounds, numbers_);
  }

  void scale_phase(int i) {
    const Phase& phase = nlp_.phase(i);
    const PhaseGuess& guess = guess_.phases[i];
    for (int s = 0; s < phase.state_count; ++s) {
      const State& state = phase.states[s];
      set_state(i, s, size_of(phase.name, state.name, state_magnitude(state, guess.states.row(s))));
    }
    for (int c = 0; c < phase.control_count; ++c) {
      const Control& control = phase.controls[c];
      const double guessed = guess.controls.row(c).cwiseAbs().maxCoeff();
      const double magnitude = guessed > 0.0 ? guessed : finite_size(control.bounds, numbers_);
      set_control(i, c, size_of(phase.name, control.name, magnitude));
    }
    scale_rows(i);
  }

  void set_state(int phase, int state, double size) {
    const PhaseLayout& layout = nlp_.layout(phase);
    const Tableau& tableau = nlp_.mesh(phase).tableau;
    for (int k = 0; k < layout.intervals(); ++k) {
      for (int n = 0; n < tableau.node_states(); ++n) scaling_.unknowns(layout.node_state(k, n) + state) = size;
      for (int e = 0; e < tableau.defects(); ++e) scaling_.rows(layout.defect(k, e) + state) = size;
    }
    const int copy = nlp_.layout().start_copy(phase);
    if (copy < 0) return;
    scaling_.unknowns(copy + state) = size;
    scaling_.rows(nlp_.layout().copy_row(phase) + state) = size;
  }

  void set_control(int phase, int control, double size) {
    const PhaseLayout& layout = nlp_.layout(phase);
    for (int k = 0; k < layout.intervals(); ++k) {
      for (int n = 0; n < nlp_.mesh(phase).tableau.node_controls(); ++n) {
        scaling_.unknowns(layout.node_control(k, n) + control) = size;
      }
    }
  }

  void scale_rows(int i) {
    const Phase& phase = nlp_.phase(i);
    const PhaseLayout& layout = nlp_.layout(i);
    const Tableau& tableau = nlp_.mesh(i).tableau;
    const auto found = [&](const Constraint& constraint) {
      return size_of(phase.name, constraint.name, finite_size(constraint.bounds, numbers_));
    };
    for (int c = 0; c < layout.integrals(); ++c) {
      const double size = found(phase.integral_constraints[c]);
      for (int k = 0; k <= layout.intervals(); ++k) scaling_.unknowns(layout.integral(k) + c) = size;
      for (int k = 0; k < layout.intervals(); ++k) scaling_.rows(layout.quadrature(k) + c) = size;
    }
    for (int c = 0; c < layout.paths(); ++c) {
      const double size = found(phase.path_constraints[c]);
      for (int k = 0; k < layout.intervals(); ++k) {
        for (int j = 0; j < tableau.point_count(); ++j) {
          if (tableau.holds_paths(j)) scaling_.rows(layout.path(k, j) + c) = size;
        }
      }
    }
    for (int c = 0; c < layout.end_constraints(); ++c) {
      scaling_.rows(layout.end_constraint() + c) = found(phase.end_constraints[c]);
    }
  }

  void scale_linkages() {
    for (int i = 0; i < static_cast<int>(nlp_.problem().linkages().size()); ++i) {
      const Linkage& linkage = nlp_.problem().linkages()[i];
      const double size = size_of("", linkage.name, finite_size(linkage.bounds, numbers_));
      scaling_.rows.segment(nlp_.layout().linkage_row(i), linkage.rows()).setConstant(size);
    }
  }

  void scale_budgets() {
    for (const Budget& budget : nlp_.layout().budgets()) {
      scaling_.rows(budget.row) = scaling_.unknowns(nlp_.layout(budget.phase).integral(0) + budget.integral);
    }
  }

  void scale_border() {
    for (int i = 0; i < nlp_.phases(); ++i) {
      const PhaseLayout& layout = nlp_.layout(i);
      const Eigen::VectorXd& time = guess_.phases[i].time;
      const std::string& phase = nlp_.phase(i).name;
      if (layout.start_time() >= 0 && !nlp_.phase(i).time.continues) {
        scaling_.unknowns(layout.start_time()) = size_of(phase, "start-time", std::abs(time(0)));
      }
      if (layout.end_time() < 0) continue;
      const double size = size_of(phase, "end-time", std::abs(time(time.size() - 1)));
      scaling_.unknowns(layout.end_time()) = size;
      if (layout.has_duration_row()) scaling_.rows(layout.duration_row()) = size;
    }
    const std::vector<int> free = nlp_.problem().free_numbers();
    for (int i = 0; i < nlp_.layout().free_numbers(); ++i) {
      const NamedNumber& number = nlp_.problem().numbers()[free[i]];
      scaling_.unknowns(nlp_.layout().free_number(i)) = size_of("", number.name, std::abs(number.value));
    }
  }

  const StagedNlp& nlp_;
  const Guess& guess_;
  const std::map<std::string, double>& given_;
  std::vector<double> numbers_;
  std::set<std::string> used_;
  Scaling scaling_;
};

}  // namespace

Scaling make_scaling(const StagedNlp& nlp, const Guess& guess, const std::map<std::string, double>& given) {
  check_guess(guess, nlp.problem());
  return ScalingMaker(nlp, guess, given).make();
}

}  // namespace tandem
