// What every part of the page uses: the data, elements, numbers as people read them, the theme's colours.
'use strict';

// Whatever goes wrong is left where a test (or a curious reader) finds it.
window.addEventListener('error', (event) => {
  const root = document.documentElement;
  root.dataset.errors = `${root.dataset.errors || ''}${event.message};`;
});

const page = {
  data: JSON.parse(document.getElementById('data').textContent),

  /** An element with attributes and children; strings become text, never markup. */
  element(tag, attributes = {}, ...children) {
    const svg = ['svg', 'line', 'circle', 'rect', 'path'].includes(tag);
    const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return node;
  },

  /** A number with `digits` significant digits; very large and small ones as powers of ten. */
  number(x, digits = 5) {
    if (x === null || x === undefined || !Number.isFinite(x)) return 'no value';
    if (x === 0) return '0';
    const size = Math.abs(x);
    if (size >= 1e-3 && size < 1e6) {
      return String(Number(x.toPrecision(digits))).replace('-', '−');
    }
    const [mantissa, exponent] = x.toExponential(Math.min(digits - 1, 3)).split('e');
    const powers = [...String(Number(exponent))].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');
    if (Math.abs(Number(mantissa)) === 1) return `${x < 0 ? '−' : ''}10${powers}`;
    return `${String(Number(mantissa)).replace('-', '−')}·10${powers}`;
  },

  withUnit(x, unit, digits) {
    return `${page.number(x, digits)}${unit ? `\u202f${unit}` : ''}`;
  },

  /** A duration of the solver's, short ones in milliseconds. */
  took(seconds) {
    return seconds > 0 && seconds < 1 ? page.withUnit(seconds * 1000, 'ms', 2) : page.withUnit(seconds, 's', 3);
  },

  /** 'hermite-simpson', 'iteration_limit' as words. */
  words(name) {
    return String(name).replace(/[_]/g, ' ');
  },

  /** A colour of the theme, as report.css has it now. */
  colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  },

  /** Calls `repaint` whenever the colours or the width of the page change. */
  onRestyle(repaint) {
    restyled.push(repaint);
  },
};

/** Smallest and largest finite value; null where there is none. */
function extent(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}

const restyled = [];
const restyle = () => restyled.forEach((repaint) => repaint());
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', restyle);

// Canvases are pictures: for paper they are drawn anew, in light colours and the paper's width.
window.addEventListener('beforeprint', () => {
  document.documentElement.classList.add('printing');
  restyle();
});
window.addEventListener('afterprint', () => {
  document.documentElement.classList.remove('printing');
  restyle();
});
