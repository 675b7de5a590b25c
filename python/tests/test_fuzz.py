"""Whatever is called, the interpreter lives."""

import os
import subprocess
import sys
from pathlib import Path


def test_random_calls_end_in_answers_or_exceptions():
    count = os.environ.get("TANDEM_FUZZED_CALLS", "500")
    run = subprocess.run([sys.executable, Path(__file__).with_name("fuzz.py"), count, "1"], capture_output=True, text=True,
                         check=False, timeout=1200)
    assert run.returncode == 0, run.stderr[-2000:]
    assert "exceptions" in run.stdout
