// How the answer was found: convergence, mesh, where the time went; and the named numbers.
'use strict';

function showConvergence(history, into) {
  const { element, number } = page;
  const count = history.iteration.length;
  if (count < 2) return null;
  const positive = (x) => (x !== null && x > 0 ? x : null);
  const names = ['infeasibility', 'stationarity', 'barrier'];
  const rows = history.iteration.map((iteration, i) => [iteration, ...names.map((name) => positive(history[name][i]))]);
  const used = names.filter((_, column) => rows.some((row) => row[column + 1] !== null));
  if (used.length === 0) return null;
  const kept = rows.map((row) => [row[0], ...used.map((name) => row[names.indexOf(name) + 1])]);
  const plot = element('div', { class: 'plot', role: 'img',
    'aria-label': `${used.join(', ')} over ${count} lines of the solver’s history, logarithmic` });
  const key = element('span', { class: 'key' }, used.map((name) => element('span', { class: name }, name)));
  into.append(element('figure', { class: 'chart convergence' },
    element('figcaption', {}, element('span', { class: 'name' }, 'Convergence'), key), plot));
  const colours = () => ({
    colors: used.map((name) => page.colour(name)),
    gridLineColor: page.colour('grid'),
    axisLineColor: page.colour('axis'),
  });
  const [least, most] = extent(kept.flatMap((row) => row.slice(1)));
  const powers = (y) => (Math.abs(Math.log10(y) - Math.round(Math.log10(y))) < 1e-6 ? number(y, 1) : '');
  const graph = new Dygraph(plot, kept, {
    ...colours(),
    labels: ['iteration', ...used],
    series: used.includes('barrier') ? { barrier: { strokePattern: [4, 3], strokeWidth: 1 } } : {},
    logscale: true,
    valueRange: [least / 4, most * 4],
    xRangePad: 7,
    strokeWidth: 1.75,
    legend: 'never',
    highlightCircleSize: 0,
    axisLabelFontSize: 11,
    interactionModel: {},
    axes: {
      x: { drawGrid: false, axisLabelFormatter: (x) => number(x, 4), pixelsPerLabel: 55 },
      y: { axisLabelFormatter: powers, axisLabelWidth: 46, ticker: (low, high) => decades(low, high) },
    },
  });
  return () => { graph.updateOptions(colours(), true); graph.resize(); };
}

/** At most seven powers of ten. */
function decades(low, high) {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / 7));
  const ticks = [];
  for (let power = first; power <= last; ++power) {
    if (power % step === 0) ticks.push({ v: 10 ** power, label: page.number(10 ** power, 1) });
  }
  return ticks;
}

function meshFigure(phase, data) {
  const { element, number } = page;
  const { knots } = phase;
  const first = knots[0], whole = knots[knots.length - 1] - first;
  const lengths = knots.slice(1).map((t, i) => t - knots[i]);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const equal = longest - shortest < 1e-6 * longest;
  const text = equal ? `${lengths.length} equal intervals of ${number(longest, 4)} s`
    : `${lengths.length} intervals of ${number(shortest, 3)} to ${number(longest, 3)} s`;
  const x = (t) => (1000 * (t - first)) / whole;
  return element('figure', { class: 'strip' },
    element('figcaption', {},
      element('span', { class: 'name' }, data.phases.length > 1 ? `Mesh, ${phase.name}` : 'Mesh'),
      element('span', { class: 'unit' }, text)),
    element('svg', { viewBox: '-2 0 1004 22', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      knots.map((t) => element('line', { x1: x(t), x2: x(t), y1: 2, y2: 20, class: 'knot' }))));
}

function timeFigure(seconds) {
  const { element, took } = page;
  const other = Math.max(0, seconds.solver - seconds.evaluation - seconds.linear_algebra);
  const parts = [
    ['set-up', seconds.setup],
    ['evaluation', seconds.evaluation],
    ['linear algebra', seconds.linear_algebra],
    ['rest of the solver', other],
    ['certificate', seconds.certificate],
  ].filter(([, time]) => time > 0);
  const total = parts.reduce((sum, [, time]) => sum + time, 0);
  if (!(total > 0)) return null;
  return element('figure', { class: 'strip time' },
    element('figcaption', {}, element('span', { class: 'name' }, 'Where the time went'),
      element('span', { class: 'unit' }, took(seconds.total || total))),
    element('div', { class: 'bar', 'aria-hidden': 'true' }, parts.map(([name, time]) => element('span', {
      style: `flex-grow:${(time / total).toFixed(4)}`, class: name.replace(/[ -]/g, '') }))),
    element('ul', { class: 'key' }, parts.map(([name, time]) => element('li', { class: name.replace(/[ -]/g, '') },
      `${name} ${took(time)}`))));
}

function showNumerics(data, into) {
  const { element } = page;
  const columns = element('div', { class: 'columns' }), left = element('div'), right = element('div');
  into.append(element('h2', { id: 'numerics-title' }, 'How it was found'), columns);
  columns.append(left, right);
  const restyle = showConvergence(data.history, left);
  if (!restyle) left.remove();
  data.phases.forEach((phase) => right.append(meshFigure(phase, data)));
  const time = timeFigure(data.seconds);
  if (time) right.append(time);
  if (data.message && page.words(data.message) !== page.words(data.status)) {
    right.append(element('p', { class: 'message' }, `The solver’s own words: ${data.message}`));
  }
  if (!right.hasChildNodes()) right.remove();
  if (!columns.hasChildNodes()) into.hidden = true;
  if (restyle) {
    restyle();
    page.onRestyle(restyle);
  }
}

function showNumbers(data, into) {
  const { element, number } = page;
  if (data.numbers.length === 0) { into.hidden = true; return; }
  into.append(element('h2', { id: 'numbers-title' }, 'Named numbers'),
    element('table', { class: 'numbers' },
      element('thead', {}, element('tr', {}, ['Name', 'Value', 'Unit', 'Meaning'].map((name) =>
        element('th', { scope: 'col' }, name)))),
      element('tbody', {}, data.numbers.map((one) => element('tr', {},
        element('th', { scope: 'row' }, one.name),
        element('td', {}, number(one.value, 8)),
        element('td', {}, one.unit),
        element('td', {}, one.role === 'constant' ? one.meaning : `${one.meaning} (${one.role})`))))));
}
