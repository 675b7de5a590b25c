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

function makeSpacePainter(context, camera, colours) {
  const trail = (points, close = true) => {
    context.beginPath();
    points.forEach((point, i) => context[i ? 'lineTo' : 'moveTo'](...camera.project(point).slice(0, 2)));
    if (close) context.closePath();
  };
  const strokeIt = (colour, width) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = context.lineCap = 'round';
    context.stroke();
  };
  const colourOf = (role) => (role === 'body' ? colours.hull : colours[role]) || colours.hull;
  const isDark = channels(colours.panel).reduce((sum, c) => sum + c) < 384;
  const turned = (face) => vector.dot(face.normal, camera.eye) > face.offset;

  /** Cells on the broad faces of a solar wing. */
  const cells = (face, colour) => {
    const [a, b, c, d] = face.points;
    const long = vector.size(vector.minus(b, a)), wide = vector.size(vector.minus(d, a));
    const cell = Math.min(long, wide) / 2;
    if (!(cell > 0.06 * Math.max(long, wide))) return;
    const rule = (from, to, fromEnd, toEnd, count) => {
      for (let i = 1; i < count; ++i) {
        const at = (p, q) => vector.add(p, vector.minus(q, p), i / count);
        trail([at(from, fromEnd), at(to, toEnd)], false);
        strokeIt(colour, 0.8);
      }
    };
    rule(a, d, b, c, Math.round(long / cell));
    rule(a, b, d, c, Math.round(wide / cell));
  };
  const faceOf = (solid, face, rgb) => {
    const colour = lit(rgb, face.normal, camera);
    trail(face.points);
    context.fillStyle = colour;
    context.fill();
    strokeIt(face.edged ? lit(rgb.map((c) => 0.72 * c), face.normal, camera) : colour, face.edged ? 0.9 : 0.7);
    if (face.edged && solid.role === 'wing') cells(face, lit(rgb.map((c) => 0.55 * c + 75), face.normal, camera));
  };
  const ball = (solid, rgb) => {
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
  };
  /** The letter at the tip of an axis. */
  const letter = ({ role, tip, centre }) => {
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
  };
  const paint = (solid) => {
    const rgb = channels(colourOf(solid.role));
    if (solid.radius > 0) ball(solid, rgb);
    else for (const face of solid.faces) if (turned(face)) faceOf(solid, face, rgb);
    if (solid.tip && solid.role.startsWith('axis-')) letter(solid);
  };

  const boxOnScreen = (solid) => {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const vertex of solid.vertices) {
      const [x, y, pixels] = camera.project(vertex), grow = pixels * solid.radius + 1;
      box[0] = Math.min(box[0], x - grow); box[1] = Math.min(box[1], y - grow);
      box[2] = Math.max(box[2], x + grow); box[3] = Math.max(box[3], y + grow);
    }
    return box;
  };

  return {
    solids(solids, tolerance) {
      paintingOrder(solids, solids.map(boxOnScreen), camera.eye, tolerance).forEach(paint);
    },

    /** Edges only, dashed: where a body is to be. */
    outlines(solids) {
      for (const solid of solids) {
        const shown = solid.faces.filter((face) => face.edged);
        for (const face of shown) {
          context.globalAlpha = turned(face) ? 0.75 : 0.22;
          context.setLineDash([5, 4]);
          trail(face.points);
          strokeIt(colourOf(solid.role), 1.1);
        }
        if (solid.radius > 0) {
          const [x, y, pixels] = camera.project(solid.centre);
          context.setLineDash([4, 3]);
          context.beginPath();
          context.arc(x, y, Math.max(pixels * solid.radius, 2), 0, 2 * Math.PI);
          strokeIt(colourOf(solid.role), 1.5);
        }
      }
      context.setLineDash([]);
      context.globalAlpha = 1;
    },

    /** A disc with rings and spokes; from below, only these. */
    floor({ centre, radius }) {
      const at = (share, angle) => vector.add(centre, [Math.cos(angle), 0, Math.sin(angle)], share * radius);
      const ring = (share) => trail(Array.from({ length: 72 }, (_, i) => at(share, Math.PI * i / 36)));
      context.fillStyle = colours.ground;
      ring(1);
      context.globalAlpha = 0.1;
      if (camera.eye[1] > centre[1]) context.fill();
      context.globalAlpha = 0.3;
      for (const share of [1 / 3, 2 / 3, 1]) { ring(share); strokeIt(colours.ground, 0.8); }
      for (let i = 0; i < 6; ++i) {
        trail([at(1, Math.PI * i / 6), at(1, Math.PI * (i / 6 + 1))], false);
        strokeIt(colours.ground, 0.6);
      }
      context.globalAlpha = 1;
    },

    /** The shadow of the solids on the floor, as if light came straight from above. */
    shadow({ centre }, solids) {
      if (camera.eye[1] <= centre[1]) return;
      context.beginPath();
      for (const solid of solids) {
        const outline = hullOf(roundOf(solid).map(([x, , z]) => camera.project([x, centre[1], z])));
        outline.forEach(([x, y], i) => context[i ? 'lineTo' : 'moveTo'](x, y));
        context.closePath();
      }
      context.fillStyle = '#000000';
      context.globalAlpha = isDark ? 0.4 : 0.13;
      context.fill('nonzero');
      context.globalAlpha = 1;
    },

    /** The pieces of a path on the near or the far side of the mechanism. */
    path(points, near, width) {
      context.beginPath();
      let drawing = false;
      points.forEach((point, i) => {
        const wanted = point.every(Number.isFinite) && (camera.isInFront(point) === near);
        const place = wanted || drawing ? camera.project(point).slice(0, 2) : null;
        if (drawing && place && place.every(Number.isFinite)) context.lineTo(...place);
        if (wanted && !drawing) {
          const before = i > 0 && points[i - 1].every(Number.isFinite) ? points[i - 1] : point;
          context.moveTo(...camera.project(before).slice(0, 2));
          context.lineTo(...place);
        }
        drawing = wanted;
      });
      strokeIt(colours.trace, width);
    },
  };
}
