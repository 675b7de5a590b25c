// The moving picture: a canvas, and the buttons under it.
'use strict';

/** 1, 2 or 5 times a power of ten, at most `most`. */
function roundStep(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((factor) => factor * power).find((step) => step <= most * 1.0000001);
}

/** Index of the last time that is not after `time`, and how far it is to the next. */
function findFrame(times, time) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (times[middle] <= time) low = middle; else high = middle - 1;
  }
  const length = low + 1 < times.length ? times[low + 1] - times[low] : 0;
  return [low, length > 0 ? Math.min(1, Math.max(0, (time - times[low]) / length)) : 0];
}

/** The theme's colours by the names that shapes have as roles, as '#rrggbb'. */
function pictureColours(context) {
  const roles = ['body', 'ground', 'target', 'joint', 'wing', 'axis-x', 'axis-y', 'axis-z'];
  const names = [...roles, 'hull', 'trace', 'panel', 'muted'];
  return Object.fromEntries(names.map((name) => {
    context.fillStyle = page.colour(name.replace('axis-', 'axis-of-'));
    return [name, context.fillStyle];
  }));
}

/** A round length of at most a quarter of the width. */
function drawScaleBar(context, place, pixelsPerMetre, colours) {
  const step = roundStep((place.width * 0.25) / pixelsPerMetre);
  const x = 14, y = place.height - 14, length = step * pixelsPerMetre;
  context.strokeStyle = context.fillStyle = colours.muted;
  context.lineWidth = 1;
  context.lineCap = 'butt';
  context.beginPath();
  context.moveTo(x, y - 4); context.lineTo(x, y); context.lineTo(x + length, y); context.lineTo(x + length, y - 4);
  context.stroke();
  context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  context.fillText(`${page.number(step, 3)} m`, x + length + 8, y + 1);
}

/** `only` is for one of several pictures that share a clock: {title, box, shown}, without buttons of its own. */
function showAnimation(motion, clock, into, only = null) {
  const { element } = page;
  const scene = makeScene(motion), spatial = scene.view !== null;
  const canvas = element('canvas', {
    role: 'img', 'aria-label': `The mechanism in motion${only ? `, ${only.title.toLowerCase()}` : ''}`, tabindex: spatial ? 0 : null,
    title: spatial ? 'Drag to turn; a double click brings the first view back' : null });
  const figure = element('figure', { class: 'picture' }, canvas);
  const context = canvas.getContext('2d');
  const stage = spatial ? makeSpace(scene, context) : makeFlat(scene, context, only ? only.box : null);
  const options = only ? only.shown : { ghosts: stage.ghosts, traces: true };

  const widthNow = () => figure.clientWidth || 600;
  let place = { width: 0 };  // the canvas's present size on the page
  const arrange = () => {
    const width = widthNow(), height = stage.height(width);
    const density = Math.max(window.devicePixelRatio || 1, 1);
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    canvas.style.height = `${height}px`;
    place = { width, height, density };
    stage.arrange(width, height);
  };

  const draw = () => {
    if (widthNow() !== place.width) arrange();  // the observer below may not have been asked yet
    const colours = pictureColours(context);
    const [index, fraction] = findFrame(motion.times, clock.time);
    context.setTransform(place.density, 0, 0, place.density, 0, 0);
    context.clearRect(0, 0, place.width, place.height);
    stage.draw(pictureAt(motion, index, fraction), index, options, colours);
    drawScaleBar(context, place, stage.pixelsPerMetre(), colours);
  };

  const repaint = () => { arrange(); draw(); };
  into.append(element('h2', {}, only ? only.title : 'Motion'), figure);
  if (!only) into.append(transport(clock, options, draw));
  into.hidden = false;
  if (spatial) turnByDragging(canvas, stage, repaint);
  // A new width changes the height too: that waits for the next frame, or the observer would see its own work.
  const resized = new ResizeObserver(() => requestAnimationFrame(() => {
    if (widthNow() !== place.width) draw();
  }));
  resized.observe(figure);
  draw();
  page.onRestyle(repaint);
  clock.onChange(draw);
  return draw;
}

/** A slider for the time, and the time in figures. */
function makeScrubber(clock) {
  const { element } = page;
  const scrubber = element('input', {
    type: 'range', min: clock.start, max: clock.end, step: clock.duration / 1000, class: 'scrubber', 'aria-label': 'Time' });
  const reading = element('output', { class: 'reading' });
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(clock.duration))));
  scrubber.addEventListener('input', () => {
    const wanted = Number(scrubber.value);  // pausing sets the scrubber to the time as it was
    clock.pause();
    clock.seek(wanted);
  });
  const show = () => {
    scrubber.value = clock.time;
    reading.textContent = `${clock.time.toFixed(digits)} s`;
  };
  clock.onChange(show);
  show();
  return [scrubber, reading];
}

/** Play and pause, scrubber, speed, loop, what is shown besides. */
function transport(clock, options, draw) {
  const { element, number } = page;
  const icon = element('path', {});
  const button = element('button', { type: 'button', class: 'play' },
    element('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, icon));
  const rates = [0.1, 0.25, 0.5, 1, 2, 4].map((factor) => factor * clock.baseRate);
  const speed = element('select', { 'aria-label': 'Speed' }, rates.map((rate) => element('option', {
    value: rate, selected: rate === clock.rate }, rate === 1 ? 'real time' : `${number(rate, 3)}×`)));
  const tick = (label, isOn, set) => {
    const box = element('input', { type: 'checkbox', checked: isOn });
    box.addEventListener('change', () => { set(box.checked); draw(); });
    return element('label', {}, box, label);
  };

  button.addEventListener('click', clock.toggle);
  speed.addEventListener('change', () => { clock.rate = Number(speed.value); });
  document.addEventListener('keydown', (event) => {
    const busy = event.target.closest('button, input, select, a, summary');
    if (event.key !== ' ' || busy) return;
    event.preventDefault();
    clock.toggle();
  });

  const show = () => {
    icon.setAttribute('d', clock.playing ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4.5 2.5 13 8 4.5 13.5z');
    button.setAttribute('aria-label', clock.playing ? 'Pause' : 'Play');
  };
  clock.onChange(show);
  show();
  return element('div', { class: 'transport' },
    button, makeScrubber(clock),
    element('div', { class: 'options' }, speed,
      tick('loop', clock.looping, (on) => { clock.looping = on; }),
      tick('path', options.traces, (on) => { options.traces = on; }),
      tick('positions', options.ghosts, (on) => { options.ghosts = on; })));
}
