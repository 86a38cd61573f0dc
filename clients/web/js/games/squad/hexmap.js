/** SQUAD on a hex map: terrain, squads, targets of moves and fire. The viewer's home edge is below, or at the left. */

import { s } from "../../dom.js";
import { corners, pointyTop } from "../../parts/hexmap.js";
import { squadCounter, vignette } from "./ground.js";

/** @typedef {import("../../table/board_contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/board_contract.js").Action} Action */
/** @typedef {import("../../parts/keyed.js").Piece} Piece */
/** @typedef {import("../../client/games/squad.js").View} View */

/** From centre to corner of a hex. */
export const SIZE = 34;
const R3 = Math.sqrt(3);
/** Half the width of a hex, and of the longest name of a squad where its letters are largest. */
const HALF = (R3 / 2) * SIZE;
const NAME = 56;
/** Ranges by distance in hexes, from one on; farther is out of reach. */
const RANGES = ["", "PB", "S", "M", "L"];

/** Of each two edges that lie opposite, the one from which the map is turned. */
const TURNED = new Set(["north", "east", "northwest", "northeast"]);

/** Whether the map is turned for a seat. @param {number} seat @param {string} [edge] the home edge of seat 0 */
const turnedFor = (seat, edge = "north") => TURNED.has(edge) === (seat === 0);

/** Distance of two hexes: odd rows are shifted half a hex to the right. @param {string} one @param {string} other */
export function hexesBetween(one, other) {
  const [a, b] = [one, other].map((id) => {
    const [col = 0, row = 0] = id.split(",").map(Number);
    return { q: col - (row - (row & 1)) / 2, r: row };
  });
  const [q, r] = [(a?.q ?? 0) - (b?.q ?? 0), (a?.r ?? 0) - (b?.r ?? 0)];
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
}

/** Positions of the hexes of a map. @param {number} columns @param {number} rows @param {boolean} [turned] */
export function hexGrid(columns, rows, turned = false) {
  const width = R3 * SIZE * (columns + 0.5);
  const height = SIZE * (1.5 * rows + 0.5);
  /** Centre of a hex. @param {string} id @returns {[number, number]} */
  const place = (id) => {
    const [col = 0, row = 0] = id.split(",").map(Number);
    const [x, y] = pointyTop(col, row, SIZE);
    const [cx, cy] = [x + (R3 / 2) * SIZE, y + SIZE];
    return turned ? [width - cx, height - cy] : [cx, cy];
  };
  return { width, place, box: `-4 -4 ${(width + 8).toFixed(0)} ${(height + 8).toFixed(0)}` };
}

/**
 * @param {BoardContext} context
 * @param {View} view
 * @param {Action[]} actions
 * @param {{ mine: number, edge?: string }} seen the viewer's seat, and the home edge of seat 0
 * @param {Piece} piece
 * @param {(squad: string) => string} [about] text of a squad, which hides its hex
 */
export function hexmap({ words, offer, explain }, view, actions, { mine, edge }, piece, about = () => "") {
  const { columns = 0, rows = 0, map = {} } = view;
  const { width, place, box } = hexGrid(columns, rows, turnedFor(mine, edge));
  const on = Object.fromEntries(
    Object.entries(view.squads)
      .filter(([, squad]) => squad.hex)
      .map(([id, squad]) => [squad.hex, id]),
  );
  const cells = Array.from({ length: rows * columns }, (_, i) => `${i % columns},${Math.floor(i / columns)}`);
  const enemies = Object.entries(view.squads).filter(([, squad]) => squad.seat !== mine);
  const hexes = cells.map((id) => {
    const terrain = map[id] ?? "open";
    const squad = on[id];
    const [x, y] = place(id);
    const hex = piece(
      `hex:${id}`,
      () => {
        const made = drawHex(id, terrain);
        explain(made, `card.${terrain}`, `card.${terrain}.help`, () => made.dataset["ranges"] ?? "");
        return made;
      },
      true,
    );
    hex.classList.toggle("destination", view.move?.to === id);
    // The range from there to the enemy's squads.
    const ranges = enemies.flatMap(([enemy, { hex: at }]) => {
      const range = at && RANGES[hexesBetween(id, at)];
      return range ? words.pair(words.say(`squad.${enemy}`), words.say(`range.${range}`)) : [];
    });
    if (hex instanceof SVGElement) hex.dataset["ranges"] = ranges.join("\n");
    hex.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    offer(
      hex,
      actions.filter((action) => action["to"] === id),
      `${id} ${words.say(`card.${terrain}`)}${squad ? ` ${words.say(`squad.${squad}`)}` : ""}`,
    );
    return hex;
  });
  const units = Object.entries(view.squads).flatMap(([id, squad]) => {
    if (!squad.hex) return [];
    const [x, y] = place(squad.hex);
    const unit = piece(`unit:${id}`, () => {
      const made = s("g", { class: "map-unit", "data-squad": id });
      explain(made, () => about(id));
      return made;
    });
    unit.setAttribute("transform", `translate(${x.toFixed(1)} ${(y - 5).toFixed(1)})`);
    unit.classList.toggle("acting", id === view.acting);
    // At the edge of the map a long name goes on inwards.
    const end = x < NAME ? -1 : x > width - NAME ? 1 : 0;
    unit.replaceChildren(
      s("g", { transform: "scale(0.8)" }, squadCounter(squad)),
      s(
        "text",
        { x: end * (HALF - 1), y: 29, class: `unit-name ${end < 0 ? "leftmost" : end > 0 ? "rightmost" : ""}` },
        words.say(`brief.${id}`),
      ),
    );
    offer(
      unit,
      actions.filter((action) => action["target"] === id),
      `${squad.hex} ${words.say(`squad.${id}`)}`,
    );
    return [unit];
  });
  return { box, hexes, units };
}

/** A hex around its centre. @param {string} id @param {string} terrain */
export function drawHex(id, terrain) {
  return s(
    "g",
    { class: "hex", "data-hex": id },
    s("polygon", {
      points: corners(0, 0, SIZE - 0.6, "pointy"),
      class: terrain === "open" ? "ground" : "ground rough",
    }),
    terrain === "open" ? null : vignette(terrain, 46),
    s("text", { y: SIZE * 0.79, class: "coordinate" }, id),
    s("polygon", { points: corners(0, 0, SIZE - 3.5, "pointy"), class: "lit" }),
  );
}
