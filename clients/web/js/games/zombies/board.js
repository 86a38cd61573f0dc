/** ZOMBIES VS LIGHT TANK: the hexes of the Cotentin around Carentan, the turn track, the tank's record. */

import { h, put, s } from "../../dom.js";
import { die, sum } from "../../parts/dice.js";
import { tiles } from "../../parts/fields.js";
import { corners, flatTop } from "../../parts/hexmap.js";
import { counter, tankCounter } from "./counters.js";

/** @typedef {import("../../table/contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/contract.js").Action} Action */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").View} View */
/**
 * @typedef {{ q: number, r: number, number: number, name: Record<string, string> }} Place
 */

const SIZE = 50;
/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words, facts, flags, offer, explain }) {
  /** @type {[string, Place][]} */
  const places = Object.entries(facts.hexes);
  const at = (/** @type {string} */ id) => flatTop(facts.hexes[id].q, facts.hexes[id].r, SIZE);
  const xs = places.map(([id]) => at(id)[0]);
  const ys = places.map(([id]) => at(id)[1]);
  const box = [Math.min(...xs) - SIZE - 6, Math.min(...ys) - SIZE - 2, Math.max(...xs) - Math.min(...xs) + 2 * SIZE + 12, Math.max(...ys) - Math.min(...ys) + 2 * SIZE + 4];

  const marsh = s("g", { "aria-hidden": "true" }, Object.values(facts.holes).map((hole) => {
    const place = /** @type {Place} */ (hole);
    const [x, y] = flatTop(place.q, place.r, SIZE);
    return s("g", {},
      s("polygon", { points: corners(x, y, SIZE - 1, "flat"), class: "marsh" }),
      [-14, 4, 20].map((dy) => s("path", { d: `M${x - 20} ${y + dy}q6 -6 12 0t12 0 12 0`, class: "wave" })));
  }));
  const ground = s("g");
  const sea = s("rect", { x: box[0] ?? 0, y: box[1] ?? 0, width: box[2] ?? 0, height: box[3] ?? 0, class: "swell" });
  const pieces = s("g");
  const tank = s("g", { class: "piece" });
  const board = s("svg", { viewBox: box.join(" "), class: "board bocage", role: "group", "aria-label": words.say("game.name") }, tiles(), sea, marsh, ground, pieces, tank);
  const track = h("div", { class: "turn-track" });
  const record = h("div", { class: "record" });
  const element = h("div", { class: "zombies" }, board, track, record);

  /** What an action is about, as a hex. @param {Action} action @param {View} view */
  const where = (action, view) => action["hex"] ?? (action.do === "ram" || action.do === "repair" || action.do === "mend" ? view.tank.hex : undefined);

  const name = (/** @type {string} */ id) => words.say(`counter.${id}`);
  /** @param {View} view */
  const condition = ({ tank }) => [...(tank.damaged ? [] : [words.say("tank.sound")]), ...flags("tank", tank)];

  /** @param {string} id @param {View} view */
  const contents = (id, view) => [
    ...(id in view.face_down ? [view.face_down[id] ?? ""] : []),
    ...(id in view.items ? [view.items[id] ?? ""] : []),
    ...Object.entries(view.zombies).filter(([, hex]) => hex === id).map(([zombie]) => zombie),
  ];

  /** @param {View} view @param {Action[]} actions */
  const draw = (view, actions) => {
    put(ground, ...places.map(([id, place]) => {
      const [x, y] = at(id);
      const here = actions.filter((action) => where(action, view) === id && action.do !== "repair");
      const inside = contents(id, view).map(name);
      const hex = s("g", { class: `hex ${id === facts.star ? "star" : ""}`, "data-hex": id },
        s("polygon", { points: corners(x, y, SIZE - 1, "flat"), class: "ground" }),
        s("polygon", { points: corners(x, y, SIZE - 1, "flat"), class: id === facts.star ? "streets" : "hedges" }),
        place.number ? s("text", { x: x - SIZE * 0.62, y: y + 5, class: "number" }, String(place.number)) : null,
        id === facts.star ? s("text", { x, y: y - 22, class: "star-mark" }, "★") : null,
        label(place.name[words.lang] ?? id, x, y + SIZE * 0.74),
        here.length ? s("polygon", { points: corners(x, y, SIZE - 5, "flat"), class: "lit" }) : null);
      // The counters let the pointer through to their hex: it explains what stands in it.
      const told = [...contents(id, view), ...(view.tank.hex === id ? ["m5"] : [])].map((each) => `counter.${each}.help`).filter((key) => words.has(key));
      if (told.length) explain(hex, ...new Set(told));
      offer(hex, here, [place.name[words.lang], ...inside].join(", "));
      return hex;
    }));
    put(pieces, ...places.flatMap(([id]) => {
      const [x, y] = at(id);
      const inside = contents(id, view);
      const crowd = inside.length + (view.tank.hex === id ? 1 : 0);
      return inside.map((each, i) => {
        const piece = s("g", { class: "piece", transform: `translate(${x + (crowd > 1 ? 16 : 0) + i * 10} ${y - 4 - i * 10}) scale(${crowd > 1 ? 0.72 : 0.9})` }, counter(each, facts.counters[each]?.number));
        return piece;
      });
    }));
    const [tx, ty] = at(view.tank.hex);
    const shared = contents(view.tank.hex, view).length > 0;
    tank.style.transform = `translate(${tx - (shared ? 12 : 0)}px, ${ty + (shared ? 10 : -2)}px)`;
    put(tank, tankCounter(view.tank));
    put(track, ...Array.from({ length: facts.turns }, (_, i) => h("span", { class: i + 1 === view.turn ? "now" : i + 1 < view.turn ? "past" : "", "aria-current": i + 1 === view.turn ? "step" : false }, String(i + 1))),
      h("span", { class: "ap" }, words.say("track.ap"), " ", h("b", {}, String(view.ap))));
    const list = (/** @type {string} */ key, /** @type {string[]} */ ids) => h("div", { class: "record-row" }, h("span", { class: "soft" }, words.say(key)),
      h("span", { class: "minis" }, ids.length ? ids.map((id) => s("svg", { viewBox: "-21 -21 42 42", role: "img", "aria-label": name(id) }, counter(id, facts.counters[id]?.number))) : "–"));
    put(record,
      h("div", { class: "record-row" }, h("span", { class: "soft" }, words.say("counter.m5")), h("span", {}, condition(view).join(" · "))),
      list("track.killed", view.killed), list("track.gone", view.gone), list("track.marker", [view.marker]));
  };

  /** @param {GameEvent} event */
  const roll = (event) => {
    if (!("die" in event)) return null;
    const mods = ("mods" in event && event.mods ? event.mods : []).map(([code, value]) => ({ text: words.say(`mod.${code}`), value }));
    const total = "total" in event ? event.total : "row" in event ? event.row : "number" in event ? event.number : undefined;
    const good = ("hit" in event && event.hit) || ("success" in event && event.success) || ("found" in event && event.found);
    return sum({
      dice: [die(event.die, good ? "hit" : "plain")],
      parts: mods,
      ...(mods.length && total !== undefined ? { total } : {}),
      ...("needs" in event ? { result: words.say("roll.needs", { n: event.needs }) } : {}),
    });
  };

  return {
    element,
    roll,
    show: (match, decision) => draw(match.table, decision?.actions ?? []),
    text: (match) => {
      /** @type {View} */
      const view = match.table;
      return [
        words.say("text.turn", { turn: view.turn, ap: view.ap }),
        `${words.say("counter.m5")}: ${words.say(`hex.${view.tank.hex}`)}, ${condition(view).join(", ")}`,
        ...places.filter(([id]) => contents(id, view).length).map(([id]) => `${words.say(`hex.${id}`)}: ${contents(id, view).map(name).join(", ")}`),
        `${words.say("track.killed")}: ${view.killed.map(name).join(", ") || "–"}`,
      ];
    },
    pace: (event) => (event["die"] === undefined ? 350 : 900),
    // ZB-23: driving into two zombies is legal, and the end.
    risk: (action, match) => (action.do === "move" && Object.values(match.table.zombies).filter((hex) => hex === action["hex"]).length > 1 ? words.say("risk.overrun") : ""),
  };
}

/** A place name, broken into lines that a hex is wide enough for. @param {string} text @param {number} x @param {number} y */
function label(text, x, y) {
  const parts = text.match(/[^-・\s]+[-・]?/g) ?? [text];
  /** @type {string[]} */
  const lines = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : /[-・]$/.test(last) ? last + part : `${last} ${part}`;
    if (last === undefined || width(joined) > WIDEST) lines.push(part);
    else lines[lines.length - 1] = joined;
  }
  return s("text", { class: "place" }, lines.map((line, i) => s("tspan", { x, y: y - (lines.length - 1 - i) * 9 }, line)));
}

const WIDEST = 13;
/** In Latin letters; Japanese ones are about twice as wide. @param {string} text */
const width = (text) => [...text].reduce((all, letter) => all + (letter > "\u2fff" ? 1.9 : 1), 0);
