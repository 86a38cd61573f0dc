/**
 * Maps as they are drawn: terrain by hex, changes, text form. Pure. The text form is that of `bocage map check`; tests
 * compare it with the rules.
 */

/** @typedef {{ columns: number, rows: number, hexes: string[] }} Drawing terrain by hex, row by row */

export const OPEN = "open";

/** Terrain → its character in a text; also its key. @type {Record<string, string>} */
export const SIGNS = {
  [OPEN]: ".",
  pill_box: "P",
  line_of_trees: "L",
  low_wall: "W",
  entrenchments: "E",
  building: "B",
  gulley: "G",
  wheat_field: "C",
  hedge_row: "H",
  fox_holes: "F",
  thick_woods: "T",
  rubble: "R",
  hill: "^",
};
export const TERRAINS = Object.keys(SIGNS);
const MEANT = Object.fromEntries(Object.entries(SIGNS).map(([terrain, sign]) => [sign, terrain]));

export const COLUMNS = [7, 8, 9, 10, 11, 12, 13, 14, 15];
/** Even, so that the map turned by 180° covers itself. */
export const ROWS = [6, 8, 10, 12, 14];
const LONGEST = 2000;
/** Hexes for each pair of hexes with terrain that a scattered map has (SQ-113). */
const SPARSENESS = 8;
/** Reach of a home corner in hexes (SQ-116). */
const CORNER = 2;

/** A text is not a valid map. */
export class MapError extends Error {
  /** @param {string} code @param {Record<string, string | number>} fields of the sentence */
  constructor(code, fields) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

/** @param {number} columns @param {number} rows @returns {Drawing} */
export const blank = (columns, rows) => ({ columns, rows, hexes: Array(columns * rows).fill(OPEN) });

/** The name of a hex in the rules. @param {Drawing} drawing @param {number} at */
export const nameOf = ({ columns }, at) => `${at % columns},${Math.floor(at / columns)}`;

/** @param {Drawing} one @param {Drawing} other */
export const same = (one, other) =>
  one === other || (one.columns === other.columns && one.hexes.join() === other.hexes.join());

/**
 * Whether a map was drawn from another one: at least half of the terrain there is here.
 * @param {Drawing} drawing @param {Drawing} origin
 */
export function stemsFrom({ columns, rows, hexes }, origin) {
  const rough = [...origin.hexes.keys()].filter((at) => origin.hexes[at] !== OPEN);
  const kept = rough.filter((at) => hexes[at] === origin.hexes[at]);
  return columns === origin.columns && rows === origin.rows && kept.length > 0 && 2 * kept.length >= rough.length;
}

/** The same hex, seen from the other side: the map turned by 180°. @param {Drawing} drawing @param {number} at */
export const opposite = ({ hexes }, at) => hexes.length - 1 - at;

// Changes ------------------------------------------------------------------------------------------

/** @param {Drawing} drawing @param {Iterable<number>} at @param {string} terrain @returns {Drawing} */
export function painted(drawing, at, terrain) {
  const hexes = [...drawing.hexes];
  for (const each of at) hexes[each] = terrain;
  return { ...drawing, hexes };
}

/** @param {Drawing} drawing @param {string} terrain @returns {Drawing} */
export const filled = (drawing, terrain) => painted(drawing, drawing.hexes.keys(), terrain);

/** Turned by 180°. @param {Drawing} drawing @returns {Drawing} */
export const turned = (drawing) => ({ ...drawing, hexes: drawing.hexes.toReversed() });

/**
 * The same for both sides: the lower half becomes the upper one, turned.
 * @param {Drawing} drawing
 * @returns {Drawing}
 */
export function mirrored(drawing) {
  const upper = drawing.hexes.slice(0, drawing.hexes.length / 2);
  return { ...drawing, hexes: [...upper, ...upper.toReversed()] };
}

/** @param {Drawing} drawing */
export const isMirrored = (drawing) => same(drawing, turned(drawing));

/** Another size; hexes keep their place. @param {Drawing} drawing @param {number} columns @param {number} rows */
export function resized(drawing, columns, rows) {
  const next = blank(columns, rows);
  next.hexes = next.hexes.map((open, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return (column < drawing.columns && drawing.hexes[row * drawing.columns + column]) || open;
  });
  return next;
}

/**
 * Terrain at random, as the rules scatter it: pairs of hexes with the same terrain, one pair for eight hexes (SQ-113).
 * @param {Drawing} drawing
 * @param {boolean} alike whether both sides get the same
 * @param {() => number} random in [0, 1)
 * @returns {Drawing}
 */
export function scattered({ columns, rows }, alike, random) {
  const next = blank(columns, rows);
  const size = next.hexes.length;
  const types = shuffled(
    TERRAINS.filter((terrain) => terrain !== OPEN),
    random,
  );
  const places = shuffled([...Array(alike ? size / 2 : size).keys()], random);
  for (let pair = 0; pair < Math.floor(size / SPARSENESS); pair++) {
    const two = alike
      ? [places[pair] ?? 0, size - 1 - (places[pair] ?? 0)]
      : [places[2 * pair] ?? 0, places[2 * pair + 1] ?? 0];
    for (const at of two) next.hexes[at] = types[pair % types.length] ?? OPEN;
  }
  return next;
}

/** @template T @param {T[]} all @param {() => number} random */
function shuffled(all, random) {
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [/** @type {T} */ (all[other]), /** @type {T} */ (all[last])];
  }
  return all;
}

// Geometry -----------------------------------------------------------------------------------------

/** Axial coordinates; odd rows are half a hex to the right. @param {number} columns @param {number} at */
function axial(columns, at) {
  const row = Math.floor(at / columns);
  return { q: (at % columns) - (row - (row & 1)) / 2, r: row };
}

/** Distance of two hexes. @param {number} columns @param {number} one @param {number} other */
function steps(columns, one, other) {
  const [a, b] = [axial(columns, one), axial(columns, other)];
  return (Math.abs(a.q - b.q) + Math.abs(a.r - b.r) + Math.abs(a.q + a.r - b.q - b.r)) / 2;
}

/**
 * The hexes from one to another, both included: a fast finger skips some of them.
 * @param {number} columns
 * @param {number} from
 * @param {number} to
 */
export function line(columns, from, to) {
  const [a, b, length] = [axial(columns, from), axial(columns, to), steps(columns, from, to)];
  return Array.from({ length: length + 1 }, (_, step) => {
    const share = length ? step / length : 0;
    // A line along an edge between hexes keeps to one side.
    const [q, r] = rounded(a.q + (b.q - a.q) * share + 1e-6, a.r + (b.r - a.r) * share + 1e-6);
    return r * columns + q + (r - (r & 1)) / 2;
  });
}

/** The hex of a place in axial coordinates. @param {number} q @param {number} r @returns {[number, number]} */
function rounded(q, r) {
  const s = -q - r;
  const [nq, nr, ns] = [Math.round(q), Math.round(r), Math.round(s)];
  const [dq, dr, ds] = [Math.abs(nq - q), Math.abs(nr - r), Math.abs(ns - s)];
  if (dq > dr && dq > ds) return [-nr - ns, nr];
  return dr > ds ? [nq, -nq - ns] : [nq, nr];
}

/**
 * The hexes on which a seat begins (SQ-116).
 * @param {Drawing} drawing
 * @param {string} edge that of seat 0
 * @param {number} seat
 */
export function home({ columns, rows }, edge, seat) {
  const size = columns * rows;
  const all = [...Array(size).keys()];
  const around = (/** @type {number} */ corner) => all.filter((at) => steps(columns, corner, at) <= CORNER);
  /** @type {Record<string, () => number[]>} */
  const first = {
    north: () => all.slice(0, columns),
    west: () => all.filter((at) => at % columns === 0),
    northwest: () => around(0),
    northeast: () => around(columns - 1),
  };
  /** @type {Record<string, string>} */
  const across = { south: "north", east: "west", southeast: "northwest", southwest: "northeast" };
  const found = (first[across[edge] ?? edge] ?? (() => []))();
  return edge in across !== (seat === 1) ? found.map((at) => size - 1 - at).sort((a, b) => a - b) : found;
}

// Text ---------------------------------------------------------------------------------------------

/** The canonical text. @param {Drawing} drawing */
export function textOf({ columns, rows, hexes }) {
  return Array.from({ length: rows }, (_, row) => {
    const signs = hexes.slice(row * columns, (row + 1) * columns).map((terrain) => SIGNS[terrain]);
    return `${row % 2 ? " " : ""}${signs.join(" ")}\n`;
  }).join("");
}

/** Read a text. Throws `MapError`. @param {string} text @returns {Drawing} */
export function drawingOf(text) {
  const { length } = [...text];
  if (length > LONGEST) throw new MapError("map_long", { n: length, most: LONGEST });
  /** @type {string[][]} */
  const rows = [];
  for (const [at, written] of text.split(/\r\n|[\n\r\v\f\u2028\u2029]/).entries()) {
    const signs = [...written.toUpperCase()].filter((sign) => sign.trim());
    if (signs[0] === "#" || !signs.length) continue;
    const row = signs.map((sign) => {
      const terrain = MEANT[sign];
      if (!terrain)
        throw new MapError("map_sign", { line: at + 1, sign: `'${sign}'`, signs: Object.values(SIGNS).join(" ") });
      return terrain;
    });
    const first = rows[0]?.length ?? row.length;
    if (row.length !== first) throw new MapError("map_ragged", { line: at + 1, n: row.length, first });
    rows.push(row);
  }
  const columns = rows[0]?.length ?? 0;
  if (!COLUMNS.includes(columns))
    throw new MapError("map_columns", { n: columns, least: COLUMNS[0] ?? 0, most: COLUMNS.at(-1) ?? 0 });
  if (!ROWS.includes(rows.length)) throw new MapError("map_rows", { n: rows.length, all: ROWS.join(", ") });
  return { columns, rows: rows.length, hexes: rows.flat() };
}

// Undo ---------------------------------------------------------------------------------------------

/** @typedef {{ past: Drawing[], now: Drawing, next: Drawing[] }} History */

/** Longest way back. */
const KEPT = 200;

/** @param {Drawing} now @returns {History} */
export const begin = (now) => ({ past: [], now, next: [] });

/** @param {History} history @param {Drawing} now @returns {History} */
export const change = (history, now) =>
  same(history.now, now) ? history : { past: [...history.past, history.now].slice(-KEPT), now, next: [] };

/** @param {History} history @returns {History} */
export function undo({ past, now, next }) {
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), now: before, next: [now, ...next] } : { past, now, next };
}

/** @param {History} history @returns {History} */
export function redo({ past, now, next }) {
  const after = next[0];
  return after ? { past: [...past, now], now: after, next: next.slice(1) } : { past, now, next };
}
