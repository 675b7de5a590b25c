// Shapes in space as convex solids with flat faces, and the order in which to paint them. Points are [x, y, z].
'use strict';

const vector = {
  add: (a, b, times = 1) => [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]],
  minus: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  size: (a) => Math.hypot(a[0], a[1], a[2]),
  unit(a) {
    const size = vector.size(a);
    return size > 0 ? [a[0] / size, a[1] / size, a[2] / size] : [0, 0, 0];
  },
  mean(points) {
    const sum = points.reduce((a, b) => vector.add(a, b), [0, 0, 0]);
    return sum.map((x) => x / points.length);
  },
};

/** Two unit vectors at right angles to `axis` and to each other. */
function across(axis) {
  const helper = Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const a = vector.unit(vector.cross(axis, helper));
  return [a, vector.cross(axis, a)];
}

/**
 * A solid of these faces (corners by number), each with the normal that points away from the middle. A round one has
 * faces that stand for a curved side: no edges are drawn on them.
 */
function solidOf(role, vertices, faces) {
  const centre = vector.mean(vertices);
  const known = faces.map(({ corners, ...rest }) => {
    const points = corners.map((i) => vertices[i]);
    let normal = vector.unit(vector.cross(vector.minus(points[1], points[0]), vector.minus(points[2], points[0])));
    const middle = vector.mean(points);
    if (vector.dot(normal, vector.minus(middle, centre)) < 0) normal = normal.map((x) => -x);
    return { points, normal, offset: vector.dot(normal, middle), ...rest };
  });
  return { role, vertices, centre, radius: 0, faces: known.filter((face) => vector.size(face.normal) > 0) };
}

/** From the centre and the middles of three faces. */
function boxSolid(role, [centre, ...middles]) {
  const halves = middles.map((middle) => vector.minus(middle, centre));
  const vertices = [];
  for (let i = 0; i < 8; ++i) {
    vertices.push(halves.reduce((point, half, axis) => vector.add(point, half, i >> axis & 1 ? 1 : -1), centre));
  }
  const faces = [[0, 2, 6, 4], [1, 3, 7, 5], [0, 1, 5, 4], [2, 3, 7, 6], [0, 1, 3, 2], [4, 5, 7, 6]];
  return solidOf(role, vertices, faces.map((corners) => ({ corners, edged: true })));
}

/** A cylinder, or a cone where a radius is 0. */
function roundSolid(role, start, end, startRadius, endRadius, sides, edged) {
  const axis = vector.unit(vector.minus(end, start));
  const [a, b] = across(axis);
  const vertices = [], faces = [];
  const ring = (centre, radius) => {
    const first = vertices.length;
    for (let i = 0; i < sides; ++i) {
      const angle = 2 * Math.PI * i / sides;
      vertices.push(vector.add(vector.add(centre, a, radius * Math.cos(angle)), b, radius * Math.sin(angle)));
    }
    return Array.from({ length: sides }, (_, i) => first + i);
  };
  const point = (centre) => [vertices.push(centre) - 1];
  const low = startRadius > 0 ? ring(start, startRadius) : point(start);
  const high = endRadius > 0 ? ring(end, endRadius) : point(end);
  const at = (corners, i) => corners[corners.length > 1 ? i % sides : 0];
  for (let i = 0; i < sides; ++i) {
    faces.push({ corners: [...new Set([at(low, i), at(low, i + 1), at(high, i + 1), at(high, i)])] });
  }
  for (const cap of [low, high]) if (cap.length > 1) faces.push({ corners: cap, edged });
  return solidOf(role, vertices, faces);
}

function tubes(shape, sides) {
  const solids = [];
  for (let i = 0; i + 1 < shape.points.length; ++i) {
    solids.push(roundSolid(shape.role, shape.points[i], shape.points[i + 1], shape.width / 2, shape.width / 2, sides));
  }
  return solids;
}

function arrowSolids(shape) {
  const [start, end] = shape.points, along = vector.minus(end, start), length = vector.size(along);
  const head = Math.min(3.6 * shape.width, 0.6 * length);
  if (!(length > 0)) return [];
  const neck = vector.add(end, along, -head / length);
  const shaft = length > head ? [roundSolid(shape.role, start, neck, shape.width / 2, shape.width / 2, 10)] : [];
  return [...shaft, { ...roundSolid(shape.role, neck, end, 0.4 * head, 0, 16), tip: end }];
}

function rectangleSolid(shape) {
  const [c, s] = [Math.cos(shape.angle), Math.sin(shape.angle)], { points: [centre], width, height } = shape;
  const halves = [[c * width / 2, s * width / 2, 0], [-s * height / 2, c * height / 2, 0], [0, 0, 0.02 * height]];
  return boxSolid(shape.role, [centre, ...halves.map((half) => vector.add(centre, half))]);
}

/** A ball is its centre and its radius: it has no faces. */
function ballSolid(shape) {
  const [centre] = shape.points;
  return { role: shape.role, vertices: [centre], centre, radius: shape.width, faces: [] };
}

/** The convex solids that a shape is made of; none where a point of it is not known. */
function solidsOf(shape) {
  if (!shape.points.every((point) => point.every(Number.isFinite)) || !Number.isFinite(shape.angle)) return [];
  switch (shape.kind) {
    case 'line': return tubes(shape, 8);
    case 'circle': return [ballSolid(shape)];
    case 'rectangle': return [rectangleSolid(shape)];
    case 'box': return [boxSolid(shape.role, shape.points)];
    case 'cylinder': return [roundSolid(shape.role, ...shape.points, shape.width, shape.width, 28, true)];
    case 'arrow': return arrowSolids(shape);
    default: return [];
  }
}

/** How far all of `other` lies outside of the face of `solid` that parts them best, and on which side the eye is. */
function partedBy(solid, other, eye) {
  let best = { gap: -Infinity, eyeOutside: false };
  for (const face of solid.faces) {
    let nearest = Infinity;
    for (const vertex of other.vertices) nearest = Math.min(nearest, vector.dot(face.normal, vertex));
    const gap = nearest - face.offset - other.radius;
    if (gap > best.gap) best = { gap, eyeOutside: vector.dot(face.normal, eye) > face.offset };
  }
  return best;
}

/**
 * Whether `a` must be painted before `b`: a face's plane that parts the two tells which is nearer to the eye. Where
 * none does (they touch with a corner, or lie in each other), their middles decide.
 */
function isBehind(a, b, eye, tolerance) {
  const byA = partedBy(a, b, eye), byB = partedBy(b, a, eye);
  if (Math.max(byA.gap, byB.gap) > -tolerance) return byA.gap >= byB.gap ? byA.eyeOutside : !byB.eyeOutside;
  const away = (solid) => vector.size(vector.minus(solid.centre, eye));
  return away(a) > away(b);
}

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** The solids from back to front; `boxes` are theirs on the screen: where these do not overlap, any order will do. */
function paintingOrder(solids, boxes, eye, tolerance) {
  const behind = solids.map(() => []);
  for (let i = 0; i < solids.length; ++i) {
    for (let j = i + 1; j < solids.length; ++j) {
      if (!overlap(boxes[i], boxes[j])) continue;
      if (isBehind(solids[i], solids[j], eye, tolerance)) behind[j].push(i); else behind[i].push(j);
    }
  }
  const order = [], seen = solids.map(() => false);
  const visit = (i) => {
    if (seen[i]) return;
    seen[i] = true;
    behind[i].forEach(visit);
    order.push(i);
  };
  const away = solids.map((solid) => vector.size(vector.minus(solid.centre, eye)));
  solids.map((_, i) => i).sort((i, j) => away[j] - away[i]).forEach(visit);
  return order.map((i) => solids[i]);
}
