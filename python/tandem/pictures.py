"""The moving picture of a phase, as shapes whose coordinates are expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi

from tandem import _core
from tandem._core import InvalidInput
from tandem.expressions import listing, scalar

SX = casadi.SX
Point = Sequence[Any]


class Drawing:
    """Shapes in metres, x to the right, y up, z towards the viewer; points have two or three coordinates. `role` is
    "body", "ground", "target", "joint" or "wing"."""

    def __init__(self, where: str):
        self._where = where
        self._shapes: list[Any] = []
        self._numbers: list[SX] = []
        self._view: tuple[float, float] | None = None
        self._model: Any = None
        self._traced: list[str] = []

    def model(self, model: Any, *, trace: Sequence[str] = ()) -> Drawing:
        """A tree of bodies by its own shapes, in space, and the ways of some of its frames; its coordinates are the first
        states of the phase. Its z, up, is the picture's y."""
        self._model, self._traced = model, list(trace)
        return self

    def line(self, corners: Sequence[Point], thickness: float, role: str = "body") -> Drawing:
        """A line through corners."""
        return self._add("line", corners, (thickness, 0.0, 0.0), role)

    def circle(self, centre: Point, radius: Any, role: str = "body") -> Drawing:
        """A disc; in space, a ball."""
        return self._add("circle", [centre], (radius, 0.0, 0.0), role)

    def rectangle(self, centre: Point, width: Any, height: Any, angle: Any = 0.0, role: str = "body") -> Drawing:
        """A rectangle, turned counter-clockwise by `angle`."""
        return self._add("rectangle", [centre], (width, height, angle), role)

    def cylinder(self, start: Point, end: Point, radius: Any, role: str = "body") -> Drawing:
        """In space only: from one point to another."""
        return self._add("cylinder", [start, end], (radius, 0.0, 0.0), role)

    def arrow(self, start: Point, end: Point, thickness: float, role: str = "body") -> Drawing:
        """An arrow from one point to another."""
        return self._add("arrow", [start, end], (thickness, 0.0, 0.0), role)

    def trace(self, point: Point) -> Drawing:
        """A point whose path over time is drawn."""
        return self._add("trace", [point], (), "")

    def in_space(self, azimuth: float = 0.6, elevation: float = 0.35) -> Drawing:
        """Shows shaded bodies in space, seen from there at first (rad)."""
        self._view = (azimuth, elevation)
        return self

    def _add(self, kind: str, points: Sequence[Point], sizes: Sequence[Any], role: str) -> Drawing:
        for point in points:
            if len(point) not in (2, 3):
                raise InvalidInput(f"{self._where}: a point of its drawing has {len(point)} coordinates; two or three")
            padded = [*point, 0.0] if len(point) == 2 else point
            self._numbers += [scalar(each, f"{self._where}: its drawing") for each in padded]
        self._numbers += [scalar(each, f"{self._where}: its drawing") for each in sizes]
        self._shapes.append(_core.Shape(kind, role, len(points)))
        return self

    def hand_over(self, phase: Any, inputs: list[SX]) -> None:
        """Gives it to the library's phase."""
        numbers = casadi.vertcat(*self._numbers) if self._numbers else SX(0, 1)
        listed = listing(f"{self._where}: its drawing", inputs, numbers)
        if self._model is not None:
            _core.draw_model(phase, self._model.core, self._traced, listed, self._shapes, self._view)
        else:
            phase.drawing(listed, self._shapes, self._view)
