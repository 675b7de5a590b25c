"""Problems of the library as a user of Python writes them, by the library's names."""

from __future__ import annotations

from math import cos, inf, pi, sin

import tandem as td


def bouncing_mass() -> td.Problem:
    """Two phases and a jump between them."""
    p = td.Problem("bouncing-mass")
    p.mesh("hermite-simpson", 20)
    distance, bounce = p.number("distance", 1.0, unit="m"), p.number("bounce", 0.3)
    there = p.phase("there", end=1.0)
    x, v = there.state("position", start=0, end=distance), there.state("velocity", start=0)
    u = there.control("force")
    there.dynamics({x: v, v: u})
    back = p.phase("back", end=2.0, continues=True)
    y, w = back.state("position", start=distance, end=0), back.state("velocity", end=0)
    f = back.control("force")
    back.dynamics({y: w, w: f})
    p.minimize(there.integral(u**2) + back.integral(f**2))
    p.link("impact", there, back, 0.0, back.at_start(w) + bounce * there.at_end(v))
    return p


def periodic_follower() -> td.Problem:
    """A periodic motion, and time in the cost."""
    p = td.Problem("periodic-follower")
    p.mesh("gauss", 20, 4)
    period = p.number("period", 2 * pi, unit="s", bounds=(0.1, 1000.0))
    phase = p.phase("period", end=period)
    x, u = phase.state("follower"), phase.control("push")
    phase.dynamics({x: u - x})
    p.minimize(phase.integral((x - td.cos(2 * pi * phase.t / period)) ** 2 + u**2))
    p.continue_states(phase, phase)
    return p


def hanging_chain() -> td.Problem:
    """An integral constraint."""
    p = td.Problem("hanging-chain")
    p.mesh("gauss", 20, 4)
    length = p.number("length", 4.0, unit="m", bounds=(0, None))
    left, right = p.number("left", 1.0), p.number("right", 3.0)
    phase = p.phase("hang")
    x, u = phase.state("height", start=left, end=right), phase.control("slope", guess=(-8, 8))
    phase.dynamics({x: u})
    phase.integral_constraint("length", length, td.sqrt(1 + u**2))
    p.minimize(phase.integral(x * td.sqrt(1 + u**2)))
    return p


def redundant_arm_path() -> td.Problem:
    """Path constraints on a frame of a tree of bodies."""
    axis = (0, 0, 1)
    builder = td.ModelBuilder("three links").gravity((0, 0, 0))
    parent = "world"
    for name, joint, mass, inertia in (("upper", "shoulder", 30, 10.0), ("fore", "elbow", 18, 8.64),
                                       ("last", "wrist", 18, 8.64)):
        link = td.Inertia.about_com(mass, (0.5, 0, 0), (0, inertia, inertia))
        builder.body(name, td.Joint.revolute(joint, axis), link, parent=parent, at=(1 if parent != "world" else 0, 0, 0))
        parent = name
    arm = td.MultibodyDynamics(builder.frame("hand", "last", (1, 0, 0)).build()).actuate_all()
    hand = arm.frame("hand")

    p = td.Problem("redundant-arm-path")
    p.mesh("gauss", 20, 4)
    speed, duration = p.number("speed", 1.0), p.number("duration", 1.0)
    degree = pi / 180
    a, b, c = 60 * degree, 50 * degree, -40 * degree  # of the links against x
    w3_by_w = -(cos(a) + cos(b)) / cos(c)
    w = 1 / (sin(a) + sin(b) + w3_by_w * sin(c))
    phase = p.phase("line", end=duration)
    for name, start, end in (("shoulder", 60, 85), ("elbow", -10, -20), ("wrist", -90, -130)):
        phase.state(name, start=start * degree, guess=(start * degree, end * degree))
    for name, rate in (("shoulder_rate", w), ("elbow_rate", 0.0), ("wrist_rate", w * (w3_by_w - 1))):
        phase.state(name, start=rate * speed)
    for name in ("shoulder_torque", "elbow_torque", "wrist_torque"):
        phase.control(name)
    phase.dynamics(arm)
    phase.path_constraint("steady-along", 0.0, hand.acceleration[0])
    phase.path_constraint("steady-across", 0.0, hand.acceleration[1])
    p.minimize(phase.integral(td.sumsqr(phase.controls)))
    return p


def pendulum_swing_up() -> td.Problem:
    """Implicit dynamics: the equation of motion is not solved for the acceleration."""
    p = td.Problem("pendulum-swing-up")
    p.mesh("hermite-simpson", 200)
    mass, length, gravity = p.number("mass", 1.0), p.number("length", 0.5), p.number("gravity", 9.81)
    damping, most, duration = p.number("damping", 0.01), p.number("max_torque", 1.25), p.number("duration", 4.5)
    phase = p.phase("swing-up", end=duration)
    q = phase.state("angle", start=0, end=pi, guess={0: 0, 0.15: 0.4, 0.3: -0.8, 0.45: 1.2, 0.65: -1.8, 1: pi})
    w = phase.state("rate", start=0, end=0)
    u = phase.control("torque", bounds=(-most, most))
    phase.implicit_dynamics([phase.rate(q) - w, mass * length**2 * phase.rate(w)
                             - (u - damping * w - mass * length * gravity * td.sin(q))])
    p.minimize(phase.integral(u**2))
    return p


def brachistochrone() -> td.Problem:
    """A free time."""
    p = td.Problem("brachistochrone")
    p.mesh("hermite-simpson", 100)
    width, depth, g = p.number("width", 2.0), p.number("depth", 2.0), p.number("gravity", 9.81)
    phase = p.phase("slide", end=(0.01, 100), guess=1)
    x, y = phase.state("x", start=0, end=width), phase.state("y", start=0, end=depth)
    v = phase.state("speed", bounds=(0, None), start=0, guess=(0, 5))
    a = phase.control("slope", bounds=(0, pi), guess=(0.5, 1.5))
    phase.dynamics({x: v * td.sin(a), y: v * td.cos(a), v: g * td.cos(a)})
    p.minimize(phase.end)
    return p


def co_design_transfer() -> td.Problem:
    """A design number."""
    p = td.Problem("co-design-transfer")
    p.mesh("gauss", 20, 4)
    k = p.number("stiffness", 1.0, unit="N/m", role="design", bounds=(0, 1000))
    start, velocity = p.number("start", 1.0), p.number("velocity", 2.0)
    phase = p.phase("transfer")
    x, v = phase.state("position", start=start, end=0), phase.state("velocity", start=velocity, end=0)
    u = phase.control("force")
    phase.dynamics([v, u - k * x])
    p.minimize(phase.integral(u**2))
    return p


def acrobot_multibody() -> td.Problem:
    """A tree of bodies whose numbers are the problem's."""
    axis, bob = (0, -1, 0), td.Inertia.point(1.0, (0, 0, 0))
    nothing, end = td.Inertia.zero(), (0, 0, -0.5)
    model = (td.ModelBuilder("acrobot")
             .body("upper", td.Joint.revolute("shoulder", axis), nothing)
             .body("lower", td.Joint.revolute("elbow", axis), nothing, parent="upper", at=end)
             .body("middle bob", td.Joint.fixed("end of the upper link"), bob, parent="upper", at=end)
             .body("tip bob", td.Joint.fixed("end of the lower link"), bob, parent="lower", at=end).build())
    p = td.Problem("acrobot-multibody")
    p.mesh("hermite-simpson", 300)
    mass_1, mass_2 = p.number("mass_1", 1.0), p.number("mass_2", 1.0)
    length_1, length_2 = p.number("length_1", 0.5), p.number("length_2", 0.5)
    gravity, most, duration = p.number("gravity", 9.81), p.number("max_torque", 20.0), p.number("duration", 2.0)
    links = (td.MultibodyDynamics(model).actuate("elbow")
             .number("mass of 'middle bob'", mass_1).number("mass of 'tip bob'", mass_2)
             .number("shift z of 'middle bob'", -length_1).number("shift z of 'lower'", -length_1)
             .number("shift z of 'tip bob'", -length_2).number("gravity z", -gravity))
    phase = p.phase("swing-up", end=duration)
    phase.state("shoulder", bounds=(-2 * pi, 2 * pi), start=0, end=pi, guess={0: 0, 0.25: -pi / 2, 0.75: pi / 2, 1: pi})
    phase.state("elbow", bounds=(-2 * pi, 2 * pi), start=0, end=0, guess={0: 0, 0.25: pi / 2, 0.75: pi / 2, 1: 0})
    phase.state("shoulder_rate", start=0, end=0)
    phase.state("elbow_rate", start=0, end=0)
    u = phase.control("torque", bounds=(-most, most))
    phase.dynamics(links)
    p.minimize(phase.integral(u**2))
    return p


def bilimoria_wie() -> td.Problem:
    """A body in space, its attitude a quaternion."""
    p = td.Problem("bilimoria-wie")
    p.mesh("radau", 200, 3)
    most, j, lean = p.number("max_torque", 1.0), p.number("inertia", 1.0), p.number("lean", 1.0)
    phase = p.phase("slew", end=(0.1, 100), guess=3.3)
    qw = phase.state("qw", start=1, end=0)
    qx = phase.state("qx", start=0, end=0, guess={0: 0, 0.5: -0.2 * lean, 1: 0})
    qy = phase.state("qy", start=0, end=0, guess={0: 0, 0.25: 0.1 * lean, 0.75: -0.1 * lean, 1: 0})
    qz = phase.state("qz", start=0, end=(0, 2), guess=(0, 1))
    wx, wy, wz = (phase.state(name, unit="rad/s", start=0, end=0) for name in ("wx", "wy", "wz"))
    torque = td.vertcat(*(phase.control(name, bounds=(-most, most)) for name in ("tx", "ty", "tz")))
    q, w = td.vertcat(qx, qy, qz), td.vertcat(wx, wy, wz)
    phase.dynamics(td.vertcat(-0.5 * td.dot(q, w), 0.5 * (qw * w + td.cross(q, w)), torque / j))
    p.minimize(phase.end)
    return p


def goddard() -> td.Problem:
    """As high as it goes: maximised."""
    p = td.Problem("goddard")
    p.mesh("radau", 120, 3)
    most, drag, decay = p.number("max_thrust", 3.5), p.number("drag", 310.0), p.number("decay", 500.0)
    exhaust, dry = p.number("exhaust", 0.5), p.number("dry_mass", 0.6)
    phase = p.phase("ascent", end=(0.02, 1), guess=0.2)
    h = phase.state("height", bounds=(1, None), start=1, guess=(1, 1.01))
    v = phase.state("velocity", start=0, guess={0: 0, 0.3: 0.1, 1: 0})
    m = phase.state("mass", bounds=(dry, 1), start=1, end=dry)
    u = phase.control("thrust", bounds=(0, most), guess=(3.5, 0))
    phase.dynamics({h: v, v: (u - drag * v**2 * td.exp(-decay * (h - 1))) / m - 1 / h**2, m: -u / exhaust})
    p.maximize(phase.at_end(h))
    return p


def scalar_lqr() -> td.Problem:
    """A cost of residuals, which DDP takes for its Hessian."""
    p = td.Problem("scalar-lqr")
    p.mesh("hermite-simpson", 50)
    start, duration = p.number("start", 1.0), p.number("duration", 1.0)
    phase = p.phase("regulate", end=duration)
    x, u = phase.state("x", start=start), phase.control("u")
    phase.dynamics({x: u})
    phase.running_residuals([x, u])
    return p


def double_integrator_time() -> td.Problem:
    """A bang-bang control."""
    p = td.Problem("double-integrator-time")
    p.mesh("hermite-simpson", 20)
    distance, most = p.number("distance", 1.0), p.number("max_force", 1.0)
    phase = p.phase("move", end=(0.1, 100), guess=3)
    x, v = phase.state("position", start=distance, end=0), phase.state("velocity", start=0, end=0)
    u = phase.control("force", bounds=(-most, most))
    phase.dynamics({x: v, v: u})
    p.minimize(phase.end)
    return p


def bryson_denham() -> td.Problem:
    """A bound on a state that depends on a named number."""
    p = td.Problem("bryson-denham")
    p.mesh("hermite-simpson", 36)
    limit = p.number("limit", 1 / 9, unit="m", bounds=(0, inf))
    phase = p.phase("turn")
    x = phase.state("position", bounds=(-inf, limit), start=0, end=0)
    v = phase.state("velocity", start=1, end=-1)
    u = phase.control("force")
    phase.dynamics({x: v, v: u})
    phase.running_cost(0.5 * u**2)
    return p


def hill_car() -> td.Problem:
    p = td.Problem("hill-car")
    k = p.number("steepness", 1.5, unit="1/m")
    drive = p.phase("drive", end=(0.5, 20), guess=5)
    x = drive.state("position", start=-1, end=1, unit="m")
    v = drive.state("velocity", start=0, end=0, unit="m/s")
    u = drive.control("push", bounds=(-1, 1))
    drive.dynamics({x: v, v: u - k * td.cos(k * x)})
    p.minimize(drive.end)
    return p


ALL = (bouncing_mass, periodic_follower, hanging_chain, redundant_arm_path, pendulum_swing_up, brachistochrone,
       co_design_transfer, acrobot_multibody, bilimoria_wie, goddard, scalar_lqr, double_integrator_time, bryson_denham)
