"""Threads, processes, Ctrl-C, progress."""

import concurrent.futures
import multiprocessing
import os
import pickle
import signal
import threading

import numpy as np
import pytest
import tandem as td
import written_out

OF_THREADS = (written_out.goddard, written_out.bouncing_mass, written_out.brachistochrone, written_out.hanging_chain,
              written_out.co_design_transfer, written_out.bryson_denham, written_out.periodic_follower,
              written_out.redundant_arm_path)


def test_eight_solves_in_eight_threads_are_bit_for_bit_those_one_after_another():
    alone = [td.solve(stated(), certified=False) for stated in OF_THREADS]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda stated: td.solve(stated(), certified=False), OF_THREADS))
    for one, other in zip(alone, together, strict=True):
        assert one.objective == other.objective and one.iterations == other.iterations
        for phase, same in zip(one.phases, other.phases, strict=True):
            assert (phase.states == same.states).all() and (phase.controls == same.controls).all()


def objective_of(name):
    return td.solve(getattr(written_out, name)(), certified=False).objective


def test_processes_that_are_spawned_solve():
    names = ["scalar_lqr", "bouncing_mass"]
    spawned = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawned) as pool:
        assert list(pool.map(objective_of, names)) == [objective_of(name) for name in names]


def test_an_answer_can_be_pickled():
    problem = written_out.bouncing_mass()
    answer = td.solve(problem)
    again = pickle.loads(pickle.dumps(answer))
    assert again.objective == answer.objective and again.certificate.passes
    assert np.array_equal(again["position", "back"], answer["position", "back"])
    with pytest.raises(td.InvalidInput, match="give its problem"):
        again.report_html()
    assert "bouncing-mass" in again.of(problem).report_html()


def long_problem():
    problem = written_out.bilimoria_wie()
    problem.mesh("radau", 2000, 3)
    return problem


def test_ctrl_c_ends_a_solve():
    timer = threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        td.solve(long_problem(), certified=False, certify="none")
    timer.join()


def test_ctrl_c_ends_a_search_in_threads():
    timer = threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        td.multi_start(written_out.bilimoria_wie(), starts=500, certify="none")
    timer.join()


def test_progress_is_told_each_iteration_and_stops():
    told = []
    answer = td.solve(written_out.goddard(), certified=False, progress=lambda line: told.append(line.iteration))
    assert told == list(range(len(told))) and told[-1] == answer.iterations
    stopped = td.solve(written_out.goddard(), certified=False, progress=lambda line: line.iteration < 3)
    assert stopped.status != "solved" and stopped.iterations <= 4


def test_an_exception_in_progress_comes_out_as_it_is():
    def fails(line):
        raise LookupError("of the user's")

    with pytest.raises(LookupError, match="of the user's"):
        td.solve(written_out.scalar_lqr(), progress=fails)
