"""Trees of bodies: their recursions on arrays, one state or many (a state a row)."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

import casadi
import numpy as np

from tandem import _core
from tandem._core import InvalidInput


def _rows(values: Any, what: str) -> tuple[np.ndarray, bool]:
    """The array as rows, and whether it was one state."""
    array = np.ascontiguousarray(values, dtype=float)
    if array.ndim not in (1, 2):
        raise InvalidInput(f"{what} has {array.ndim} dimensions; one state is a vector, many are rows")
    return np.atleast_2d(array), array.ndim == 1


class Model:
    """A tree of bodies. q has nq numbers, velocities, accelerations and forces nv."""

    def __init__(self, core: Any):
        self.core = core

    @classmethod
    def from_urdf(cls, file: str | PathLike[str], *, floating: bool = False) -> Model:
        """Reads a URDF file; what is wrong in it is said with file and line."""
        return cls(_core.Model.from_urdf(fspath(file), floating))

    @classmethod
    def named(cls, name: str) -> Model:
        """One of the models that come with tandem: "acrobot", "chain-6", "humanoid"; see model_names()."""
        return cls(_core.Model.named(name))

    @property
    def name(self) -> str:
        return self.core.name

    @property
    def nq(self) -> int:
        return self.core.nq

    @property
    def nv(self) -> int:
        return self.core.nv

    @property
    def coordinate_names(self) -> list[str]:
        return self.core.coordinate_names

    @property
    def velocity_names(self) -> list[str]:
        return self.core.velocity_names

    @property
    def neutral_configuration(self) -> np.ndarray:
        """All joints at zero, quaternions at one."""
        return np.array(self.core.neutral_configuration)

    def inverse_dynamics(self, q: Any, v: Any, a: Any) -> np.ndarray:
        """tau = M a + C + g + D v + K (q - rest)."""
        return self._apply(self.core.inverse_dynamics, q=q, v=v, a=a)

    def forward_dynamics(self, q: Any, v: Any, tau: Any) -> np.ndarray:
        """The accelerations that tau makes, O(n)."""
        return self._apply(self.core.forward_dynamics, q=q, v=v, tau=tau)

    def bias(self, q: Any, v: Any) -> np.ndarray:
        """All terms of inverse dynamics but M a."""
        return self._apply(self.core.bias, q=q, v=v)

    def mass_matrix(self, q: Any) -> np.ndarray:
        """M(q), nv x nv; of many states count x nv x nv."""
        found = self._apply(self.core.mass_matrices, q=q)
        return found.reshape(*found.shape[:-1], self.nv, self.nv)

    def frame_placement(self, frame: str, q: Any) -> tuple[np.ndarray, np.ndarray]:
        """Where a frame or body stands in the world: position and rotation (its columns are the frame's axes)."""
        rows, single = _rows(q, "q")
        found = self.core.frame_placements(rows, frame)
        positions, rotations = found[:, :3], found[:, 3:].reshape(-1, 3, 3)
        return (positions[0], rotations[0]) if single else (positions, rotations)

    @staticmethod
    def _apply(function: Any, **vectors: Any) -> np.ndarray:
        rows = {name: _rows(values, name) for name, values in vectors.items()}
        found = function(*(array for array, _ in rows.values()))
        return found[0] if all(single for _, single in rows.values()) else found


class ModelBuilder:
    """Collects bodies, in any order, and makes a Model of them; build() says what is wrong with its name."""

    def __init__(self, name: str):
        self.core = _core.ModelBuilder(name)

    def gravity(self, acceleration: Any) -> ModelBuilder:
        """In the world's axes; 0 0 -9.81 unless set."""
        self.core.set_gravity(acceleration)
        return self

    def body(self, name: str, joint: Any, inertia: Any, *, parent: str = "world", at: Any = (0, 0, 0)) -> ModelBuilder:
        """A body that moves against its parent by a joint; `at` is its origin in the parent at zero coordinates."""
        self.core.add_body(name, parent, at, joint, inertia)
        return self

    def frame(self, name: str, body: str, at: Any = (0, 0, 0)) -> ModelBuilder:
        """A named frame on a body."""
        self.core.add_frame(name, body, at)
        return self

    def build(self) -> Model:
        return Model(self.core.build())


class Frame:
    """The motion of a frame or body as symbols for costs and constraints of a phase, in the world's axes: `position`,
    `axes` (its columns), `velocity`, `turn_rate`; along the phase `acceleration` and `turn_acceleration` as well."""

    def __init__(self, name: str):
        self.name = name
        names = ("position", "x axis", "y axis", "z axis", "velocity", "turn rate", "acceleration", "turn acceleration")
        vectors = [casadi.SX.sym(f"{each} of {name}", 3) for each in names]
        self.position, x, y, z, self.velocity, self.turn_rate, self.acceleration, self.turn_acceleration = vectors
        self.axes = casadi.horzcat(x, y, z)
        self.moving = casadi.vertcat(*vectors[:6])   #: what an end of a phase knows
        self.accelerated = casadi.vertcat(*vectors)  #: what is known along it


class MultibodyDynamics:
    """A tree of bodies as the dynamics of a problem: phase.mechanism(MultibodyDynamics(model).actuate("elbow"))."""

    def __init__(self, model: Model):
        self.model = model
        self.core = _core.MultibodyDynamics(model.core)
        self.numbers: list[tuple[str, Any]] = []
        self.frames: dict[str, Frame] = {}

    def frame(self, name: str) -> Frame:
        """A frame or body of the model, for costs and constraints of the phase that moves it:
        phase.path_constraint("low", (None, 1.0), dynamics.frame("hand").position[2]). An expression sees one or two."""
        if name not in self.frames:
            _core.SeenFrames(self.core, [name])  # refuses it with the nearest name
            self.frames[name] = Frame(name)
        return self.frames[name]

    def actuate(self, joint: str, gear: float = 1.0) -> MultibodyDynamics:
        """A drive of known force, a control a freedom."""
        self.core.actuate(joint, gear)
        return self

    def actuate_all(self) -> MultibodyDynamics:
        """The same of every joint that moves and is not driven yet; a free joint stays free."""
        self.core.actuate_all()
        return self

    def motor(self, gears: dict[str, float]) -> MultibodyDynamics:
        """One control that acts on several freedoms, each with a gear."""
        self.core.motor(list(gears.items()))
        return self

    def drive_motion(self, joint: str, smoothness: int = 1) -> MultibodyDynamics:
        """A drive of known motion: the joint's accelerations, or their derivatives, are the controls."""
        self.core.drive_motion(joint, smoothness)
        return self

    def push(self, frame: str, axis: Any) -> MultibodyDynamics:
        """One control: a force at the origin of a frame along an axis that is fixed in it."""
        self.core.push(frame, axis)
        return self

    def number(self, name: str, value: Any) -> MultibodyDynamics:
        """A number of the model is a sum of multiples of the problem's named numbers: number("mass of 'pole'", pole_mass)."""
        self.numbers.append((name, value))
        return self


def model_names() -> list[str]:
    """The models that come with tandem."""
    return _core.model_names()
