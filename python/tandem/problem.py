"""A problem of optimal control as its mathematics: named numbers, phases, linkages.

    minimise (or maximise)  sum over phases of  Phi(x(tf), tf) + integral of L(x, u, t)
    subject to  x' = f(x, u, t),  path, integral and end constraints, linkages, bounds.

Symbols are casadi.SX, so that whatever takes these takes a problem's states, controls, times and numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import casadi

from tandem import _core
from tandem._core import InvalidInput
from tandem.expressions import Affines, as_sx, column, listing, scalar, terms_of
from tandem.pictures import Drawing

SX = casadi.SX
_ROLES = {"constant": _core.Role.constant, "design": _core.Role.design, "path": _core.Role.path}


def _names(items: Sequence[Any]) -> list[str]:
    return [item.name for item in items]


class _Variable:
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
        self._states: list[_Variable] = []
        self._controls: list[_Variable] = []
        self._at_start: dict[int, SX] = {}
        self._at_end: dict[int, SX] = {}
        self._rates: dict[int, SX] = {}
        self._integrals: list[tuple[SX, SX]] = []
        self._stated: list[tuple[str, tuple[Any, ...]]] = []
        self._running: list[SX] = []
        self._ends: list[SX] = []
        self._residuals: Any = None
        self._end_residuals: Any = None
        self._implicit = False
        self._picture: Drawing | None = None
        self._mechanism: Any = None
        self._postures: dict[str, dict[str, Any]] = {}

    # ---- what moves -----------------------------------------------------------------------------------------------
    def state(self, name: str, *, start: Any = None, end: Any = None, bounds: Any = None, unit: str = "",
              guess: Any = None) -> SX:
        """A state: `bounds` hold everywhere, `start` and `end` at the ends (a value fixes it, a pair bounds it)."""
        return self._add(self._states, _Variable(name, unit, bounds, guess, start, end))

    def control(self, name: str, *, bounds: Any = None, unit: str = "", guess: Any = None) -> SX:
        """A control; without a guess it is 0, moved into its bounds."""
        return self._add(self._controls, _Variable(name, unit, bounds, guess))

    def _add(self, variables: list[_Variable], variable: _Variable) -> SX:
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
        self._states = [_Variable(name, "", None, None) for name in states]
        self._controls = [_Variable(name, "", None, None) for name in controls]
        self._mechanism = dynamics
        return self

    def start_at(self, **coordinates: Any) -> Phase:
        """Where a mechanism starts: at rest, coordinates as given, the others at zero."""
        return self._pose("start_at", coordinates)

    def end_at(self, **coordinates: Any) -> Phase:
        """Where it ends."""
        return self._pose("end_at", coordinates)

    def _pose(self, which: str, coordinates: Mapping[str, Any]) -> Phase:
        if self._mechanism is None:
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

    def _named(self, name: str) -> _Variable:
        for each in (*self._states, *self._controls):
            if each.name == name:
                return each
        raise InvalidInput(f"phase '{self.name}' has no '{name}'; it has "
                           f"{', '.join(_names([*self._states, *self._controls]))}")

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
        raise InvalidInput(f"phase '{self.name}': {state} is none of its states ({', '.join(_names(self._states))})")

    # ---- functions ------------------------------------------------------------------------------------------------
    def dynamics(self, rates: Mapping[SX, Any] | Sequence[Any] | Any) -> Phase:
        """x' = f(x, u, t, numbers): {state: rate}, or the rates in the order of the states."""
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
        self._running.append(scalar(expression, f"phase '{self.name}': a running cost"))
        return self

    def end_cost(self, expression: Any) -> Phase:
        """Phi(x, t, numbers) at the end of the phase; several are added."""
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
        return self._state("path_constraint", name, bounds, scalar(expression, f"path constraint '{name}'"))

    def end_constraint(self, name: str, bounds: Any, expression: Any) -> Phase:
        """lower <= psi(x, t, numbers) <= upper at the end of the phase."""
        return self._state("end_constraint", name, bounds, self._end_terms(expression, f"end constraint '{name}'"))

    def integral_constraint(self, name: str, bounds: Any, expression: Any) -> Phase:
        """lower <= integral of g(x, u, t, numbers) over the phase <= upper."""
        return self._state("integral_constraint", name, bounds, scalar(expression, f"integral constraint '{name}'"))

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

    # ---- to the library -------------------------------------------------------------------------------------------
    def _hand_over(self, problem: Any, affines: Affines) -> Any:
        count, controls = len(self._states), len(self._controls)
        phase = problem.phase(self.name, count, controls + (count if self._implicit else 0))
        where = f"phase '{self.name}': "
        phase.time(affines.range(0.0 if self.start_bounds is None else self.start_bounds, where + "its start"),
                   affines.range(self.end_bounds, where + "its end"), self.end_guess, self.continues,
                   affines.optional_range(self.duration_bounds, where + "its duration"))
        if self._mechanism is not None:
            self._hand_over_mechanism(phase, affines, where)
        for each in self._states if self._mechanism is None else ():
            what = f"{where}'{each.name}'"
            phase.state(each.name, each.unit, affines.range(each.bounds, what),
                        affines.optional_range(each.start, f"{what} at the start"),
                        affines.optional_range(each.end, f"{what} at the end"), affines.points(each.guess, what))
        for each in self._controls if self._mechanism is None else ():
            what = f"{where}'{each.name}'"
            phase.control(each.name, each.unit, affines.range(each.bounds, what), affines.points(each.guess, what))
        if self.intervals is not None:
            phase.intervals(self.intervals)
        self._hand_over_functions(phase, affines, where)
        return phase

    def _hand_over_mechanism(self, phase: Any, affines: Affines, where: str) -> None:
        dynamics = _core.MultibodyDynamics(self._mechanism.core)
        for name, value in self._mechanism.numbers:
            dynamics.set_number(name, affines.value(value, f"{where}{name}"))
        phase.mechanism(dynamics)
        for which, coordinates in self._postures.items():
            getattr(phase, which)([(name, affines.value(value, f"{where}'{name}'")) for name, value in coordinates.items()])
        for each in self._states:
            what = f"{where}'{each.name}'"
            if any(value is not None for value in (each.bounds, each.start, each.end, each.guess)):
                phase.restate(each.name, affines.optional_range(each.bounds, what), affines.optional_range(each.start, what),
                              affines.optional_range(each.end, what), affines.points(each.guess, what))

    def _inputs(self, numbers: SX) -> list[SX]:
        controls = self.controls
        if self._implicit:
            rates = [self.rate(each.symbol) for each in self._states]
            controls = casadi.vertcat(controls, *rates)
        return [self.states, controls, self.t, numbers]

    def _hand_over_functions(self, phase: Any, affines: Affines, where: str) -> None:
        inputs = self._inputs(affines.numbers)
        at_end = [inputs[0], SX(0, 1), inputs[2], inputs[3]]
        for what, values in self._stated:
            *said, value = values
            if not said:
                phase_function = getattr(phase, what)
                phase_function(listing(where + "its dynamics", inputs, value))
            else:
                name, bounds = said
                kind = what.replace("_", " ")
                getattr(phase, what)(name, affines.range(bounds, f"{where}{kind} '{name}'"),
                                     listing(f"{where}{kind} '{name}'",
                                             at_end if what == "end_constraint" else inputs, value))
        if self._residuals is not None:
            phase.running_residuals(listing(where + "its residuals", inputs, self._residuals))
        if self._end_residuals is not None:
            phase.end_residuals(listing(where + "its end residuals", at_end, self._end_residuals))
        if self._picture is not None:
            self._picture.hand_over(phase, inputs)

    def _hand_over_cost(self, phase: Any, numbers: SX, running: list[SX], ends: list[SX]) -> None:
        where = f"phase '{self.name}': "
        inputs = self._inputs(numbers)
        running, ends = self._running + running, self._ends + ends
        if running:
            if self._residuals is not None:
                raise InvalidInput(where + "a running cost is either residuals or an expression, not both")
            phase.running_cost(listing(where + "its running cost", inputs, sum(running[1:], running[0])))
        if ends:
            if self._end_residuals is not None:
                raise InvalidInput(where + "an end cost is either residuals or an expression, not both")
            at_end = [inputs[0], SX(0, 1), inputs[2], inputs[3]]
            phase.end_cost(listing(where + "its end cost", at_end, sum(ends[1:], ends[0])))


class Problem:
    """An optimal control problem. Statement and names are the C++ library's, one to one."""

    def __init__(self, name: str, *, title: str = "", source: str = "", teaches: str = ""):
        self.name, self.title, self.source, self.teaches = name, title, source, teaches
        self.transcription, self.intervals, self.degree = "hermite-simpson", 50, 0
        self._core = _core.Problem(name)  # refuses a name that is not plain, at once
        self._numbers: list[tuple[SX, tuple[Any, ...]]] = []
        self._values: dict[str, float] = {}
        self._phases: list[Phase] = []
        self._links: list[tuple[str, Phase, Phase, Any, SX]] = []
        self._objective: SX | None = None
        self._maximised = False
        self._reference: tuple[float, float, str] | None = None

    def number(self, name: str, value: float, *, unit: str = "", meaning: str = "", role: str = "constant",
               bounds: tuple[float | None, float | None] | None = None) -> SX:
        """A named number: set, designed (role "design": the solver chooses it) or followed along a path."""
        if role not in _ROLES:
            raise InvalidInput(f"number '{name}': its role is constant, design or path, not '{role}'")
        lower, upper = bounds if bounds is not None else (None, None)
        said = (name, float(value), unit, meaning, _ROLES[role], -math.inf if lower is None else float(lower),
                math.inf if upper is None else float(upper))
        self._core.number(*said)
        symbol = SX.sym(name)
        self._numbers.append((symbol, said))
        return symbol

    def set(self, name: str, value: float) -> None:
        """Sets a named number; refuses unknown names, with the nearest known ones."""
        self._core.set(name, float(value))
        self._values[name] = float(value)

    def reference(self, objective: float, tolerance: float, source: str = "") -> None:
        """An objective that is known from elsewhere."""
        self._reference = (objective, tolerance, source)

    def mesh(self, transcription: str | None = None, intervals: int | None = None, degree: int | None = None) -> None:
        """How the problem is solved unless the caller says otherwise."""
        self.transcription = transcription or self.transcription
        self.intervals = self.intervals if intervals is None else intervals
        self.degree = self.degree if degree is None else degree

    def phase(self, name: str, *, start: Any = None, end: Any = 1.0, guess: float | None = None, duration: Any = None,
              continues: bool = False, intervals: int | None = None) -> Phase:
        """Adds a phase. A pair for `start` or `end` makes that time free, `guess` is then that of the end. A phase that
        `continues` starts when the one before it ends."""
        phase = Phase(self, name, start=start, end=end, guess=guess, duration=duration, continues=continues,
                      intervals=intervals)
        self._phases.append(phase)
        return phase

    def link(self, name: str, before: Phase, after: Phase, bounds: Any, expression: Any) -> None:
        """lower <= psi <= upper between the end of one phase and the start of another, or of itself: psi is written
        with before.at_end(...) and after.at_start(...)."""
        rows = casadi.vec(as_sx(expression, f"linkage '{name}'"))
        for i in range(rows.numel()):
            self._links.append((name if rows.numel() == 1 else f"{name}[{i}]", before, after, bounds, rows[i]))

    def continue_states(self, before: Phase, after: Phase, without: Sequence[str] = ()) -> None:
        """States of the same name go on without a jump from the end of `before` to the start of `after`."""
        for state in before._states:
            for other in after._states:
                if state.name == other.name and state.name not in without:
                    self.link(f"{before.name}-to-{after.name}.{state.name}", before, after, 0.0,
                              after.at_start(other.symbol) - before.at_end(state.symbol))

    def minimize(self, expression: Any) -> None:
        """The objective: a sum of functions of ends (phase.end, phase.at_end(...)) and of phase.integral(...)."""
        self._objective = scalar(expression, "the objective")

    def maximize(self, expression: Any) -> None:
        """The same, to be as large as possible."""
        self.minimize(expression)
        self._maximised = True

    minimise, maximise = minimize, maximize

    def build(self) -> Any:
        """The library's own problem; solve() and the other verbs call this. O(instructions)."""
        problem = _core.Problem(self.name)
        problem.describe(self.title, self.source, self.teaches)
        if self._reference is not None:
            problem.reference(*self._reference)
        for _, said in self._numbers:
            problem.number(*said)
        for name, value in self._values.items():
            problem.set(name, value)
        problem.mesh(self.transcription, self.intervals, self.degree)
        numbers = casadi.vertcat(*(symbol for symbol, _ in self._numbers)) if self._numbers else SX(0, 1)
        affines = Affines(numbers, self.name)
        phases = [phase._hand_over(problem, affines) for phase in self._phases]
        self._hand_over_costs(phases, numbers)
        self._hand_over_links(problem, phases, affines)
        if self._maximised:
            problem.maximise()
        return problem

    def _hand_over_costs(self, phases: list[Any], numbers: SX) -> None:
        running: list[list[SX]] = [[] for _ in self._phases]
        ends: list[list[SX]] = [[] for _ in self._phases]
        if self._objective is not None:
            for term in terms_of(self._objective):
                self._place(term, running, ends, numbers)
        for i, stated in enumerate(self._phases):
            stated._hand_over_cost(phases[i], numbers, running[i], ends[i])

    def _place(self, term: SX, running: list[list[SX]], ends: list[list[SX]], numbers: SX) -> None:
        """Puts a summand of the objective where it belongs: a multiple of an integral, or a function of one end."""
        symbols = {symbol.element_hash() for symbol in casadi.symvar(term)}
        for i, phase in enumerate(self._phases):
            for symbol, integrand in phase._integrals:
                if symbol.element_hash() in symbols:
                    factor = casadi.jacobian(term, symbol)
                    left_over = casadi.simplify(casadi.substitute(term, symbol, 0))
                    known = {each.element_hash() for each in casadi.symvar(numbers)}
                    if not left_over.is_zero() or any(s.element_hash() not in known for s in casadi.symvar(factor)):
                        raise InvalidInput(f"the objective's term {term} is no multiple of one integral; make the integral "
                                           "a state, and its end a cost")
                    running[i].append(factor * integrand)
                    return
        owners = [i for i, phase in enumerate(self._phases)
                  if symbols & ({phase.end.element_hash()} | {s.element_hash() for s in phase._at_end.values()})]
        if len(owners) > 1:
            names = " and ".join(f"'{self._phases[i].name}'" for i in owners)
            raise InvalidInput(f"the objective's term {term} mixes the ends of {names}; a cost is a sum over phases")
        owner = owners[0] if owners else len(self._phases) - 1
        ends[owner].append(self._phases[owner]._along(term))

    def _hand_over_links(self, problem: Any, phases: list[Any], affines: Affines) -> None:
        for name, before, after, bounds, expression in self._links:
            seen = casadi.vertcat(before._copies(before._at_end, " at the end"), before.end,
                                  after._copies(after._at_start, " at the start"), after.start)
            function = listing(f"linkage '{name}'", [seen, SX(0, 1), SX.sym("t"), affines.numbers], expression)
            problem.link(name, phases[self._phases.index(before)], phases[self._phases.index(after)],
                         affines.range(bounds, f"linkage '{name}'"), function)
