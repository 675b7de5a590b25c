"""Problems of the library, stated in Python from their exported functions and `show --json` alone."""

import pytest
import tandem as td
import written_out
from stated_again import StatedAgain

WRITTEN_OUT = {stated.__name__.replace("_", "-") for stated in written_out.ALL}


@pytest.mark.parametrize("name", [name for name in td.problem_names() if name not in WRITTEN_OUT])
def test_a_problem_stated_from_its_exports_is_solved_as_the_library_s_own(name, tmp_path):
    ours = td.solve(StatedAgain(name, tmp_path).problem, certified=False, certify="none")
    theirs = td.solve(td.make_problem(name), certified=False, certify="none")
    assert ours.status == theirs.status == "solved"
    assert ours.objective == pytest.approx(theirs.objective, rel=1e-9, abs=1e-12)
    assert abs(ours.iterations - theirs.iterations) <= 2
