"""What stands in the wheel and in the process."""

import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest
import tandem as td

ONE_OF_EACH = """
import casadi, tandem as td
p = td.Problem("a")
phase = p.phase("go")
x, u = phase.state("x", start=1), phase.control("u")
phase.dynamics([u])
p.minimize(phase.integral(x**2 + u**2))
assert td.solve(p).certificate.passes
y = casadi.MX.sym("y")
casadi.nlpsol("s", "ipopt", {"x": y, "f": (y - 1)**2}, {"print_time": 0, "ipopt.print_level": 0})(x0=0)
files = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
for library in ("/libipopt.so", "/libcasadi.so"):
    assert sum(library in file for file in files) == 1, library
"""


def test_there_is_one_casadi_and_one_ipopt_in_a_process():
    subprocess.run([sys.executable, "-c", ONE_OF_EACH], check=True, capture_output=True)


def test_the_package_has_one_version_and_needs_what_it_imports():
    said = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    assert said["version"] == td.__version__
    assert said["dependencies"] == ["numpy>=1.24", "casadi>=3.8.2,<3.9"]


def test_a_lesser_processor_is_refused_by_a_sentence(monkeypatch):
    from tandem import processor

    monkeypatch.setattr(processor, "missing", lambda said: ["avx2"])
    monkeypatch.setattr(processor.os, "uname", lambda: types.SimpleNamespace(machine="x86_64"))
    with pytest.raises(ImportError, match="compiled for x86-64-v3; this processor has no avx2"):
        processor.check()
