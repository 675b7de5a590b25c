// All series of a phase as small multiples whose cursors and zooms move together.
'use strict';

function showSeries(phase, clock, places, title) {
  const { element } = page;
  const charts = [];
  let zooming = false;

  /** A zoom in time is one for all charts of the phase. */
  const zoomAll = (source) => {
    if (zooming) return;
    zooming = true;
    const window = source.xAxisRange(), whole = !source.isZoomed('x');
    for (const { graph } of charts) {
      if (!graph || graph === source) continue;
      const [low, high] = graph.xAxisRange();
      const same = Math.abs(low - window[0]) + Math.abs(high - window[1]) < 1e-9 * clock.duration;
      if (!same) graph.updateOptions({ dateWindow: whole ? null : window });
    }
    zooming = false;
    places.refresh();
  };

  const group = (name, list, kind, symbol, knots, into) => {
    if (list.length === 0) return;
    const made = list.map((series) => makeChart(series, phase, knots, kind, symbol, zoomAll));
    charts.push(...made);
    into.append(element('section', { class: `group${list.length > 12 ? ' many' : ''}` },
      element('h2', {}, title ? `${name}, ${title}` : name, element('small', {}, 'over time in s')),
      element('div', { class: 'grid' }, made.map((chart) => chart.figure))));
  };
  const beside = phase.controls.length <= 2 ? places.beside : places.main;
  group('States', phase.states, 'states', '', phase.knots, places.main);
  group('Controls', phase.controls, 'controls', '', phase.control_knots, beside);
  group('Costates', phase.costates, 'costates', 'λ ', phase.knots, places.main);
  charts.forEach((chart) => chart.draw());

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) charts.find((chart) => chart.plot === entry.target).visible = entry.isIntersecting;
    places.refresh();
  }, { rootMargin: '100px' });
  for (const chart of charts) {
    seen.observe(chart.plot);
    chart.plot.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse' && event.buttons) return;  // a zoom is being drawn
      clock.hold(chart.graph.toDataXCoord(event.clientX - chart.plot.getBoundingClientRect().left));
    });
    chart.plot.addEventListener('pointerleave', clock.release);
  }

  const show = () => {
    const [at, fraction] = findFrame(phase.samples, clock.time);
    charts.forEach((chart) => chart.showTime(clock.time, at, fraction));
  };
  const restyle = () => {
    zooming = true;
    charts.forEach((chart) => chart.restyle());
    zooming = false;
    show();
  };
  return { charts, show, restyle };
}
