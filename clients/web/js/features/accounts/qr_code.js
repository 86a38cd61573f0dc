/** QR codes (ISO/IEC 18004) of short texts: bytes, error correction level L, versions 1 to 5 (one block each). Pure. */

/** Codewords of data, and of error correction, by version. */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
];
/** Level L in the format bits. */
const LEVEL = 1;

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Powers of 2 in GF(256) modulo x⁸+x⁴+x³+x²+1. */
const POWERS = Array.from({ length: 255 }, () => 0);
for (let at = 0, value = 1; at < 255; at++, value = value < 128 ? value * 2 : (value * 2) ^ 0x11d) POWERS[at] = value;

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? /** @type {number} */ (POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255]) : 0);

/** The remainder of `data` by the generator of that degree. @param {number[]} data @param {number} many */
function correction(data, many) {
  let generator = [1];
  for (let at = 0; at < many; at++)
    generator = [...generator, 0].map(
      (one, n) => one ^ times(generator[n - 1] ?? 0, /** @type {number} */ (POWERS[at])),
    );
  const rest = [...data, ...Array.from({ length: many }, () => 0)];
  for (let at = 0; at < data.length; at++) {
    const first = rest[at] ?? 0;
    generator.forEach((one, n) => {
      rest[at + n] = (rest[at + n] ?? 0) ^ times(one, first);
    });
  }
  return rest.slice(data.length);
}

/** All bits to draw, in order. @param {Uint8Array} bytes @param {number[]} sizes */
function bitsOf(bytes, [room = 0, many = 0]) {
  const bits = [...bin(4, 4), ...bin(bytes.length, 8), ...[...bytes].flatMap((byte) => bin(byte, 8)), 0, 0, 0, 0];
  const data = Array.from({ length: bits.length / 8 }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8).join(""), 2));
  for (let filling = 0xec; data.length < room; filling ^= 0xec ^ 0x11) data.push(filling);
  return [...data, ...correction(data, many)].flatMap((word) => bin(word, 8));
}

/** @param {number} value @param {number} width */
const bin = (value, width) => Array.from({ length: width }, (_, at) => (value >> (width - 1 - at)) & 1);

/** The format bits: level and mask with 10 bits of correction. @param {number} mask */
function format(mask) {
  const data = (LEVEL << 3) | mask;
  let rest = data << 10;
  for (let at = 14; at >= 10; at--) if ((rest >> at) & 1) rest ^= 0x537 << (at - 10);
  return bin(((data << 10) | rest) ^ 0x5412, 15);
}

/**
 * The modules of a code, rows of 0 and 1 without the quiet zone; null if the text is too long.
 * @param {string} text
 * @returns {number[][] | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex(([room = 0]) => bytes.length + 2 <= room) + 1;
  if (!version) return null;
  const size = 17 + 4 * version;
  const bits = bitsOf(bytes, SIZES[version - 1] ?? []);
  const drawn = MASKS.map((mask, number) => draw(size, version, bits, mask, format(number)));
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/**
 * @param {number} size
 * @param {number} version
 * @param {number[]} bits
 * @param {(x: number, y: number) => boolean} mask
 * @param {number[]} about
 */
function draw(size, version, bits, mask, about) {
  /** @type {(number | undefined)[][]} */
  const grid = Array.from({ length: size }, () => Array.from({ length: size }));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ value) => {
    if (grid[y] && x >= 0 && x < size) grid[y][x] = value;
  };
  for (let at = 0; at < size; at++) {
    set(at, 6, 1 - (at % 2));
    set(6, at, 1 - (at % 2));
  }
  /** Squares within squares. @type {(x: number, y: number, reach: number, light: number[]) => void} */
  const target = (x, y, reach, light) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, light.includes(Math.max(Math.abs(dx), Math.abs(dy))) ? 0 : 1);
  };
  for (const [x, y] of /** @type {[number, number][]} */ ([
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]))
    target(x, y, 4, [2, 4]);
  if (version > 1) target(size - 7, size - 7, 2, [1]);
  set(8, size - 8, 1);
  about.forEach((bit, at) => {
    // One copy around the corner, one along the two others.
    if (at < 8) set(at < 6 ? at : at + 1, 8, bit);
    else set(8, at < 9 ? 7 : 14 - at, bit);
    if (at < 7) set(8, size - 1 - at, bit);
    else set(size - 15 + at, 8, bit);
  });
  let next = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const up = ((size - 1 - (right > 6 ? right : right + 1)) / 2) % 2 === 0;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (grid[y]?.[x] === undefined) set(x, y, (bits[next++] ?? 0) ^ Number(mask(x, y)));
    }
  }
  return /** @type {number[][]} */ (grid);
}

/** Penalty of a grid: how hard it is to read. @param {number[][]} grid */
function penalty(grid) {
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))].map((line) => line.join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const pattern of ["00001011101", "10111010000"])
      for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + 1)) sum += 40;
  }
  for (const [y, row] of grid.entries())
    for (const [x, one] of row.entries())
      if (y && x && [row[x - 1], grid[y - 1]?.[x], grid[y - 1]?.[x - 1]].every((other) => other === one)) sum += 3;
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2;
  return sum + 10 * Math.floor(Math.abs(dark * 20 - 10));
}
