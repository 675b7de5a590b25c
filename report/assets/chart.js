// One series over time as a dygraphs chart: bounds as shaded zones, fixed ends as rings, knots as ticks and dots.
'use strict';

const kMostDots = 60;  // more would hide the line

/** How lines beside the series' own are drawn. */
const kBeside = {
  plan: { strokeWidth: 1.2, strokePattern: [5, 4], colour: 'muted' },
  'without feedback': { strokeWidth: 1.4, colour: 'fail' },
};

/** What the vertical axis spans: the values, the fixed ends, and each bound that is near. */
function verticalRange(series) {
  const known = extent([...series.samples, ...series.knots, ...(series.start || []), ...(series.end || [])]);
  if (!known) return [-1, 1];
  let [low, high] = known;
  for (const other of series.beside || []) {  // what runs away must not flatten the rest
    const [from, to] = extent(other.samples) || [low, high], reach = 0.6 * (known[1] - known[0]);
    low = Math.min(low, Math.max(from, known[0] - reach));
    high = Math.max(high, Math.min(to, known[1] + reach));
  }
  const size = Math.max(high - low, 1e-9 * Math.max(Math.abs(low), Math.abs(high)));
  const [lower, upper] = series.bounds || [null, null];
  if (lower !== null && lower < low && low - lower < 0.5 * size) low = lower;
  if (upper !== null && upper > high && upper - high < 0.5 * size) high = upper;
  const flat = high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-12);
  const margin = flat ? Math.max(Math.abs(high) * 0.1, 0.5) : (high - low) * 0.09;
  return [low - margin, high + margin];
}

/** Rows [time, line, dot, lines beside]; lines go through samples, the dots are the transcription's own values. */
function chartRows(times, series, knots) {
  const others = series.beside || [], none = others.map(() => null);
  const value = (x) => (x === null ? NaN : x);
  const rows = times.map((t, i) => [t, value(series.samples[i]), null, ...none]);
  if (knots.length <= kMostDots) knots.forEach((t, i) => rows.push([t, null, series.knots[i], ...none]));
  others.forEach((other, at) => other.times.forEach((t, i) => {
    rows.push([t, null, null, ...none.map((_, j) => (j === at ? value(other.samples[i]) : null))]);
  }));
  return rows.sort((a, b) => a[0] - b[0]);
}

function paintUnderlay(context, area, graph, series, knots) {
  const screenY = (value) => graph.toDomYCoord(value);
  const bottom = area.y + area.h;
  const [lower, upper] = series.bounds || [null, null];
  const zone = (from, to, edge) => {
    const top = Math.max(area.y, from), end = Math.min(bottom, to);
    if (end <= top) return;
    context.fillStyle = page.colour('forbidden');
    context.fillRect(area.x, top, area.w, end - top);
    context.strokeStyle = page.colour('bound');
    context.lineWidth = 1;
    context.setLineDash([5, 3]);
    context.beginPath();
    context.moveTo(area.x, edge);
    context.lineTo(area.x + area.w, edge);
    context.stroke();
    context.setLineDash([]);
  };
  context.save();
  context.beginPath();
  context.rect(area.x, area.y, area.w, area.h);
  context.clip();
  if (upper !== null) zone(area.y, screenY(upper), screenY(upper));
  if (lower !== null) zone(screenY(lower), bottom, screenY(lower));

  context.strokeStyle = page.colour('tick');
  context.lineWidth = 1;
  context.globalAlpha = Math.min(1, Math.max(0.15, area.w / knots.length / 6));
  context.beginPath();
  for (const knot of knots) {
    const x = Math.round(graph.toDomXCoord(knot)) + 0.5;
    context.moveTo(x, bottom);
    context.lineTo(x, bottom - 4);
  }
  context.stroke();
  context.restore();

  context.strokeStyle = page.colour('ink');
  context.lineWidth = 1.25;
  const ends = [[series.start, knots[0]], [series.end, knots[knots.length - 1]]];
  for (const [range, t] of ends) {
    if (!range) continue;
    const x = graph.toDomXCoord(t);
    context.beginPath();
    if (range[0] === range[1]) {
      context.arc(x, screenY(range[0]), 4, 0, 2 * Math.PI);
    } else {
      context.moveTo(x, range[0] === null ? bottom : screenY(range[0]));
      context.lineTo(x, range[1] === null ? area.y : screenY(range[1]));
    }
    context.stroke();
  }
}

function boundsText(bounds) {
  if (!bounds) return '';
  const [lower, upper] = bounds;
  const { number } = page;
  if (lower === null) return `≤ ${number(upper, 4)}`;
  if (upper === null) return `≥ ${number(lower, 4)}`;
  return lower === -upper ? `± ${number(upper, 4)}` : `${number(lower, 4)} … ${number(upper, 4)}`;
}

/** `series` {name, unit, knots, samples, bounds, start, end}, `phase` its times; `kind` names the colour. */
function makeChart(series, phase, knotTimes, kind, symbol, onZoom) {
  const { element, number } = page;
  const value = element('output', { class: 'value' });
  const plot = element('div', { class: 'plot', role: 'img' });
  const range = extent(series.samples);
  const said = range ? `between ${number(range[0], 4)} and ${number(range[1], 4)}` : 'without finite values';
  const called = `${symbol}${series.name}${series.unit ? ` in ${series.unit}` : ''}`;
  plot.setAttribute('aria-label', `${called} over time, ${said}`);
  const bounds = boundsText(series.bounds);
  const figure = element('figure', { class: `chart ${kind}` },
    element('figcaption', {},
      element('span', { class: 'name' }, symbol ? element('i', {}, symbol) : null, series.name),
      series.unit ? element('span', { class: 'unit' }, series.unit) : null,
      bounds ? element('span', { class: 'bounds', title: 'bounds' }, bounds) : null,
      value),
    plot);
  const cursor = element('div', { class: 'cursor' }), dot = element('div', { class: 'dot' });
  const chart = { figure, plot, series, visible: true, graph: null };

  const beside = (series.beside || []).map((other) => other.name);
  const strokes = Object.fromEntries(beside.map((other) => [other, kBeside[other] || {}]));
  const colours = () => ({
    colors: [page.colour(kind), page.colour(kind), ...beside.map((other) => page.colour((kBeside[other] || {}).colour))],
    gridLineColor: page.colour('grid'),
    axisLineColor: page.colour('axis'),
  });

  chart.draw = () => {
    const known = Dygraph.defaultInteractionModel;
    chart.graph = new Dygraph(plot, chartRows(phase.samples, series, knotTimes), {
      ...colours(),
      labels: ['t', 'line', 'knots', ...beside],
      series: {
        ...strokes, line: { strokeWidth: 1.75 }, knots: { strokeWidth: 0, drawPoints: true, pointSize: 1.9 } },
      valueRange: verticalRange(series),
      xRangePad: 7,
      connectSeparatedPoints: true,
      legend: 'never',
      highlightCircleSize: 0,
      axisLabelFontSize: 11,
      axes: {
        x: { drawGrid: false, axisLabelFormatter: (x) => number(x, 4), pixelsPerLabel: 42, axisLabelWidth: 50 },
        y: { axisLabelFormatter: (y) => number(y, 4), pixelsPerLabel: 22, axisLabelWidth: 46 },
      },
      // Touch is left to the page: a chart must not catch the finger that scrolls.
      interactionModel: { mousedown: known.mousedown, dblclick: known.dblclick, willDestroyContextMyself: true },
      underlayCallback: (context, area, graph) => paintUnderlay(context, area, graph, series, phase.knots),
      drawCallback: (graph, isFirst) => { if (!isFirst) onZoom(graph); },
    });
    plot.append(cursor, dot);
  };

  chart.restyle = () => {
    chart.graph.updateOptions(colours(), true);
    chart.graph.resize();
  };

  chart.showTime = (t, at, fraction) => {
    const a = series.samples[at], b = series.samples[Math.min(at + 1, series.samples.length - 1)];
    const y = a === null || b === null ? NaN : a + (b - a) * fraction;
    value.textContent = Number.isFinite(y) ? number(y, 4) : '–';
    if (!chart.visible) return;
    const area = chart.graph.getArea();
    const x = chart.graph.toDomXCoord(t), level = chart.graph.toDomYCoord(y);
    const inside = x >= area.x - 1 && x <= area.x + area.w + 1;
    cursor.style.cssText = `display:${inside ? 'block' : 'none'};transform:translateX(${x.toFixed(1)}px);` +
      `top:${area.y}px;height:${area.h}px`;
    const dotInside = inside && level >= area.y && level <= area.y + area.h;
    dot.style.cssText = `display:${dotInside ? 'block' : 'none'};` +
      `transform:translate(${x.toFixed(1)}px,${level.toFixed(1)}px)`;
  };
  return chart;
}
