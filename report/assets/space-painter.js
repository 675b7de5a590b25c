// Shaded solids, outlines, paths, and a floor with the shadow of it all, as a camera sees them.
'use strict';

/** Red, green and blue of a colour '#rrggbb'. */
const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const mixed = (rgb, brightness, gloss = 0) => (
  `rgb(${rgb.map((c) => Math.min(255, Math.round(c * brightness + 255 * gloss))).join()})`);

/** Lambert's law over an even sky, and a little gloss. */
function lit(rgb, normal, camera) {
  const facing = vector.dot(normal, camera.light);
  const half = vector.unit(vector.add(camera.light, camera.back));
  const gloss = 0.16 * Math.max(0, vector.dot(normal, half)) ** 18;
  return mixed(rgb, 0.8 + 0.3 * Math.max(0, facing) + 0.22 * Math.min(0, facing), gloss);
}

/** The corners around points of the screen, one way round (Andrew's monotone chain). */
function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The vertices of a solid, and points around a ball. */
function roundOf({ vertices, centre, radius }) {
  if (!(radius > 0)) return vertices;
  return Array.from({ length: 20 }, (_, i) => {
    const angle = Math.PI * i / 10;
    return vector.add(centre, [radius * Math.cos(angle), 0, radius * Math.sin(angle)]);
  });
}

/** What all strokes need: the canvas, the camera, colours, and paths of points in space. */
function makePen(context, camera, colours) {
  return {
    context, camera, colours,
    colourOf: (role) => (role === 'body' ? colours.hull : colours[role]) || colours.hull,
    isDark: channels(colours.panel).reduce((sum, c) => sum + c) < 384,
    faces: (face) => vector.dot(face.normal, camera.eye) > face.offset,
    trail(points, close = true) {
      context.beginPath();
      points.forEach((point, i) => context[i ? 'lineTo' : 'moveTo'](...camera.project(point).slice(0, 2)));
      if (close) context.closePath();
    },
    stroke(colour, width) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.lineJoin = context.lineCap = 'round';
      context.stroke();
    },
  };
}

// ---- solids ----

/** Cells on the broad faces of a solar wing. */
function paintCells(pen, { points: [a, b, c, d] }, colour) {
  const long = vector.size(vector.minus(b, a)), wide = vector.size(vector.minus(d, a));
  const cell = Math.min(long, wide) / 2;
  if (!(cell > 0.06 * Math.max(long, wide))) return;
  const rule = (from, to, fromEnd, toEnd, count) => {
    for (let i = 1; i < count; ++i) {
      const at = (p, q) => vector.add(p, vector.minus(q, p), i / count);
      pen.trail([at(from, fromEnd), at(to, toEnd)], false);
      pen.stroke(colour, 0.8);
    }
  };
  rule(a, d, b, c, Math.round(long / cell));
  rule(a, b, d, c, Math.round(wide / cell));
}

/** Where a face has no edge its rim has its own colour: that closes the seam to the next one. */
function paintFace(pen, role, face, rgb) {
  const shade = (times, plus = 0) => lit(rgb.map((c) => times * c + plus), face.normal, pen.camera);
  pen.trail(face.points);
  pen.context.fillStyle = shade(1);
  pen.context.fill();
  pen.stroke(shade(face.edged ? 0.72 : 1), face.edged ? 0.9 : 0.7);
  if (face.edged && role === 'wing') paintCells(pen, face, shade(0.55, 75));
}

function paintBall({ context, camera }, solid, rgb) {
  const [x, y, pixels] = camera.project(solid.centre), radius = Math.max(pixels * solid.radius, 1.5);
  const [right, up] = [camera.right, camera.up].map((axis) => 0.45 * radius * vector.dot(camera.light, axis));
  const shine = context.createRadialGradient(x + right, y - up, 0.1 * radius, x, y, radius);
  shine.addColorStop(0, mixed(rgb, 1.1, 0.14));
  shine.addColorStop(0.55, mixed(rgb, 0.98));
  shine.addColorStop(1, mixed(rgb, 0.66));
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = shine;
  context.fill();
}

/** The letter at the tip of an axis. */
function paintLetter({ context, camera, colours, colourOf }, { role, tip, centre }) {
  const [x, y] = camera.project(tip), [fromX, fromY] = camera.project(centre);
  const away = Math.max(Math.hypot(x - fromX, y - fromY), 4);
  const at = [x + 10 * (x - fromX) / away, y + 10 * (y - fromY) / away];
  context.font = `600 12px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.strokeStyle = colours.panel;
  context.lineWidth = 3;
  context.strokeText(role.slice(5), ...at);
  context.fillStyle = colourOf(role);
  context.fillText(role.slice(5), ...at);
  context.textAlign = 'start';
  context.textBaseline = 'alphabetic';
}

function paintSolid(pen, solid) {
  const rgb = channels(pen.colourOf(solid.role));
  if (solid.radius > 0) paintBall(pen, solid, rgb);
  for (const face of solid.faces) if (pen.faces(face)) paintFace(pen, solid.role, face, rgb);
  if (solid.tip && solid.role.startsWith('axis-')) paintLetter(pen, solid);
}

function boxOnScreen(solid, camera) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const vertex of solid.vertices) {
    const [x, y, pixels] = camera.project(vertex), grow = pixels * solid.radius + 1;
    box[0] = Math.min(box[0], x - grow); box[1] = Math.min(box[1], y - grow);
    box[2] = Math.max(box[2], x + grow); box[3] = Math.max(box[3], y + grow);
  }
  return box;
}

/** What is nearer covers what is farther; solids may lie in each other by `tolerance`. */
function paintSolids(pen, solids, tolerance) {
  const boxes = solids.map((solid) => boxOnScreen(solid, pen.camera));
  for (const solid of paintingOrder(solids, boxes, pen.camera.eye, tolerance)) paintSolid(pen, solid);
}

/** Edges only, dashed: where a body is to be. */
function paintOutlines(pen, solids) {
  const { context, camera } = pen;
  context.setLineDash([5, 4]);
  for (const { role, faces, centre, radius } of solids) {
    for (const face of faces.filter(({ edged }) => edged)) {
      context.globalAlpha = pen.faces(face) ? 0.75 : 0.22;
      pen.trail(face.points);
      pen.stroke(pen.colourOf(role), 1.1);
    }
    context.globalAlpha = 1;
    if (!(radius > 0)) continue;
    const [x, y, pixels] = camera.project(centre);
    context.beginPath();
    context.arc(x, y, Math.max(pixels * radius, 2), 0, 2 * Math.PI);
    pen.stroke(pen.colourOf(role), 1.5);
  }
  context.setLineDash([]);
}

// ---- what is around ----

/** A disc with rings and spokes; from below, only these. */
function paintFloor(pen, { centre, radius }) {
  const { context, camera, colours } = pen;
  const at = (share, angle) => vector.add(centre, [Math.cos(angle), 0, Math.sin(angle)], share * radius);
  const ring = (share) => pen.trail(Array.from({ length: 72 }, (_, i) => at(share, Math.PI * i / 36)));
  context.fillStyle = colours.ground;
  ring(1);
  context.globalAlpha = 0.1;
  if (camera.eye[1] > centre[1]) context.fill();
  context.globalAlpha = 0.3;
  for (const share of [1 / 3, 2 / 3, 1]) { ring(share); pen.stroke(colours.ground, 0.8); }
  for (let i = 0; i < 6; ++i) {
    pen.trail([at(1, Math.PI * i / 6), at(1, Math.PI * (i / 6 + 1))], false);
    pen.stroke(colours.ground, 0.6);
  }
  context.globalAlpha = 1;
}

/** The shadow of the solids on the floor, as if light came straight from above. */
function paintShadow({ context, camera, isDark }, { centre }, solids) {
  if (camera.eye[1] <= centre[1]) return;
  context.beginPath();
  for (const solid of solids) {
    const around = hullOf(roundOf(solid).map(([x, , z]) => camera.project([x, centre[1], z])));
    around.forEach(([x, y], i) => context[i ? 'lineTo' : 'moveTo'](x, y));
    context.closePath();
  }
  context.fillStyle = '#000000';
  context.globalAlpha = isDark ? 0.4 : 0.13;
  context.fill('nonzero');
  context.globalAlpha = 1;
}

/** The pieces of a path on the near or the far side of the mechanism. */
function paintPath({ context, camera, colours, stroke }, points, near, width) {
  const known = (point) => point !== undefined && point.every(Number.isFinite);
  const place = (point) => camera.project(point).slice(0, 2);
  context.beginPath();
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (!known(point) || !known(before) || camera.isInFront(point) !== near) return;
    if (!known(points[i - 2]) || camera.isInFront(before) !== near) context.moveTo(...place(before));
    context.lineTo(...place(point));
  });
  stroke(colours.trace, width);
}
