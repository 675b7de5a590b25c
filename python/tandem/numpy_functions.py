"""Functions that NumPy computes, with derivatives of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tandem import _core
from tandem._core import InvalidInput

Function = Callable[..., Any]


class NumpyFunction:
    """What numpy_function() makes; it stands where an expression does."""

    def __init__(self, values: Function, jacobian: Function, hessian: Function | None, linear: bool):
        for what, function in (("its values", values), ("its Jacobian", jacobian), ("its Hessian", hessian)):
            if not callable(function) and not (function is None and what == "its Hessian"):
                raise InvalidInput(f"numpy_function: {what} must be a function, not {type(function).__name__}")
        self._values, self._jacobian, self._hessian, self._linear = values, jacobian, hessian, linear

    def core(self, name: str, outputs: int) -> Any:
        """The library's function of `outputs` numbers."""
        hessian = self._hessian or self._differences
        return _core.UserFunction(name, outputs, _array(self._values), _array(self._jacobian),
                                  None if self._linear else _array(hessian), self._linear)

    def _differences(self, x: Any, u: Any, t: float, numbers: Any, weights: Any) -> np.ndarray:
        """d/dz (J' w) by central differences, its error of the order of eps^(2/3)."""
        z = np.concatenate([x, u, [t], numbers])
        splits = (len(x), len(x) + len(u), len(x) + len(u) + 1)

        def gradient(at: np.ndarray) -> np.ndarray:
            first, second, time, last = np.split(at, splits)
            return weights @ np.reshape(self._jacobian(first, second, float(time[0]), last), (len(weights), len(z)))

        found = np.zeros((len(z), len(z)))
        for i, value in enumerate(z):
            step = np.zeros(len(z))
            step[i] = np.cbrt(np.finfo(float).eps) * max(1.0, abs(value))
            found[i] = (gradient(z + step) - gradient(z - step)) / (2.0 * step[i])
        return 0.5 * (found + found.T)


def _array(function: Function) -> Function:
    """The function with its result as an array of doubles."""
    return lambda *arguments: np.ascontiguousarray(function(*arguments), dtype=float)


def numpy_function(values: Function, jacobian: Function, hessian: Function | None = None, *,
                   linear: bool = False) -> NumpyFunction:
    """A function of NumPy's in place of an expression, in dynamics, costs and constraints of a phase.

    values(x, u, t, numbers) -> outputs;  jacobian(x, u, t, numbers) -> outputs x inputs, inputs = [x; u; t; numbers];
    hessian(x, u, t, numbers, weights) -> inputs x inputs, the sum of weight * second derivative. At the end of a phase
    u is empty. Without a Hessian, unless the function is `linear`, second derivatives are central differences of the
    Jacobian, two calls an input. It is called once a point of the mesh and takes the interpreter each time.
    """
    return NumpyFunction(values, jacobian, hessian, linear)
