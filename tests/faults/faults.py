#!/usr/bin/env python3
"""What goes wrong outside: full disks, closed streams, folders in place of files, signals, kills. No answer is lost, no
file is empty or half, no failure exits with 0, what was there before stays whole.

    faults.py build/tandem [--long]
"""
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

TANDEM = os.path.abspath(sys.argv[1])
IS_LONG = "--long" in sys.argv[2:] or "TANDEM_LONG" in os.environ  # make test-long
SHORT = ["solve", "scalar-lqr"]
# Commands that go on for many seconds; what --json of each is to hold where it was asked to end.
LONG = {
    "solve": (["solve", "cart-pole-swing-up", "--intervals", "20000"], "status"),
    "many starts": (["solve", "cart-pole-swing-up", "--multi-start", "100000"], "status"),
    "table": (["solve", "--all", "--intervals", "3000"], "problems"),
    "homotopy": (["homotopy", "cart-pole-swing-up", "--over", "max_force", "--to", "1"], "points"),
    "front": (["pareto", "slewing-beam", "--intervals", "400"], "points"),
    "designs": (["solve", "gust-alleviation", "--multi-start", "100000"], "status"),
    "verify": (["verify", "--all", "--states", "60"], "blocks"),
    "simulate": (["simulate", "double-pendulum", "--time", "1e6", "--step", "1"], "time"),
}
SECONDS_TO_END = 10.0  # wanted: 2; a busy machine may take five times as long

failures = []


def expect(is_so, words):
    if not is_so:
        failures.append(words)
        print("FAILS:", words, flush=True)


def run(words, **streams):
    streams.setdefault("stdout", subprocess.PIPE)
    streams.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([TANDEM] + words, timeout=300, **streams)


def is_json(file):
    try:
        with open(file) as text:
            json.load(text)
        return True
    except ValueError:
        return False


def closing(*numbers):
    """For preexec_fn: a program started with these streams closed."""
    return lambda: [os.close(number) for number in numbers]


def streams_that_take_nothing(folder):
    for what, streams in {
        "a full standard output": {"stdout": open("/dev/full", "w")},
        "a closed standard output": {"stdout": None, "preexec_fn": closing(1)},
    }.items():
        file = os.path.join(folder, "answer.json")
        answer = run(SHORT + ["--json", file], **streams)
        expect(answer.returncode == 1, f"{what}: exit code {answer.returncode}, not 1")
        expect(os.path.exists(file) and is_json(file), f"{what}: the answer is not in its file")
        os.path.exists(file) and os.remove(file)
    for what, streams in {
        "a full standard error": {"stderr": open("/dev/full", "w")},
        "a closed standard error": {"stderr": None, "preexec_fn": closing(2)},
    }.items():
        answer = run(SHORT, **streams)
        expect(answer.returncode == 0 and b"PASS" in answer.stdout, f"{what}: {answer.returncode} {answer.stdout}")


def a_reader_that_goes_away(folder):
    file = os.path.join(folder, "answer.json")
    reading, writing = os.pipe()
    os.close(reading)
    answer = run(SHORT + ["--json", file], stdout=writing)
    os.close(writing)
    expect(answer.returncode == 1, f"a broken pipe: exit code {answer.returncode}, not 1")
    expect(answer.stderr == b"", f"a broken pipe is told: {answer.stderr}")
    expect(is_json(file), "a broken pipe: the answer is not in its file")


def files_that_take_nothing(folder):
    answer = run(SHORT + ["--json", "/dev/full"])
    expect(answer.returncode == 1 and b"PASS" in answer.stdout, f"a full disk: {answer.returncode} {answer.stdout}")
    expect(b"cannot write to '/dev/full'" in answer.stderr, f"a full disk: {answer.stderr}")
    csv = os.path.join(folder, "series.csv")
    answer = run(SHORT + ["--json", "/dev/full", "--csv", csv])
    expect(answer.returncode == 1 and os.path.getsize(csv) > 0, "a full disk keeps another file from being written")
    answer = run(SHORT + ["--json", folder])
    expect(answer.returncode == 2 and b"it is a folder" in answer.stderr, f"a folder: {answer.stderr}")
    answer = run(SHORT + ["--json", os.path.join(folder, "none", "x.json")])
    expect(answer.returncode == 2, f"a folder that is not there: {answer.returncode}")
    answer = run(SHORT + ["--json", csv, "--csv", os.path.join(folder, ".", "series.csv")])
    expect(answer.returncode == 2 and b"the same file" in answer.stderr, f"one file for two: {answer.stderr}")


def a_limit_of_file_sizes(folder):
    file = os.path.join(folder, "old.json")
    run(SHORT + ["--json", file])
    with open(file, "rb") as text:
        before = text.read()

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    answer = run(SHORT + ["--json", file], preexec_fn=limit)
    expect(answer.returncode == 1 and b"PASS" in answer.stdout, f"ulimit -f: {answer.returncode}")
    with open(file, "rb") as text:
        expect(text.read() == before, "ulimit -f: what was there before is gone")
    expect(os.listdir(folder) == ["old.json"], f"ulimit -f leaves files behind: {os.listdir(folder)}")


def standard_output_as_a_file(folder):
    answer = run(SHORT + ["--json", "-"])
    expect(answer.returncode == 0 and json.loads(answer.stdout)["problem"] == "scalar-lqr", "--json - is not JSON")
    expect(b"PASS" in answer.stderr, "--json - prints nothing for people")
    answer = run(SHORT + ["--json", "-", "--csv", "-"])
    expect(answer.returncode == 2, f"--json - --csv -: {answer.returncode}")


def begun(words, file):
    return subprocess.Popen([TANDEM] + words + ["--json", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def one_signal(folder, name, number, wait):
    words, key = LONG[name]
    file = os.path.join(folder, "asked.json")
    program = begun(words, file)
    time.sleep(wait)
    asked_at = time.monotonic()
    program.send_signal(number)
    try:
        out, err = program.communicate(timeout=6 * SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        program.kill()
        program.communicate()
        return expect(False, f"{name}: goes on after signal {number}")
    what = f"{name}, signal {number} after {wait:.2f} s"
    took = time.monotonic() - asked_at
    expect(took < SECONDS_TO_END, f"{what}: ends {took:.1f} s later")
    if program.returncode == -number:  # before the command had begun, or in its last moment
        return expect(wait < 0.2, f"{what}: ended at once")
    expect(program.returncode == 1, f"{what}: exit code {program.returncode}, not 1")
    expect(b"stopped, as was asked" in err, f"{what}: {err[-300:]}")
    expect(len(out) > 0, f"{what}: nothing is printed")
    if not os.path.exists(file):
        return expect(False, f"{what}: nothing is saved")
    with open(file) as text:
        expect(key in json.load(text), f"{what}: there is no '{key}' in its file")
    os.remove(file)


def one_kill(folder, name, wait):
    words, _ = LONG[name]
    file = os.path.join(folder, "kept.json")
    with open(file, "w") as text:
        text.write('{"kept": true}')
    program = begun(words, file)
    time.sleep(wait)
    program.kill()
    program.communicate()
    with open(file) as text:
        expect(json.load(text) == {"kept": True}, f"{name}, killed after {wait:.2f} s: what was there is gone")


def main():
    dice = random.Random(1)
    for look in (
        streams_that_take_nothing,
        a_reader_that_goes_away,
        files_that_take_nothing,
        a_limit_of_file_sizes,
        standard_output_as_a_file,
    ):
        with tempfile.TemporaryDirectory() as folder:
            look(folder)
    names = list(LONG)
    signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    with tempfile.TemporaryDirectory() as folder:
        for k in range(40 if IS_LONG else len(names)):
            one_signal(folder, names[k % len(names)], signals[k % 3], dice.uniform(0.5, 3.0 if IS_LONG else 0.8))
        for k in range(16 if IS_LONG else 4):
            one_kill(folder, names[k % len(names)], dice.uniform(0.05, 1.0))
    print(f"{len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
