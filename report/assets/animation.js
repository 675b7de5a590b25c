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

function showAnimation(motion, clock, into) {
  const { element, number } = page;
  const scene = makeScene(motion);
  const options = { ghosts: true, traces: true };
  const canvas = element('canvas', {
    role: 'img', 'aria-label': 'The mechanism in motion', tabindex: scene.view.spatial ? 0 : null });
  const figure = element('figure', { class: 'picture' }, canvas);
  const context = canvas.getContext('2d');

  let place = null;  // from metres to the canvas, for its present size
  const arrange = () => {
    const box = scene.fit();
    const width = figure.clientWidth || 600;
    const span = [Math.max(box[2] - box[0], 1e-9), Math.max(box[3] - box[1], 1e-9)];
    const tallest = scene.view.spatial ? 0.72 : 0.95;
    const height = Math.round(width * Math.min(tallest, Math.max(0.42, span[1] / span[0] * 1.05)));
    const density = Math.max(window.devicePixelRatio || 1, 1);
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    canvas.style.height = `${height}px`;
    const scale = Math.min((width * 0.88) / span[0], (height - 66) / span[1]);
    const centre = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    place = {
      width, height, density, scale, centre,
      toScreen: (point) => {
        const [x, y] = scene.project(point);
        return [width / 2 + (x - centre[0]) * scale, height / 2 - 9 - (y - centre[1]) * scale];
      },
    };
  };

  const colours = () => Object.fromEntries(
    ['body', 'ground', 'target', 'joint', 'trace', 'panel', 'muted'].map((name) => [name, page.colour(name)]));

  const drawScaleBar = (paint) => {
    const step = roundStep((place.width * 0.25) / place.scale);
    const x = 14, y = place.height - 14, length = step * place.scale;
    context.strokeStyle = context.fillStyle = paint.muted;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, y - 4); context.lineTo(x, y); context.lineTo(x + length, y); context.lineTo(x + length, y - 4);
    context.stroke();
    context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    context.fillText(`${number(step, 3)} m`, x + length + 8, y + 1);
  };

  const drawGhosts = (painter) => {
    const count = 9, last = scene.pictures.length - 1;
    context.globalAlpha = 0.11;
    for (let i = 0; i <= count; ++i) {
      const { shapes } = scene.pictures[Math.round((i * last) / count)];
      painter.shapes(shapes, (shape) => shape.role !== 'ground' && shape.role !== 'target', false);
    }
    context.globalAlpha = 1;
  };

  const draw = () => {
    const paint = colours();
    const [index, fraction] = findFrame(motion.times, clock.time);
    const picture = pictureAt(motion, index, fraction);
    context.setTransform(place.density, 0, 0, place.density, 0, 0);
    context.clearRect(0, 0, place.width, place.height);
    const painter = makePainter(context, place.toScreen, place.scale, paint);
    const still = (shape) => shape.role === 'ground' || shape.role === 'target';
    painter.shapes(picture.shapes, still);
    if (options.traces) {
      context.globalAlpha = 0.35;
      scene.trace(scene.pictures.length).forEach((points) => painter.path(points, paint.trace, 1));
      context.globalAlpha = 1;
    }
    if (options.ghosts) drawGhosts(painter);
    if (options.traces) {
      const past = scene.trace(index + 1);
      picture.traced.forEach((point, i) => painter.path([...(past[i] || []), point], paint.trace, 2));
    }
    painter.shapes(picture.shapes, (shape) => !still(shape));
    drawScaleBar(paint);
  };

  const repaint = () => { arrange(); draw(); };
  into.append(element('h2', {}, 'Motion'), figure, transport(clock, options, draw));
  into.hidden = false;
  if (scene.view.spatial) turnByDragging(canvas, scene.view, repaint);
  // A new width changes the height too: that waits for the next frame, or the observer would see its own work.
  const resized = new ResizeObserver(() => requestAnimationFrame(() => {
    if (figure.clientWidth !== place.width) repaint();
  }));
  resized.observe(figure);
  repaint();
  page.onRestyle(repaint);
  clock.onChange(draw);
}

/** A spatial mechanism turns with the pointer or the arrow keys. */
function turnByDragging(canvas, view, repaint) {
  const turn = (right, down) => {
    view.yaw += right;
    view.pitch = Math.min(1.5, Math.max(-1.5, view.pitch + down));
    repaint();
  };
  canvas.classList.add('turns');
  canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) turn(event.movementX * 0.01, event.movementY * 0.01);
  });
  canvas.addEventListener('keydown', (event) => {
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (!moves[event.key]) return;
    event.preventDefault();
    turn(...moves[event.key]);
  });
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
