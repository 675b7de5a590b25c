// A plan on a disturbed plant: whether it got to its end, with feedback and without.
'use strict';

/** The plant's numbers that differ from the plan's, in words. */
function plantInWords(data) {
  const { number, withUnit } = page;
  const differ = data.numbers.map((one, i) => ({ ...one, planned: data.plan_numbers[i] }))
    .filter((one) => one.value !== one.planned);
  return differ.map(({ name, value, planned, unit }) => {
    const percent = planned ? ` (${value > planned ? '+' : ''}${number(100 * (value / planned - 1), 3)} %)` : '';
    return `${name} ${withUnit(value, unit, 5)}${percent}`;
  });
}

function showFeedback(data, into) {
  const { element, number, withUnit } = page;
  const runs = data.trials.length, all = data.held_with === runs;
  const fact = (name, value, note) => element('div', {},
    element('dt', {}, name), element('dd', {}, value, note ? element('small', {}, note) : null));
  const mark = all ? 'M3 8.5 6.5 12 13 4.5' : 'M4 4 12 12M12 4 4 12';
  const plant = plantInWords(data);
  const count = (held) => `${held} of ${runs}`;
  const past = data.hold > 0 ? `, then held for ${withUnit(data.hold, 's', 4)}` : '';
  into.append(
    element('p', { class: 'overline' }, element('span', {}, 'tandem'), ` ${data.problem} with feedback`),
    element('div', { class: 'headline' },
      element('div', {},
        element('h1', {}, data.title || data.problem),
        element('p', { class: 'lead' }, 'The plan of an optimal control on a plant that differs from what it was made for ' +
          'and is pushed on its way: once with feedback and once with the plan’s controls alone.'),
        data.source ? element('p', { class: 'source' }, data.source) : null),
      element('a', { class: `seal ${all ? 'pass' : 'fail'}`, href: '#certificate' },
        element('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, element('path', { d: mark })),
        element('span', {}, element('strong', {}, all ? 'Holds with feedback' : 'Does not hold'),
          element('small', {}, `${count(data.held_with)} runs with, ${count(data.held_without)} without`)))),
    element('dl', { class: 'facts' },
      fact('With feedback', count(data.held_with), 'runs get to the end and stay'),
      fact('Without', count(data.held_without), 'the plan’s controls alone'),
      fact('Plant', plant.length === 0 ? 'as planned' : `${plant.length} ${plant.length > 1 ? 'numbers differ' : 'number differs'}`,
        plant.join(', ')),
      fact('Pushes', number(data.trials[0].pushes), 'a run, at random times'),
      fact('Plan', withUnit(data.plan_end, 's', 5), `${data.intervals} intervals${past}`)));
}

/** What both pictures show: all of the motion with feedback, and of the other one as much as costs little room. */
function sharedBox(scenes) {
  const [own, other] = scenes.map((scene) => flatFit(scene.pictures));
  const room = 0.3 * Math.max(own[2] - own[0], own[3] - own[1]);
  return [
    Math.max(Math.min(own[0], other[0]), own[0] - room), Math.max(Math.min(own[1], other[1]), own[1] - room),
    Math.min(Math.max(own[2], other[2]), own[2] + room), Math.min(Math.max(own[3], other[3]), own[3] + room)];
}

/** Both motions of the first run with one clock. */
function showBothMotions(data, clock, stage, into) {
  const { element } = page;
  const shown = { ghosts: false, traces: true };
  const scenes = [data.motion, data.motion_without].filter(Boolean).map(makeScene);
  const box = scenes.length === 2 && scenes.every((scene) => scene.view === null) ? sharedBox(scenes) : null;
  const first = data.trials[0];
  stage.classList.add('twin');
  const draws = [[data.motion, 'With feedback', first.with], [data.motion_without, 'Without feedback', first.without]]
    .filter(([motion]) => motion)
    .map(([motion, title, outcome]) => {
      const place = element('div', {});
      into.append(place);
      const draw = showAnimation(motion, clock, place, { title, box, shown });
      place.querySelector('h2').append(element('small', { class: outcome.holds ? 'holds' : 'fails' },
        outcome.holds ? 'gets to its end' : 'does not get to its end'));
      return draw;
    });
  into.append(transport(clock, shown, () => draws.forEach((draw) => draw())));
  const word = (name, text) => element('span', { class: name }, text);
  document.getElementById('series').append(element('div', { class: 'key lines' },
    word('with', `with feedback (seed ${first.seed})`), word('without', 'without'), word('plan', 'plan'),
    data.pushes.length > 0 ? 'ticks on the time axis: pushes' : ''));
}

function showTrials(data, into) {
  const { element, number } = page;
  const result = (holds) => element('td', { class: `result ${holds ? 'holds' : 'fails'}` },
    element('span', { 'aria-hidden': 'true' }, holds ? '✓' : '✕'), element('span', { class: 'spoken' }, holds ? 'holds' : 'fails'));
  const miss = (label, outcome) => element('td', { 'data-label': label },
    outcome.trouble || `${number(outcome.at_end, 2)} ${outcome.state}`);
  const row = (trial) => element('tr', {},
    result(trial.with.holds), element('th', { scope: 'row' }, `seed ${trial.seed}`),
    miss('With', trial.with), miss('Without', trial.without));
  const end = data.hold > 0 ? `${page.withUnit(data.hold, 's', 4)} after the plan’s end` : 'at the plan’s end';
  into.append(element('h2', { id: 'certificate-title' }, 'Runs'),
    element('p', { class: 'about' }, `How far each run is from its wanted end ${end}, and by which state: distances are ` +
      `by the range of each state in the plan, and up to ${number(data.tolerance, 3)} a run has got there. The pictures and ` +
      'series are those of the first run.'),
    element('table', { class: 'checks' },
      element('thead', {}, element('tr', {},
        element('th', { scope: 'col' }, element('span', { class: 'spoken' }, 'Result')),
        ...['Run', 'With feedback', 'Without'].map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, data.trials.map(row))));
}
