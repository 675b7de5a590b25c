"""An answer: the motion, what was measured about it, and where it goes from here."""

from __future__ import annotations

import html
from os import PathLike, fspath
from typing import Any

import numpy as np

from tandem import _core
from tandem._core import InvalidInput


class Answer:
    """What solve() returns. `answer["position"]` is a state at the knots or a control at its own times."""

    def __init__(self, solution: Any, problem: Any = None, done: list[str] | None = None):
        self.core = solution
        self._problem = problem
        self.done = done or []  #: what was done after the first solve to come to a certified answer

    # ---- what it says of itself -----------------------------------------------------------------------------------
    @property
    def status(self) -> str:
        """ "solved", "infeasible", "iteration_limit", ..."""
        return self.core.status

    @property
    def objective(self) -> float:
        return self.core.objective

    @property
    def iterations(self) -> int:
        return self.core.iterations

    @property
    def certificate(self) -> Any:
        """What was found when the answer was tested by other means: .passes, .lines, .reasons, .error_bar."""
        return self.core.certificate

    @property
    def is_certified(self) -> bool:
        """The solver finished and the certificate passes."""
        return self.core.is_certified

    @property
    def numbers(self) -> dict[str, float]:
        """Values of the named numbers; of design numbers, what was chosen."""
        return self.core.numbers

    @property
    def multipliers(self) -> dict[str, list[float]]:
        """By "phase/kind/name" and "linkage/name"."""
        return self.core.multipliers

    @property
    def seconds(self) -> Any:
        return self.core.seconds

    @property
    def switches(self) -> list[Any]:
        return self.core.switches

    # ---- series ---------------------------------------------------------------------------------------------------
    @property
    def phases(self) -> list[Any]:
        """The series of each phase as the library has them."""
        return self.core.phases

    def phase(self, name: str | None = None) -> Any:
        """One of them by its name; without a name the only one."""
        phases = self.core.phases
        names = [phase.name for phase in phases]
        if name is None:
            if len(phases) != 1:
                raise InvalidInput(f"there are the phases {', '.join(map(repr, names))}; say which: answer['state', 'phase']")
            return phases[0]
        if name not in names:
            raise InvalidInput(f"there is no phase '{name}'; there are {', '.join(map(repr, names))}")
        return phases[names.index(name)]

    def _split(self, key: str | tuple[str, str]) -> tuple[str, Any]:
        name, phase = key if isinstance(key, tuple) else (key, None)
        return name, self.phase(phase)

    def __getitem__(self, key: str | tuple[str, str]) -> np.ndarray:
        name, phase = self._split(key)
        if name in phase.state_names:
            return phase.states[phase.state_names.index(name)]
        if name in phase.control_names:
            return phase.controls[phase.control_names.index(name)]
        raise InvalidInput(f"phase '{phase.name}' has no state or control '{name}'; it has "
                           f"{', '.join(map(repr, [*phase.state_names, *phase.control_names]))}")

    def time(self, phase: str | None = None) -> np.ndarray:
        """When the states are given."""
        return self.phase(phase).time

    def control_time(self, phase: str | None = None) -> np.ndarray:
        """When the controls are given."""
        return self.phase(phase).control_time

    def costate(self, key: str | tuple[str, str]) -> np.ndarray:
        """The costate of a state at the knots: what the objective, as minimised, costs for a unit of it."""
        name, phase = self._split(key)
        if name not in phase.state_names:
            raise InvalidInput(f"phase '{phase.name}' has no state '{name}'")
        return phase.costates[phase.state_names.index(name)]

    def to_xarray(self, phase: str | None = None) -> Any:
        """The series of a phase as an xarray.Dataset (xarray must be installed)."""
        import xarray

        series = self.phase(phase)
        data: dict[str, Any] = {name: ("time", np.array(series.states[i])) for i, name in enumerate(series.state_names)}
        data |= {f"costate_{name}": ("time", np.array(series.costates[i])) for i, name in enumerate(series.state_names)
                 if series.costates.size}
        data |= {name: ("control_time", np.array(series.controls[i])) for i, name in enumerate(series.control_names)}
        return xarray.Dataset(data, coords={"time": np.array(series.time), "control_time": np.array(series.control_time)},
                              attrs={"problem": self.core.problem, "phase": series.name, "objective": self.objective})

    # ---- files ----------------------------------------------------------------------------------------------------
    def save(self, file: str | PathLike[str]) -> None:
        """Everything, as JSON (.json), enough to restart from; or the series at the knots (.csv)."""
        name = fspath(file)
        (self.core.save_csv if name.endswith(".csv") else self.core.save_json)(name)

    def report(self, file: str | PathLike[str]) -> None:
        """A page to look at, offline: series, moving picture, certificate."""
        _core.save_report(self._stated(), self.core, fspath(file))

    def report_html(self) -> str:
        """The same page as text."""
        return _core.report_html(self._stated(), self.core)

    def _stated(self) -> Any:
        if self._problem is None:
            raise InvalidInput("this answer was read from a file or a pickle: give its problem, answer.of(problem)")
        return self._problem

    def of(self, problem: Any) -> Answer:
        """The same answer, of a problem whose statement is at hand."""
        return Answer(self.core, problem.build() if hasattr(problem, "build") else problem, self.done)

    def __getstate__(self) -> dict[str, Any]:
        return {"json": self.core.to_json(), "done": self.done}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(_core.Solution.from_json(state["json"]), None, state["done"])  # type: ignore[misc]

    # ---- to look at -----------------------------------------------------------------------------------------------
    def __repr__(self) -> str:
        bar = self.certificate.error_bar
        accuracy = f" ± {bar.bar:.1g}" if bar is not None else ""
        return (f"<tandem.Answer of '{self.core.problem}': {self.status}, objective {self.objective:.9g}{accuracy}, "
                f"{self.iterations} iterations, certificate: {self.certificate.verdict}>")

    def _repr_html_(self) -> str:
        lines = "".join(
            f"<tr><td>{html.escape(line.name)}</td><td>{line.value:.2g}</td>"
            f"<td>{'' if np.isnan(line.limit) else f'{line.limit:.2g}'}</td>"
            f"<td>{'' if not line.in_verdict else 'holds' if line.holds else 'FAILS'}</td></tr>"
            for line in self.certificate.lines)
        reasons = "".join(f"<p>{html.escape(reason)}</p>" for reason in self.certificate.reasons)
        return (f"<p><b>{html.escape(self.core.problem)}</b>: {html.escape(self.status)}, objective {self.objective:.9g}, "
                f"{self.iterations} iterations, certificate: <b>{self.certificate.verdict}</b></p>{reasons}"
                f"<table><tr><th>measured</th><th>value</th><th>limit</th><th></th></tr>{lines}</table>{self._report()}")

    def _report(self) -> str:
        """The whole report, folded; in a frame of its own, so that it changes nothing of the notebook."""
        if self._problem is None or not self.core.is_solved:
            return ""
        return ("<details><summary>report</summary><iframe style='width:100%;height:40em;border:0' "
                f"srcdoc=\"{html.escape(self.report_html())}\"></iframe></details>")


def load(file: str | PathLike[str]) -> Answer:
    """An answer that was saved as JSON."""
    with open(file, encoding="utf-8") as opened:
        return Answer(_core.Solution.from_json(opened.read()))
