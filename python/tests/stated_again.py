"""A problem stated from what `tandem export` and `tandem show --json` save of it, and from nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import casadi
import tandem as td

SX = casadi.SX


class StatedAgain:
    def __init__(self, name: str, folder: Path):
        functions, statement = folder / f"{name}.casadi", folder / f"{name}.json"
        assert td.run(None, ["export", name, "--output", str(functions), "--quiet"]) == 0
        assert td.run(None, ["show", name, "--json", str(statement), "--quiet"]) == 0
        self.said = json.loads(statement.read_text())
        self.functions = self._unpacked(functions.read_text())
        mesh = self.said["mesh"]
        self.problem = td.Problem(name)
        self.problem.mesh(mesh["transcription"], mesh["intervals"], mesh["degree"])
        self.numbers = {each["name"]: self.problem.number(each["name"], each["value"], unit=each["unit"], role=each["role"],
                                                          bounds=(each["lower"], each["upper"]))
                        for each in self.said["numbers"]}
        self.values = casadi.vertcat(*self.numbers.values()) if self.numbers else SX(0, 1)
        self.objective: Any = 0
        self.phases = {each["name"]: self._phase(each) for each in self.said["phases"]}
        for linkage in self.said["linkages"]:
            self._link(linkage)
        (self.problem.maximize if self.said["maximised"] else self.problem.minimize)(self.objective)

    @staticmethod
    def _unpacked(text: str) -> dict[str, Any]:
        packed, found = casadi.StringDeserializer(text), {}
        while True:
            each = packed.unpack()
            if not isinstance(each, casadi.Function):
                return found
            found[each.name()] = each

    def _value(self, said: Any) -> Any:
        if not isinstance(said, dict):
            return said
        return said["constant"] + sum(factor * self.numbers[name] for name, factor in said["numbers"].items())

    def _range(self, said: Any) -> Any:
        return None if said is None else tuple(self._value(each) for each in said)

    def _guess(self, said: Any) -> Any:
        return None if said is None else {fraction: self._value(value) for fraction, value in said}

    def _phase(self, said: Any) -> td.Phase:
        time = said["time"]
        phase = self.problem.phase(said["name"], start=self._range(time["start"]), end=self._range(time["end"]),
                                   guess=time["guess"], duration=self._range(time["duration"]),
                                   continues=time["continues"], intervals=said["intervals"])
        for each in said["states"]:
            phase.state(each["name"], unit=each["unit"], bounds=self._range(each["bounds"]), start=self._range(each["start"]),
                        end=self._range(each["end"]), guess=self._guess(each["guess"]))
        for each in said["controls"]:
            phase.control(each["name"], unit=each["unit"], bounds=self._range(each["bounds"]),
                          guess=self._guess(each["guess"]))
        prefix = said["name"] + "_" if len(self.said["phases"]) > 1 else ""
        self._functions_of(phase, said, lambda what: self.functions.get((prefix + what).replace("-", "_").replace(".", "_")))
        return phase

    def _functions_of(self, phase: td.Phase, said: Any, function: Any) -> None:
        along = (phase.states, phase.controls if said["controls"] else SX(0, 1), phase.t, self.values)
        at_end = (phase.states, SX(0, 1), phase.t, self.values)
        phase.dynamics(function("dynamics")(*along))
        if function("running_cost"):
            self.objective += phase.integral(function("running_cost")(*along))
        if function("end_cost"):
            self.objective += phase.at_end(function("end_cost")(*at_end))
        for kind, name, arguments in (("path_constraint", "path_constraints", along),
                                      ("integral_constraint", "integrands", along),
                                      ("end_constraint", "end_constraints", at_end)):
            if said[kind + "s"]:
                rows = function(name)(*arguments)
                for i, each in enumerate(said[kind + "s"]):
                    getattr(phase, kind)(each["name"], self._range(each["bounds"]), rows[i])

    def _link(self, said: Any) -> None:
        before, after = self.phases[said["before"]], self.phases[said["after"]]
        ends = casadi.vertcat(before.at_end(before.states), before.end, after.at_start(after.states), after.start)
        function = self.functions["linkage_" + said["name"].replace("-", "_").replace(".", "_")]
        self.problem.link(said["name"], before, after, self._range(said["bounds"]),
                          function(ends, SX(0, 1), 0, self.values))
