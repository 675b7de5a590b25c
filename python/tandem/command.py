"""Verbs whose answers are the files of the `tandem` command (docs/answer.schema.json), as dictionaries."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any

from tandem import _core
from tandem._core import InvalidInput


def _file_of(words: list[str], problem: Any = None) -> dict[str, Any]:
    """What a command saves by --json; where it is refused its sentence stands on the standard error."""
    import json
    import tempfile  # here, because it takes a tenth of the package's import
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answer.json"
        line = ["tandem", *words, "--quiet", "--json", str(file)]
        code = _core.run(line) if problem is None else _core.run_own(line, problem)
        if not file.exists():
            raise InvalidInput(f"'{' '.join(words)}' was refused (exit code {code}); the sentence is on the standard error")
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return found


def _settings(option: str, values: Mapping[str, float]) -> list[str]:
    return [word for name, value in values.items() for word in (option, f"{name}={value!r}")]


def design(name: str, **numbers: float) -> dict[str, Any]:
    """The best design of a co-design problem, or the best controller, that comes with tandem: design("draper"),
    design("gust-alleviation"). `numbers` are named numbers to set."""
    return _file_of(["solve", name, *_settings("--set", numbers)])


def pareto(problem: Any, weights: list[float] | None = None, *, over: str | None = None) -> dict[str, Any]:
    """The front of best designs: of a co-design problem that comes with tandem, by its name; or of a problem of one's
    own with design numbers, whose number `over` weighs two costs."""
    words = [] if weights is None else ["--lambda", ",".join(map(repr, weights))]
    words += [] if over is None else ["--over", over]
    if isinstance(problem, str):
        return _file_of(["pareto", problem, *words])
    return _file_of(["pareto", problem.name, *words], problem.build())


def simulate(model: str | PathLike[str], *, start: Mapping[str, float] | None = None,
             rates: Mapping[str, float] | None = None, seconds: float = 10.0, step: float = 0.01,
             integrator: str = "fehlberg78") -> dict[str, Any]:
    """The free motion of a model that comes with tandem, or of a URDF file, with the audit of its energy: joints start
    where `start` says, as fast as `rates` says."""
    return _file_of(["simulate", fspath(model), "--time", repr(seconds), "--step", repr(step), "--integrator", integrator,
                     *_settings("--start", start or {}), *_settings("--rate", rates or {})])
