/** Terrain: as strips in which a squad stands (1200 wide, the ground at 0), and small, for cards and maps. */

import { s } from "../../dom.js";

/**
 * @typedef {{ far: SVGElement[], cover: SVGElement[], lift?: number }} Strip what stands behind the men, what they
 *   stand behind, and how much higher than the ground they stand
 */

const line = (/** @type {string} */ d, kind = "line") => s("path", { d, class: kind });
const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {SVGElement[]} */ nodes, scale = 1) =>
  s("g", { transform: `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}` }, nodes);
/** First place of repeated things along a strip: wider strips continue to both sides of it. */
const FIRST = -600;
/**
 * Repeat along a strip every `step`, `shift` after the first place.
 * @param {number} half
 * @param {number} step
 * @param {(i: number) => SVGElement[]} make
 * @param {number} [y]
 * @param {number} [shift]
 */
const along = (half, step, make, y = 0, shift = 0) => {
  const [from, to] = [-half, half].map((x) => Math.floor((x - FIRST - shift) / step));
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) =>
    at(FIRST + shift + (Number(from) + n) * step, y, make(Number(from) + n)),
  );
};
/** A bank along the whole strip with an uneven edge. @param {number} half @param {number} top @param {number} low */
const bank = (half, top, low) =>
  line(
    `M${-half} ${low}V${top}${Array.from({ length: Math.ceil(half / 60) }, (_, i) => `q30-${5 + ((i * 3) % 4)} 60 ${i % 2 ? 2 : -2}t60 ${i % 2 ? -2 : 2}`).join("")}V${low}z`,
    "earth",
  );

const bush = (/** @type {number} */ w, /** @type {number} */ h) =>
  line(
    `M${-w / 2} 0q-6-${h * 0.5} 3-${h * 0.62} 2-${h * 0.5} ${w * 0.26}-${h * 0.34} ${w * 0.2}-${h * 0.3} ${w * 0.36}-2 ${w * 0.2}-${h * 0.1} ${w * 0.2} ${h * 0.4} 10 ${h * 0.2} 2 ${h * 0.6}z`,
    "leaf",
  );
const crown = (/** @type {number} */ r) =>
  line(
    `M${-r} 0a${r * 0.55} ${r * 0.55} 0 0 1 ${r * 0.35}-${r * 0.85} ${r * 0.6} ${r * 0.6} 0 0 1 ${r * 1.15}-${r * 0.1} ${r * 0.55} ${r * 0.55} 0 0 1 ${r * 0.45} ${r}  ${r * 0.7} ${r * 0.5} 0 0 1-${r * 1.95}-.05z`,
    "leaf",
  );
const tree = (/** @type {number} */ height, r = 17) => [
  line(`M-2.4 0l1-${height * 0.5}h2.8L2.6 0z`, "trunk"),
  at(0, -height * 0.62, [crown(r)]),
  line(`M${-r * 0.4} ${-height * 0.62 - r * 0.5}q4 4 9 1M${r * 0.1} ${-height * 0.62 - r * 0.15}q5 3 9-1`, "thin"),
];
const tuft = () => line("M-4 0l-2-6M0 0v-9M4 0l2-6", "thin");
const stones = (/** @type {number} */ w, /** @type {number} */ h) => [
  line(`M0 0V${-h}q${w / 2}-3 ${w} 0V0z`, "stone"),
  line(
    `M0 ${-h / 2}h${w}M${w * 0.3} ${-h}v${h / 2}M${w * 0.7} ${-h}v${h / 2}M${w * 0.15} ${-h / 2}V0M${w * 0.5} ${-h / 2}V0M${w * 0.85} ${-h / 2}V0`,
    "thin",
  ),
];
const house = () => [
  line("M-62 0v-52h124V0z", "stone"),
  line("M-70-50L-44-86H44L70-50z", "roof"),
  line("M26-86v-14h12v14", "stone"),
  line("M-10 0v-34h20V0zM-46-40h18v18h-18zM28-40h18v18H28z", "hole"),
  line("M-37-40v18M-46-31h18M37-40v18M28-31h18M-56-74h96M-62-62h112", "thin"),
];
const ruin = () => [
  line("M-64 0v-58l10 8 8-20 12 14V0z", "stone"),
  line("M10 0v-30l12-14 10 6 12-28 14 8V0z", "stone"),
  line("M-52-34h12v14h-12zM34-36h12v14H34z", "hole"),
];
const hole = () => s("ellipse", { cx: 0, cy: 0, rx: 25, ry: 7, class: "hole" });
const spoil = () => line("M-27 3q3-10 13-8 14-4 26 0 12-2 15 8z", "earth");
const heap = () => line("M-52 0l12-15 14 6 12-14 16 10 14-9 12 12 14-4 10 14z", "stone");

/** Drawing of terrain on a strip that reaches `w` to both sides. @type {Record<string, (w: number) => Strip>} */
const STRIPS = {
  open: (w) => ({ far: along(w, 150, () => [tuft()], -8, 25), cover: along(w, 170, () => [tuft()], 5, 80) }),
  pill_box: () => ({
    far: [line("M-250 4q16-84 110-88h280q94 4 110 88z", "stone"), line("M-126-84q126-16 252 0", "line")],
    cover: [
      line("M-232 4v-26q232-18 464 0V4z", "stone"),
      line("M-170-17h72v9h-72zM-36-18h72v9h-72zM98-17h72v9H98z", "hole"),
    ],
  }),
  line_of_trees: (w) => ({
    far: along(w, 92, (i) => tree(84 + ((i * 5) % 12)), -6, 20),
    cover: along(w, 184, () => [bush(26, 12)], 3, 80),
  }),
  low_wall: (w) => ({ far: along(w, 260, () => tree(70), -14, 80), cover: along(w, 60, () => stones(60, 21), 3) }),
  entrenchments: (w) => ({
    far: [bank(w, -9, 8)],
    cover: [
      bank(w, -10, 12),
      ...along(w, 66, () => [line("M-24-9q0-9 12-9t12 9zM0-9q0-9 12-9t12 9zM-12-17q0-8 12-8t12 8z", "sack")], 0, 40),
    ],
  }),
  building: (w) => ({
    far: [at(-300, 0, house(), 0.86), at(0, 0, house(), 1.08), at(320, 0, house(), 0.92)],
    cover: along(w, 52, (i) => (Math.abs(FIRST + i * 52) < 160 ? [] : stones(40, 13)), 4),
  }),
  gulley: (w) => ({
    far: [bank(w, -22, 10), ...along(w, 140, () => [line("M0 0l6 12M14-2l5 10", "thin")], -16, 40)],
    cover: [bank(w, -6, 12), ...along(w, 120, () => [tuft()], -6, 60)],
  }),
  wheat_field: (w) => ({
    far: along(w, 17, (i) => [line(`M0 0V${-27 - ((i * 7) % 8)}m0 6l-4-6m4 6l4-6m-4 13l-4-6m4 6l4-6`, "wheat")], -5),
    cover: along(
      w,
      15,
      (i) => [line(`M0 0V${-19 - ((i * 5) % 8)}m0 6l-4-6m4 6l4-6m-4 13l-4-6m4 6l4-6`, "wheat")],
      5,
      3,
    ),
  }),
  hedge_row: (w) => ({
    far: along(w, 240, () => tree(80, 20), -12, 130),
    cover: [bank(w, -5, 8), ...along(w, 58, (i) => [bush(64, 27 + ((i * 7) % 9))], -1)],
  }),
  fox_holes: (w) => ({ far: along(w, 66, () => [hole()], -3, 39), cover: along(w, 66, () => [spoil()], 2, 39) }),
  thick_woods: (w) => ({
    far: [
      ...along(w, 60, (i) => tree(80 + ((i * 11) % 18), 21), -16),
      ...along(w, 88, (i) => tree(88 + ((i * 7) % 14), 23), -8, 40),
    ],
    cover: [
      ...[-560, -440, -320, -205, 205, 320, 440, 560].map((x, i) => at(x, 5, tree(86 + ((i * 5) % 12), 23))),
      ...along(w, 74, () => [bush(40, 13)], 5, 20),
    ],
  }),
  rubble: (w) => ({
    far: [at(-330, 0, ruin(), 0.9), at(10, 0, ruin(), 1.1), at(350, 0, ruin(), 0.95)],
    cover: along(w, 96, () => [heap()], 5, 40),
  }),
  hill: (w) => ({
    far: [
      line("M-600 4q140-4 270-50T0-84t330 38T600 4z", "turf"),
      line("M-420-12q190-14 420-60 230 46 420 60M-250-30q120-12 250-36 130 24 250 36", "thin"),
      ...[-380, 390].map((x) => at(x, -22, tree(52, 14))),
    ],
    cover: along(w, 150, () => [tuft()], 4, 55),
    lift: -52,
  }),
};

/** Terrain as a strip. @param {string} id @param {number} [half] how far it reaches to both sides @returns {Strip} */
export function strip(id, half = 600) {
  return (STRIPS[id] ?? STRIPS["open"])?.(half) ?? { far: [], cover: [] };
}

/** Terrain that a piece of its strip would not show. @type {Record<string, () => SVGElement[]>} */
const SMALL = {
  hill: () => [
    line("M-92 8q62-4 84-62 8-14 18 0 22 58 82 62z", "turf"),
    line("M-52-4q40-8 50-40M-14-6q20-10 22-30M46-6q-28-8-36-34", "thin"),
    at(-66, 6, tree(40, 12)),
    at(64, 6, tree(44, 13)),
  ],
  pill_box: () => [
    line("M-88 8q8-56 44-60h88q36 4 44 60z", "stone"),
    line("M-44-52q44-12 88 0M-80-26q80-14 160 0", "line"),
    line("M-58-16h40v10h-40zM18-16h40v10h-40z", "hole"),
  ],
  thick_woods: () => [
    ...[-52, 0, 52].map((x) => at(x, -6, tree(84, 22))),
    ...[-74, -26, 26, 74].map((x) => at(x, 6, tree(72, 20))),
  ],
  fox_holes: () => [-64, 0, 64].flatMap((x) => [at(x, -3, [hole()]), at(x, 2, [spoil()])]),
  line_of_trees: () => [...[-66, -22, 22, 66].map((x) => at(x, 4, tree(76, 19)))],
};

/** The same terrain small, centred on 0,0: a piece cut out of the strip. @param {string} id @param {number} width */
export function vignette(id, width) {
  const small = SMALL[id]?.();
  const { far, cover } = small ? { far: small, cover: [] } : strip(id, 110);
  return s(
    "svg",
    {
      x: -width / 2,
      y: -width * 0.32,
      width,
      height: width * 0.6,
      viewBox: "-95 -98 190 114",
      class: "terrain",
      "aria-hidden": "true",
    },
    far,
    cover,
  );
}

/**
 * A unit counter: infantry sign with the mark of a squad, men; pinned counters lie on their side.
 * @param {{ men: number, pinned?: boolean, seat: number }} squad
 */
export function squadCounter(squad) {
  return s(
    "g",
    { class: `unit seat-${squad.seat}`, transform: squad.pinned ? "rotate(-90)" : "" },
    s("rect", { x: -33, y: -23, width: 66, height: 46, rx: 3, class: "unit-face" }),
    s("path", { d: "M-29 -10h31v22h-31zM-29 -10l31 22M2 -10l-31 22", class: "unit-line" }),
    s("circle", { cx: -13.5, cy: -15.5, r: 2.4, class: "unit-dot" }),
    s("text", { x: 18, y: 9, class: "unit-men" }, String(squad.men)),
  );
}
