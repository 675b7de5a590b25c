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
    const [ink, first] = to(0.1), [, second] = to(0.8);
    root.dataset.probeInk = ink;
    root.dataset.probeMoves = first !== second;
    root.dataset.probeReading = document.querySelector('.reading').textContent;
    const chart = document.querySelector('.states .plot'), box = chart.getBoundingClientRect();
    const before = chart.parentElement.querySelector('.value').textContent;
    chart.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + box.width / 2, pointerType: 'mouse' }));
    root.dataset.probeHover = document.querySelector('.reading').textContent;
    root.dataset.probeValueFollows = chart.parentElement.querySelector('.value').textContent !== before;
  }
  root.dataset.probeCursors = [...document.querySelectorAll('.cursor')].filter((c) => c.style.display === 'block').length;
  root.dataset.probeOverflow = root.scrollWidth > root.clientWidth;
}, 500));
</script>
"""


def open_report(name, flags=()):
    """The page's document after its scripts ran, and the attributes of its root element."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "report.html"
        subprocess.run([WRITER, name, str(page)], check=True)
        page.write_text(page.read_text(encoding="utf-8").replace("</body>", PROBE + "</body>"), encoding="utf-8")
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
        self.assertEqual(state["probe-reading"], "1.60 s")
        self.assertAlmostEqual(float(state["probe-hover"].split()[0]), 0.9, delta=0.3)
        self.assertEqual(state["probe-value-follows"], "true")
        self.assertGreater(int(state["probe-cursors"]), 0)
        self.assertIn("Certified", document)
        self.assertIn("interval error", document)

    def test_fit_a_narrow_screen(self):
        _, state = open_report("cart-pole-swing-up", ["--window-size=500,900"])
        self.assert_drawn(state, charts=9)

    def test_say_first_that_a_solve_failed(self):
        document, state = open_report("failed-cart-pole-swing-up")
        self.assert_drawn(state, charts=9)
        self.assertIn("Do not rely on these numbers", document)
        self.assertIn("refine the mesh", document)
        self.assertLess(document.index("refine the mesh"), document.index("<canvas"))

    def test_take_many_series_and_no_picture(self):
        document, state = open_report("large")
        self.assert_drawn(state, charts=36 + 18 + 36)
        self.assertEqual(state["frames"], "0")
        self.assertIn("&lt;b&gt;and&lt;/b&gt;", document)

    def test_show_what_moves_in_space(self):
        _, state = open_report("spatial")
        self.assert_drawn(state, charts=5)
        self.assertEqual(state["frames"], "121")
        self.assertGreater(int(state["probe-ink"]), 2000)
        self.assertEqual(state["probe-moves"], "true")

    def test_take_a_single_state(self):
        _, state = open_report("scalar-lqr")
        self.assert_drawn(state, charts=3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
