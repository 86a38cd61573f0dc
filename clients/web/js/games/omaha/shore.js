/** The landscape of the beach: sea, surf, sand, shingle, the bluff; wider and higher than any board. */

import { s } from "../../dom.js";

/** Visible height of the bluff above the beach. */
export const BLUFF = 58;
/** Width of the landscape beyond the beach on every side. */
const FAR = 1500;

/** Heights of the bluff: its crest, and the ridge behind it. */
const CREST = -44;
const RIDGE = -56;

const path = (/** @type {string} */ d, /** @type {string} */ kind) => s("path", { d, class: kind });

/** A number from 0 to 1 for each place; the same in every drawing. @param {number} i */
const chance = (i) => ((Math.sin(i * 127.1) * 43758.5453) % 1) ** 2;

/**
 * An uneven line from left to right.
 * @param {number} from
 * @param {number} to
 * @param {number} y
 * @param {number} step
 * @param {number} height of its waves
 */
function uneven(from, to, y, step, height) {
  const parts = Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => {
    const turn = (i % 2 ? 1 : -1) * height * (0.5 + chance(i + height));
    return `q${step / 2} ${turn.toFixed(1)} ${step} 0`;
  });
  return `M${from} ${y}${parts.join("")}`;
}

/** A part of the landscape below an uneven line. @param {string} edge @param {number} low @param {string} kind */
const below = (edge, low, kind) => path(`${edge}V${low}H${-FAR}z`, kind);

/**
 * Things that lie about beside the beach.
 * @param {number} width of the beach
 * @param {number} count
 * @param {(x: number, i: number) => string} draw
 */
const beside = (width, count, draw) =>
  Array.from({ length: count }, (_, i) => {
    const away = 44 + ((FAR - 700) * (i >> 1)) / count + 40 * chance(i + 3);
    return draw(i % 2 ? width + away : -away, i);
  }).join("");

/** @param {number} width @param {number} height @param {number} row */
function bluff(width, height, row) {
  const from = -FAR;
  const to = width + FAR;
  const middle = width / 2;
  const tufts = Array.from({ length: 90 }, (_, i) => {
    const x = from + ((to - from) * i) / 90 + 20 * chance(i);
    const y = CREST + 8 + 26 * chance(i + 50);
    return `M${x.toFixed(0)} ${y.toFixed(0)}l-2-5m2 5v-7m0 7l3-5`;
  });
  const gullies = Array.from({ length: 26 }, (_, i) => {
    const x = from + ((to - from) * i) / 26 + 60 * chance(i + 9);
    return `M${x.toFixed(0)} ${CREST + 3}q10 12 2 22t4 18`;
  });
  return [
    s("rect", { x: from, y: -FAR, width: to - from, height: FAR, class: "sky" }),
    path(
      [-430, -210, 30, 290, 520, 760]
        .map((x, i) => `M${x} ${-78 - 22 * (i % 3)}q18-12 36-3 16-12 34 0 18-4 26 5`)
        .join(""),
      "cloud",
    ),
    below(uneven(from, to, RIDGE, 170, 14), 0, "ridge"),
    s("rect", { x: from, y: 0, width: to - from, height: height + FAR, class: "sand-ground" }),
    below(uneven(from, to, CREST, 120, 9), 0, "bluff"),
    path(gullies.join(""), "gully"),
    path(tufts.join(""), "grass"),
    // A draw through which a path leads up.
    path(`M${middle + 74} 6q-14-16 4-26t-6-24q8-4 16 0 8 12-6 24t12 26z`, "draw"),
    path(`M${middle - 92} -20q10-6 22-2t22-1 20 3M${middle + 104} -30q12-6 24-2t24-1 22 3`, "trench"),
    path(`M${middle - 38} -10v-15q38-21 76 0v15z`, "concrete"),
    path(`M${middle - 38} -25q38-21 76 0`, "overgrown"),
    path(`M${middle - 21} -21h42v6h-42z`, "ink"),
    below(uneven(from, to, -6, 90, 5), row * 0.13, "shingle"),
    s("rect", { x: from, y: 2, width: to - from, height: row * 0.12, fill: "url(#beach-shingle)" }),
    path(uneven(from, to, row * 0.13, 70, 4), "shingle-edge"),
  ];
}

/** Sea with its surf, up to the height `y`. @param {number} width @param {number} y @param {number} low */
function sea(width, y, low) {
  const from = -FAR;
  const to = width + FAR;
  const craft = (/** @type {number} */ x, /** @type {number} */ down, size = 1) =>
    s(
      "g",
      { transform: `translate(${x} ${down}) scale(${size})` },
      path("M-52 18q52 14 104 0", "wake"),
      path("M-40-16h80l7 12-8 22h-78l-8-22z", "hull"),
      path("M-33-10h66l4 8h-74z", "well"),
      path("M-30 4h60M-32 10h64", "plank"),
      path("M16-16v-14h15v14z", "hull"),
    );
  return s(
    "g",
    { class: "sea" },
    below(uneven(from, to, y - 16, 64, 6), y + 20, "wet"),
    below(uneven(from, to, y, 56, 7), low, "water"),
    s("rect", { x: from, y: y + 18, width: to - from, height: low - y - 18, fill: "url(#beach-swell)" }),
    path(uneven(from, to, y, 56, 7), "surf"),
    path(uneven(from, to, y + 9, 72, 6), "surf faint"),
    path(uneven(from, to, y + 30, 90, 7), "surf faint"),
    craft(-118, y + 70, 0.9),
    craft(width + 132, y + 62, 0.9),
    craft(-330, y + 40, 0.62),
    craft(width + 360, y + 34, 0.62),
  );
}

/**
 * The landscape; `width` and `height` are those of the beach.
 * @param {number} width
 * @param {number} height
 * @param {number} row
 */
export function shore(width, height, row) {
  const pattern = (
    /** @type {string} */ id,
    /** @type {number} */ w,
    /** @type {number} */ h,
    /** @type {string} */ d,
  ) => s("pattern", { id, width: w, height: h, patternUnits: "userSpaceOnUse" }, path(d, id));
  const spread = (/** @type {number} */ i) => row * 0.35 + (height - row * 1.5) * chance(i + 21);
  return s(
    "g",
    { "aria-hidden": "true", class: "shore" },
    s(
      "defs",
      {},
      pattern("beach-grain", 46, 38, "M3 8h.1M28 4h.1M40 18h.1M16 24h.1M32 32h.1M4 34h.1"),
      pattern("beach-swell", 88, 34, "M4 12q9-7 18 0t18 0M52 28q9-7 18 0t18 0"),
      pattern("beach-shingle", 26, 13, "M2 5q3-4 7 0-3 4-7 0M12 9q3-4 7 0-3 4-7 0M19 3q3-3 6 0-3 3-6 0"),
    ),
    bluff(width, height, row),
    s("rect", { x: -FAR, y: row * 0.14, width: width + 2 * FAR, height: height + FAR, fill: "url(#beach-grain)" }),
    path(
      Array.from({ length: 60 }, (_, i) => {
        const x = -FAR + ((width + 2 * FAR) * i) / 60 + 30 * chance(i + 70);
        return `M${x.toFixed(0)} ${(row * 0.3 + (height - row * 1.4) * chance(i + 5)).toFixed(0)}q12-5 24 0t22 0`;
      }).join(""),
      "ripple",
    ),
    path(
      beside(width, 22, (x, i) => {
        const at = `M${x.toFixed(0)} ${spread(i).toFixed(0)}`;
        return i % 3 ? `${at}l22 20m-22 0l22-20m-13-5l4 30` : `${at}m-2 18l13-24 13 24zm13-24v26`;
      }),
      "obstacle",
    ),
    sea(width, height - row, height + FAR),
  );
}
