// What of space is in sight, and from where.
'use strict';

const kDistance = 4.5;  // of the eye from the middle, in sizes of the mechanism
const kMargin = 44;  // pixels above and below, with room for the scale bar

/**
 * What the camera turns about and keeps in sight: the middle of all that moves, a floor below it, and of everything how
 * far it is from the vertical axis through the middle, and how high, as [distance, height].
 */
function surroundingsOf(pictures) {
  const { add, minus } = vector;
  const points = pictures.flatMap(({ shapes, traced }) => shapes.flatMap(solidsOf).flatMap((solid) => {
    const r = solid.radius;
    return r > 0 ? [add(solid.centre, [r, r, r]), add(solid.centre, [r, r, r], -1)] : solid.vertices;
  }).concat(traced.filter((point) => point.every(Number.isFinite))));
  const spans = [0, 1, 2].map((axis) => extent(points.map((point) => point[axis])) || [-1, 1]);
  const centre = spans.map(([low, high]) => (low + high) / 2), [low, high] = spans[1];
  const rims = points.map((point) => minus(point, centre)).map(([x, y, z]) => [Math.hypot(x, z), y]);
  const reach = rims.reduce((most, [away]) => Math.max(most, away), 1e-6);
  const below = (high - low) / 2 + 0.14 * Math.max(reach, high - low);
  const floor = { centre: add(centre, [0, -below, 0]), radius: 1.08 * Math.max(reach, 0.4 * (high - low)) };
  return { centre, floor, size: Math.hypot(reach, below), rims: [...rims, [floor.radius, -below]] };
}

/** The light comes from the left, above and behind the observer. */
function lightFor(right, azimuth) {
  const level = vector.add([Math.sin(azimuth), 0, Math.cos(azimuth)], right, -0.7);
  return vector.unit(vector.add([0, 1, 0], level, 0.7));
}

/** How far all rims reach on the screen at any azimuth: to either side, down and up, in metres at the middle. */
function reachOf(rims, elevation, distance) {
  let [wide, low, high] = [1e-9, Infinity, -Infinity];
  for (const [away, y] of rims) {
    for (const side of [-1, 0, 1]) {  // far, beside, near
      const nearer = side * away * Math.cos(elevation) + y * Math.sin(elevation);
      const times = distance / (distance - nearer), up = y * Math.cos(elevation) - side * away * Math.sin(elevation);
      low = Math.min(low, times * up);
      high = Math.max(high, times * up);
      if (side === 0) wide = Math.max(wide, times * away);
    }
  }
  return { wide, low, high };
}

/** The height of a canvas that a view fills, within reason. */
function heightInSpace(view, { size, rims }, width) {
  const { wide, low, high } = reachOf(rims, view.elevation, kDistance * size);
  return Math.round(Math.min(0.84 * width, Math.max(0.5 * width, 0.94 * width * (high - low) / (2 * wide) + kMargin)));
}

function makeCamera(view, { centre, size, rims }, width, height) {
  const { azimuth, elevation } = view;
  const back = [Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation), Math.cos(azimuth) * Math.cos(elevation)];
  const right = [Math.cos(azimuth), 0, -Math.sin(azimuth)], up = vector.cross(back, right);
  const distance = kDistance * size, { wide, low, high } = reachOf(rims, elevation, distance);
  const scale = Math.min(0.94 * width / (2 * wide), (height - kMargin) / (high - low));
  const middle = (height - 18) / 2 + scale * (low + high) / 2;
  return {
    back, right, up, scale,
    light: lightFor(right, azimuth),
    eye: vector.add(centre, back, distance),
    /** To the screen: x and y (downwards), pixels a metre there. */
    project(point) {
      const from = vector.minus(point, centre);
      const pixels = scale * distance / Math.max(distance - vector.dot(from, back), 1e-3 * distance);
      return [width / 2 + pixels * vector.dot(from, right), middle - pixels * vector.dot(from, up), pixels];
    },
    isInFront: (point) => vector.dot(vector.minus(point, centre), back) > 0,
  };
}
