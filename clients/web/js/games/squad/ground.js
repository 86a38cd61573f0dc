/** Terrain as small map drawings, 120 × 60 each, and the unit counters that stand in it. */

import { s } from "../../dom.js";

const line = (/** @type {string} */ d, kind = "line") => s("path", { d, class: kind });
const tree = (/** @type {number} */ x, /** @type {number} */ y) => s("g", {}, s("circle", { cx: x, cy: y, r: 8, class: "wood" }), line(`M${x} ${y + 8}v6`));

/** @type {Record<string, () => SVGElement[]>} */
const TERRAIN = {
  open: () => [line("M14 44q8-6 16 0M52 30q8-6 16 0M86 48q8-6 16 0", "thin")],
  pill_box: () => [line("M30 50V28q30-20 60 0v22z", "stone"), line("M44 36h32v6H44z", "solid")],
  line_of_trees: () => [18, 44, 70, 96].map((x) => tree(x, 26)),
  low_wall: () => [line("M8 30h104v14H8zM8 37h104M26 30v7M52 30v7M78 30v7M100 30v7M38 37v7M64 37v7M90 37v7", "stone")],
  entrenchments: () => [line("M6 40l14-12 14 12 14-12 14 12 14-12 14 12 14-12 8 8", "heavy"), line("M6 50l14-12 14 12 14-12 14 12 14-12 14 12 14-12 8 8")],
  building: () => [line("M28 54V26l32-18 32 18v28z", "stone"), line("M52 54V38h16v16M36 30h10v8H36zM74 30h10v8H74z")],
  gulley: () => [line("M4 18q30 10 56 4t56 6M4 50q30-14 56-6t56-2", "heavy"), line("M20 24l4 8M50 26l2 9M84 26l-2 8", "thin")],
  wheat_field: () => [12, 28, 44, 60, 76, 92, 108].map((x) => line(`M${x} 52V22m0 6l-4-5m4 5l4-5m-4 12l-4-5m4 5l4-5`)),
  hedge_row: () => [line("M4 44q6-22 14-8 6-20 16-4 8-22 18-2 8-18 18 0 8-20 16 2 10-14 16 2 8-8 12 10z", "wood")],
  fox_holes: () => [[28, 30], [60, 42], [92, 28]].map(([cx, cy]) => s("ellipse", { cx, cy, rx: 13, ry: 7, class: "solid" })),
  thick_woods: () => [[16, 22], [36, 34], [56, 20], [76, 34], [96, 22], [108, 40]].map(([x = 0, y = 0]) => tree(x, y)),
  rubble: () => [line("M10 50l10-16 12 10 8-20 14 26 10-14 12 14 10-22 14 22z", "stone")],
  hill: () => [line("M8 52q52-62 104 0", "thin"), line("M24 52q36-44 72 0", "thin"), line("M42 52q18-24 36 0", "thin")],
};

/**
 * A position as its occupants see it: the terrain three times over, on a strip of ground 480 × 120.
 * @param {string} id
 */
export function landscape(id) {
  const drawn = [30, 190, 350].map((x) => s("g", { transform: `translate(${x} ${id === "open" ? 58 : 38}) scale(1.05)` }, TERRAIN[id]?.() ?? []));
  return s("svg", { viewBox: "0 0 480 120", class: `landscape terrain terrain-${id}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMax slice" },
    line("M0 46q60-16 120-6t130-4 110 2 120-8V120H0z", "distance"),
    line("M0 96q70-8 150-2t170-1 160-3v30H0z", "ground"),
    drawn,
    GRASS.map(([x = 0, y = 0]) => line(`M${x - 4} ${y}l-2-5M${x} ${y}v-8M${x + 4} ${y}l2-5`, "thin")));
}

const GRASS = [[20, 114], [96, 108], [168, 116], [300, 112], [352, 117], [430, 108]];

/** The same drawing inside another SVG, centred on 0,0. @param {string} id @param {number} scale */
export function terrainGroup(id, scale) {
  return s("g", { transform: `scale(${scale}) translate(-60 -32)`, class: "terrain" }, TERRAIN[id]?.() ?? []);
}

/**
 * A unit counter: infantry sign with the mark of a squad, nation, men; pinned counters lie on their side.
 * @param {{ nation: string, men: number, pinned?: boolean, seat: number }} squad
 */
export function squadCounter(squad) {
  return s("g", { class: `unit seat-${squad.seat}`, transform: squad.pinned ? "rotate(-90)" : "" },
    s("rect", { x: -33, y: -23, width: 66, height: 46, rx: 3, class: "unit-face" }),
    s("path", { d: "M-28 -12h30v19h-30zM-28 -12l30 19M2 -12l-30 19", class: "unit-line" }),
    s("circle", { cx: -13, cy: -16.5, r: 2.1, class: "unit-dot" }),
    s("text", { x: 17.5, y: 5, class: squad.men > 9 ? "unit-men" : "unit-men one" }, String(squad.men)),
    s("text", { x: -13, y: 18, class: "unit-nation" }, squad.nation.toUpperCase()));
}
