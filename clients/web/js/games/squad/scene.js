/** The ground between two squads, seen from behind the nearer one: fields up to the horizon, a line for each range. */

import { s } from "../../dom.js";
import { strip } from "./ground.js";
import { company } from "./men.js";

/** @typedef {import("../../client/games/squad.js").SquadView} Squad */

/** Heights are per cent of the scene, from above; sizes are shares of the near squad's. */
export const NEAR = { feet: 90, size: 1 };
/** Position of the far squad at each range. */
export const FAR = {
  PB: { feet: 61, size: 0.88 },
  S: { feet: 49, size: 0.72 },
  M: { feet: 38.5, size: 0.58 },
  L: { feet: 30, size: 0.47 },
};
/** Height of the near squad's strip, in per cent of the scene. */
export const STRIP = 33;
/**
 * How far the ground of a squad of size 1 reaches to both sides: beyond the edges of a scene five times as wide as
 * high.
 */
const REACH = 900;

const line = (/** @type {string} */ d, kind = "line") => s("path", { d, class: kind });
const HORIZON = 66;
/** A line over the ground towards the vanishing point. @param {number} x at the lower edge */
const ray = (x) => `M${(x * 0.13).toFixed(0)} ${HORIZON}L${x} 420`;

/** Sky, horizon, fields; drawn once. */
export function backdrop() {
  const bands = Object.values(FAR).map(({ feet }) => feet * 4.2);
  return s(
    "svg",
    { viewBox: "-700 0 1400 420", class: "backdrop", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    s("rect", { x: -700, y: 0, width: 1400, height: 420, class: "meadow" }),
    FIELDS.map(([a, b, from, to, kind]) => line(field(Number(a), Number(b), Number(from), Number(to)), String(kind))),
    line(`M-700 0H700V${HORIZON}H-700z`, "sky"),
    line(
      "M-640 24q20-12 40-4 18-14 40 0 20-4 30 6M-210 16q16-10 32-3 14-11 32 0 16-3 24 5M230 28q18-11 36-4 16-12 36 0 18-4 28 6M520 14q16-10 32-3 14-11 32 0 16-3 24 5",
      "cloud",
    ),
    line(`M-700 ${HORIZON}V52q90-20 190-8t180-8 190 10 180-12 180 10 200-12 280 8V${HORIZON}z`, "hills"),
    line("M-330 58l0-22h-4l5-15 5 15h-4v14h22v8zM262 60v-13l9-7 9 7v13zM284 60v-9h14v9z", "village"),
    line(
      `M-700 ${HORIZON}q8-9 18-3 8-10 20-2 12-9 22-1 10-8 24 0 14-9 26 0 10-7 24 1 12-10 26 0 14-8 24 1 10-9 26 0 12-8 24 0h30q12-9 24 0 12-8 24 0 14-9 26 0h110q12-8 24 0 12-9 24 0 12-8 26 0 10-9 24 0h130q12-9 24 0 14-8 26 0 12-9 24 0 12-8 24 0 14-9 26 0 10-8 24 0 12-9 24 0 12-8 24 0 14-9 26 0 12-8 24 0 12-9 24 0 12-8 24 0 14-8 26 0z`,
      "hedge",
    ),
    [-1500, -700, -260, 340, 820, 1600].map((x) => line(ray(x), "track")),
    HEDGES.map((d) => line(d, "hedge-line")),
    bands.map((y) => line(`M-700 ${y}H700`, "band")),
  );
}

/**
 * A field between two rays and two heights.
 * @param {number} a
 * @param {number} b
 * @param {number} from
 * @param {number} to
 */
function field(a, b, from, to) {
  const x = (/** @type {number} */ ray, /** @type {number} */ y) =>
    (ray * (0.13 + (0.87 * (y - HORIZON)) / (420 - HORIZON))).toFixed(0);
  return `M${x(a, from)} ${from}L${x(b, from)} ${from}L${x(b, to)} ${to}L${x(a, to)} ${to}z`;
}

const FIELDS = [
  [-4200, -1500, 66, 110, "sown"],
  [-1500, -700, 66, 92, "ripe"],
  [-260, 340, 66, 100, "ripe"],
  [820, 1600, 66, 120, "sown"],
  [1600, 4200, 66, 98, "ripe"],
  [-1500, -700, 118, 172, "sown"],
  [340, 820, 100, 150, "sown"],
  [-260, 340, 132, 190, "sown"],
  [820, 1600, 140, 205, "ripe"],
  [-4200, -1500, 130, 200, "ripe"],
  [-700, -260, 172, 262, "ripe"],
  [340, 820, 190, 280, "ripe"],
  [-260, 340, 240, 330, "sown"],
  [-1500, -700, 220, 330, "sown"],
  [820, 1600, 250, 350, "sown"],
];
const HEDGES = [
  `M-420 112q60-8 130-2t120-4`,
  `M150 100q60-6 110 0t140-3`,
  `M-560 172q80-9 150-2t140-4`,
  `M260 158q70-8 140 0t160-4`,
  `M-640 262q70-10 150-3t120-4`,
  `M380 252q80-9 150-2t140-4`,
];

/**
 * One position with its squad in it.
 * @param {Squad} squad
 * @param {boolean} near
 * @param {number} size its share of the near squad's
 */
export function position(squad, near, size) {
  const { far, cover, lift = 0 } = strip(squad.terrain ?? "open", Math.round(REACH / size));
  const men = s("g", { class: "men", transform: lift ? `translate(0 ${lift})` : "" }, company(squad, near));
  const stand = (/** @type {SVGElement[]} */ nodes, y = 0) =>
    s("g", { class: "terrain", transform: y ? `translate(0 ${y})` : "" }, nodes);
  // The near squad's cover lies between it and the enemy, farther off than its men.
  // Pinned men behind it on the far side would be invisible.
  const layers = near
    ? [stand(far, -8), stand(cover, -20), men]
    : squad.pinned
      ? [stand(far), stand(cover), men]
      : [stand(far), men, stand(cover)];
  return s(
    "svg",
    { viewBox: "-600 -104 1200 118", class: "strip", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" },
    layers,
    squad.concealed
      ? s(
          "g",
          { class: "terrain" },
          [-150, -70, 10, 90, 160].map((x) =>
            line(`M${x - 30} ${near ? -6 : 10}q-4-16 12-18 6-10 18-2 14-6 16 6 12 4 8 14z`, "leaf"),
          ),
        )
      : null,
    squad.smoke && !squad.moved
      ? s(
          "g",
          { class: "smoke" },
          [-170, -90, 0, 85, 165].map((x, i) =>
            line(
              `M${x - 46} ${-14 - (i % 2) * 12}q-14-22 10-28 4-24 30-18 20-16 38 4 24 2 20 24 8 20-18 22-20 12-42 2-26 8-38-6z`,
            ),
          ),
        )
      : null,
    squad.encircled ? s("ellipse", { cx: 0, cy: -14, rx: 215, ry: 24, class: "ring" }) : null,
  );
}
