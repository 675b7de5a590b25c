"""What a statement refuses, each with the sentence that says what would be right."""

import math

import casadi
import numpy as np
import pytest
import tandem as td
import written_out


def two_states():
    p = td.Problem("two-states")
    k = p.number("gain", 2.0)
    phase = p.phase("go")
    x, v = phase.state("x", start=0, end=1), phase.state("v", start=0)
    u = phase.control("u")
    return p, phase, x, v, u, k


def solved(*rates, cost=None):
    p, phase, x, v, u, _ = two_states()
    phase.dynamics(list(rates) or [v, u])
    p.minimize(phase.integral(u**2) if cost is None else cost(phase, x, u))
    return td.solve(p)


def refused(sentence, stated):
    with pytest.raises(td.InvalidInput) as refusal:
        stated()
    assert sentence in str(refusal.value)


def test_wrong_shapes_are_refused():
    _, phase, x, v, u, _ = two_states()
    refused("x' has 1 entries; it should have 2", lambda: phase.dynamics([v]))
    refused("the rate of 'x' has 2 x 1 entries", lambda: phase.dynamics({x: td.vertcat(v, u), v: u}))
    refused("the rate of 'v' is missing", lambda: phase.dynamics({x: v}))
    refused("it should be one number", lambda: phase.running_cost(td.vertcat(x, v)))
    refused("should have 2", lambda: phase.implicit_dynamics(np.zeros(3)))
    refused("has 4 coordinates; two or three", lambda: phase.drawing.circle((0, 0, 0, 0), 1))


def test_unknown_names_are_refused_with_those_that_there_are():
    p, phase, *_ = two_states()
    refused("has no 'y'; it has x, v, u", lambda: phase["y"])
    refused("did you mean 'gain'?", lambda: p.set("gian", 1.0))
    refused("its role is constant, design or path, not 'free'", lambda: p.number("n", 1.0, role="free"))
    refused("solve has no option 'intervalls'", lambda: td.solve(written_out.scalar_lqr(), intervalls=3))
    refused("option 'intervals' cannot be 'many'", lambda: td.solve(written_out.scalar_lqr(), intervals="many"))
    refused("there is no state or control 'y'", lambda: td.solve(written_out.scalar_lqr(), guess={"y": [0, 1]}))
    refused("has no state or control 'y'", lambda: td.solve(written_out.scalar_lqr())["y"])
    refused("there is no phase 'fly'", lambda: td.solve(written_out.scalar_lqr())["x", "fly"])
    refused("did you mean 'scalar-lqr'?", lambda: td.make_problem("scalar-lrq"))
    refused("did you mean 'start'?", lambda: td.follow(written_out.scalar_lqr(), "stat", 2.0))


def test_mx_is_refused_where_sx_is_wanted():
    _, phase, *_ = two_states()
    refused("casadi.MX; tandem differentiates scalar operations", lambda: phase.running_cost(casadi.MX.sym("a")))


def test_symbols_of_another_problem_are_refused():
    _, other, y, *_ = two_states()
    refused("the symbol 'x' cannot stand here", lambda: solved(cost=lambda phase, x, u: phase.integral(y**2)))
    refused("is none of its states (x, v)", lambda: two_states()[1].dynamics({y: 0}))
    refused("cannot stand here", lambda: solved(cost=lambda phase, x, u: phase.integral(other.t)))
    refused("cannot stand here", lambda: solved(cost=lambda phase, x, u: x**2 + other.at_end(y)))


def test_what_is_no_finite_number_is_refused():
    p, phase, x, v, u, _ = two_states()
    refused("is not finite", lambda: phase.running_cost(math.nan))
    refused("is not finite", lambda: phase.dynamics([v, math.inf]))
    phase.state("y", start=math.nan)
    phase.dynamics([v, u, 0])
    refused("is not a number", p.build)
    refused("is str, not a number or an expression", lambda: phase.running_cost("u"))


def test_bounds_that_are_no_sums_of_numbers_are_refused():
    def bounded(bounds):
        p, phase, x, v, u, k = two_states()
        phase.path_constraint("c", bounds(k, x), u)
        phase.dynamics([v, u])
        p.build()

    refused("must be a sum of multiples of named numbers", lambda: bounded(lambda k, x: k**2))
    refused("the symbol 'x' cannot stand here", lambda: bounded(lambda k, x: (0, x)))
    refused("3 were given", lambda: bounded(lambda k, x: (0, 1, 2)))


def test_a_cost_that_is_no_sum_over_phases_is_refused():
    refused("is no multiple of one integral", lambda: solved(cost=lambda phase, x, u: phase.integral(u**2) ** 2))
    refused("is no multiple of one integral",
            lambda: solved(cost=lambda phase, x, u: phase.integral(u**2) * phase.at_end(x)))
    p = written_out.bouncing_mass()
    first, second = p._phases
    p.minimize(first.at_end(first["position"]) * second.at_end(second["position"]))
    refused("mixes the ends of 'there' and 'back'", p.build)


def test_states_come_before_functions():
    _, phase, x, v, u, _ = two_states()
    phase.dynamics([v, u])
    refused("states and controls come first", lambda: phase.state("late"))


def test_an_operation_without_a_derivative_is_refused_by_its_name():
    p, phase, _, v, u, _ = two_states()
    phase.dynamics([casadi.floor(v), u])
    refused("has the operation 'floor'", p.build)


def test_a_numpy_function_that_changes_its_size_is_refused():
    p, phase, *_ = two_states()
    phase.dynamics(td.numpy_function(lambda x, u, t, n: np.zeros(3), lambda x, u, t, n: np.zeros((2, 5)), linear=True))
    p.minimize(phase.integral(phase["u"] ** 2))
    refused("returned 3 numbers; it should return 2 x 1", lambda: td.solve(p))


def test_an_exception_in_a_numpy_function_comes_out_as_it_is():
    def fails(x, u, t, n):
        raise ZeroDivisionError("by zero, of the user's")

    p, phase, *_ = two_states()
    phase.dynamics(td.numpy_function(fails, lambda x, u, t, n: np.zeros((2, 5)), linear=True))
    p.minimize(phase.integral(phase["u"] ** 2))
    with pytest.raises(ZeroDivisionError, match="of the user's"):
        td.solve(p)


def test_costs_of_two_kinds_are_refused():
    p, phase, x, v, u, _ = two_states()
    phase.dynamics([v, u]).running_residuals([u]).running_cost(u**2)
    refused("one of them", p.build)


def test_a_problem_without_dynamics_is_refused_by_the_library():
    p, *_ = two_states()
    refused("dynamics", lambda: td.solve(p))


def test_arrays_of_models_are_refused_by_their_shape():
    model = td.Model.named("acrobot")
    refused("q is an array of 1 x 3; it should be 1 x 2", lambda: model.bias(np.zeros(3), np.zeros(2)))
    refused("q has 3 dimensions", lambda: model.mass_matrix(np.zeros((2, 2, 2))))
    with pytest.raises(td.InvalidInput):
        td.MultibodyDynamics(model).frame("hnad")
