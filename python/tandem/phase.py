"""One phase of a problem: states, controls, times and functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import casadi

from tandem import _core
from tandem._core import InvalidInput
from tandem.expressions import as_sx, column, scalar
from tandem.models import MultibodyDynamics
from tandem.numpy_functions import NumpyFunction
from tandem.pictures import Drawing

if TYPE_CHECKING:
    from tandem.problem import Problem

SX = casadi.SX


def names_of(items: Sequence[Any]) -> list[str]:
    return [item.name for item in items]


class Variable:
    """A state or a control as it was stated."""

    def __init__(self, name: str, unit: str, bounds: Any, guess: Any, start: Any = None, end: Any = None):
        self.symbol = SX.sym(name)
        self.name, self.unit, self.bounds, self.guess, self.start, self.end = name, unit, bounds, guess, start, end


class Phase:
    """One phase of a problem; made by Problem.phase. Its functions are expressions in its states, controls and time."""

    def __init__(self, problem: Problem, name: str, *, start: Any, end: Any, guess: float | None, duration: Any,
                 continues: bool, intervals: int | None):
        self.problem, self.name = problem, name
        self.start_bounds, self.end_bounds, self.end_guess = start, end, guess
        self.duration_bounds, self.continues, self.intervals = duration, continues, intervals
        self.t = SX.sym("t")          #: the time, in functions along the phase
        self.start = SX.sym("start")  #: when it starts, in costs and linkages
        self.end = SX.sym("end")      #: when it ends, in costs, end constraints and linkages
        self._states: list[Variable] = []
        self._controls: list[Variable] = []
        self._at_start: dict[int, SX] = {}
        self._at_end: dict[int, SX] = {}
        self._rates: dict[int, SX] = {}
        self._integrals: list[tuple[SX, SX]] = []
        self._stated: list[tuple[str, tuple[Any, ...]]] = []
        self._running: list[SX] = []
        self._ends: list[SX] = []
        self._own_running: NumpyFunction | None = None
        self._own_end: NumpyFunction | None = None
        self._residuals: Any = None
        self._end_residuals: Any = None
        self._implicit = False
        self._picture: Drawing | None = None
        self._mechanism: MultibodyDynamics | None = None
        self._names_its_own = False
        self._postures: dict[str, dict[str, Any]] = {}

    # ---- what moves -----------------------------------------------------------------------------------------------
    def state(self, name: str, *, start: Any = None, end: Any = None, bounds: Any = None, unit: str = "",
              guess: Any = None) -> SX:
        """A state: `bounds` hold everywhere, `start` and `end` at the ends (a value fixes it, a pair bounds it)."""
        return self._add(self._states, Variable(name, unit, bounds, guess, start, end))

    def control(self, name: str, *, bounds: Any = None, unit: str = "", guess: Any = None) -> SX:
        """A control; without a guess it is 0, moved into its bounds."""
        return self._add(self._controls, Variable(name, unit, bounds, guess))

    def _add(self, variables: list[Variable], variable: Variable) -> SX:
        if self._stated:
            raise InvalidInput(f"phase '{self.name}': '{variable.name}' comes after functions; states and controls come first")
        variables.append(variable)
        return variable.symbol

    @property
    def states(self) -> SX:
        """All states, one below the other."""
        return casadi.vertcat(*(each.symbol for each in self._states))

    @property
    def controls(self) -> SX:
        """All controls, one below the other."""
        return casadi.vertcat(*(each.symbol for each in self._controls))

    def _copies(self, kept: dict[int, SX], suffix: str) -> SX:
        for each in self._states:
            kept.setdefault(each.symbol.element_hash(), SX.sym(each.name + suffix))
        return casadi.vertcat(*(kept[each.symbol.element_hash()] for each in self._states))

    def at_end(self, expression: Any) -> SX:
        """An expression of states and time at the end of the phase: for costs and linkages."""
        return casadi.substitute(as_sx(expression, "at_end"), casadi.vertcat(self.states, self.t),
                                 casadi.vertcat(self._copies(self._at_end, " at the end"), self.end))

    def at_start(self, expression: Any) -> SX:
        """The same at the start: for linkages."""
        return casadi.substitute(as_sx(expression, "at_start"), casadi.vertcat(self.states, self.t),
                                 casadi.vertcat(self._copies(self._at_start, " at the start"), self.start))

    def integral(self, expression: Any) -> SX:
        """The integral of an expression over the phase: for costs, where it may stand in a sum and have a factor."""
        symbol = SX.sym(f"integral {len(self._integrals)}")
        self._integrals.append((symbol, scalar(expression, f"phase '{self.name}': an integrand")))
        return symbol

    def mechanism(self, dynamics: Any) -> Phase:
        """States and controls of a tree of bodies (a tandem.MultibodyDynamics) with its dynamics: "elbow" and
        "elbow-rate" within the joint's limits, "elbow-torque" within what its motor gives. phase["elbow"] is its symbol."""
        if self._states or self._controls:
            raise InvalidInput(f"phase '{self.name}' has states already; a mechanism names its own")
        states, controls = _core.mechanism_names(dynamics.core)
        self._states = [Variable(name, "", None, None) for name in states]
        self._controls = [Variable(name, "", None, None) for name in controls]
        self._mechanism, self._names_its_own = dynamics, True
        return self

    def start_at(self, **coordinates: Any) -> Phase:
        """Where a mechanism starts: at rest, coordinates as given, the others at zero."""
        return self._pose("start_at", coordinates)

    def end_at(self, **coordinates: Any) -> Phase:
        """Where it ends."""
        return self._pose("end_at", coordinates)

    def _pose(self, which: str, coordinates: Mapping[str, Any]) -> Phase:
        if not self._names_its_own:
            raise InvalidInput(f"phase '{self.name}': {which} is for a mechanism; state(…, start=…, end=…) says it here")
        self._postures[which] = dict(coordinates)
        return self

    def restate(self, name: str, *, bounds: Any = None, start: Any = None, end: Any = None, guess: Any = None) -> Phase:
        """Changes what is said of a mechanism's state."""
        variable = self._named(name)
        for key, value in (("bounds", bounds), ("start", start), ("end", end), ("guess", guess)):
            if value is not None:
                setattr(variable, key, value)
        return self

    def _named(self, name: str) -> Variable:
        for each in (*self._states, *self._controls):
            if each.name == name:
                return each
        raise InvalidInput(f"phase '{self.name}' has no '{name}'; it has "
                           f"{', '.join(names_of([*self._states, *self._controls]))}")

    def __getitem__(self, name: str) -> SX:
        """The symbol of a state or control by its name."""
        return self._named(name).symbol

    def rate(self, state: SX) -> SX:
        """x' of a state, for implicit_dynamics."""
        self._index(state)
        return self._rates.setdefault(state.element_hash(), SX.sym(state.name() + "-rate"))

    def _index(self, state: Any) -> int:
        if isinstance(state, SX) and state.numel() == 1 and state.is_symbolic():
            for i, each in enumerate(self._states):
                if each.symbol.element_hash() == state.element_hash():
                    return i
        raise InvalidInput(f"phase '{self.name}': {state} is none of its states ({', '.join(names_of(self._states))})")

    # ---- functions ------------------------------------------------------------------------------------------------
    def dynamics(self, rates: Mapping[SX, Any] | Sequence[Any] | Any) -> Phase:
        """x' = f(x, u, t, numbers): {state: rate}, the rates in the order of the states, a numpy_function; or the
        tandem.MultibodyDynamics of a model, whose states are [q; v] and whose controls are what drives it."""
        if isinstance(rates, MultibodyDynamics):
            self._mechanism = rates
        if isinstance(rates, (MultibodyDynamics, NumpyFunction)):
            return self._state("dynamics", rates)
        return self._state("dynamics", self._column(rates, "the rate"))

    def implicit_dynamics(self, residuals: Sequence[Any] | Any) -> Phase:
        """0 = F(x, x', u, t, numbers), a residual a state, which must determine x' = phase.rate(x)."""
        self._implicit = True
        return self._state("implicit_dynamics", column(residuals, len(self._states), f"phase '{self.name}': F"))

    def _column(self, rates: Any, what: str) -> SX:
        if not isinstance(rates, Mapping):
            return column(rates, len(self._states), f"phase '{self.name}': x'")
        found: dict[int, SX] = {}
        for state, rate in rates.items():
            found[self._index(state)] = scalar(rate, f"phase '{self.name}': {what} of '{state.name()}'")
        missing = [each.name for i, each in enumerate(self._states) if i not in found]
        if missing:
            raise InvalidInput(f"phase '{self.name}': {what} of {', '.join(repr(name) for name in missing)} is missing")
        return casadi.vertcat(*(found[i] for i in range(len(self._states))))

    def _state(self, what: str, *values: Any) -> Phase:
        self._stated.append((what, values))
        return self

    def running_cost(self, expression: Any) -> Phase:
        """L(x, u, t, numbers), integrated over the phase; several are added."""
        if isinstance(expression, NumpyFunction):
            self._own_running = expression
        else:
            self._running.append(scalar(expression, f"phase '{self.name}': a running cost"))
        return self

    def end_cost(self, expression: Any) -> Phase:
        """Phi(x, t, numbers) at the end of the phase; several are added."""
        if isinstance(expression, NumpyFunction):
            self._own_end = expression
        else:
            self._ends.append(self._end_terms(expression, "an end cost"))
        return self

    def running_residuals(self, residuals: Any) -> Phase:
        """L = |r|^2 / 2 of residuals r(x, u, t, numbers): DDP takes r'r for its Hessian (hessian="gauss-newton")."""
        self._residuals = column(residuals, None, f"phase '{self.name}': residuals")
        return self

    def end_residuals(self, residuals: Any) -> Phase:
        """Phi = |r|^2 / 2 of residuals r(x, t, numbers) at the end of the phase."""
        self._end_residuals = column(residuals, None, f"phase '{self.name}': end residuals")
        return self

    def path_constraint(self, name: str, bounds: Any, expression: Any) -> Phase:
        """lower <= c(x, u, t, numbers) <= upper all along the phase."""
        return self._state("path_constraint", name, bounds, self._own_or_scalar(expression, f"path constraint '{name}'"))

    def end_constraint(self, name: str, bounds: Any, expression: Any) -> Phase:
        """lower <= psi(x, t, numbers) <= upper at the end of the phase."""
        own = isinstance(expression, NumpyFunction)
        return self._state("end_constraint", name, bounds,
                           expression if own else self._end_terms(expression, f"end constraint '{name}'"))

    def _own_or_scalar(self, expression: Any, what: str) -> Any:
        return expression if isinstance(expression, NumpyFunction) else scalar(expression, what)

    def integral_constraint(self, name: str, bounds: Any, expression: Any) -> Phase:
        """lower <= integral of g(x, u, t, numbers) over the phase <= upper."""
        return self._state("integral_constraint", name, bounds,
                           self._own_or_scalar(expression, f"integral constraint '{name}'"))

    def _end_terms(self, expression: Any, what: str) -> SX:
        """In the phase's own symbols, whether it was written with these or with at_end() and phase.end."""
        return self._along(scalar(expression, f"phase '{self.name}': {what}"))

    def _along(self, expression: SX) -> SX:
        return casadi.substitute(expression, casadi.vertcat(self._copies(self._at_end, " at the end"), self.end),
                                 casadi.vertcat(self.states, self.t))

    @property
    def drawing(self) -> Drawing:
        """The moving picture of the report: drawing.line([...], 0.02), drawing.circle((x, y), 0.1), ..."""
        if self._picture is None:
            self._picture = Drawing(f"phase '{self.name}'")
        return self._picture
