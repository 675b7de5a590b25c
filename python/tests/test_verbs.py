"""What is done with a problem beside solving it."""

import json

import pytest
import tandem as td
import written_out


def test_many_starts_keep_each_minimum_once():
    found = td.multi_start(written_out.scalar_lqr(), starts=4)
    assert found.solved == 4 and len(found.minima) == 1 and found.answer.certificate.passes
    assert "4 of 4 solved" in repr(found)


def test_a_path_is_followed_to_another_value():
    path = td.follow(written_out.scalar_lqr(), "start", 2.0, intervals=20)
    assert path.status == "reached" and path.points[-1].value == pytest.approx(2.0)
    assert path.points[-1].objective == pytest.approx(4 * path.points[0].objective, rel=1e-6)


def test_a_bang_bang_answer_is_polished_to_its_switch():
    problem = written_out.double_integrator_time()
    rough = td.solve(problem, intervals=7)
    polished = td.polish(problem, rough)
    assert polished.objective == pytest.approx(2.0, abs=1e-9)
    assert polished.certificate.passes


def test_derivatives_are_verified():
    report = td.verify(written_out.goddard())
    assert report.agrees and "PASS" in str(report)
    assert td.verify(td.Model.named("acrobot")).agrees


def test_the_whole_command_runs_for_a_problem_of_one_s_own(tmp_path, capfd):
    file = tmp_path / "hill.json"
    assert td.run(written_out.hill_car(), ["solve", "--json", str(file)]) == 0
    assert json.loads(file.read_text())["problem"] == "hill-car"
    assert td.run(None, ["show", "scalar-lrq"]) == 2
    assert "did you mean 'scalar-lqr'?" in capfd.readouterr().err


def test_a_guess_may_be_an_answer_zeros_or_series():
    problem = written_out.brachistochrone()
    answer = td.solve(problem, certified=False)
    again = td.solve(problem, certified=False, guess=answer)
    assert again.objective == pytest.approx(answer.objective, rel=1e-9) and again.iterations <= answer.iterations
    series = td.solve(problem, certified=False, guess={"x": [0, 1, 2], "y": [0, 1.5, 2]})
    assert series.objective == pytest.approx(answer.objective, rel=1e-8)


def test_numbers_are_set_and_read():
    problem = written_out.scalar_lqr()
    problem.set("start", 2.0)
    answer = td.solve(problem)
    assert answer.numbers["start"] == 2.0
    assert answer.objective == pytest.approx(4 * 0.3807970779778824, rel=1e-6)


def test_design_numbers_are_chosen():
    assert td.solve(written_out.co_design_transfer()).numbers["stiffness"] > 1.0


def test_designs_and_controllers_that_come_along_are_found():
    found = td.design("draper", effort=50.0)
    assert found["kind"] == "structure" and found["status"] == "solved"
    assert found["objective"] == pytest.approx(2806.4, rel=1e-4)
    assert td.design("gust-alleviation")["objective"] == pytest.approx(1.360558e-4, rel=1e-4)
    with pytest.raises(td.InvalidInput, match="exit code 2"):
        td.design("draper", efort=50.0)


def test_a_model_moves_freely_and_keeps_its_energy():
    motion = td.simulate("acrobot", start={"elbow": 0.5}, seconds=1.0)
    assert motion["audit"]["passes"] and motion["time"][-1] == pytest.approx(1.0)
    assert motion["coordinates"]["elbow"][0] == 0.5


def test_the_front_of_a_problem_of_one_s_own_is_found():
    p = td.Problem("spring")
    weight = p.number("weight", 0.5, bounds=(0, 1))
    k = p.number("stiffness", 1.0, role="design", bounds=(0, 10))
    phase = p.phase("move")
    x, v = phase.state("x", start=1, end=0), phase.state("v", start=0, end=0)
    u = phase.control("u")
    phase.dynamics([v, u - k * x])
    p.minimize((1 - weight) * k + weight * phase.integral(u**2))
    front = td.pareto(p, [0.5, 0.9])
    assert len(front["points"]) == 2
