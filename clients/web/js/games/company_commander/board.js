/** COMPANY COMMANDER: three lanes, front facing front; the hand, the decks and the assault being built. */

import { h, put } from "../../dom.js";
import { die, sum } from "../../parts/dice.js";
import { noMansLand, unitCounter } from "./units.js";

/** @typedef {import("../../table/contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/contract.js").Action} Action */
/** @typedef {import("./units.js").Unit} Unit */
/** @typedef {import("./units.js").Printed} Printed */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").View} View */

const PHASES = ["deploy", "tactics", "recon", "suppression", "assault", "rally"];
/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words, facts, seat, flags, offer, explain }) {
  /** @type {Map<string, Printed>} */
  const printed = new Map(Object.values(facts.squads).flat().map((row) => [row.card, row]));
  /** @type {Map<string, any>} */
  const tactical = new Map(facts.tactical.map((/** @type {any} */ row) => [row.card, row]));
  const head = h("div", { class: "cc-head" });
  const field = h("div", { class: "lanes" });
  const pending = h("div", { class: "cc-pending" });
  const hand = h("div", { class: "hand" });
  const piles = h("div", { class: "piles small" });
  const element = h("div", { class: "company" }, head, field, pending, piles);

  /** The side this viewer sits on; spectators sit with the US. @param {View} view */
  const sideOf = (view) => facts.sides.find((/** @type {string} */ side) => view.seats[side] === seat()) ?? "us";
  const other = (/** @type {string} */ side) => (side === "us" ? "de" : "us");

  /** @param {string} id @param {Unit} unit @param {Action[]} actions @param {View} view */
  const unitBox = (id, unit, actions, view) => {
    const row = printed.get(unit.card);
    if (!row) throw new Error(`no printed unit ${unit.card}`);
    const side = unit.front.slice(0, 2);
    const labels = flags("unit", unit);
    const inAssault = view.assault?.units.includes(id);
    // Which of several alike; its side is where it stands.
    const [number = ""] = row.count > 1 ? (/\d+$/.exec(words.say(`unit.${id}`)) ?? []) : [];
    const box = h("div", { class: `unit-box side-${side} ${inAssault ? "attacking" : ""} ${view.target?.unit === id ? "firing" : ""}`, "data-unit": id },
      unitCounter(row, unit, side),
      h("span", { class: "unit-name" }, words.say(`card.${unit.card}`), number ? ` ${number}` : ""),
      labels.length ? h("span", { class: "unit-flags" }, labels.map((flag) => h("span", { class: "unit-flag" }, flag))) : null);
    explain(box, `card.${unit.card}.help`);
    offer(box, actions.filter((action) => action["unit"] === id || action["helper"] === id), words.say(`unit.${id}`));
    return box;
  };

  /** @param {string} front @param {View} view @param {Action[]} actions */
  const frontBox = (front, view, actions) => {
    const state = view.fronts[front];
    const units = Object.entries(view.units).filter(([, unit]) => unit.front === front).sort(([, a], [, b]) => a.n - b.n);
    const marks = [...(state ? flags("front", state) : []), ...(view.proxy === front ? [words.say("front.proxy")] : [])];
    const label = h("button", { type: "button", class: "front-name", disabled: true }, words.say(`front.${front}`));
    const here = actions.filter((action) => action["front"] === front && !action["unit"]);
    if (here.length) label.removeAttribute("disabled");
    offer(label, here, words.say(`front.${front}`));
    return h("section", { class: `front side-${front.slice(0, 2)} ${view.assault?.front === front || view.target?.front === front ? "under-fire" : ""}`, "aria-label": words.say(`front.${front}`), "data-front": front },
      h("header", { class: "front-head" }, label, marks.map((mark) => h("span", { class: "tag" }, mark))),
      h("div", { class: "units" }, units.length ? units.map(([id, unit]) => unitBox(id, unit, actions, view)) : h("span", { class: "soft small" }, words.say("front.empty"))));
  };

  /** @param {View} view @param {Action[]} actions */
  const draw = (view, actions) => {
    const mine = sideOf(view);
    const lanes = mine === "us" ? facts.lanes : [...facts.lanes].reverse();
    put(head,
      h("ol", { class: "phases" }, PHASES.map((phase) => h("li", { class: phase === view.phase ? "now" : "", "aria-current": phase === view.phase ? "step" : false }, words.say(`phase.${phase}`)))),
      h("p", { class: "cc-score" }, words.say("cc.turn", { n: view.turn, side: view.active }), " · ",
        facts.sides.map((/** @type {string} */ side) => h("span", { class: `score side-${side}` }, words.say(`side.${side}`), " ", h("b", {}, `${view.score[side]}/${facts.score_to_win}`),
          h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: facts.score_to_win }, (_, i) => h("i", { class: i < (view.score[side] ?? 0) ? "full" : "" })))))));
    const half = (/** @type {string} */ side) => lanes.map((/** @type {string[]} */ lane) => frontBox(lane.find((front) => front.startsWith(side)) ?? "", view, actions));
    put(field, ...half(other(mine)), noMansLand(), ...half(mine));
    put(pending, ...(view.pending.length ? [h("h3", {}, words.say("cc.pending")), ...[...new Set(view.pending)].map((card) => {
      const chip = h("div", { class: "pending-unit", "data-card": card }, words.say(`card.${card}`));
      explain(chip, `card.${card}.help`);
      offer(chip, actions.filter((action) => action.do === "deploy" && action["card"] === card), words.say(`card.${card}`));
      return chip;
    })] : []));
    put(hand, ...Object.entries(view.cards).flatMap(([side, cards]) => Object.entries(cards).map(([card, n]) => {
      const row = tactical.get(card);
      const face = h("div", { class: "hand-card", "data-card": card },
        h("span", { class: `card nation-${row?.nation || "both"}` },
          h("span", { class: "card-top" }, h("span", { class: "card-name" }, words.say(`card.${card}`), n > 1 ? ` ×${n}` : "")),
          h("span", { class: "card-body" }, h("span", { class: "card-text" }, words.say(`card.${card}.help`)))));
      if (side === mine || seat() === -2) offer(face, actions.filter((action) => (action.do === "play" || action.do === "discard") && action["card"] === card), words.say(`card.${card}`));
      return face;
    })));
    put(piles, ...facts.sides.map((/** @type {string} */ side) => h("span", {}, words.say("cc.counts", { side, hand: view.hands[side] ?? 0, deck: view.squads[side] ?? 0 }))),
      h("span", {}, words.say("cc.tactical", { n: view.tactical })),
      h("details", {}, h("summary", {}, words.say("cc.discards", { n: Object.values(view.discards).reduce((a, b) => a + b, 0) })), h("ul", {}, Object.entries(view.discards).map(([card, n]) => h("li", {}, words.say(`card.${card}`), n > 1 ? ` × ${n}` : "")))),
      h("details", {}, h("summary", {}, words.say("cc.lost")), h("ul", {}, Object.values(view.lost).flatMap((cards) => Object.entries(cards).map(([card, n]) => h("li", {}, words.say(`card.${card}`), n > 1 ? ` × ${n}` : ""))))),
      ...Object.values(view.glimpses).map((seen) => h("p", { class: "peek" }, words.say("cc.glimpse", { turn: seen.turn }), " ", Object.entries(seen.cards).map(([card, n]) => h("span", { class: "tag" }, words.say(`card.${card}`), n > 1 ? ` ×${n}` : "")))));
  };

  /** @param {GameEvent} event */
  const roll = (event) => {
    const mods = ("mods" in event && event.mods ? event.mods : []).map(([code, value]) => ({ text: words.say(`mod.${code}`), value }));
    switch (event.ev) {
      case "fire": {
        const plus = event.plus ?? 0;
        return sum({
          dice: event.dice.map((face) => die(face, face + plus >= 4 ? "hit" : "miss")),
          parts: [{ text: words.say("cc.base"), value: event.base }, ...mods, ...(plus ? [{ text: words.say("cc.flank"), value: plus }] : [])],
        });
      }
      case "suppression":
        return sum({ dice: event.dice.map((face) => die(face)), between: "+", parts: mods, total: event.total, result: words.say(`result.${event.result}`) });
      case "recon":
      case "rallied":
        return event.die ? sum({ dice: [die(event.die)], parts: mods, total: event.total, result: words.say(`result.${event.result}`) }) : null;
      case "hit":
        return event.armour ? sum({ dice: [die(event.armour)], parts: mods, result: words.say(`effect.${event.effect}`) }) : null;
      default:
        return null;
    }
  };

  return {
    element,
    hand,
    roll,
    show: (match, decision) => draw(match.table, decision?.actions ?? []),
    text: (match) => {
      /** @type {View} */
      const view = match.table;
      return [
        `${words.say("cc.turn", { n: view.turn, side: view.active })} ${words.say(`phase.${view.phase}`)}. ${facts.sides.map((/** @type {string} */ side) => `${words.say(`side.${side}`)} ${view.score[side]}`).join(", ")}`,
        ...facts.lanes.flat().map((/** @type {string} */ front) => {
          const units = Object.entries(view.units).filter(([, unit]) => unit.front === front).map(([id, unit]) => {
            const strength = printed.get(unit.card)?.strength ?? 0;
            return `${words.say(`unit.${id}`)} (${words.say("cc.state", { left: strength - unit.casualties, strength, pins: unit.pins })}${flags("unit", unit).map((flag) => `, ${flag}`).join("")})`;
          });
          return `${words.say(`front.${front}`)}: ${units.join("; ") || words.say("front.empty")}`;
        }),
        ...Object.values(view.cards).map((cards) => `${words.say("cc.hand")} ${Object.entries(cards).map(([card, n]) => `${words.say(`card.${card}`)}${n > 1 ? ` ×${n}` : ""}`).join(", ")}`),
      ];
    },
  };
}
