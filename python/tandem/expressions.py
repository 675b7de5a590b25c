"""What crosses the border to the library: casadi.SX expressions as lists of scalar operations, and as affine values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import casadi
import numpy as np

from tandem import _core
from tandem._core import InvalidInput

SX = casadi.SX


def as_sx(value: Any, what: str) -> SX:
    """The value as an SX expression; refuses MX, NaN and what is no number, and says what `what` is."""
    if isinstance(value, SX):
        return value
    if isinstance(value, casadi.MX):
        raise InvalidInput(f"{what} is a casadi.MX; tandem differentiates scalar operations: state it with casadi.SX, "
                           "or call a casadi.Function on tandem's symbols")
    try:
        matrix = casadi.DM(value)
    except Exception as error:
        raise InvalidInput(f"{what} is {type(value).__name__}, not a number or an expression") from error
    if not matrix.is_regular():
        raise InvalidInput(f"{what} is not finite")
    return SX(matrix)


def scalar(value: Any, what: str) -> SX:
    """The same of one number."""
    expression = as_sx(value, what)
    if expression.numel() != 1:
        raise InvalidInput(f"{what} has {expression.shape[0]} x {expression.shape[1]} entries; it should be one number")
    return expression if expression.is_dense() else casadi.densify(expression)


def column(values: Any, count: int | None, what: str) -> SX:
    """Numbers below one another: a list, an array or an SX column of `count` entries."""
    if isinstance(values, (SX, casadi.MX, casadi.DM, np.ndarray)) or np.isscalar(values):
        all_of_them = casadi.vec(as_sx(values, what))
    else:
        try:
            rows = list(values)
        except TypeError as error:
            raise InvalidInput(f"{what} is {type(values).__name__}, not a list of expressions") from error
        all_of_them = casadi.vertcat(*(scalar(row, f"{what}, entry {i},") for i, row in enumerate(rows)))
    if count is not None and all_of_them.numel() != count:
        raise InvalidInput(f"{what} has {all_of_them.numel()} entries; it should have {count}")
    return casadi.densify(SX(all_of_them))


def listing(name: str, inputs: Sequence[SX], output: SX) -> _core.Listing:
    """(x, u, t, numbers) -> output as the instructions of a casadi.Function. O(instructions)."""
    try:
        function = casadi.Function("f", list(inputs), [output])
    except RuntimeError as error:
        raise InvalidInput(_strangers(name, inputs, output) or f"{name}: {error}") from error
    rows: list[tuple[int, int, int, int]] = []
    constants: list[float] = []
    for k in range(function.n_instructions()):
        operation = function.instruction_id(k)
        took, gave = function.instruction_input(k), function.instruction_output(k)
        if operation == casadi.OP_OUTPUT:
            rows.append((operation, gave[1], took[0], 0))
        elif operation == casadi.OP_CONST:
            constants.append(function.instruction_constant(k))
            rows.append((operation, gave[0], 0, 0))
        else:
            rows.append((operation, gave[0], took[0] if took else 0, took[1] if len(took) > 1 else 0))
    return _core.Listing(name, np.array(rows, dtype=np.int32).reshape(-1, 4), constants, output.numel())


def _strangers(name: str, inputs: Sequence[SX], output: SX) -> str | None:
    """Which symbols of the output are none of the inputs."""
    known = {symbol.element_hash() for each in inputs for symbol in casadi.symvar(each)}
    names = [symbol.name() for symbol in casadi.symvar(output) if symbol.element_hash() not in known]
    if not names:
        return None
    plural = "symbols" if len(names) > 1 else "symbol"
    return f"{name}: the {plural} {', '.join(repr(each) for each in names)} cannot stand here: not a state, a control, " \
           "a time or a number that this function sees"


class Affines:
    """Values that depend on named numbers by sums of multiples only, as bounds, ends and guesses do."""

    def __init__(self, numbers: SX, name: str):
        self.numbers = numbers
        self.name = name
        self._places = {symbol.element_hash(): i for i, symbol in enumerate(casadi.vertsplit(numbers))}

    def value(self, value: Any, what: str) -> _core.Affine:
        if isinstance(value, (int, float)):
            if math.isnan(value):
                raise InvalidInput(f"{what} is not a number")
            return _core.Affine(float(value))
        expression = scalar(value, what)
        if expression.is_constant():
            return _core.Affine(float(expression))
        return self._of_one_number(expression) or self._of_several(expression, what)

    def _of_one_number(self, expression: SX) -> _core.Affine | None:
        """Of k and -k, which most are, in a tenth of the time."""
        sign = -1.0 if expression.is_op(casadi.OP_NEG) else 1.0
        symbol = expression.dep(0) if sign < 0 else expression
        place = self._places.get(symbol.element_hash()) if symbol.is_symbolic() else None
        return None if place is None else _core.Affine(0.0, [(place, sign)])

    def _of_several(self, expression: SX, what: str) -> _core.Affine:
        jacobian = casadi.jacobian(expression, self.numbers)
        terms: list[tuple[int, float]] = []
        for index in jacobian.sparsity().get_col():
            slope = jacobian[0, index]
            if not slope.is_constant():
                raise InvalidInput(f"{what} must be a sum of multiples of named numbers, not {expression}")
            terms.append((index, float(slope)))
        rest = casadi.substitute(expression, self.numbers, SX.zeros(self.numbers.shape))
        if not casadi.simplify(rest).is_constant():
            raise InvalidInput(_strangers(what, [self.numbers], expression) or f"{what} is not a constant and numbers")
        return _core.Affine(float(casadi.simplify(rest)), terms)

    def range(self, bounds: Any, what: str) -> _core.Range:
        """A number, or a pair of a lower and an upper one; None where there is none."""
        if bounds is None:
            return _core.Range(_core.Affine(-math.inf), _core.Affine(math.inf))
        if isinstance(bounds, (tuple, list)):
            if len(bounds) != 2:
                raise InvalidInput(f"{what} is a pair of a lower and an upper value, or one value; {len(bounds)} were given")
            lower, upper = bounds
            return _core.Range(self.value(-math.inf if lower is None else lower, f"the lower value of {what}"),
                               self.value(math.inf if upper is None else upper, f"the upper value of {what}"))
        value = self.value(bounds, what)
        return _core.Range(value, value)

    def optional_range(self, bounds: Any, what: str) -> _core.Range | None:
        return None if bounds is None else self.range(bounds, what)

    def points(self, guess: Any, what: str) -> list[tuple[float, _core.Affine]] | None:
        """A guess: a value, (start, end), or {fraction: value} with fractions from 0 to 1."""
        if guess is None:
            return None
        if isinstance(guess, dict):
            fractions = sorted(guess)
            if len(fractions) < 2 or fractions[0] != 0 or fractions[-1] != 1:
                raise InvalidInput(f"{what}: its fractions go from 0 to 1, both with a value")
            return [(float(each), self.value(guess[each], what)) for each in fractions]
        start, end = guess if isinstance(guess, (tuple, list)) else (guess, guess)
        return [(0.0, self.value(start, what)), (1.0, self.value(end, what))]


def terms_of(expression: SX) -> Iterable[SX]:
    """The summands of an expression, signs carried along."""
    waiting = [(expression, 1.0)]
    while waiting:
        term, sign = waiting.pop()
        if term.is_op(casadi.OP_ADD):
            waiting += [(term.dep(1), sign), (term.dep(0), sign)]
        elif term.is_op(casadi.OP_SUB):
            waiting += [(term.dep(1), -sign), (term.dep(0), sign)]
        elif term.is_op(casadi.OP_NEG):
            waiting.append((term.dep(0), -sign))
        else:
            yield term if sign > 0 else -term
