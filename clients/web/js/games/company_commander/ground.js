/** The ground of the fronts, seen from the near side: hedged fields, woods, a road with houses, a farm on a rise. */

import { s } from "../../dom.js";

/** Size of a drawing; its middle part is seen where a front is narrow. */
const WIDTH = 400;
const HEIGHT = 220;
/** Height of the horizon, above the far fronts. */
const SKY = 26;

/** @typedef {readonly [x: number, y: number, size?: number]} Place */

const path = (/** @type {string} */ d, /** @type {string} */ kind) => s("path", { d, class: kind });
const n = (/** @type {number} */ number) => number.toFixed(1);

/**
 * Things at several places, as one path for each kind of line.
 * @param {Place[]} places
 * @param {(x: number, y: number, r: number) => string} draw
 */
const all = (places, draw) => places.map(([x, y, size = 1]) => draw(x, y, size)).join("");

const crown = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  `M${n(x - 11 * r)} ${n(y - 12 * r)}q${n(-5 * r)} ${n(-10 * r)} ${n(4 * r)} ${n(-13 * r)} ${n(2 * r)} ${n(-9 * r)} ${n(10 * r)} ${n(-7 * r)} ${n(9 * r)} ${n(-1 * r)} ${n(8 * r)} ${n(9 * r)} ${n(6 * r)} ${n(5 * r)} ${n(0)} ${n(11 * r)}q${n(-11 * r)} ${n(7 * r)} ${n(-22 * r)} 0z`;
const trunk = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  `M${n(x - 2 * r)} ${n(y)}l${n(r)} ${n(-12 * r)}h${n(2 * r)}l${n(r)} ${n(12 * r)}z`;
const shade = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  `M${n(x - 10 * r)} ${n(y)}a${n(13 * r)} ${n(3.6 * r)} 0 0 0 ${n(26 * r)} 0a${n(13 * r)} ${n(3.6 * r)} 0 0 0 ${n(-26 * r)} 0z`;
/** Trees, the farther ones first. @param {Place[]} places */
const trees = (places) => [
  path(all(places, shade), "shade"),
  path(all(places, trunk), "trunk"),
  path(all(places, crown), "leaf"),
  path(
    all(
      places,
      (x, y, r) =>
        `M${n(x - 5 * r)} ${n(y - 22 * r)}q${n(3 * r)} ${n(3 * r)} ${n(7 * r)} 0M${n(x + r)} ${n(y - 16 * r)}q${n(4 * r)} ${n(3 * r)} ${n(7 * r)} 0`,
    ),
    "thin",
  ),
];
/** A hedge from place to place. @param {Place} from @param {Place} to @param {number} r */
function hedge([x1, y1], [x2, y2], r) {
  const count = Math.max(2, Math.round(Math.hypot(x2 - x1, y2 - y1) / (13 * r)));
  const bushes = Array.from({ length: count + 1 }, (_, i) => {
    const x = x1 + ((x2 - x1) * i) / count;
    const y = y1 + ((y2 - y1) * i) / count;
    const high = r * (9 + ((i * 7) % 5));
    return `M${n(x - 9 * r)} ${n(y)}q${n(-3 * r)} ${n(-high)} ${n(5 * r)} ${n(-high)} ${n(5 * r)} ${n(-4 * r)} ${n(9 * r)} ${n(r)} ${n(8 * r)} ${n(2 * r)} ${n(4 * r)} ${n(high)}z`;
  });
  return [path(`M${n(x1 - 6)} ${n(y1 + 2)}L${n(x2 + 6)} ${n(y2 + 2)}`, "shade-line"), path(bushes.join(""), "bush")];
}
/** Furrows of a field. @param {number} x @param {number} y @param {number} w @param {number} h @param {number} lean */
const furrows = (x, y, w, h, lean) =>
  path(Array.from({ length: Math.floor(w / 11) }, (_, i) => `M${x + i * 11} ${y}l${lean} ${h}`).join(""), "furrow");
/** A house. @param {Place} place */
const house = ([x, y, r = 1]) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${r})` },
    path("M-24 3h56l-8 6h-52z", "shade"),
    path("M-22 0v-22h44V0z", "stone"),
    path("M-27-20l9-18h36l9 18z", "roof"),
    path("M10-38v-8h6v8z", "stone"),
    path("M-4 0v-13h8V0zM-17-16h8v8h-8zM9-16h8v8H9z", "hole"),
    path("M-22-26h44M-19-32h38", "thin"),
  );
const wall = (/** @type {Place} */ [x, y], /** @type {number} */ w) => [
  path(`M${x} ${y}v-9q${w / 2}-2 ${w} 0v9z`, "stone"),
  path(
    `M${x} ${y - 5}h${w}${Array.from({ length: Math.floor(w / 9) }, (_, i) => `M${x + 4 + i * 9} ${y - (i % 2 ? 5 : 9)}v4`).join("")}`,
    "thin",
  ),
];
/** Tufts of grass. @param {Place[]} places */
const grass = (places) =>
  path(
    all(places, (x, y) => `M${x} ${y}l-2-5m2 5v-7m0 7l3-5`),
    "grass",
  );

/** Left: woods and an orchard behind a wall. @type {() => SVGElement[]} */
const woods = () => [
  path("M0 96q90-14 190 2t210-8v74q-120 12-210-2T0 170z", "sown"),
  furrows(214, 100, 180, 56, -16),
  ...hedge([0, 92], [400, 88], 0.62),
  ...trees([
    [28, 62, 0.7],
    [58, 58, 0.75],
    [92, 62, 0.7],
    [124, 58, 0.66],
    [160, 62, 0.7],
    [306, 60, 0.66],
    [338, 64, 0.72],
    [372, 60, 0.7],
  ]),
  ...trees([
    [20, 88, 0.9],
    [62, 84, 0.95],
    [380, 88, 0.95],
  ]),
  ...trees([
    [24, 142, 0.8],
    [66, 144, 0.8],
    [108, 146, 0.8],
    [292, 146, 0.8],
    [334, 144, 0.8],
    [376, 146, 0.8],
  ]),
  ...hedge([0, 176], [150, 178], 0.85),
  ...wall([236, 182], 164),
  ...trees([
    [34, 212, 1.15],
    [370, 214, 1.2],
  ]),
  grass([
    [190, 130],
    [232, 200],
    [150, 206],
    [120, 120],
    [300, 204],
    [206, 74],
  ]),
];
/** Centre: a road between houses. @type {() => SVGElement[]} */
const road = () => [
  path("M0 70h150v52H0zM256 128h144v54H256z", "ripe"),
  path("M256 62h144v50H256z", "sown"),
  furrows(10, 72, 140, 48, -8),
  path("M184 0q24 50 2 108t-8 112h50q-8-60 12-112T214 0z", "road"),
  path("M199 4q18 54-2 104t-2 108M206 4q20 54 4 104t2 108", "rut"),
  ...hedge([0, 66], [150, 64], 0.62),
  ...hedge([258, 58], [400, 60], 0.62),
  house([112, 76, 0.78]),
  house([290, 82, 0.85]),
  ...trees([
    [40, 70, 0.66],
    [344, 74, 0.72],
    [382, 70, 0.66],
  ]),
  ...hedge([0, 128], [146, 130], 0.75),
  ...hedge([262, 124], [400, 122], 0.75),
  ...wall([60, 186], 84),
  house([62, 182, 1]),
  ...trees([
    [118, 150, 0.85],
    [352, 184, 1],
    [300, 206, 1.05],
    [18, 208, 1.05],
  ]),
  grass([
    [160, 96],
    [254, 190],
    [150, 206],
    [84, 108],
    [330, 112],
    [246, 40],
  ]),
];
/** Right: wheat, and a farm on a rise. @type {() => SVGElement[]} */
const farm = () => [
  path("M0 118q140-70 250-58t150 20v76q-160-26-240-14T0 176z", "turf"),
  path("M0 150q60-20 150-18v60q-80 0-150 14z", "ripe"),
  furrows(4, 146, 140, 52, -10),
  path("M60 116q100-40 190-44M120 128q90-28 190-36M250 60q40 20 150 40", "contour"),
  path("M400 196q-100-20-130-60t-6-66", "track"),
  house([250, 78, 0.8]),
  house([302, 84, 0.72]),
  ...trees([
    [206, 76, 0.7],
    [346, 82, 0.74],
    [380, 88, 0.8],
  ]),
  ...hedge([0, 112], [130, 76], 0.62),
  ...hedge([0, 146], [150, 130], 0.75),
  ...trees([
    [30, 104, 0.7],
    [84, 88, 0.66],
    [160, 140, 0.82],
  ]),
  ...hedge([230, 180], [400, 172], 0.85),
  ...trees([
    [384, 170, 0.95],
    [30, 214, 1.1],
    [336, 212, 1.1],
  ]),
  grass([
    [190, 110],
    [232, 200],
    [190, 170],
    [330, 130],
    [300, 150],
    [60, 70],
  ]),
];

const LANDS = [woods, road, farm];

/** The horizon above the far fronts: hills and a line of trees. */
function horizon() {
  const line = Array.from(
    { length: 27 },
    (_, i) => `M${i * 16 - 8} ${SKY + 1}q-2-${6 + ((i * 5) % 5)} 8-${7 + ((i * 3) % 4)} 10 0 9 ${9}z`,
  );
  return [
    s("rect", { x: 0, y: 0, width: WIDTH, height: SKY, class: "sky" }),
    path(`M0 ${SKY}V16q60-9 130-3t140-3 130 4V${SKY}z`, "hills"),
    path(line.join(""), "far-trees"),
  ];
}

/**
 * The ground of a front.
 * @param {number} lane 0 to 2, from the left of the US side
 * @param {boolean} far whether it lies beyond the hedge
 */
export function land(lane, far) {
  return s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "land",
      "aria-hidden": "true",
      preserveAspectRatio: far ? "xMidYMax slice" : "xMidYMin slice",
    },
    s("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "meadow" }),
    s(
      "g",
      far ? { transform: `translate(0 ${SKY - 6}) scale(1 .9)` } : { transform: "scale(-1 1) translate(-400 0)" },
      LANDS[lane]?.() ?? [],
    ),
    far ? horizon() : null,
  );
}

/** A piece of the hedgerow between the fronts, repeated as often as there is room. @param {string} id of its pattern */
export function hedgerow(id) {
  const clumps = [0, 22, 41, 66, 88, 107].map((x, i) => {
    const high = 17 + ((i * 5) % 8);
    return `M${x - 4} 31q-8-${high * 0.7} 5-${high * 0.8} 3-8 12-5 10-2 10 8 9 4 3 ${high * 0.55}z`;
  });
  return s(
    "svg",
    { class: "hedgerow", "aria-hidden": "true" },
    s(
      "defs",
      {},
      s(
        "pattern",
        { id, width: 128, height: 36, patternUnits: "userSpaceOnUse" },
        s("rect", { x: 0, y: 22, width: 128, height: 14, class: "bank" }),
        path(clumps.join(""), "clumps"),
        path("M6 18q4 4 9 0M30 15q5 4 10 0M52 20q4 4 8 0M76 15q5 4 10 0M96 20q4 3 8 0M116 17q4 4 7 0", "thin"),
      ),
    ),
    s("rect", { width: "100%", height: 36, fill: `url(#${id})` }),
  );
}
