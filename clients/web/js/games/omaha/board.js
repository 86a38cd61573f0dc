/** ATTACK ON OMAHA BEACH: three columns of beach, the far row on top. */

import { h, put, s } from "../../dom.js";
import { BLUFF, drawCard, drawSquad, shore } from "./cards.js";

/** @typedef {import("../../table/contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/contract.js").Action} Action */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Cell} Cell */

const COLUMNS = "LCR";
const ROWS = 4;
const CELL = 108;
const WIDTH = 3 * CELL;
const HEIGHT = ROWS * CELL;

/** Top left corner of a cell such as "C2". @param {string} cell @returns {[number, number]} */
function corner(cell) {
  return [COLUMNS.indexOf(cell[0] ?? "") * CELL + 4, (ROWS - 1 - Number(cell[1])) * CELL + 4];
}

/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words, facts, offer, explain }) {
  const cards = s("g");
  const squad = s("g", { class: "piece" });
  const board = s("svg", { viewBox: `-6 ${-BLUFF} ${WIDTH + 12} ${HEIGHT + BLUFF + 6}`, class: "board beach", role: "group", "aria-label": words.say("game.name") },
    shore(WIDTH, HEIGHT, CELL), cards, squad);
  const tracks = h("div", { class: "tracks" });
  const element = h("div", { class: "omaha" }, board, tracks);

  /** @param {string} name @param {number} value @param {number} most @param {string} [kind] */
  const track = (name, value, most, kind = "") =>
    h("div", { class: `track ${kind}` },
      h("span", {}, words.say(`track.${name}`)),
      h("b", { class: "mono" }, String(value)),
      h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: most }, (_, i) => h("i", { class: i < value ? "full" : "" }))));

  /** @param {View} view @param {Action[]} actions */
  const draw = (view, actions) => {
    put(cards, ...Object.entries(view.grid).map(([cell, look]) => {
      const [x, y] = corner(cell);
      const here = actions.filter((action) => action["cell"] === cell);
      const card = s("g", { transform: `translate(${x} ${y})`, "data-cell": cell, class: "cell" },
        drawCard(look),
        view.mines?.[cell] ? s("text", { x: 84, y: 92, class: "under" }, "✹") : null,
        view.trail.includes(/** @type {Cell} */ (cell)) && cell !== view.squad ? s("path", { d: "M40 90h20", class: "line trail" }) : null,
        here.length ? s("rect", { x: 1, y: 1, width: 98, height: 98, rx: 6, class: "lit" }) : null);
      explain(card, `card.${look}.help`);
      offer(card, here, `${words.say(`cell.${cell}`)}, ${words.say(`card.${look}`)}`);
      return card;
    }));
    put(squad);
    if (view.squad) {
      const [x, y] = corner(view.squad);
      squad.style.transform = `translate(${x + 50}px, ${y + 74}px)`;
      squad.append(drawSquad(view.strength));
    }
    put(tracks,
      track("assault", view.assault, 4),
      track("strength", view.strength, 8, view.strength < 3 ? "short" : ""),
      track("charges", view.charges, facts.charges, view.charges < 3 ? "short" : ""),
      track("rounds", view.rounds, facts.rounds));
  };

  return {
    element,
    show: (match, decision) => draw(match.table, decision?.actions ?? []),
    text: (match) => {
      /** @type {View} */
      const view = match.table;
      const rows = [3, 2, 1, 0].map((row) => [...COLUMNS].map((column) => `${column}${row}`).filter((cell) => cell in view.grid)
        .map((cell) => `${words.say(`cell.${cell}`)}: ${words.say(`card.${view.grid[cell]}`)}${cell === view.squad ? ` ★ ${words.say("seat.0")}` : ""}`).join("; "));
      const numbers = /** @type {const} */ (["assault", "strength", "charges", "rounds"]);
      return [...rows.filter(Boolean), numbers.map((name) => `${words.say(`track.${name}`)} ${view[name]}`).join(", ")];
    },
    pace: (event) => (event.ev === "hit" ? 700 : event.ev === "moved" ? 150 : 400),
    risk: (action, match) => (action.do === "blast" && match.table.charges === 1 ? words.say("risk.last_charge") : ""),
  };
}
