"""How a phase goes over to the library: ranges as affine values, functions as lists of operations."""

from __future__ import annotations

from typing import Any

import casadi

from tandem import _core
from tandem._core import InvalidInput
from tandem.expressions import Affines, listing
from tandem.models import Frame, MultibodyDynamics
from tandem.numpy_functions import NumpyFunction
from tandem.phase import Phase

SX = casadi.SX


class PhaseHandOver:
    """Gives a stated phase to the library's problem; .core is the library's phase."""

    def __init__(self, phase: Phase, problem: Any, affines: Affines):
        self.phase, self.affines, self.where = phase, affines, f"phase '{phase.name}': "
        count, controls = len(phase._states), len(phase._controls)
        self.core = problem.phase(phase.name, count, controls + (count if phase._implicit else 0))
        self.mechanism = self._mechanism_with_its_numbers()
        self._hand_over_time()
        if phase._names_its_own:
            self._hand_over_mechanism()
        else:
            self._hand_over_variables()
        if phase.intervals is not None:
            self.core.intervals(phase.intervals)
        self._hand_over_functions()

    def hand_over_costs(self, running: list[SX], ends: list[SX]) -> None:
        """The phase's own costs and those that the problem's objective puts here."""
        phase = self.phase
        self._hand_over_cost("running_cost", phase._running + running, phase._own_running, phase._residuals)
        self._hand_over_cost("end_cost", phase._ends + ends, phase._own_end, phase._end_residuals)

    def _hand_over_cost(self, kind: str, terms: list[SX], own: NumpyFunction | None, residuals: Any) -> None:
        if (bool(terms)) + (own is not None) + (residuals is not None) > 1:
            what = "a " + kind.replace("_", " ") if kind == "running_cost" else "an end cost"
            raise InvalidInput(f"{self.where}{what} is residuals, an expression, or a function of NumPy's: one of them")
        if own is not None:
            self._give(kind, "its " + kind.replace("_", " "), own)
        elif terms:
            self._give(kind, "its " + kind.replace("_", " "), sum(terms[1:], terms[0]))

    # ---- times, states, controls ------------------------------------------------------------------------------------
    def _hand_over_time(self) -> None:
        phase, ranged, where = self.phase, self.affines.range, self.where
        self.core.time(ranged(0.0 if phase.start_bounds is None else phase.start_bounds, where + "its start"),
                       ranged(phase.end_bounds, where + "its end"), phase.end_guess, phase.continues,
                       self.affines.optional_range(phase.duration_bounds, where + "its duration"))

    def _hand_over_variables(self) -> None:
        affines = self.affines
        for each in self.phase._states:
            what = f"{self.where}'{each.name}'"
            self.core.state(each.name, each.unit, affines.range(each.bounds, what),
                            affines.optional_range(each.start, f"{what} at the start"),
                            affines.optional_range(each.end, f"{what} at the end"), affines.points(each.guess, what))
        for each in self.phase._controls:
            what = f"{self.where}'{each.name}'"
            self.core.control(each.name, each.unit, affines.range(each.bounds, what), affines.points(each.guess, what))

    def _mechanism_with_its_numbers(self) -> Any:
        stated = self.phase._mechanism
        if stated is None:
            return None
        dynamics = _core.MultibodyDynamics(stated.core)
        for name, value in stated.numbers:
            dynamics.set_number(name, self.affines.value(value, f"{self.where}{name}"))
        return dynamics

    def _hand_over_mechanism(self) -> None:
        affines, where = self.affines, self.where
        self.core.mechanism(self.mechanism)
        for which, coordinates in self.phase._postures.items():
            getattr(self.core, which)([(name, affines.value(value, f"{where}'{name}'"))
                                       for name, value in coordinates.items()])
        for each in self.phase._states:
            what = f"{where}'{each.name}'"
            if any(value is not None for value in (each.bounds, each.start, each.end, each.guess)):
                self.core.restate(each.name, affines.optional_range(each.bounds, what),
                                  affines.optional_range(each.start, what), affines.optional_range(each.end, what),
                                  affines.points(each.guess, what))

    # ---- functions --------------------------------------------------------------------------------------------------
    def _hand_over_functions(self) -> None:
        phase = self.phase
        for kind, values in phase._stated:
            *said, value = values
            if not said:
                self._hand_over_dynamics(kind, value)
            else:
                name, bounds = said
                what = f"{kind.replace('_', ' ')} '{name}'"
                self._give(kind, what, value, name, self.affines.range(bounds, self.where + what))
        if phase._residuals is not None:
            self._give("running_residuals", "its residuals", phase._residuals)
        if phase._end_residuals is not None:
            self._give("end_residuals", "its end residuals", phase._end_residuals)
        if phase._picture is not None:
            phase._picture.hand_over(self.core, self._inputs())

    def _hand_over_dynamics(self, kind: str, value: Any) -> None:
        what = self.where + "its dynamics"
        if isinstance(value, MultibodyDynamics):
            self.core.multibody(self.mechanism)
        elif isinstance(value, NumpyFunction):
            self.core.dynamics(value.core(what, len(self.phase._states)))
        else:
            getattr(self.core, kind)(listing(what, self._inputs(), value))

    def _give(self, kind: str, what: str, value: Any, *before: Any) -> None:
        """A cost or constraint, which may see frames of the mechanism."""
        if isinstance(value, NumpyFunction):
            getattr(self.core, kind)(*before, value.core(self.where + what, 1), None)
            return
        inputs, frames = self._inputs(), self._frames_in(value)
        is_of_an_end = kind.startswith("end_")
        if is_of_an_end:
            inputs[1] = SX(0, 1)
        for frame in frames:
            inputs[0] = casadi.vertcat(inputs[0], frame.moving if is_of_an_end else frame.accelerated)
        seen = _core.SeenFrames(self.mechanism, [frame.name for frame in frames]) if frames else None
        getattr(self.core, kind)(*before, listing(self.where + what, inputs, value), seen)

    def _inputs(self) -> list[SX]:
        phase, controls = self.phase, self.phase.controls
        if phase._implicit:
            controls = casadi.vertcat(controls, *(phase.rate(each.symbol) for each in phase._states))
        return [phase.states, controls, phase.t, self.affines.numbers]

    def _frames_in(self, expression: SX) -> list[Frame]:
        if self.phase._mechanism is None or not self.phase._mechanism.frames:
            return []
        used = {symbol.element_hash() for symbol in casadi.symvar(expression)}
        return [frame for frame in self.phase._mechanism.frames.values()
                if any(each.element_hash() in used for each in casadi.vertsplit(frame.accelerated))]
