"""A problem of optimal control as its mathematics: named numbers, phases, linkages.

    minimise (or maximise)  sum over phases of  Phi(x(tf), tf) + integral of L(x, u, t)
    subject to  x' = f(x, u, t),  path, integral and end constraints, linkages, bounds.

Symbols are casadi.SX, so that whatever takes these takes a problem's states, controls, times and numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import casadi

from tandem import _core
from tandem._core import InvalidInput
from tandem.expressions import Affines, as_sx, listing, scalar, terms_of
from tandem.handing_over import PhaseHandOver
from tandem.phase import Phase

SX = casadi.SX
_ROLES = {"constant": _core.Role.constant, "design": _core.Role.design, "path": _core.Role.path}


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
        handed = [PhaseHandOver(phase, problem, affines) for phase in self._phases]
        self._hand_over_costs(handed, numbers)
        self._hand_over_links(problem, [each.core for each in handed], affines)
        if self._maximised:
            problem.maximise()
        return problem

    def _hand_over_costs(self, phases: list[PhaseHandOver], numbers: SX) -> None:
        running: list[list[SX]] = [[] for _ in self._phases]
        ends: list[list[SX]] = [[] for _ in self._phases]
        if self._objective is not None:
            for term in terms_of(self._objective):
                self._place(term, running, ends, numbers)
        for i, phase in enumerate(phases):
            phase.hand_over_costs(running[i], ends[i])

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
