"""Verbs: what is done with a problem."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from tandem import _core
from tandem._core import InvalidInput
from tandem.answer import Answer
from tandem.models import Model

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


class MultiStart:
    """What many starts found: .minima, the best first, each with the starts that led to it."""

    def __init__(self, core: Any, problem: Any):
        self.core = core
        self.answer = Answer(core.answer, problem)  #: the best certified one, or the best, or how the first start failed
        self.minima = [(Answer(minimum.solution, problem), list(minimum.starts)) for minimum in core.minima]

    @property
    def solved(self) -> int:
        return self.core.solved

    def __repr__(self) -> str:
        found = ", ".join(f"{answer.objective:.9g} ({len(starts)})" for answer, starts in self.minima)
        return f"<tandem.MultiStart: {self.solved} of {self.core.starts} solved; minima {found}>"


def multi_start(problem: Any, starts: int = 20, *, seed: int = 1, threads: int = 0,
                progress: Callable[[Any], Any] | None = None, **said: Any) -> MultiStart:
    """Solves from many random starts, in threads, and keeps each minimum once; options are those of solve()."""
    built = _built(problem)
    return MultiStart(_core.multi_start(built, options(built, **said), starts, seed, threads, progress), built)


def follow(problem: Any, over: str, to: float, *, start: float | None = None, most_steps: int = 1000,
           progress: Callable[[Any], Any] | None = None, **said: Any) -> Any:
    """Follows the answer from one value of a named number to another (homotopy): .points with certificates, .marks
    (folds, branches, ends), .status, .reason, and the last .solution."""
    built = _built(problem)
    values = {number.name: number.value for number in built.numbers}
    if over not in values:
        built.set(over, 0.0)  # refuses it with the nearest names
    return _core.follow(built, over, values[over] if start is None else start, to, options(built, **said), most_steps,
                        progress)


def polish(problem: Any, answer: Answer, **said: Any) -> Answer:
    """The answer with exact times of its switches: one phase an arc of its bang-bang or singular controls."""
    built = _built(problem)
    polished = _core.polish(built, answer.core, options(built, **said))
    return Answer(polished.solution, polished.problem, polished.changes)


def certify(problem: Any, answer: Any) -> Answer:
    """Tests an answer against a problem, whoever found it: an Answer, or a file that `tandem certify` reads."""
    built = _built(problem)
    if not isinstance(answer, Answer):
        return Answer(_core.certify(built, _core.solution_from_file(built, str(answer))), built)
    return Answer(_core.certify(built, answer.core), built)


def verify(subject: Any, *, states: int = 3, seed: int = 1) -> Any:
    """Compares first and second derivatives of a problem's functions, or of a model's recursions, by all ways."""
    if isinstance(subject, Model):
        return _core.verify_model(subject.core, states, seed)
    return _core.verify(_built(subject), states, seed)


def run(problem: Any = None, arguments: list[str] | None = None) -> int:
    """The whole tandem command, for a problem of one's own where one is given: run(p, ["solve", "--report", "p.html"]).
    Returns the exit code: 0 solved and certified, 1 not, 2 refused."""
    words = ["tandem", *(sys.argv[1:] if arguments is None else arguments)]
    return _core.run(words) if problem is None else _core.run_own(words, _built(problem))


def main() -> None:
    """The console script `tandem`."""
    sys.exit(run())
