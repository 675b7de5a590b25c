#include "borders.hpp"
#include "drawings.hpp"
#include "listed_frames.hpp"

#include <tandem/ocp/statement/problem.hpp>

#include <nanobind/ndarray.h>

#include <utility>

namespace tandem::python {
namespace {

using RunTimePhase = PhaseBuilder<kRunTime, kRunTime>;
using Integers = nb::ndarray<const std::int32_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
using SharedListing = std::shared_ptr<const Listing>;

SharedListing listing_of(std::string name, const Integers& rows, std::vector<double> constants, int outputs) {
  std::vector<Instruction> instructions;
  instructions.reserve(rows.shape(0));
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    instructions.push_back({rows(i, 0), rows(i, 1), rows(i, 2), rows(i, 3)});
  }
  return std::make_shared<const Listing>(std::move(name), std::move(instructions), std::move(constants), outputs);
}

void bind_numbers(nb::module_& module) {
  nb::enum_<Role>(module, "Role")
      .value("constant", Role::constant)
      .value("design", Role::design)
      .value("path", Role::path);
  nb::class_<Affine>(module, "Affine")
      .def(nb::init<double>())
      .def("__init__", [](Affine* made, double constant, const std::vector<std::pair<int, double>>& terms) {
        new (made) Affine(constant);
        for (const auto& [index, coefficient] : terms) *made += coefficient * Number{index};
      });
  nb::implicitly_convertible<double, Affine>();
  nb::class_<Range>(module, "Range").def(nb::init<Affine, Affine>());
  nb::class_<NamedNumber>(module, "NamedNumber")
      .def_ro("name", &NamedNumber::name)
      .def_ro("value", &NamedNumber::value)
      .def_ro("unit", &NamedNumber::unit)
      .def_ro("meaning", &NamedNumber::meaning)
      .def_ro("role", &NamedNumber::role)
      .def_ro("lower", &NamedNumber::lower)
      .def_ro("upper", &NamedNumber::upper);
}

/// A guess as [(fraction, value)]: the first at 0, the last at 1.
std::optional<LinearGuess> guess_of(const std::optional<std::vector<std::pair<double, Affine>>>& points) {
  if (!points) return std::nullopt;
  require(points->size() >= 2, "a guess needs a value at the start and one at the end");
  LinearGuess guess{points->front().second, points->back().second};
  for (std::size_t i = 1; i + 1 < points->size(); ++i) {
    guess.between.push_back({(*points)[i].first, (*points)[i].second});
  }
  return guess;
}

SeenFrames frames_seen(const MultibodyDynamics& dynamics, const std::vector<std::string>& names) {
  SeenFrames seen{dynamics, {}};
  for (const std::string& name : names) seen.frames.push_back(dynamics.model().find_frame(name));
  return seen;
}

template <class Variables>
std::vector<std::string> names_of(const Variables& variables) {
  std::vector<std::string> names;
  for (const auto& each : variables) names.push_back(each.name);
  return names;
}

void bind_phase(nb::class_<RunTimePhase>& phases) {
  phases
      .def(
          "time",
          [](RunTimePhase& phase, Range start, Range end, std::optional<double> guess, bool continues,
             std::optional<Range> duration) {
            phase.time({std::move(start), std::move(end), guess, continues, std::move(duration)});
          },
          "start"_a, "end"_a, "guess"_a.none(), "continues"_a, "duration"_a.none())
      .def(
          "state",
          [](RunTimePhase& phase, std::string name, std::string unit, Range bounds, std::optional<Range> start,
             std::optional<Range> end, const std::optional<std::vector<std::pair<double, Affine>>>& guess) {
            phase.state(std::move(name),
                        {std::move(unit), std::move(bounds), std::move(start), std::move(end), guess_of(guess)});
          },
          "name"_a, "unit"_a, "bounds"_a, "start"_a.none(), "end"_a.none(), "guess"_a.none())
      .def(
          "control",
          [](RunTimePhase& phase, std::string name, std::string unit, Range bounds,
             const std::optional<std::vector<std::pair<double, Affine>>>& guess) {
            phase.control(std::move(name), {std::move(unit), std::move(bounds), guess_of(guess)});
          },
          "name"_a, "unit"_a, "bounds"_a, "guess"_a.none())
      .def("intervals", [](RunTimePhase& phase, int count) { phase.intervals(count); })
      .def("dynamics", [](RunTimePhase& phase, SharedListing f) { phase.dynamics(ListedVector{std::move(f)}); })
      .def("mechanism", [](RunTimePhase& phase, const MultibodyDynamics& dynamics) { phase.mechanism(dynamics); })
      .def("start_at", [](RunTimePhase& phase, const Posture& posture) { phase.start_at(posture); })
      .def("end_at", [](RunTimePhase& phase, const Posture& posture) { phase.end_at(posture); })
      .def(
          "restate",
          [](RunTimePhase& phase, const std::string& name, std::optional<Range> bounds, std::optional<Range> start,
             std::optional<Range> end, const std::optional<std::vector<std::pair<double, Affine>>>& guess) {
            State& state = phase.state(name);
            if (bounds) state.bounds = std::move(*bounds);
            if (start) state.start = std::move(start);
            if (end) state.end = std::move(end);
            if (guess) state.guess = guess_of(guess);
          },
          "name"_a, "bounds"_a.none(), "start"_a.none(), "end"_a.none(), "guess"_a.none())
      .def("multibody", [](RunTimePhase& phase, const MultibodyDynamics& dynamics) { phase.dynamics(dynamics); })
      .def("dynamics", [](RunTimePhase& phase, const UserFunction& f) { phase.dynamics(f); })
      .def("implicit_dynamics", [](RunTimePhase& phase, SharedListing f) {
        phase.implicit_dynamics([f = std::move(f)](const auto& k, const auto&) { return (*f)(k); });
      });
}

/// Costs: an expression, which may see frames, or a function of NumPy's.
void bind_costs(nb::class_<RunTimePhase>& phases) {
  phases
      .def(
          "running_cost",
          [](RunTimePhase& phase, SharedListing f, const SeenFrames* seen) {
            as_function<ListedNumber>(std::move(f), seen, [&](auto function) { phase.running_cost(function); });
          },
          "function"_a, "frames"_a.none())
      .def(
          "running_cost", [](RunTimePhase& phase, const UserFunction& f, nb::handle) { phase.running_cost(f); },
          "function"_a, "frames"_a.none())
      .def(
          "end_cost",
          [](RunTimePhase& phase, SharedListing f, const SeenFrames* seen) {
            as_function<ListedNumber>(std::move(f), seen, [&](auto function) { phase.end_cost(function); });
          },
          "function"_a, "frames"_a.none())
      .def(
          "end_cost", [](RunTimePhase& phase, const UserFunction& f, nb::handle) { phase.end_cost(f); }, "function"_a,
          "frames"_a.none())
      .def(
          "running_residuals",
          [](RunTimePhase& phase, SharedListing f, const SeenFrames* seen) {
            const int count = f->outputs();
            as_function<ListedVector>(std::move(f), seen,
                                      [&](auto function) { phase.running_residuals(function, count); });
          },
          "function"_a, "frames"_a.none())
      .def(
          "end_residuals",
          [](RunTimePhase& phase, SharedListing f, const SeenFrames* seen) {
            const int count = f->outputs();
            as_function<ListedVector>(std::move(f), seen, [&](auto function) { phase.end_residuals(function, count); });
          },
          "function"_a, "frames"_a.none());
}

/// phase.name(name, bounds, function, frames) of a constraint; `state` is what of PhaseBuilder states it.
template <class State>
void bind_constraint(nb::class_<RunTimePhase>& phases, const char* kind, const State& state) {
  phases
      .def(
          kind,
          [state](RunTimePhase& phase, const std::string& name, const Range& bounds, SharedListing f,
                  const SeenFrames* seen) {
            as_function<ListedNumber>(std::move(f), seen,
                                      [&](auto function) { state(phase, name, bounds, std::move(function)); });
          },
          "name"_a, "bounds"_a, "function"_a, "frames"_a.none())
      .def(
          kind,
          [state](RunTimePhase& phase, const std::string& name, const Range& bounds, const UserFunction& f,
                  nb::handle) { state(phase, name, bounds, f); },
          "name"_a, "bounds"_a, "function"_a, "frames"_a.none());
}

void bind_constraints(nb::class_<RunTimePhase>& phases) {
  bind_constraint(phases, "path_constraint", [](RunTimePhase& phase, const auto& name, const auto& bounds, auto f) {
    phase.path_constraint(name, bounds, std::move(f));
  });
  bind_constraint(phases, "end_constraint", [](RunTimePhase& phase, const auto& name, const auto& bounds, auto f) {
    phase.end_constraint(name, bounds, std::move(f));
  });
  bind_constraint(phases, "integral_constraint", [](RunTimePhase& phase, const auto& name, const auto& bounds, auto f) {
    phase.integral_constraint(name, bounds, std::move(f));
  });
}

void bind_phase_drawing(nb::class_<RunTimePhase>& phases) {
  phases.def(
      "drawing",
      [](RunTimePhase& phase, SharedListing f, std::vector<ListedShape> shapes,
         std::optional<std::pair<double, double>> view) {
        ListedDrawing drawing{std::move(f), std::move(shapes)};
        if (view) drawing.view = {view->first, view->second};
        phase.drawing(std::move(drawing));
      },
      "listing"_a, "shapes"_a, "view"_a.none());
}

}  // namespace

void bind_statement(nb::module_& module) {
  nb::class_<Listing>(module, "Listing")
      .def(nb::new_(&listing_of), "name"_a, "instructions"_a, "constants"_a, "outputs"_a)
      .def_prop_ro("outputs", &Listing::outputs);
  bind_numbers(module);
  bind_drawings(module);
  nb::class_<SeenFrames>(module, "SeenFrames").def(nb::new_(&frames_seen), "dynamics"_a, "names"_a);
  nb::class_<RunTimePhase> phases(module, "Phase");
  bind_phase(phases);
  bind_costs(phases);
  bind_constraints(phases);
  bind_phase_drawing(phases);

  module.def("mechanism_names", [](const MultibodyDynamics& dynamics) {
    Problem problem("names");
    problem.phase("names", dynamics);
    const Phase& phase = problem.phases()[0];
    return std::pair(names_of(phase.states), names_of(phase.controls));
  });

  nb::class_<Problem>(module, "Problem")
      .def(nb::init<std::string>())
      .def_prop_ro("name", &Problem::name)
      .def("describe",
           [](Problem& problem, std::string title, std::string source, std::string teaches) {
             problem.description() = {std::move(title), std::move(source), std::move(teaches), {}};
           })
      .def("reference",
           [](Problem& problem, double objective, double tolerance, std::string source) {
             problem.description().reference = {objective, tolerance, std::move(source)};
           })
      .def("number",
           [](Problem& problem, std::string name, double value, std::string unit, std::string meaning, Role role,
              double lower, double upper) {
             return problem.number({std::move(name), value, std::move(unit), std::move(meaning), role, lower, upper})
                 .index;
           })
      .def("set", &Problem::set)
      .def("state_names", [](const Problem& problem, int phase) { return names_of(problem.phases()[phase].states); })
      .def("control_names",
           [](const Problem& problem, int phase) { return names_of(problem.phases()[phase].controls); })
      .def_prop_ro("numbers",
                   [](const Problem& problem) {
                     return std::vector<NamedNumber>(problem.numbers().begin(), problem.numbers().end());
                   })
      .def("mesh",
           [](Problem& problem, std::string transcription, int intervals, int degree) {
             problem.mesh() = {std::move(transcription), intervals, degree};
           })
      .def(
          "phase",
          [](Problem& problem, std::string name, int states, int controls) {
            return problem.phase(std::move(name), states, controls);
          },
          nb::keep_alive<0, 1>())
      .def("link",
           [](Problem& problem, std::string name, const RunTimePhase& before, const RunTimePhase& after, Range bounds,
              SharedListing f) {
             // The listing sees [x before, t before, x after, t after] as states.
             problem.link(std::move(name), before, after, std::move(bounds), LinkedNumber{std::move(f)});
           })
      .def("maximise", &Problem::maximise)
      .def("validate", &Problem::validate);
}

}  // namespace tandem::python
