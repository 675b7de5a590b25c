"""Times the Python package beside CasADi and beside itself: python bench/python_bench.py [REPETITIONS]. Ratios of one run."""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import casadi
import numpy as np
import tandem as td

N = 100


def cart_pole() -> td.Problem:
    p = td.Problem("cart-pole")
    p.mesh("hermite-simpson", N)
    m1, m2, length, g = (p.number(name, value) for name, value in
                         (("cart_mass", 1.0), ("pole_mass", 0.3), ("pole_length", 0.5), ("gravity", 9.81)))
    most, track, distance, duration = (p.number(name, value) for name, value in
                                       (("max_force", 20.0), ("track", 2.0), ("distance", 1.0), ("duration", 2.0)))
    phase = p.phase("swing-up", end=duration)
    x = phase.state("position", bounds=(-track, track), start=0, end=distance)
    q = phase.state("angle", start=0, end=math.pi)
    v, w = phase.state("velocity", start=0, end=0), phase.state("rate", start=0, end=0)
    u = phase.control("force", bounds=(-most, most))
    s, c = td.sin(q), td.cos(q)
    inertia = m1 + m2 * s * s
    phase.dynamics({x: v, q: w, v: (length * m2 * s * w * w + u + m2 * g * c * s) / inertia,
                    w: -(length * m2 * c * s * w * w + u * c + (m1 + m2) * g * s) / (length * inertia)})
    p.minimize(phase.integral(u * u))
    return p


def by_casadi() -> tuple[Any, dict[str, Any]]:
    """The same transcription, guess and bounds with nlpsol and IPOPT; functions mapped over intervals and expanded."""
    x, u = casadi.SX.sym("x", 4), casadi.SX.sym("u")
    s, c = casadi.sin(x[1]), casadi.cos(x[1])
    inertia = 1.0 + 0.3 * s * s
    f = casadi.Function("f", [x, u], [casadi.vertcat(
        x[2], x[3], (0.5 * 0.3 * s * x[3]**2 + u + 0.3 * 9.81 * c * s) / inertia,
        -(0.5 * 0.3 * c * s * x[3]**2 + u * c + 1.3 * 9.81 * s) / (0.5 * inertia))])
    a, b, u0, um, u1, h = casadi.SX.sym("a", 4), casadi.SX.sym("b", 4), *map(casadi.SX.sym, "012"), 2.0 / N
    fa, fb = f(a, u0), f(b, u1)
    fm = f((a + b) / 2 + h / 8 * (fa - fb), um)
    step = casadi.Function("step", [a, b, u0, um, u1], [b - a - h / 6 * (fa + 4 * fm + fb),
                                                        h / 6 * (u0**2 + 4 * um**2 + u1**2)]).map(N)
    states, controls, middles = casadi.MX.sym("x", 4, N + 1), casadi.MX.sym("u", 1, N + 1), casadi.MX.sym("m", 1, N)
    defects, costs = step(states[:, :-1], states[:, 1:], controls[:, :-1], middles, controls[:, 1:])
    nlp = {"x": casadi.veccat(states, controls, middles), "f": casadi.sum2(costs), "g": casadi.vec(defects)}
    solver = casadi.nlpsol("s", "ipopt", nlp, {"expand": True, "print_time": False, "ipopt.print_level": 0,
                                               "ipopt.sb": "yes", "ipopt.tol": 1e-10})
    lower = np.tile([-2.0, -np.inf, -np.inf, -np.inf], (N + 1, 1))
    upper = -lower
    lower[0], upper[0], lower[-1], upper[-1] = 0, 0, (1, math.pi, 0, 0), (1, math.pi, 0, 0)
    line = np.outer(np.linspace(0, 1, N + 1), [1, math.pi, 0, 0])
    ones, zeros = np.full(2 * N + 1, 20.0), np.zeros(2 * N + 1)
    return solver, {"x0": np.r_[line.ravel(), zeros], "lbx": np.r_[lower.ravel(), -ones],
                    "ubx": np.r_[upper.ravel(), ones], "lbg": 0, "ubg": 0}


def least(function: Callable[[], Any], repetitions: int) -> float:
    def once() -> float:
        start = time.perf_counter()
        function()
        return time.perf_counter() - start

    return min(once() for _ in range(repetitions))


def beside(functions: dict[str, Callable[[], Any]], repetitions: int) -> dict[str, float]:
    """The least of each, one after the other in turns, so that what else the machine does meets all alike."""
    found = dict.fromkeys(functions, math.inf)
    for _ in range(repetitions):
        for what, function in functions.items():
            found[what] = min(found[what], least(function, 1))
    return {what: tell(what, seconds) for what, seconds in found.items()}


def tell(what: str, seconds: float) -> float:
    print(f"{what:<62} {1e3 * seconds:10.3f} ms")
    return seconds


def main(repetitions: int) -> None:
    problem = cart_pole()
    built = problem.build()
    tell("cart-pole: statement", least(cart_pole, repetitions))
    tell("cart-pole: statement and build()", least(lambda: cart_pole().build(), repetitions))
    setup = min(td.solve(built, certified=False, certify="none").seconds.setup for _ in range(repetitions))
    tell("cart-pole: set-up in the library", setup)
    native = td.make_problem("cart-pole-swing-up")
    alone = {"certified": False, "certify": "none"}
    solver, arguments = by_casadi()
    found = solver(**arguments)
    answer = td.solve(problem, **alone)
    print(f"objectives: tandem {answer.objective:.10g} ({answer.iterations} iterations), CasADi {float(found['f']):.10g} "
          f"({solver.stats()['iter_count']} iterations)")
    own, built_before, ours, full, solved = beside({
        "the library's own problem, solve without certificate": lambda: td.solve(native, **alone),
        "the problem of Python, built before, the same": lambda: td.solve(built, **alone),
        "statement, build, solve, no certificate": lambda: td.solve(cart_pole(), **alone),
        "statement, build, solve, certificate": lambda: td.solve(cart_pole(), certified=False),
        "CasADi, nlpsol and IPOPT: solve": lambda: solver(**arguments)}, repetitions).values()
    build = tell("CasADi: build", least(by_casadi, max(2, repetitions // 5)))
    print(f"ratios: to its solve {ours / solved:.3f}, with certificate {full / solved:.3f}, to build and solve "
          f"{ours / (build + solved):.3f}; of Python's problem to the library's own {built_before / own:.3f}")
    for name in ("chain-6", "humanoid-36"):
        model = td.Model.named(name)
        q = np.tile(model.neutral_configuration, (10000, 1))
        v, a = np.zeros((10000, model.nv)), np.ones((10000, model.nv))
        tell(f"{name}: inverse dynamics of 10,000 states", least(lambda: model.inverse_dynamics(q, v, a), repetitions))
        tell(f"{name}: forward dynamics of 10,000 states", least(lambda: model.forward_dynamics(q, v, a), repetitions))
    for what in ("casadi, numpy", "tandem"):
        tell(f"a process that imports {what}", statistics.median(
            least(lambda: subprocess.run([sys.executable, "-c", f"import {what}"], check=True), 1) for _ in range(5)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
