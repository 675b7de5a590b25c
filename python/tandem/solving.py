"""Verbs: what is done with a problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tandem import _core
from tandem._core import InvalidInput
from tandem.answer import Answer

#: Options of every solve, by their names in the library.
_OPTIONS = ("transcription", "intervals", "degree", "method", "derivatives", "refine", "most_intervals", "scales",
            "certify", "linear_solver", "tolerance", "most_iterations", "time_limit", "hessian", "ipopt", "verbose")


def _built(problem: Any) -> Any:
    """The library's problem behind what a caller has."""
    if isinstance(problem, _core.Problem):
        return problem
    build = getattr(problem, "build", None)
    if build is None:
        raise InvalidInput(f"a tandem.Problem is wanted, not {type(problem).__name__}")
    return build()


def _guess(guess: Any, problem: Any) -> Any:
    if isinstance(guess, _core.Guess):
        return guess
    if isinstance(guess, Answer):
        return _core.guess_from(guess.core)
    if guess == "zeros":
        return _core.zero_guess(problem)
    if isinstance(guess, dict):
        return _guess_from_series(guess, problem)
    raise InvalidInput("a guess is an Answer, 'zeros', a tandem.Guess or {name: values, 'time': times}")


def _guess_from_series(series: dict[str, Any], problem: Any) -> Any:
    """{name: values}, on `time` or evenly over the problem's own; what is not named stays the straight line."""
    start = _core.straight_line_guess(problem)
    if len(start.phases) != 1:
        raise InvalidInput("series are a guess of one phase; of several give an Answer or a tandem.Guess")
    phase = start.phases[0]
    names, controls = problem.state_names(0), problem.control_names(0)
    unknown = [name for name in series if name not in (*names, *controls, "time")]
    if unknown:
        raise InvalidInput(f"guess: there is no state or control '{unknown[0]}'; there are {', '.join([*names, *controls])}")
    lengths = {np.atleast_1d(values).size for values in series.values()}
    if len(lengths) != 1:
        raise InvalidInput("guess: all series are of one length")
    count = lengths.pop()
    first, last = phase.time[0], phase.time[-1]
    time = np.asarray(series.get("time", np.linspace(first, last, count)), dtype=float)

    def rows(all_names: list[str], given_time: np.ndarray, given: np.ndarray) -> np.ndarray:
        return np.array([np.asarray(series[name], dtype=float) if name in series else np.interp(time, given_time, given[i])
                         for i, name in enumerate(all_names)]).reshape(len(all_names), time.size)

    return _core.Guess([_core.PhaseGuess(time, rows(names, phase.time, phase.states), time,
                                         rows(controls, phase.control_time, phase.controls))], {})


def options(problem: Any = None, *, guess: Any = None, progress: Callable[[Any], Any] | None = None, **said: Any) -> Any:
    """Options of a solve; refuses names that are none."""
    made = _core.SolveOptions()
    for name, value in said.items():
        if name not in _OPTIONS:
            raise InvalidInput(f"solve has no option '{name}'; it has guess, progress, {', '.join(_OPTIONS)}")
        if value is not None:
            try:
                setattr(made, name, value)
            except TypeError as error:
                raise InvalidInput(f"option '{name}' cannot be {value!r}") from error
    if guess is not None:
        made.set_guess(_guess(guess, problem))
    made.set_progress(progress)
    return made


def solve(problem: Any, *, certified: bool = True, budget: float = 30.0, **said: Any) -> Answer:
    """Solves and certifies. What cannot be solved is refused with a sentence (tandem.InvalidInput).

    With `certified` the solve goes on until the answer is certified or `budget` seconds are gone: finer meshes, other
    transcriptions, exact switches. A mesh that is said (`intervals`), `refine`, or method "ddp" is kept as it is.

    transcription, intervals, degree: the mesh; method: "ipopt" or "ddp"; guess: an Answer, "zeros", {name: values};
    tolerance, most_iterations, time_limit, refine, certify: "full", "light" or "none"; progress: called once an
    iteration, returning False stops. Ctrl-C ends the solve.
    """
    built = _built(problem)
    chosen = options(built, **said)
    kept = any(said.get(name) is not None for name in ("intervals", "refine")) or said.get("method") == "ddp"
    if certified and not kept and said.get("certify", "full") == "full":
        found = _core.solve_certified(built, chosen, budget)
        return Answer(found.solution, found.problem, found.done)
    return Answer(_core.solve(built, chosen), built)
