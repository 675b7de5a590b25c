// Moving pictures in space, which turn with the pointer or with keys.
'use strict';

/** Draws pictures in space into `context`. */
function makeSpace(scene, context) {
  const around = surroundingsOf(scene.sample(40)), tolerance = 0.01 * around.size;
  const view = { ...scene.view };
  let camera = null;

  const solidsIn = (picture, wanted) => picture.shapes.filter(wanted).flatMap(solidsOf);
  const isTarget = (shape) => shape.role === 'target';
  const hasGhosts = (shape) => !isStill(shape) && !shape.role.startsWith('axis-');

  return {
    ghosts: false,
    height: (width) => heightInSpace(scene.view, around, width),
    arrange(width, height) { camera = makeCamera(view, around, width, height); },
    pixelsPerMetre: () => camera.scale,
    turn(right, down) {
      view.azimuth -= right;
      view.elevation = Math.min(1.5, Math.max(-1.5, view.elevation + down));
    },
    reset() { Object.assign(view, scene.view); },

    draw(picture, index, options, colours) {
      const pen = makePen(context, camera, colours);
      const solids = solidsIn(picture, (shape) => !isTarget(shape));
      const all = options.traces ? scene.trace(scene.pictures.length) : [];
      const past = options.traces ? scene.trace(index + 1) : [];
      const paths = (near) => {
        context.globalAlpha = 0.3;
        all.forEach((points) => paintPath(pen, points, near, 1));
        context.globalAlpha = near ? 1 : 0.75;
        picture.traced.forEach((point, i) => paintPath(pen, [...(past[i] || []), point], near, 2));
        context.globalAlpha = 1;
      };
      paintFloor(pen, around.floor);
      paintShadow(pen, around.floor, solids);
      paintOutlines(pen, solidsIn(picture, isTarget));
      paths(false);
      if (options.ghosts) {
        context.globalAlpha = 0.07;
        for (const ghost of scene.sample(7)) paintSolids(pen, solidsIn(ghost, hasGhosts), tolerance);
        context.globalAlpha = 1;
      }
      paintSolids(pen, solids, tolerance);
      paths(true);
    },
  };
}

/** The view turns with the pointer or the arrow keys; Home, or a double click, brings the first one back. */
function turnByDragging(canvas, space, repaint) {
  const turn = (right, down) => { space.turn(right, down); repaint(); };
  const reset = () => { space.reset(); repaint(); };
  canvas.classList.add('turns');
  canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) turn(event.movementX * 0.01, event.movementY * 0.01);
  });
  canvas.addEventListener('dblclick', reset);
  canvas.addEventListener('keydown', (event) => {
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (event.key === 'Home') reset();
    else if (moves[event.key]) turn(...moves[event.key]);
    else return;
    event.preventDefault();
  });
}
