// The film: pictures of the mechanism, shapes in metres. Knows nothing of canvases, of time or of buttons.
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

/** Whether a shape only says where things are, or are to be. */
const isStill = (shape) => shape.role === 'ground' || shape.role === 'target';

/** All pictures, and the view where they are of space: that which is asked for, or one for shapes with a depth. */
function makeScene(motion) {
  const pictures = motion.frames.map((_, index) => pictureAt(motion, index, 0));
  const isDeep = ({ kind, points }) => ['box', 'cylinder'].includes(kind) || points.some((q) => Math.abs(q[2]) > 1e-9);
  const spatial = motion.view !== null || pictures.some((picture) => picture.shapes.some(isDeep));
  const view = spatial ? motion.view || { azimuth: 0.6, elevation: 0.35 } : null;

  return {
    pictures, view,

    /** The paths of the traced points up to the picture of this number. */
    trace(count) {
      const paths = [];
      for (const picture of pictures.slice(0, count)) picture.traced.forEach((q, i) => (paths[i] = paths[i] || []).push(q));
      return paths;
    },

    /** About `count` pictures, the first and the last among them. */
    sample(count) {
      const parts = Math.min(count, pictures.length - 1), last = pictures.length - 1;
      return Array.from({ length: parts + 1 }, (_, i) => pictures[parts > 0 ? Math.round((i * last) / parts) : 0]);
    },
  };
}
