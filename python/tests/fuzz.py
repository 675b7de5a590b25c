"""Random calls of the package and of its extension module: python fuzz.py COUNT SEED. Exceptions are as they should be."""

from __future__ import annotations

import contextlib
import os
import random
import sys
from typing import Any

import casadi
import numpy as np
import tandem as td
import written_out
from tandem import _core

SOME = random.Random()


def numbers() -> list[Any]:
    return [-1, 0, 1, 2, 3.5, float("nan"), float("inf"), -float("inf"), 1e308, True]


def junk() -> Any:
    a = casadi.SX.sym("a", SOME.randint(0, 3))
    pool = [None, "", "x", "position", "\x00", "a" * 1000, b"x", (), [], {}, (0, 1), (1, 0), [None, None], object(), len,
            np.zeros(SOME.randint(0, 4)), np.zeros((2, 3)), np.array(["x"]), np.full(3, np.nan), a, a + 1, casadi.SX(2, 2),
            casadi.MX.sym("m"), casadi.DM([1, 2]), {"x": 1}, {0: 1, 1: 2}, {0.5: 1}, *numbers()]
    return SOME.choice(pool)


def statement() -> tuple[td.Problem, td.Phase, list[Any]]:
    p = td.Problem("fuzz")
    k = p.number("k", 1.0)
    phase = p.phase("go")
    symbols = [phase.state("x", start=1), phase.state("v"), phase.control("u"), k, phase.t, phase.end]
    return p, phase, symbols


def words(symbols: list[Any]) -> list[Any]:
    return [SOME.choice([*symbols, junk(), junk()]) for _ in range(SOME.randint(0, 4))]


def named(function: Any) -> dict[str, Any]:
    names = ["start", "end", "bounds", "guess", "unit", "role", "continues", "duration", "intervals", "name"]
    return {SOME.choice(names): junk() for _ in range(SOME.randint(0, 2))}


def state_something() -> None:
    p, phase, symbols = statement()
    for _ in range(3):
        owner = SOME.choice([p, phase, phase.drawing])
        method = SOME.choice([each for each in dir(owner) if not each.startswith("_") and callable(getattr(owner, each))])
        with contextlib.suppress(Exception):
            getattr(owner, method)(*words(symbols), **named(method))
    p.build()


def make_listing() -> None:
    count = SOME.randint(0, 6)
    rows = np.array([[SOME.randint(-2, 120), *(SOME.randint(-1, 4) for _ in range(3))] for _ in range(count)], dtype=np.int32)
    f = _core.Listing("f", rows.reshape(-1, 4), [1.0] * SOME.randint(0, 2), SOME.randint(-1, 3))
    problem = _core.Problem("fuzz")
    phase = problem.phase("go", SOME.randint(0, 2), SOME.randint(0, 2))
    getattr(phase, SOME.choice(["dynamics", "running_cost", "end_cost", "running_residuals", "implicit_dynamics"]))(f)
    problem.validate()
    _core.solve(problem, _core.SolveOptions())


def solve_something() -> None:
    problem = SOME.choice([written_out.scalar_lqr, written_out.bouncing_mass])()
    name = SOME.choice(["transcription", "degree", "method", "derivatives", "scales", "certify", "linear_solver", "hessian",
                        "ipopt", "tolerance", "guess", "progress", "nothing"])
    td.solve(problem, certified=False, most_iterations=3, time_limit=2.0, **{name: junk()})


def read_something() -> None:
    text = td.solve(written_out.scalar_lqr(), intervals=2).core.to_json()
    place = SOME.randrange(len(text))
    _core.Solution.from_json(text[:place] + SOME.choice(["", "0", "null", "[", '"', "-1e999"]) + text[place + SOME.randint(0, 9):])


def move_something() -> None:
    model = td.Model.named(SOME.choice(["acrobot", "chain-6", "humanoid-36"]))
    method = SOME.choice(["inverse_dynamics", "forward_dynamics", "bias", "mass_matrix", "frame_placement"])
    getattr(model, method)(*(SOME.choice([junk(), np.zeros(SOME.choice([model.nq, model.nv])), np.zeros((3, model.nq))])
                             for _ in range(3)))


def drive_something() -> None:
    dynamics = td.MultibodyDynamics(td.Model.named("acrobot"))
    method = SOME.choice([each for each in dir(dynamics) if not each.startswith("_") and callable(getattr(dynamics, each))])
    getattr(dynamics, method)(*words(["elbow", "shoulder"]))
    statement()[1].dynamics(dynamics).problem.build()


def build_something() -> None:
    builder = td.ModelBuilder("fuzz")
    joint = SOME.choice([td.Joint.revolute, td.Joint.prismatic, td.Joint.planar])("j", SOME.choice([(0, 0, 1), (0, 0, 0), junk()]))
    inertia = SOME.choice([td.Inertia.zero(), td.Inertia.point(SOME.choice(numbers()), (0, 0, 0)), junk()])
    builder.body(SOME.choice(["a", "world", ""]), joint, inertia, parent=SOME.choice(["world", "a", "b"]))
    model = builder.build()
    model.mass_matrix(model.neutral_configuration)


def ask_an_answer() -> None:
    answer = td.solve(written_out.scalar_lqr(), intervals=2)
    method = SOME.choice(["phase", "__getitem__", "time", "costate", "of", "certificate.line"])
    target = answer
    for part in method.split("."):
        target = getattr(target, part)
    target(junk())


def make_something() -> None:
    owner = SOME.choice([td, _core])
    name = SOME.choice([each for each in dir(owner) if each[0].isupper()])
    getattr(owner, name)(*words([]))


KINDS = (state_something, make_listing, solve_something, read_something, move_something, drive_something, build_something,
         ask_an_answer, make_something)


def main(count: int, seed: int) -> None:
    SOME.seed(seed)
    refused = 0
    for i in range(count):
        kind = SOME.choice(KINDS)
        if "--tell" in sys.argv:
            print(i, kind.__name__, file=sys.stderr, flush=True)
        try:
            kind()
        except Exception as error:  # noqa: BLE001 (any exception is as it should be; ending the interpreter is not)
            refused += 1
            if isinstance(error, (SystemError, MemoryError)):
                raise
    print(f"{count} calls, {refused} exceptions")


if __name__ == "__main__":
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere if "--quiet" in sys.argv else sys.stdout):
        main(int(sys.argv[1]), int(sys.argv[2]))
