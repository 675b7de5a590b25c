// Puts the parts together; says in attributes of the root element how far it came.
'use strict';

(() => {
  const { data, element } = page;
  const part = (id) => document.getElementById(id);
  const root = document.documentElement;

  const ofFeedback = data.kind === 'feedback';  // a plan on a disturbed plant; else an answer
  if (ofFeedback) {
    showFeedback(data, part('summary'));
    showTrials(data, part('certificate'));
    part('numerics').hidden = true;
  } else {
    showSummary(data, part('summary'));
    showCertificate(data, part('certificate'));
  }
  showNumbers(data, part('numbers'));

  /** Without a picture the series have the whole width, in columns that are the same for all groups. */
  const widen = (stage, shownPhases, clock) => {
    const most = Math.max(...shownPhases.map((phase) => Math.max(phase.states.length, phase.controls.length)));
    stage.classList.add('still');
    stage.style.setProperty('--columns', Math.min(3, most));
    part('series').append(element('div', { class: 'timebar' }, 'Time', makeScrubber(clock)));
  };

  const phases = joinArcs(data.phases);
  if (phases.length > 0) {
    const last = phases[phases.length - 1];
    const clock = makeClock(phases[0].knots[0], last.knots[last.knots.length - 1]);
    if (data.motion && ofFeedback) showBothMotions(data, clock, part('stage'), part('motion'));
    else if (data.motion) showAnimation(data.motion, clock, part('motion'));
    else widen(part('stage'), phases, clock);

    const shown = [];
    const refresh = () => shown.forEach((one) => one.show());
    const main = part('series');
    for (const phase of phases) {
      const places = { main, beside: data.motion && phases.length === 1 && !ofFeedback ? part('motion') : main, refresh };
      shown.push(showSeries(phase, clock, places, phases.length > 1 ? phase.name : ''));
    }
    clock.onChange(refresh);
    page.onRestyle(() => shown.forEach((one) => one.restyle()));
    refresh();
    root.dataset.chartsReady = shown.reduce((sum, one) => sum + one.charts.length, 0);
    root.dataset.frames = data.motion ? data.motion.frames.length : 0;
    // The charts' first width was measured while the page was still growing its scroll bar.
    requestAnimationFrame(() => shown.forEach((one) => one.restyle()));
    window.addEventListener('resize', refresh);
    if (data.motion && !window.matchMedia('(prefers-reduced-motion: reduce)').matches) clock.play();
  } else {
    part('series').append(element('p', { class: 'about' }, 'The solver returned no trajectory.'));
    part('stage').classList.add('still');
    root.dataset.chartsReady = 0;
    root.dataset.frames = 0;
  }
  if (!ofFeedback) showNumerics(data, part('numerics'));
})();
