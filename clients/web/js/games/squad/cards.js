/** SQUAD's cards as they lie in a hand: a band with type and name, a drawing, the modifier at each range. */

import { h, s } from "../../dom.js";
import { signed } from "../../words/template.js";
import { terrainGroup } from "./ground.js";
import { WEAPONS } from "./weapons.js";

/** @typedef {import("../../words/words.js").Words} Words */

const RANGES = ["PB", "S", "M", "L"];

/** One sign per card type, so that colour is not the only one. @type {Record<string, string>} */
const SIGNS = { M: "◆", T: "▲", A: "✛", B: "✖", N: "★" };

/**
 * @param {Words} words
 * @param {any} printed the card's printed facts
 * @param {string} id
 * @param {string} [range] the present range, underlined
 */
export function cardFace(words, printed, id, range = "") {
  const ranges = printed.uses?.find((/** @type {any} */ use) => use.weapon)?.weapon.ranges;
  const weapon = WEAPONS[id]?.();
  return h("span", { class: `card type-${printed.type}` },
    h("span", { class: "card-top" }, h("span", { class: "card-sign", "aria-hidden": "true" }, SIGNS[printed.type] ?? ""), h("span", { class: "card-name" }, words.say(`card.${id}`))),
    h("span", { class: "card-body" },
      weapon ? s("svg", { viewBox: "0 0 120 32", class: "card-art-strip", "aria-hidden": "true" }, weapon) : null,
      printed.cover ? s("svg", { viewBox: "-60 -32 120 60", class: "card-art-strip tall terrain", "aria-hidden": "true" }, terrainGroup(id, 1)) : null,
      ranges
        ? h("span", { class: "card-ranges" }, RANGES.map((r) => h("span", { class: r === range ? "now" : "" }, h("small", {}, r), " ", r in ranges ? (ranges[r] ? signed(ranges[r]) : "0") : "–")))
        : h("span", { class: "card-text" }, printed.cover ? words.say("card.cover", { n: printed.cover }) : words.say(`card.${id}.help`))));
}
