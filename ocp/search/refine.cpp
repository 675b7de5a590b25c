#include <tandem/ocp/search/refine.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace tandem {
namespace {

constexpr double kHeld = 0.9;        // of the bar, by the intervals that are cut
constexpr double kShare = 0.1;       // of an interval's share of the tolerance: below it is left alone
constexpr double kNegligible = 0.2;  // of that share, for joining: what is expected of the longer interval
constexpr double kMostGrowth = 8.0;  // of a part when two are joined: what stands at rounding does not grow at all
constexpr double kFarFrom = 4.0;     // of the tolerance
constexpr int kMostPieces = 4;
constexpr double kNearEnd = 0.25;   // of an interval: a switch this near to its end moves the end
constexpr double kShortest = 1e-9;  // of the phase

double part(const PhaseParts& parts, int k) { return std::abs(parts.errors(k)) + parts.bounds(k); }

/// Of all phases together: the least part that is still to be cut.
double threshold(const Certificate& certificate, double share) {
  std::vector<double> all;
  for (const PhaseParts& parts : certificate.parts) {
    for (int k = 0; k < parts.errors.size(); ++k) all.push_back(part(parts, k));
  }
  for (double& one : all) one = std::isnan(one) ? std::numeric_limits<double>::infinity() : one;
  std::sort(all.begin(), all.end(), std::greater<>());
  const double sum = std::accumulate(all.begin(), all.end(), 0.0);
  double held = 0.0;
  for (const double one : all) {
    held += one;
    if (held >= kHeld * sum || std::isinf(held)) return std::max(one, kShare * share);
  }
  return kShare * share;
}

class PhaseRefiner {
 public:
  PhaseRefiner(const PhaseSolution& phase, const PhaseParts& parts, const Tableau& tableau, double threshold,
               double share, bool may_join)
      : phase_(phase),
        parts_(parts),
        order_(tableau.state_order),
        threshold_(threshold),
        share_(share),
        may_join_(may_join) {
    ends_ = phase.interval_ends;
    for (const MeshEvent& event : parts.events) events_[event.interval].push_back(event.fraction);
  }

  std::vector<double> ends() {
    std::vector<double> cuts;  // new ends inside intervals
    std::vector<bool> kept(ends_.size(), true);
    std::vector<double> moved = ends_;
    for (int k = 0; k < phase_.intervals(); ++k) {
      const double size = part(parts_, k);
      if (!(size < threshold_)) cut(k, size, cuts, moved);
    }
    join(kept);
    std::vector<double> all;
    for (std::size_t k = 0; k < moved.size(); ++k) {
      if (kept[k]) all.push_back(moved[k]);
    }
    all.insert(all.end(), cuts.begin(), cuts.end());
    std::sort(all.begin(), all.end());
    std::vector<double> distinct{0.0};
    for (const double end : all) {
      if (end > distinct.back() + kShortest && end < 1.0 - kShortest) distinct.push_back(end);
    }
    distinct.push_back(1.0);
    return distinct;
  }

 private:
  double length(int k) const { return ends_[k + 1] - ends_[k]; }

  /// A part of order p + 1 in the length falls by m^(p + 1) when its interval is cut into m.
  void cut(int k, double size, std::vector<double>& cuts, std::vector<double>& moved) {
    touched_.insert(k);
    const auto events = events_.find(k);
    if (events != events_.end() && !parts_.singular[k]) {
      for (const double fraction : events->second) {
        const double at = ends_[k] + fraction * length(k);
        if (fraction < kNearEnd && k > 0 && moved[k] == ends_[k]) {
          moved[k] = at;
        } else if (fraction > 1.0 - kNearEnd && k + 2 < std::ssize(ends_) && moved[k + 1] == ends_[k + 1]) {
          moved[k + 1] = at;
        } else {
          cuts.push_back(at);
        }
      }
      return;
    }
    int pieces = 2;
    if (std::isfinite(size) && share_ > 0.0) {
      const double wanted = std::ceil(std::pow(size / share_, 1.0 / (order_ + 1)));
      pieces = std::clamp(wanted <= kMostPieces ? static_cast<int>(wanted) : kMostPieces, 2, kMostPieces);
    }
    if (parts_.bounds(k) > 0.5 * size) pieces = 2;  // a junction is somewhere inside: the halves tell where
    for (int piece = 1; piece < pieces; ++piece) cuts.push_back(ends_[k] + length(k) * piece / pieces);
  }

  /// Pairs of neighbours that would be negligible as one.
  void join(std::vector<bool>& kept) const {
    if (!may_join_) return;
    const double growth = std::min(std::pow(2.0, order_ + 1), kMostGrowth);
    for (int k = 0; k + 1 < phase_.intervals(); ++k) {
      if (touched_.contains(k) || touched_.contains(k + 1)) continue;
      const double both = part(parts_, k) + part(parts_, k + 1);
      const bool alike = length(k) < 1.5 * length(k + 1) && length(k + 1) < 1.5 * length(k);
      if (!alike || !(both * growth < kNegligible * share_)) continue;
      kept[k + 1] = false;
      ++k;  // a pair at a time
    }
  }

  const PhaseSolution& phase_;
  const PhaseParts& parts_;
  int order_;
  double threshold_, share_;
  bool may_join_;
  std::vector<double> ends_;
  std::map<int, std::vector<double>> events_;
  std::set<int> touched_;
};

}  // namespace

std::vector<Mesh> refined_meshes(const Solution& solution, double tolerance) {
  const Tableau tableau = make_tableau(solution.transcription, solution.degree);
  const Certificate& certificate = solution.certificate;
  const double scale = certificate.error_bar ? certificate.error_bar->scale : 1.0;
  const double share = tolerance * scale / solution.intervals();
  const double least = threshold(certificate, share);
  // near the tolerance nothing is joined any more, or what one round joins the next one cuts
  const bool may_join = !certificate.error_bar || certificate.error_bar->relative() > kFarFrom * tolerance;
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < solution.phases.size(); ++i) {
    const PhaseSolution& phase = solution.phases[i];
    PhaseRefiner refiner(phase, certificate.parts[i], tableau, least, share, may_join);
    meshes.push_back(mesh_with_ends(solution.transcription, solution.degree, refiner.ends()));
  }
  return meshes;
}

bool wants_refinement(const Solution& solution) {
  if (!solution.is_solved() || solution.certificate.passes() || !solution.certificate.error_bar) return false;
  const std::vector<CertificateLine>& lines = solution.certificate.lines;
  return std::all_of(lines.begin(), lines.end(), [](const CertificateLine& line) {
    return line.holds || !line.in_verdict || is_of_mesh(line) || line.name == "transversality";
  });
}

}  // namespace tandem
