/** Positions of the counters of a front: side by side while there is room, else in stacks. Pure. */

const GAP = 6;
/** Gap between the densest counters, three in a row, and how far such rows reach into the edge of the front. */
const NEAR = 2;
/** Least height for that, in pixels. */
const LOWEST = 33;
export const EDGE = 6;

/**
 * @param {number} width pixels of the front
 * @param {number} height
 * @param {number} count of counters
 * @param {{ width: number, height: number }} size of a counter
 * @returns {{ x: number, y: number }[]} the upper left corner of each, in order
 */
export function places(width, height, count, size) {
  const rows = Math.max(1, Math.floor((height + GAP) / (size.height + GAP)));
  const columns = Math.max(1, Math.floor((width + GAP) / (size.width + GAP)));
  const perRow = Math.max(columns, Math.ceil(count / rows));
  const step = perRow > columns ? (width - size.width) / (perRow - 1) : size.width + GAP;
  // As many rows as are needed; the last one may be short.
  const used = Math.ceil(count / perRow) || 1;
  const top = Math.max(0, (height - used * size.height - (used - 1) * GAP) / 2);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const left = perRow > columns ? 0 : Math.max(0, (width - inRow * size.width - (inRow - 1) * GAP) / 2);
    return { x: left + (i % perRow) * step, y: top + row * (size.height + GAP) };
  });
}

/**
 * Counters that would overlap are narrower and denser, three in a row; lower too, if that makes room for all.
 * @param {number} width pixels of the front
 * @param {number} height
 * @param {number} count of counters
 * @param {{ width: number, height: number }} size of a counter elsewhere
 * @returns {{ edge: number, high: number, spots: { x: number, y: number }[], nearer: boolean }} `edge`, `high`: their
 *   width and height; `nearer`: the
 *   spots are those of a front whose edges are `EDGE` pixels farther out
 */
export function packed(width, height, count, size) {
  const spots = places(width, height, count, size);
  const edge = Math.min(size.width, Math.floor((width + 2 * EDGE - 2 * NEAR) / 3));
  const [first, second] = spots;
  const whole = !first || !second || second.y > first.y || second.x - first.x >= size.width;
  if (whole) return { edge: size.width, high: size.height, spots, nearer: false };
  const lines = Math.ceil(count / 3);
  const fitting = Math.floor((height - (lines - 1) * NEAR) / lines);
  const high = fitting >= LOWEST ? Math.min(size.height, fitting) : size.height;
  const rows = Math.max(1, Math.floor((height + NEAR) / (high + NEAR)));
  const perRow = Math.max(3, Math.ceil(count / rows));
  const step = perRow > 3 ? (width + 2 * EDGE - edge) / (perRow - 1) : edge + NEAR;
  const used = Math.ceil(count / perRow);
  const top = Math.max(0, (height - used * high - (used - 1) * NEAR) / 2);
  return {
    edge,
    high,
    spots: Array.from({ length: count }, (_, i) => ({
      x: (i % perRow) * step,
      y: top + Math.floor(i / perRow) * (high + NEAR),
    })),
    nearer: true,
  };
}

/** Whether that number fits at the densest spacing. @param {number} height @param {number} count */
export const fitsPacked = (height, count) => 3 * Math.floor((height + NEAR) / (LOWEST + NEAR)) >= count;

/**
 * Whether counters lie side by side and in rows without touching.
 * @param {number} width
 * @param {number} height
 * @param {number} count
 * @param {number} each their width
 * @param {number} [high] their height
 */
export const fits = (width, height, count, each, high = each) =>
  Math.floor((width + GAP) / (each + GAP)) * Math.floor((height + GAP) / (high + GAP)) >= count;

/**
 * Size of the counters of one front: smaller for many, so that each shows its name.
 * @param {number} width of the front
 * @param {number} height
 * @param {number} count
 * @param {number} size elsewhere
 * @param {number} least
 */
export function crowdedSize(width, height, count, size, least) {
  let each = size;
  while (each > least && !fits(width, height, count, each)) each--;
  return each;
}

/**
 * Size of a counter: 96 pixels where there is room for two rows of three.
 * @param {number} width of a front
 * @param {number} height
 */
export function counterSize(width, height) {
  const three = (width - 2 * GAP) / 3;
  const two = (height - GAP) / 2;
  return Math.max(44, Math.min(96, Math.floor(Math.max(Math.min(three, two), Math.min((width - GAP) / 2, two)))));
}
