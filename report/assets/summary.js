// The head of the page: what was asked, what came out, and whether to believe it.
'use strict';

function showSummary(data, into) {
  const { element, number, took, withUnit, words } = page;

  const seal = () => {
    const mark = data.certified ? 'M3 8.5 6.5 12 13 4.5' : 'M4 4 12 12M12 4 4 12';
    const solved = data.status === 'solved' || data.status === 'acceptable';
    const inVerdict = data.certificate.lines.filter((line) => line.in_verdict);
    const held = inVerdict.filter((line) => line.holds).length;
    const label = data.certified ? 'Certified' : solved ? 'Not certified' : 'Not solved';
    const detail = inVerdict.length === 0 ? 'no check was made' : `${held} of ${inVerdict.length} checks hold`;
    return element('a', { class: `seal ${data.certified ? 'pass' : 'fail'}`, href: '#certificate' },
      element('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, element('path', { d: mark })),
      element('span', {}, element('strong', {}, label), element('small', {}, detail)));
  };

  const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

  const fact = (name, value, note) => element('div', {},
    element('dt', {}, name), element('dd', {}, value, note ? element('small', {}, note) : null));

  const objectiveNote = () => {
    if (!data.reference) return data.maximised ? 'maximised' : 'minimised';
    return `reference ${number(data.reference.objective, 10)}`;
  };
  const objective = () => {
    const bar = Number.isFinite(data.error_bar) ? ` ± ${number(data.error_bar, 1)}` : '';
    return `${number(data.objective, 10)}${bar}`;
  };
  const mesh = `${data.intervals} intervals${data.degree > 0 ? ` of degree ${data.degree}` : ''}`;

  const alert = () => {
    if (data.certified) return null;
    const reasons = [...data.certificate.reasons];
    const solved = data.status === 'solved' || data.status === 'acceptable';
    const message = data.message ? `: ${data.message.replace(/\.$/, '')}` : '';
    if (!solved) reasons.unshift(`The solver ended with “${words(data.status)}”${message}.`);
    if (reasons.length === 0) reasons.push('No check of the certificate was made.');
    return element('div', { class: 'alert', role: 'alert' },
      element('h2', {}, 'Do not rely on these numbers'),
      element('ul', {}, reasons.map((reason) => element('li', {}, reason))));
  };

  into.append(
    element('p', { class: 'overline' }, element('span', {}, 'tandem'), ` ${data.problem}`),
    element('div', { class: 'headline' },
      element('div', {},
        element('h1', {}, data.title || data.problem),
        data.teaches ? element('p', { class: 'lead' }, sentence(data.teaches)) : null,
        data.source ? element('p', { class: 'source' }, data.source) : null),
      seal()),
    ...[alert()].filter(Boolean),
    element('dl', { class: 'facts' },
      fact('Objective', objective(), objectiveNote()),
      fact('Final time', withUnit(data.final_time, 's', 8), null),
      fact('Solver', words(data.status), `${data.iterations} iterations`),
      fact('Transcription', words(data.transcription), mesh),
      fact('Time to solve', took(data.seconds.total), null)));
}
