// The certificate: what was measured about the answer by other means than the solver's.
'use strict';

const kCheckMeaning = {
  objective_error: 'how far the objective may be from the truth: each interval played anew within its bounds',
  feasibility: 'bounds of states and path constraints between nodes, played',
  costates: 'costates integrated back along what was played, beside those of the answer',
  singular: 'what a singular control could gain, its slope averaged over each interval',
  interval_error: 'each interval integrated anew from its own knot: the largest gap at the next one',
  node_violation: 'the worst bound or constraint at the points of the transcription',
  left_over: 'jumps and multipliers that nothing explains: what the solver has left',
  step_residual: 'each step of a discrete problem made again',
  stationarity: 'the gradient of the Hamiltonian by the controls, where no bound is active',
  transversality: 'Hamiltonian and costates at free ends',
  curvature: 'the last step needed no regularisation: a minimum, not a saddle',
  switch_curvature: 'switches a little earlier or later, the ends held: whether the objective falls',
  switching: 'controls that are held at a bound: whether it is the right one',
  derivatives: 'the derivatives that the solver had, beside those of tapes',
  price: 'the largest costate, by what its state’s range would pay of the objective',
  open_loop_miss: 'one integration from start to end: how far it ends from the answer',
  amplification: 'how much the motion enlarges a small disturbance from start to end',
  hamiltonian_drift: 'how far the Hamiltonian moves, where it should stand still',
};

/** Where a value lies beside its limit, on a logarithmic scale from 10^-8 to 10^2 times the limit. */
function marginScale(line) {
  const { element } = page;
  if (!(line.limit > 0) || line.value === null || !Number.isFinite(line.value)) return null;
  const place = (ratio) => 4 + 92 * Math.min(1, Math.max(0, (Math.log10(Math.max(ratio, 1e-300)) + 8) / 10));
  const x = place(Math.abs(line.value) / line.limit);
  return element('svg', { viewBox: '0 0 100 12', class: 'margin', 'aria-hidden': 'true' },
    element('rect', { x: place(1), y: 2, width: 100 - place(1), height: 8, class: 'beyond' }),
    element('line', { x1: 0, x2: 100, y1: 6, y2: 6, class: 'track' }),
    element('line', { x1: place(1), x2: place(1), y1: 1, y2: 11, class: 'limit' }),
    element('circle', { cx: x, cy: 6, r: 3.2, class: line.holds ? 'holds' : line.in_verdict ? 'fails' : 'past' }));
}

function showCertificate(data, into) {
  const { element, number, words } = page;
  const { certificate } = data;

  const result = (line) => {
    const word = line.holds ? 'holds' : line.in_verdict ? 'fails' : 'past its limit';
    const mark = line.holds ? '✓' : line.in_verdict ? '✕' : '!';
    if (!line.in_verdict && !(line.limit > 0)) return element('td', { class: 'result' });  // a measure, not a test
    return element('td', { class: `result ${word.split(' ')[0]}` }, element('span', { 'aria-hidden': 'true' }, mark),
      element('span', { class: 'spoken' }, word));
  };
  const cell = (label, ...content) => element('td', { 'data-label': label }, ...content);
  const row = (line) => element('tr', {},
    result(line),
    element('th', { scope: 'row' }, words(line.name),
      kCheckMeaning[line.name] ? element('small', {}, kCheckMeaning[line.name]) : null),
    cell('Value', number(line.value, 3)),
    cell('Limit', line.limit > 0 ? number(line.limit, 3) : '–'),
    element('td', { class: 'scale' }, ...[marginScale(line)].filter(Boolean)),
    element('td', { class: 'where' }, line.where));
  const body = (name, lines) => (lines.length === 0 ? null : element('tbody', {},
    element('tr', { class: 'part' }, element('th', { colspan: 6, scope: 'rowgroup' }, name)), lines.map(row)));

  const table = () => element('table', { class: 'checks' },
    element('thead', {}, element('tr', {},
      element('th', { scope: 'col' }, element('span', { class: 'spoken' }, 'Result')),
      ...['Check', 'Value', 'Limit', 'Margin', 'Where'].map((name) => element('th', { scope: 'col' }, name)))),
    body('In the verdict', certificate.lines.filter((line) => line.in_verdict)),
    body('Notes', certificate.lines.filter((line) => !line.in_verdict)));

  const list = (name, items) => (items.length === 0 ? null : element('div', { class: 'remarks' },
    element('h3', {}, name), element('ul', {}, items.map((item) => element('li', {}, item)))));

  into.append(element('h2', { id: 'certificate-title' }, 'Certificate'),
    element('p', { class: 'about' }, certificate.lines.length === 0 ? 'No check was made.'
      : `What was measured about this answer, as a ${certificate.kind} problem, by other means than the solver’s. ` +
        'Values are relative to the scale of their quantity; the margin is logarithmic, its mark the limit.'),
    ...[list('Reasons', certificate.reasons), certificate.lines.length ? table() : null,
      list('Remarks', certificate.notes)].filter(Boolean));
}
