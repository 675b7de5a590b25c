// Pictures in the plane.
'use strict';

/** The corners of a shape's box, in metres, for fitting the view. */
function outline(shape) {
  const grow = shape.kind === 'circle' ? shape.width
    : shape.kind === 'rectangle' ? Math.hypot(shape.width, shape.height) / 2 : shape.width / 2;
  return shape.points.flatMap(([x, y]) => [[x - grow, y - grow], [x + grow, y + grow]]);
}

function flatBoxOf(points) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y);
  }
  return box;
}

/** What the view must hold: all that moves, and the ground where that costs little room. */
function flatFit(pictures) {
  const corners = (wanted) => pictures.flatMap((p) => p.shapes.filter(wanted).flatMap(outline));
  const moving = corners((shape) => shape.role !== 'ground').concat(pictures.flatMap((p) => p.traced));
  const all = flatBoxOf(moving.concat(corners((shape) => shape.role === 'ground')));
  const box = flatBoxOf(moving);
  const size = Math.max(box[2] - box[0], box[3] - box[1]);
  const tooLarge = Math.max(all[2] - all[0], all[3] - all[1]) > 1.35 * size;
  const chosen = size > 0 && tooLarge ? box : all;
  return chosen.every(Number.isFinite) ? chosen : [-1, -1, 1, 1];
}

/** Draws into `context`; `toScreen` takes a point in metres, `scale` is pixels a metre. */
function makeFlatPainter(context, toScreen, scale, colours) {
  /** A line through the points; it breaks where a point has no place. */
  const path = (points, close = false) => {
    let drawing = false;
    context.beginPath();
    for (const point of points) {
      const known = point.every(Number.isFinite);
      if (known && drawing) context.lineTo(...toScreen(point));
      else if (known) context.moveTo(...toScreen(point));
      drawing = known;
    }
    if (close) context.closePath();
  };
  const finite = (shape) => shape.points.every((p) => p.every(Number.isFinite)) && Number.isFinite(shape.angle);

  const outlineIt = () => {
    context.strokeStyle = colours.panel;
    context.lineWidth = 1.25;
    context.stroke();
  };
  // A rim of the background's colour keeps shapes apart that lie on one another.
  const line = (shape, colour, rim) => {
    const width = Math.max(shape.width * scale, 1.5);
    path(shape.points);
    if (rim && width > 4) {
      context.strokeStyle = colours.panel;
      context.lineWidth = width + 2.5;
      context.stroke();
    }
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  };
  const circle = (shape, colour, rim) => {
    const [x, y] = toScreen(shape.points[0]);
    context.beginPath();
    context.arc(x, y, Math.max(shape.width * scale, 2), 0, 2 * Math.PI);
    if (shape.role === 'target') {
      context.strokeStyle = colour;
      context.lineWidth = 1.5;
      context.setLineDash([4, 3]);
      context.stroke();
      context.setLineDash([]);
      return;
    }
    context.fillStyle = colour;
    context.fill();
    if (rim) outlineIt();
  };
  const rectangle = (shape, colour, rim) => {
    const [x, y] = shape.points[0];
    const c = Math.cos(shape.angle), s = Math.sin(shape.angle);
    const corner = (a, b) => {
      const dx = a * shape.width / 2, dy = b * shape.height / 2;
      return [x + c * dx - s * dy, y + s * dx + c * dy];
    };
    path([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], true);
    context.fillStyle = colour;
    context.fill();
    if (rim) outlineIt();
  };
  const arrow = (shape, colour) => {
    const [[x, y], [endX, endY]] = shape.points.map(toScreen);
    const length = Math.hypot(endX - x, endY - y), width = Math.max(shape.width * scale, 1.5);
    if (!(length > 0)) return;
    const head = Math.min(Math.max(3.6 * width, 7), length), [along, up] = [(endX - x) / length, (endY - y) / length];
    const at = (back, side) => [endX - back * along - side * up, endY - back * up + side * along];
    context.beginPath();
    for (const corner of [at(length, width / 2), at(head, width / 2), at(head, 0.42 * head), [endX, endY],
      at(head, -0.42 * head), at(head, -width / 2), at(length, -width / 2)]) context.lineTo(...corner);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
  };
  const draw = { line, circle, rectangle, arrow };

  return {
    shapes(shapes, wanted, rim = true) {
      context.lineCap = context.lineJoin = 'round';
      for (const shape of shapes) {
        if (finite(shape) && wanted(shape)) draw[shape.kind](shape, colours[shape.role] || colours.body, rim);
      }
    },
    path(points, colour, width) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.lineJoin = 'round';
      path(points);
      context.stroke();
    },
  };
}

/** Draws pictures in the plane into `context`; `shownBox` is what the view is to hold, where that is not for them. */
function makeFlat(scene, context, shownBox = null) {
  const box = shownBox || flatFit(scene.pictures);
  const span = [Math.max(box[2] - box[0], 1e-9), Math.max(box[3] - box[1], 1e-9)];
  const centre = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  let scale = 1, toScreen = null;

  return {
    ghosts: true,
    height: (width) => Math.round(width * Math.min(0.95, Math.max(0.42, span[1] / span[0] * 1.05))),
    arrange(width, height) {
      scale = Math.min((width * 0.88) / span[0], (height - 66) / span[1]);
      toScreen = ([x, y]) => [width / 2 + (x - centre[0]) * scale, height / 2 - 9 - (y - centre[1]) * scale];
    },
    pixelsPerMetre: () => scale,

    draw(picture, index, options, colours) {
      const painter = makeFlatPainter(context, toScreen, scale, colours);
      painter.shapes(picture.shapes, isStill);
      if (options.traces) {
        context.globalAlpha = 0.35;
        scene.trace(scene.pictures.length).forEach((points) => painter.path(points, colours.trace, 1));
        context.globalAlpha = 1;
      }
      if (options.ghosts) {
        context.globalAlpha = 0.11;
        for (const { shapes } of scene.sample(9)) painter.shapes(shapes, (shape) => !isStill(shape), false);
        context.globalAlpha = 1;
      }
      if (options.traces) {
        const past = scene.trace(index + 1);
        picture.traced.forEach((point, i) => painter.path([...(past[i] || []), point], colours.trace, 2));
      }
      painter.shapes(picture.shapes, (shape) => !isStill(shape));
    },
  };
}
