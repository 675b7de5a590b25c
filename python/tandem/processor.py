"""Whether this processor has what the extension module is compiled for: x86-64-v3."""

from __future__ import annotations

import os

_NEEDED = ("avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe")


def missing(cpuinfo: str) -> list[str]:
    """What a processor lacks, of which Linux says so much.

    >>> missing("flags : fpu sse2 avx avx2 bmi1 bmi2 f16c fma abm movbe")
    []
    >>> missing("flags : fpu sse2 avx bmi1 bmi2 f16c abm movbe")
    ['avx2', 'fma']
    """
    for line in cpuinfo.splitlines():
        if line.startswith("flags"):
            flags = set(line.split())
            return [flag for flag in _NEEDED if flag not in flags]
    return []  # not said: we shall see


def check() -> None:
    """Refuses, by a sentence, a processor on which the module would end the interpreter."""
    if os.uname().machine != "x86_64":
        return
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as said:
            lacking = missing(said.read(8192))
    except OSError:
        return
    if lacking:
        raise ImportError(f"tandem is compiled for x86-64-v3; this processor has no {', '.join(lacking)}")
