// The arcs of a polished phase ("slew-arc-1-of-4", ...) put together again: a series is one line from start to end.
'use strict';

function joinArcs(phases) {
  const stem = (phase) => (/^(.*)-arc-\d+-of-\d+$/.exec(phase.name) || [null, null])[1];
  const append = (whole, arc) => {
    for (const times of ['knots', 'control_knots', 'samples']) whole[times] = whole[times].concat(arc[times]);
    for (const kind of ['states', 'controls', 'costates']) {
      whole[kind] = whole[kind].map((series, i) => ({
        ...series,
        knots: series.knots.concat(arc[kind][i].knots),
        samples: series.samples.concat(arc[kind][i].samples),
        end: arc[kind][i].end,
      }));
    }
  };
  const joined = [];
  for (const phase of phases) {
    const name = stem(phase), last = joined[joined.length - 1];
    if (name !== null && last && last.stem === name) append(last, phase);
    else joined.push({ ...phase, name: name === null ? phase.name : name, stem: name });
  }
  return joined;
}
