"""Recursions on arrays, frames in costs, functions of NumPy's."""

from pathlib import Path

import numpy as np
import pytest
import tandem as td

ARM = Path(__file__).parents[2] / "examples" / "arm.urdf"


def states_of(model, count, seed=1):
    random = np.random.default_rng(seed)
    q = np.tile(model.neutral_configuration, (count, 1)) + (0.3 * random.standard_normal((count, model.nq))
                                                            if model.nq == model.nv else 0)
    return q, random.standard_normal((count, model.nv)), random.standard_normal((count, model.nv))


@pytest.mark.parametrize("name", ["acrobot", "chain-6", "arm-7"])
def test_many_states_are_the_single_ones(name):
    model = td.Model.named(name)
    q, v, a = states_of(model, 11)
    tau = model.inverse_dynamics(q, v, a)
    for i in range(len(q)):
        assert np.allclose(tau[i], model.inverse_dynamics(q[i], v[i], a[i]), rtol=1e-13, atol=1e-12)
        assert np.allclose(tau[i], model.mass_matrix(q[i]) @ a[i] + model.bias(q[i], v[i]), rtol=1e-11, atol=1e-10)
    assert np.allclose(model.forward_dynamics(q, v, tau), a, rtol=1e-9, atol=1e-9)
    assert np.array_equal(model.mass_matrix(q)[3], model.mass_matrix(q[3]))


def test_recursions_are_those_of_a_pendulum_in_closed_form():
    length, mass, g = 0.7, 2.0, 9.81
    model = (td.ModelBuilder("pendulum")
             .body("rod", td.Joint.revolute("pivot", (0, -1, 0)), td.Inertia.point(mass, (0, 0, -length))).build())
    q, v, a = states_of(model, 50)
    assert np.allclose(model.inverse_dynamics(q, v, a), mass * length**2 * a + mass * g * length * np.sin(q))
    position, rotation = model.frame_placement("rod", q)
    assert np.allclose(position, 0) and np.allclose(rotation @ np.swapaxes(rotation, 1, 2), np.eye(3))


def test_the_state_need_not_be_contiguous_nor_double():
    model = td.Model.named("acrobot")
    q = np.asfortranarray(np.arange(8.0).reshape(4, 2))
    assert np.array_equal(model.mass_matrix(q), model.mass_matrix(np.ascontiguousarray(q)))
    assert np.array_equal(model.bias([0, 1], [1, 0]), model.bias([0.0, 1.0], [1.0, 0.0]))


def test_a_urdf_arm_goes_from_posture_to_posture():
    model = td.Model.from_urdf(ARM)
    p = td.Problem("reach")
    phase = p.phase("reach").mechanism(td.MultibodyDynamics(model).actuate_all())
    joints = model.coordinate_names
    phase.start_at().end_at(**{joints[0]: 0.5})
    p.minimize(phase.integral(td.sumsqr(phase.controls)))
    answer = td.solve(p, intervals=20)
    assert answer.status == "solved" and answer.certificate.line("feasibility").value < 0.1
    assert answer[joints[0]][-1] == pytest.approx(0.5)


def test_frames_in_costs_and_constraints_are_where_the_model_says():
    model = (td.ModelBuilder("pendulum")
             .body("rod", td.Joint.revolute("pivot", (0, -1, 0)), td.Inertia.point(1.0, (0, 0, -1)))
             .frame("tip", "rod", (0, 0, -1)).build())
    rod = td.MultibodyDynamics(model).actuate_all()
    tip = rod.frame("tip")
    p = td.Problem("lift")
    phase = p.phase("lift").mechanism(rod).start_at()
    phase.end_constraint("height", -0.5, tip.position[2])
    phase.path_constraint("speed", (None, 1.4), td.norm_2(tip.velocity + 1e-9))
    p.minimize(phase.integral(td.sumsqr(phase.controls)))
    answer = td.solve(p, intervals=20, certified=False)
    q, v = answer["pivot"], answer["pivot-rate"]
    position, _ = model.frame_placement("tip", q[:, None])
    assert position[-1, 2] == pytest.approx(-0.5, abs=1e-8)
    assert np.max(np.abs(v)) == pytest.approx(1.4, abs=1e-6)  # a rod of 1 m
    with pytest.raises(td.InvalidInput, match="'tip'"):
        rod.frame("tipp")


def test_a_model_is_drawn_by_its_own_shapes():
    model = td.Model.from_urdf(ARM)
    p = td.Problem("reach")
    phase = p.phase("reach").mechanism(td.MultibodyDynamics(model).actuate_all())
    phase.start_at().end_at(**{model.coordinate_names[0]: 0.5})
    p.minimize(phase.integral(td.sumsqr(phase.controls)))
    phase.drawing.model(model, trace=[model.core.body_names[-1]]).circle((0, 0, 0), 0.05, "target")
    page = td.solve(p, intervals=20).report_html().replace(" ", "")
    assert '"traced":1' in page and '"azimuth":0.7' in page
    shapes = page.split('"shapes":[')[1].split("]")[0]
    assert shapes.count('"kind"') > 3 and '"role":"target"' in shapes
    phase.drawing.model(model, trace=["nowhere"])
    with pytest.raises(td.InvalidInput, match="nowhere"):
        p.build()


def lqr(dynamics, cost=None):
    p = td.Problem("lqr")
    phase = p.phase("regulate")
    x, u = phase.state("x", start=1), phase.control("u")
    phase.dynamics(dynamics(x, u))
    phase.running_cost(0.5 * (x**2 + u**2) if cost is None else cost)
    return td.solve(p, certified=False)


def test_a_numpy_function_is_as_good_as_the_expression():
    own = td.numpy_function(lambda x, u, t, n: np.sin(x) + u,
                            lambda x, u, t, n: np.array([[np.cos(x[0]), 1.0, 0.0]]),
                            lambda x, u, t, n, w: np.diag([-w[0] * np.sin(x[0]), 0.0, 0.0]))
    by_differences = td.numpy_function(own._values, own._jacobian)
    cost = td.numpy_function(lambda x, u, t, n: 0.5 * (x @ x + u @ u), lambda x, u, t, n: np.array([[x[0], u[0], 0.0]]),
                             lambda x, u, t, n, w: w[0] * np.diag([1.0, 1.0, 0.0]))
    expected = lqr(lambda x, u: [td.sin(x) + u])
    for answer in (lqr(lambda x, u: own), lqr(lambda x, u: by_differences), lqr(lambda x, u: own, cost)):
        assert answer.objective == pytest.approx(expected.objective, rel=1e-9)
        assert abs(answer.iterations - expected.iterations) <= 1
        assert answer.certificate.passes


def test_a_casadi_function_is_called_on_symbols_as_it_is():
    import casadi

    a, b = casadi.SX.sym("a"), casadi.SX.sym("b")
    f = casadi.Function("f", [a, b], [casadi.sin(a) + b])
    assert lqr(lambda x, u: [f(x, u)]).objective == lqr(lambda x, u: [td.sin(x) + u]).objective


def test_every_operation_is_casadi_s():
    import casadi

    p = td.Problem("operations")
    phase = p.phase("go")
    x, u = phase.state("x", start=0.3, guess=0.3, bounds=(0.2, 0.4)), phase.control("u")
    terms = [td.sin(x), td.cos(x), td.tan(x), td.asin(x), td.acos(x), td.atan(x), td.sinh(x), td.cosh(x), td.tanh(x),
             casadi.asinh(x), casadi.acosh(2 + x), casadi.atanh(x), td.exp(x), td.log(2 + x), td.sqrt(2 + x), td.fabs(x),
             x**3, x**2.5, 2 / (3 + x), td.atan2(x, 2), td.fmin(x, 0.1), td.fmax(x, 0.1), td.if_else(x > 0.1, x, 2 * x),
             casadi.sign(x), -x, x * x, x + x]
    phase.dynamics([u])
    expression = sum(terms)
    p.minimize(phase.integral(u**2) + phase.integral(expression))
    answer = td.solve(p, intervals=1, transcription="trapezoid", most_iterations=1, certified=False, certify="none",
                      guess={"x": [0.3, 0.3], "u": [0.0, 0.0]})
    assert np.isfinite(answer.objective)
    assert td.verify(p).agrees
    value = float(casadi.Function("f", [x], [expression])(0.3))
    p2 = td.Problem("still")
    still = p2.phase("go")
    y = still.state("y", start=0.3, end=0.3, bounds=(0.3, 0.3))
    w = still.control("w")
    still.dynamics([w])
    p2.minimize(still.integral(w**2 + casadi.substitute(expression, x, y)))
    assert td.solve(p2, intervals=4, transcription="trapezoid", certify="none").objective == pytest.approx(value, rel=1e-12)
