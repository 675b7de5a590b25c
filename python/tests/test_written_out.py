"""Problems written out as a user writes them give the library's own answers."""

import pytest
import tandem as td
import written_out


def agree(ours: td.Answer, theirs: td.Answer) -> None:
    assert ours.status == theirs.status == "solved"
    assert ours.objective == pytest.approx(theirs.objective, rel=1e-9, abs=1e-12)
    assert abs(ours.iterations - theirs.iterations) <= 2


def options_of(stated: object) -> dict[str, str]:
    return {"method": "ddp", "transcription": "shooting-rk4"} if stated is written_out.scalar_lqr else {}


@pytest.mark.parametrize("stated", written_out.ALL, ids=lambda stated: stated.__name__)
def test_a_problem_written_in_python_is_solved_as_the_library_s_own(stated):
    problem = stated()
    said = {"certified": False, "certify": "none", **options_of(stated)}
    ours = td.solve(problem, **said)
    theirs = td.solve(td.make_problem(problem.name), **said)
    if stated is written_out.pendulum_swing_up:  # implicit: the library's own is not, and has its unknowns otherwise
        assert ours.objective == pytest.approx(theirs.objective, rel=1e-9)
    else:
        agree(ours, theirs)


def test_gauss_newton_takes_the_residuals():
    said = {"method": "ddp", "transcription": "shooting-rk4"}
    answer = td.solve(written_out.scalar_lqr(), hessian="gauss-newton", **said)
    assert answer.objective == pytest.approx(td.solve(written_out.scalar_lqr(), **said).objective, rel=1e-9)
    assert answer.certificate.passes


def test_the_snippet_gives_a_certified_answer_with_its_series_and_files(tmp_path):
    s = td.solve(written_out.hill_car())
    assert s.certificate.passes and s.is_certified
    assert s["position"][0] == -1 and s["position"][-1] == pytest.approx(1)
    assert s.costate("velocity").shape == s["velocity"].shape == s.time().shape
    s.report(tmp_path / "hill.html")
    s.save(tmp_path / "hill.json")
    s.save(tmp_path / "hill.csv")
    assert "hill-car" in (tmp_path / "hill.html").read_text()
    again = td.load(tmp_path / "hill.json")
    assert again.objective == s.objective and (again["push"] == s["push"]).all()
    assert "certificate" in repr(s) and "<table>" in s._repr_html_()
    assert td.certify(written_out.hill_car(), again).is_certified
