#include <tandem/derivatives/frame_function.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/following_parameters.hpp>
#include <tandem/derivatives/recording.hpp>
#include <tandem/derivatives/scratch_pool.hpp>
#include <tandem/dynamics/kinematics.hpp>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

namespace tandem {

/// What one evaluation writes.
template <class S>
struct FrameFunction::Scratch {
  explicit Scratch(const FrameFunction& function)
      : parameters(function.dynamics()),
        ws(function.dynamics().model()),
        accelerations(function.dynamics().model().nv()),
        rates(function.dynamics().states(), S(0.0)),
        x(function.inner_states(), S(0.0)) {
    accelerations.setConstant(S(0.0));
  }

  FollowingParameters<S> parameters;
  Workspace<S> ws;
  VectorX<S> accelerations;
  std::vector<S> rates, x;
};

struct FrameFunction::Pool : ScratchPool<Scratch<double>> {};

FrameFunction::FrameFunction(MultibodyDynamics dynamics, std::vector<Frame> frames, GenericFunction inner, int states,
                             int controls)
    : function_(std::move(dynamics)),
      frames_(std::move(frames)),
      inner_(std::move(inner)),
      controls_(controls),
      pool_(std::make_unique<Pool>()) {
  function_.check_sizes(states, controls > 0 ? controls : function_.dynamics().controls());
}

FrameFunction::~FrameFunction() = default;

bool FrameFunction::uses_accelerations(std::span<const double> numbers) const {
  std::call_once(looked_, [&] {
    if (controls_ == 0) return;
    KnotBlocks blocks{inner_states(), controls_, {inner_}, {numbers.begin(), numbers.end()}, {}};
    blocks.recorded_at = recorded_frames(dynamics().model(), dynamics().states(), frames_.size(), of_a_frame());
    CppAD::ADFun<double> tape = record(blocks);
    const BoolMatrix places = as_matrix(jacobian_places(tape));
    for (std::size_t f = 0; f < frames_.size(); ++f) {
      const long first = dynamics().states() + kAcceleratedNumbers * static_cast<long>(f) + kMovingNumbers;
      uses_accelerations_ = uses_accelerations_ || places.middleCols(first, kAcceleratedNumbers - kMovingNumbers).any();
    }
  });
  return uses_accelerations_;
}

std::vector<double> recorded_frames(const Model& model, int states, std::size_t frames, int of_a_frame) {
  const Eigen::VectorXd q = model.neutral_configuration();
  std::vector<double> x(q.begin(), q.end());
  x.resize(states, 0.0);
  for (std::size_t f = 0; f < frames; ++f) {
    const double apart = 1.0 + static_cast<double>(f);
    std::vector<double> numbers{apart, 2.0 * apart, 3.0 * apart, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    numbers.resize(of_a_frame, 0.25 * apart);
    x.insert(x.end(), numbers.begin(), numbers.end());
  }
  return x;
}

template <class S>
void FrameFunction::evaluate(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out,
                             bool with_accelerations) const {
  const Model& model = dynamics().model();
  const int nq = model.nq(), nv = model.nv();
  if (with_accelerations) {
    function_(knot, std::span<S>(scratch.rates));
    for (int d = 0; d < nv; ++d) scratch.accelerations(d) = scratch.rates[nq + d];
  }
  scratch.parameters.set(dynamics(), knot.numbers);
  std::copy(knot.x.begin(), knot.x.end(), scratch.x.begin());
  const Eigen::Map<const VectorX<S>> q(knot.x.data(), nq), v(knot.x.data() + nq, nv);
  S* numbers = scratch.x.data() + dynamics().states();
  for (const Frame& frame : frames_) {
    FrameMotion<S> motion;
    frame_motion<S>(model, scratch.parameters.current, scratch.ws, q, v, scratch.accelerations, frame, motion);
    write_numbers(motion, of_a_frame(), numbers);
    numbers += of_a_frame();
  }
  inner_(KnotView<S>{scratch.x, knot.u, knot.t, knot.numbers}, out);
}

template <class S>
void FrameFunction::operator()(const KnotView<S>& knot, std::span<S> out) const {
  if constexpr (std::is_same_v<S, double>) {
    const bool with_accelerations = uses_accelerations(knot.numbers);
    const auto scratch = pool_->take([&] { return std::make_unique<Scratch<S>>(*this); });
    try {
      evaluate(*scratch, knot, out, with_accelerations);
    } catch (const Error&) {
      std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
    }
  } else {
    Scratch<S> scratch(*this);  // numbers of a tape must not outlive it, and what is not used leaves it
    evaluate(scratch, knot, out, controls_ > 0);
  }
}

template void FrameFunction::operator()<double>(const KnotView<double>&, std::span<double>) const;
template void FrameFunction::operator()<CppAD::AD<double>>(const KnotView<CppAD::AD<double>>&,
                                                           std::span<CppAD::AD<double>>) const;

std::shared_ptr<const FrameFunction> make_frame_function(const MultibodyDynamics& dynamics,
                                                         const std::vector<Frame>& frames, GenericFunction inner,
                                                         int states, int controls) {
  return std::make_shared<const FrameFunction>(dynamics, frames, std::move(inner), states, controls);
}

const MultibodyDynamics& dynamics_of(const FrameFunction& function) { return function.dynamics(); }

void evaluate(const FrameFunction& function, const KnotView<double>& knot, std::span<double> out) {
  function(knot, out);
}
void evaluate(const FrameFunction& function, const KnotView<CppAD::AD<double>>& knot,
              std::span<CppAD::AD<double>> out) {
  function(knot, out);
}

}  // namespace tandem
