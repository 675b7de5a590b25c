"""tandem: optimal control and trajectory optimization with answers that are measured.

    import tandem as td

    p = td.Problem("hill-car")
    k = p.number("steepness", 1.5, unit="1/m")
    drive = p.phase("drive", end=(0.5, 20), guess=5)
    x = drive.state("position", start=-1, end=1, unit="m")
    v = drive.state("velocity", start=0, end=0, unit="m/s")
    u = drive.control("push", bounds=(-1, 1))
    drive.dynamics({x: v, v: u - k * td.cos(k * x)})
    p.minimize(drive.end)
    s = td.solve(p)
"""
# ruff: noqa: E402 (the processor is looked at before anything is loaded that it may not know)

from tandem import processor

processor.check()

from casadi import (acos, asin, atan, atan2, cos, cosh, cross, dot, exp, fabs, fmax, fmin, if_else, log, norm_2, sin,
                    sinh, sqrt, sumsqr, tan, tanh, vertcat)

from tandem._core import (Error, Guess, Inertia, InvalidInput, Joint, NumericalError, PhaseGuess, make_problem,
                          problem_names)
from tandem.answer import Answer, load
from tandem.command import design, pareto, simulate
from tandem.models import Frame, Model, ModelBuilder, MultibodyDynamics, model_names
from tandem.numpy_functions import numpy_function
from tandem.phase import Phase
from tandem.problem import Problem
from tandem.solving import MultiStart, certify, follow, multi_start, polish, run, solve, verify

__version__ = "0.1.0"
