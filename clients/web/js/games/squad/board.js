/** SQUAD: two positions and a range ruler between them, or a hex map; the hand in front of its owner. */

import { h, put, s } from "../../dom.js";
import { die, sum } from "../../parts/dice.js";
import { corners, pointyTop } from "../../parts/hexmap.js";
import { cardFace } from "./cards.js";
import { landscape, squadCounter, terrainGroup } from "./ground.js";

/** @typedef {import("../../table/contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/contract.js").Action} Action */
/** @typedef {import("./types.js").SquadView} Squad */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").View} View */

const SIZE = 34;
/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words, facts, seat, flags, offer, explain }) {
  const phases = h("ol", { class: "phases" });
  const field = h("div", { class: "field" });
  const hands = h("div", { class: "hands" });
  const piles = h("div", { class: "piles small" });
  const element = h("div", { class: "squad" }, phases, field, piles);
  const squadName = (/** @type {string} */ id) => words.say(`squad.${id}`);

  /** Actions aimed at a squad: attacks on it, cards laid against it. @param {Action[]} actions @param {string} id */
  const aimedAt = (actions, id) => actions.filter((action) => action["target"] === id);

  /** @param {string} id @param {Squad} squad @param {View} view @param {Action[]} actions */
  const position = (id, squad, view, actions) => {
    const terrain = squad.terrain ?? "open";
    const cover = facts.cards[terrain]?.cover ?? 0;
    const won = view.objectives[squad.seat] ?? 0;
    const ground = h("p", { class: "position-terrain" }, words.say(`card.${terrain}`), cover ? ` · ${words.say("card.cover", { n: cover })}` : "");
    const box = h("section", { class: `position ${id === view.acting ? "acting" : ""}`, "data-squad": id },
      landscape(terrain),
      s("svg", { viewBox: "-36 -36 72 72", class: "position-unit", "aria-hidden": "true" }, squadCounter(squad)),
      h("p", { class: "position-name" }, h("b", {}, squadName(id)), " ", words.say(`nation.${squad.nation}`)),
      h("p", { class: "position-men" }, h("span", { class: "hidden-text" }, words.say("squad.men", { n: squad.men })),
        h("span", { class: "backs", "aria-hidden": "true" }, Array.from({ length: Math.min(squad.cards, 10) }, () => h("i"))), words.say("squad.cards", { n: squad.cards, limit: squad.limit })),
      ground,
      h("p", { class: "flags" }, flags("squad", squad).map((flag) => h("span", { class: "tag" }, flag))),
      h("p", { class: "objectives", role: "img", "aria-label": words.say("squad.objectives", { n: won }) },
        Array.from({ length: 3 }, (_, i) => h("span", { class: i < won ? "flag-won" : "flag-open", "aria-hidden": "true" }, "⚑"))));
    explain(box, `card.${terrain}.help`);
    offer(box, aimedAt(actions, id), squadName(id));
    return box;
  };

  /** @param {View} view @param {Action[]} actions */
  const ruler = (view, actions) => h("div", { class: "ruler", "aria-label": words.say("squad.range", { range: words.say(`range.${view.range}`) }) },
    facts.ranges.map((/** @type {string} */ range, /** @type {number} */ i) => {
      const now = facts.ranges.indexOf(view.range);
      const mark = h("div", { class: range === view.range ? "mark now" : "mark" }, h("b", {}, range), h("small", {}, words.say(`range.${range}`)));
      const steps = i === now - 1 ? ["closer"] : i === now + 1 ? ["farther"] : i === now ? ["hold", "lateral_left", "lateral_right"] : [];
      offer(mark, actions.filter((action) => action.do === "move" && steps.includes(action["step"])), words.say(`range.${range}`));
      return mark;
    }));

  /** @param {View} view @param {Action[]} actions */
  const hexmap = (view, actions) => {
    const { columns = 0, rows = 0, map = {} } = view;
    const cells = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, col) => ({ col, row }))).flat();
    const width = Math.sqrt(3) * SIZE * (columns + 0.5);
    const height = SIZE * (1.5 * rows + 0.5);
    const on = Object.fromEntries(Object.entries(view.squads).filter(([, squad]) => squad.hex).map(([id, squad]) => [squad.hex, id]));
    return s("svg", { viewBox: `${-0.87 * SIZE - 3} ${-SIZE - 3} ${width + 6} ${height + 6}`, class: "board squad-map", role: "group", "aria-label": words.say("game.name") },
      cells.map(({ col, row }) => {
        const id = `${col},${row}`;
        const [x, y] = pointyTop(col, row, SIZE);
        const terrain = map[id] ?? "open";
        const stands = on[id];
        const squad = stands ? view.squads[stands] : undefined;
        const here = actions.filter((action) => action["to"] === id || (stands && action["target"] === stands));
        const hex = s("g", { class: "hex", "data-hex": id, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
          s("polygon", { points: corners(0, 0, SIZE - 0.6, "pointy"), class: terrain === "open" ? "ground" : "ground rough" }),
          terrainGroup(terrain, 0.42),
          s("text", { y: SIZE * 0.82, class: "coordinate" }, id),
          squad ? s("g", { transform: "scale(0.78)", class: stands === view.acting ? "acting" : "" }, squadCounter(squad)) : null,
          here.length ? s("polygon", { points: corners(0, 0, SIZE - 4, "pointy"), class: "lit" }) : null);
        explain(hex, `card.${terrain}.help`);
        offer(hex, here, `${id} ${words.say(`card.${terrain}`)}${stands ? ` ${squadName(stands)}` : ""}`);
        return hex;
      }));
  };

  /** @param {string} id @param {Squad} squad @param {View} view @param {Action[]} actions */
  const hand = (id, squad, view, actions) => {
    if (!squad.hand) return null;
    return h("section", { class: "hand", "aria-label": words.say("squad.hand", { squad: squadName(id) }) },
      Object.entries(squad.hand).map(([instance, kind]) => {
        const face = h("div", { class: "hand-card", "data-card": instance }, cardFace(words, facts.cards[kind], kind, view.range));
        explain(face, `card.${kind}.help`);
        offer(face, actions.filter((action) => action["card"] === instance), words.say(`card.${kind}`));
        return face;
      }));
  };

  /** @param {View} view @param {Action[]} actions */
  const draw = (view, actions) => {
    const mine = seat() >= 0 ? seat() : 0;
    const order = Object.entries(view.squads).sort(([, a], [, b]) => Number(a.seat === mine) - Number(b.seat === mine));
    put(phases, ...facts.phases.map((/** @type {string} */ phase) => h("li", { class: phase === view.phase ? "now" : "", "aria-current": phase === view.phase ? "step" : false }, words.say(`phase.${phase}`))));
    const boxes = order.map(([id, squad]) => position(id, squad, view, view.variant === "map" ? [] : actions));
    element.dataset["variant"] = view.variant;
    if (view.variant === "map") put(field, hexmap(view, actions), h("div", { class: "roster" }, boxes));
    else put(field, boxes[0] ?? null, ruler(view, actions), boxes[1] ?? null);
    put(hands, ...order.filter(([, squad]) => squad.seat === mine || seat() === -2).map(([id, squad]) => hand(id, squad, view, actions)));
    put(piles,
      h("span", {}, words.say("squad.turn_of", { turn: view.turn, seat: view.active })),
      h("span", {}, words.say("squad.deck", { n: view.deck })),
      h("details", {}, h("summary", {}, words.say("squad.discard", { n: Object.values(view.discard).reduce((a, b) => a + b, 0) })),
        h("ul", {}, Object.entries(view.discard).map(([card, n]) => h("li", {}, words.say(`card.${card}`), n > 1 ? ` × ${n}` : "")))),
      ...Object.values(view.seen).map((seen) => h("p", { class: "peek" }, words.say("squad.peek"), " ", Object.entries(seen).map(([at, card]) => h("span", { class: "tag" }, `${at} ${words.say(`card.${card}`)}`)))));
  };

  /** @param {GameEvent} event */
  const roll = (event) => {
    const mods = ("mods" in event && event.mods ? event.mods : []).map(([code, value]) => ({ text: words.say(`mod.${code}`), value }));
    if (event.ev === "initiative") return sum({ dice: event.dice.map((face) => die(face)), between: ":" });
    if ("dice" in event) {
      const [a, b] = event.dice;
      const kills = event.kills ?? 0;
      return sum({ dice: [die(a, kills ? "hit" : "plain"), die(b, "minus")], between: "−", parts: mods, total: "total" in event ? event.total : a - b, result: words.say("roll.kills", { n: kills }) });
    }
    if ("die" in event && event.die) return sum({ dice: [die(event.die)], parts: mods, total: event.total, result: words.say(`result.${event.result}`) });
    return null;
  };

  return {
    element,
    hand: hands,
    roll,
    show: (match, decision) => draw(match.table, decision?.actions ?? []),
    text: (match) => {
      /** @type {View} */
      const view = match.table;
      return [
        `${words.say("squad.turn_of", { turn: view.turn, seat: view.active })}${view.phase ? ` ${words.say(`phase.${view.phase}`)}` : ""}`,
        ...(view.range ? [words.say("squad.range", { range: words.say(`range.${view.range}`) })] : []),
        ...Object.entries(view.squads).map(([id, squad]) => [
          `${squadName(id)}, ${words.say(`nation.${squad.nation}`)}: ${words.say("squad.men", { n: squad.men })}, ${words.say("squad.cards", { n: squad.cards, limit: squad.limit })}`,
          squad.terrain ? words.say(`card.${squad.terrain}`) : "", squad.hex ?? "", ...flags("squad", squad),
          squad.hand ? `${words.say("squad.hand", { squad: "" })} ${Object.values(squad.hand).map((card) => words.say(`card.${card}`)).join(", ")}` : "",
        ].filter(Boolean).join(", ")),
        words.say("squad.deck", { n: view.deck }),
      ];
    },
  };
}
