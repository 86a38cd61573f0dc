/** Geometry of hex maps: both orientations that the games print. */

const R3 = Math.sqrt(3);

/**
 * Centre of a flat-top axial hex, `size` from centre to corner.
 * @param {number} q @param {number} r @param {number} size
 * @returns {[number, number]}
 */
export function flatTop(q, r, size) {
  return [1.5 * size * q, R3 * size * (r + q / 2)];
}

/**
 * Centre of a pointy-top "odd-r" cell.
 * @param {number} col @param {number} row @param {number} size
 * @returns {[number, number]}
 */
export function pointyTop(col, row, size) {
  return [R3 * size * (col + 0.5 * (row & 1)), 1.5 * size * row];
}

/**
 * Corner points of a hex for an SVG polygon.
 * @param {number} x @param {number} y @param {number} size
 * @param {"flat" | "pointy"} kind
 */
export function corners(x, y, size, kind) {
  const turn = kind === "flat" ? 0 : 30;
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((60 * i + turn) * Math.PI) / 180;
    return `${(x + size * Math.cos(angle)).toFixed(2)},${(y + size * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
}
