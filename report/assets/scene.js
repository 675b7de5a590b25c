// Pictures of the mechanism: shapes in metres, onto a canvas. Knows nothing of time or of buttons.
'use strict';

/** The shapes of frame `index + fraction` (straight lines between frames), as [{kind, points, ...}]. */
function pictureAt(motion, index, fraction) {
  const frame = motion.frames[index], next = motion.frames[index + 1];
  const structure = motion.structures[frame.structure];
  const blend = fraction > 0 && next && next.structure === frame.structure;
  let at = 0;
  const take = () => {
    const a = frame.numbers[at];
    const b = blend ? next.numbers[at] : a;
    at += 1;
    return a === null || b === null ? NaN : a + (b - a) * (blend ? fraction : 0);
  };
  const point = () => [take(), take(), take()];
  const shapes = structure.shapes.map((shape) => ({
    ...shape,
    points: Array.from({ length: shape.points }, point),
    angle: shape.kind === 'rectangle' ? take() : 0,
  }));
  return { shapes, traced: Array.from({ length: structure.traced }, point) };
}

/** The corners of a shape's box, in metres, for fitting the view. */
function outline(shape) {
  const grow = shape.kind === 'circle' ? shape.width
    : shape.kind === 'rectangle' ? Math.hypot(shape.width, shape.height) / 2 : shape.width / 2;
  return shape.points.flatMap(([x, y, z]) => [[x - grow, y - grow, z], [x + grow, y + grow, z]]);
}

function makeScene(motion) {
  const pictures = motion.frames.map((_, index) => pictureAt(motion, index, 0));
  const spatial = pictures.some((p) => p.shapes.some((shape) => shape.points.some((q) => Math.abs(q[2]) > 1e-9)));
  const view = { yaw: spatial ? -0.6 : 0, pitch: spatial ? 0.35 : 0, spatial };

  /** World to the plane of the picture, in metres. */
  const project = ([x, y, z]) => {
    if (!spatial) return [x, y];
    const u = x * Math.cos(view.yaw) + z * Math.sin(view.yaw);
    const w = -x * Math.sin(view.yaw) + z * Math.cos(view.yaw);
    return [u, y * Math.cos(view.pitch) - w * Math.sin(view.pitch)];
  };

  /** The box of the ball around all points: what turns stays in view from every side. */
  const ballOf = (points) => {
    const known = points.filter((point) => point.every(Number.isFinite));
    const centre = [0, 1, 2].map((axis) => {
      const [low, high] = extent(known.map((point) => point[axis])) || [0, 0];
      return (low + high) / 2;
    });
    const radius = known.reduce((most, p) => Math.max(most, Math.hypot(...p.map((x, axis) => x - centre[axis]))), 0);
    const [x, y] = project(centre);
    return [x - radius, y - radius, x + radius, y + radius];
  };

  const flatBoxOf = (points) => {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const point of points) {
      const [x, y] = project(point);
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y);
    }
    return box;
  };

  const boxOf = spatial ? ballOf : flatBoxOf;

  /** What the view must hold: all that moves, and the ground where that costs little room. */
  const fit = () => {
    const corners = (wanted) => pictures.flatMap((p) => p.shapes.filter(wanted).flatMap(outline));
    const moving = corners((shape) => shape.role !== 'ground').concat(pictures.flatMap((p) => p.traced));
    const all = boxOf(moving.concat(corners((shape) => shape.role === 'ground')));
    const box = boxOf(moving);
    const size = Math.max(box[2] - box[0], box[3] - box[1]);
    const tooLarge = Math.max(all[2] - all[0], all[3] - all[1]) > 1.35 * size;
    const chosen = size > 0 && tooLarge ? box : all;
    return chosen.every(Number.isFinite) ? chosen : [-1, -1, 1, 1];
  };

  const trace = (count) => {
    const paths = [];
    for (const picture of pictures.slice(0, count)) picture.traced.forEach((q, i) => (paths[i] = paths[i] || []).push(q));
    return paths;
  };

  return { pictures, view, fit, project, trace };
}

/** Draws into `context`; `toScreen` takes a point in metres, `scale` is pixels a metre. */
function makePainter(context, toScreen, scale, colours) {
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
    const [x, y, z] = shape.points[0];
    const c = Math.cos(shape.angle), s = Math.sin(shape.angle);
    const corner = (a, b) => {
      const dx = a * shape.width / 2, dy = b * shape.height / 2;
      return [x + c * dx - s * dy, y + s * dx + c * dy, z];
    };
    path([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], true);
    context.fillStyle = colour;
    context.fill();
    if (rim) outlineIt();
  };
  const draw = { line, circle, rectangle };

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
