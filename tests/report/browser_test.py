#!/usr/bin/env python3
"""Opens reports in headless Chromium: browser_test.py CHROMIUM WRITE_SAMPLE_REPORT.

The page says in attributes of its root element how far its scripts came; a probe that is added to a copy of the page
looks at the canvas, presses the buttons and says what it saw.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CHROMIUM, WRITER = sys.argv[1:3]

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--virtual-time-budget=3000", "--window-size=1280,1600"]

PROBE = """
<script>
window.addEventListener('load', () => setTimeout(() => {
  const root = document.documentElement;
  const canvas = document.querySelector('.picture canvas');
  const inks = () => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0, sum = 0;
    for (let i = 3; i < data.length; i += 4) { if (data[i] > 0) ink += 1; sum = (sum * 31 + data[i] * (i % 97)) % 1e9; }
    return [ink, sum];
  };
  if (canvas) {
    const button = document.querySelector('.play');
    if (button.getAttribute('aria-label') === 'Pause') button.click();
    const scrubber = document.querySelector('.scrubber');
    const to = (share) => {
      scrubber.value = Number(scrubber.min) + share * (scrubber.max - scrubber.min);
      scrubber.dispatchEvent(new Event('input'));
      return inks();
    };
    // A page that has just changed its width, before anybody was told.
    const fits = (width) => {
      const figure = canvas.closest('figure');
      figure.style.width = width;
      to(0.5);
      return canvas.width === Math.round(figure.clientWidth * window.devicePixelRatio);
    };
    root.dataset.probeFits = fits('300px') && fits('');
    const [ink, first] = to(0.1), [, second] = to(0.8);
    root.dataset.probeInk = ink;
    root.dataset.probeMoves = first !== second;
    root.dataset.probeReading = document.querySelector('.reading').textContent;
    const chart = document.querySelector('.states .plot'), box = chart.getBoundingClientRect();
    const before = chart.parentElement.querySelector('.value').textContent;
    chart.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + box.width / 2, pointerType: 'mouse' }));
    root.dataset.probeHover = document.querySelector('.reading').textContent;
    root.dataset.probeTurns = canvas.classList.contains('turns');
    if (canvas.classList.contains('turns')) {
      to(0.3);
      const press = (key) => { canvas.dispatchEvent(new KeyboardEvent('keydown', { key })); return inks()[1]; };
      const still = inks()[1], turned = press('ArrowRight'), raised = press('ArrowDown'), back = press('Home');
      const drag = (type, more) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, ...more }));
      drag('pointermove', { buttons: 1, movementX: 30, movementY: -20 });
      const dragged = inks()[1];
      drag('pointermove', { buttons: 0, movementX: 30, movementY: -20 });
      const hovered = inks()[1];
      canvas.dispatchEvent(new MouseEvent('dblclick'));
      root.dataset.probeOrbit = [turned !== still, raised !== turned, back === still, dragged !== still,
        hovered === dragged, inks()[1] === still].join(' ');
    }
    root.dataset.probeValueFollows = chart.parentElement.querySelector('.value').textContent !== before;
  }
  SOLIDS
  root.dataset.probeCursors = [...document.querySelectorAll('.cursor')].filter((c) => c.style.display === 'block').length;
  root.dataset.probeOverflow = root.scrollWidth > root.clientWidth;
}, 500));
</script>
"""


# Cubes in a row along z, seen from many sides: those that are farther must be painted first. And a wide plate before a
# ball: the ball's centre is nearer to the eye than that of the plate, yet it is behind.
SOLIDS = """
  const cube = (x, y, z, half = 0.5) => solidsOf({ kind: 'box', role: 'body', angle: 0,
    points: [[x, y, z], [x + half, y, z], [x, y + half, z], [x, y, z + half]] })[0];
  const row = [0, 1, 2, 3, 4].map((i) => cube(0.2 * i, 0.1 * i, 1.1 * i));
  const wide = row.map(() => [0, 0, 1, 1]);
  const orders = [[0, 0, 30], [5, 3, 30], [-8, -4, 20], [3, 0, -30]].map((eye) => (
    paintingOrder(row, wide, eye, 1e-3).map((solid) => row.indexOf(solid)).join('')));
  root.dataset.probeOrders = orders.join(' ');
  const plate = solidsOf({ kind: 'box', role: 'wing', angle: 0,
    points: [[6, 0, 0], [16, 0, 0], [6, 10, 0], [6, 0, 0.1]] })[0];
  const ball = solidsOf({ kind: 'circle', role: 'joint', angle: 0, width: 0.5, points: [[0, 0, -1]] })[0];
  root.dataset.probeHidden = paintingOrder([plate, ball], wide, [0, 0, 6], 1e-3)[0] === ball;
  // By the divergence theorem, from faces that must close: a box, and prisms and a cone of n sides of radius r.
  const volume = ({ faces, centre }) => faces.reduce((sum, face) => {
    let area = [0, 0, 0];
    face.points.forEach((p, i) => {
      const next = face.points[(i + 1) % face.points.length];
      area = vector.add(area, vector.cross(vector.minus(p, centre), vector.minus(next, centre)), 0.5);
    });
    const outward = vector.dot(area, face.normal);
    return sum + Math.abs(outward) * vector.dot(face.normal, vector.minus(face.points[0], centre)) / 3;
  }, 0);
  const prism = (n, r) => 0.5 * n * Math.sin(2 * Math.PI / n) * r * r * Math.sqrt(6);
  const ends = [[1, 2, 3], [2, 4, 4]];
  const made = (kind) => solidsOf({ kind, role: 'body', angle: 0, width: 0.3, points: ends })[0];
  const cone = prism(16, 0.3) / 3;
  const expected = [[row[0], 1], [made('cylinder'), prism(28, 0.3)], [made('line'), prism(8, 0.15)],
    [roundSolid('body', ...ends, 0.3, 0, 16), cone], [roundSolid('body', ...ends, 0, 0.3, 16), cone]];
  root.dataset.probeClosed = expected.map(([solid, size]) => Math.abs(volume(solid) / size - 1) < 1e-12).join(' ');
"""


def open_report(name, flags=()):
    """The page's document after its scripts ran, and the attributes of its root element."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "report.html"
        subprocess.run([WRITER, name, str(page)], check=True)
        probe = PROBE.replace("SOLIDS", SOLIDS)
        page.write_text(page.read_text(encoding="utf-8").replace("</body>", probe + "</body>"), encoding="utf-8")
        profile = pathlib.Path(folder) / "profile"
        profile.mkdir()
        document = subprocess.run(
            [CHROMIUM, *FLAGS, *flags, f"--user-data-dir={profile}", "--dump-dom", page.as_uri()],
            check=True, capture_output=True, text=True, timeout=120).stdout
    root = re.search(r"<html[^>]*>", document).group(0)
    return document, dict(re.findall(r'data-([a-z-]+)="([^"]*)"', root))


class Reports(unittest.TestCase):
    def assert_drawn(self, state, charts):
        self.assertNotIn("errors", state)
        self.assertEqual(state["charts-ready"], str(charts))
        self.assertEqual(state["probe-overflow"], "false")

    def test_draw_the_mechanism_and_every_series(self):
        document, state = open_report("cart-pole-swing-up")
        self.assert_drawn(state, charts=9)
        self.assertEqual(state["frames"], "121")
        self.assertGreater(int(state["probe-ink"]), 2000)
        self.assertEqual(state["probe-moves"], "true")
        self.assertEqual(state["probe-fits"], "true")
        self.assertEqual(state["probe-reading"], "1.60 s")
        self.assertAlmostEqual(float(state["probe-hover"].split()[0]), 0.9, delta=0.3)
        self.assertEqual(state["probe-value-follows"], "true")
        self.assertGreater(int(state["probe-cursors"]), 0)
        self.assertIn("Certified", document)
        self.assertIn("objective error", document)

    def test_fit_a_narrow_screen(self):
        _, state = open_report("cart-pole-swing-up", ["--window-size=500,900"])
        self.assert_drawn(state, charts=9)

    def test_say_first_that_a_solve_failed(self):
        document, state = open_report("failed-cart-pole-swing-up")
        self.assert_drawn(state, charts=9)
        self.assertIn("Do not rely on these numbers", document)
        self.assertIn("a finer mesh should mend it", document)
        self.assertLess(document.index("a finer mesh should mend it"), document.index("<canvas"))

    def test_take_many_series_and_no_picture(self):
        document, state = open_report("large")
        self.assert_drawn(state, charts=36 + 18 + 36)
        self.assertEqual(state["frames"], "0")
        self.assertIn("&lt;b&gt;and&lt;/b&gt;", document)

    def assert_shown_in_space(self, state):
        self.assertGreater(int(state["probe-ink"]), 20000)
        self.assertEqual(state["probe-moves"], "true")
        self.assertEqual(state["probe-fits"], "true")
        self.assertEqual(state["probe-turns"], "true")
        self.assertEqual(state["probe-orbit"], "true true true true true true")

    def test_show_what_moves_in_space(self):
        _, state = open_report("spatial")
        self.assert_drawn(state, charts=5)
        self.assertEqual(state["frames"], "121")
        self.assert_shown_in_space(state)

    def test_show_a_slew_in_space_and_a_swing_up_in_the_plane(self):
        _, state = open_report("bilimoria-wie")
        self.assert_drawn(state, charts=17)
        self.assert_shown_in_space(state)
        for name in ("cart-pole-swing-up", "two-mass-spring"):
            _, state = open_report(name)
            self.assertNotIn("errors", state)
            self.assertGreater(int(state["probe-ink"]), 2000)
            self.assertEqual(state["probe-moves"], "true")
            self.assertEqual(state["probe-turns"], "false")

    def test_draw_every_kind_of_mechanism_in_space(self):
        for name in ("flexible-hub", "reaction-wheel-slew", "free-flying-arm"):
            _, state = open_report(name)
            self.assertNotIn("errors", state)
            self.assert_shown_in_space(state)

    def test_paint_what_is_nearer_over_what_is_farther(self):
        _, state = open_report("bilimoria-wie")
        self.assertEqual(state["probe-orders"], "01234 01234 01234 43210")
        self.assertEqual(state["probe-hidden"], "true")
        self.assertEqual(state["probe-closed"], "true true true true true")

    def test_draw_the_arcs_of_a_polished_answer_as_one_line(self):
        document, state = open_report("polished-double-integrator-time")
        self.assert_drawn(state, charts=5)
        self.assertNotIn("States, ", document)
        self.assertIn("Mesh, move-arc-2-of-2", document)

    def test_show_a_plan_with_feedback_and_without_side_by_side(self):
        for flags in ([], ["--window-size=500,900"]):
            document, state = open_report("feedback-cart-pole-swing-up", flags)
            self.assert_drawn(state, charts=5)
            self.assertGreater(int(state["probe-ink"]), 1000)
            self.assertEqual(state["probe-moves"], "true")
            self.assertEqual(state["probe-reading"], "3.20 s")
            self.assertEqual(state["probe-value-follows"], "true")
            self.assertEqual(document.count("<canvas role=\"img\""), 2)
            self.assertIn("Holds with feedback", document)
            self.assertIn("does not get to its end", document)

    def test_take_a_single_state(self):
        _, state = open_report("scalar-lqr")
        self.assert_drawn(state, charts=3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
