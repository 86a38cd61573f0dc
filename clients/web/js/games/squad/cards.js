/** SQUAD's cards as they lie in a hand: a band with type and name, a drawing, the modifier at each range. */

import { h, s } from "../../dom.js";
import { softly } from "../../words/hyphens.js";
import { signed } from "../../words/template.js";
import { vignette } from "./ground.js";
import { picture } from "./pictures.js";
import { WEAPONS } from "./weapons.js";

/** @typedef {import("../../words/words.js").Words} Words */

const RANGES = ["PB", "S", "M", "L"];

/** One sign per card type, beside its colour. @type {Record<string, string>} */
const SIGNS = { M: "◆", T: "▲", A: "✛", B: "✖", N: "★" };

/** Options of a nation's trait card. @param {any} facts @param {string} nation @returns {string[]} */
export function traitsOf(facts, nation) {
  return Object.keys(facts.traits).filter((trait) => facts.traits[trait].nation === nation);
}

/** A trait with a card's effect has the card's name. @param {Words} words @param {string} trait */
export const traitName = (words, trait) => words.say(words.has(`card.${trait}`) ? `card.${trait}` : `trait.${trait}`);

/** @param {string} id @returns {SVGElement | null} */
function art(id, cover = false) {
  if (cover)
    return s("svg", { viewBox: "-60 -36 120 66", class: "card-art terrain", "aria-hidden": "true" }, vignette(id, 108));
  const weapon = WEAPONS[id]?.();
  return weapon
    ? s("svg", { viewBox: "0 0 120 32", class: "card-art weapon", "aria-hidden": "true" }, weapon)
    : picture(id);
}

/**
 * @param {Words} words
 * @param {any} facts
 * @param {string} id
 * @param {string} nation whose squad holds the card
 * @param {string} [range] the present range, marked
 * @param {string} [variant] that is played
 */
export function cardFace(words, facts, id, nation, range = "", variant = "") {
  const printed = facts.cards[id];
  const ranges = printed.uses?.find((/** @type {any} */ use) => use.weapon)?.weapon.ranges;
  const trait = id === facts.trait_card;
  const note = noteOf(words, facts, id, variant);
  return h(
    "span",
    { class: `card type-${printed.type}`, lang: words.lang },
    h(
      "span",
      { class: "card-top" },
      h("span", { class: "card-name" }, softly(words.say(`card.${id}`))),
      h("span", { class: "card-sign", "aria-hidden": "true" }, SIGNS[printed.type] ?? ""),
    ),
    trait
      ? h(
          "span",
          { class: "card-options" },
          traitsOf(facts, nation).flatMap((each) => [h("span", {}, softly(traitName(words, each))), " "]),
        )
      : art(id, Boolean(printed.cover)),
    note ? h("span", { class: "card-text" }, note) : null,
    ranges
      ? h(
          "span",
          { class: "card-ranges" },
          RANGES.map((r) =>
            h(
              "span",
              { class: `${r === range ? "now" : ""} ${r in ranges ? "" : "never"}` },
              h("small", {}, r),
              h("b", {}, r in ranges ? (ranges[r] ? signed(ranges[r]) : "0") : "–"),
            ),
          ),
        )
      : null,
  );
}

/**
 * Reductions by terrain: cover, and the part that nothing ignores (SQ-27).
 * @param {Words} words
 * @param {any} facts
 * @param {string} id
 */
export function shelter(words, facts, id) {
  const { cover, height } = facts.cards[id] ?? {};
  return words.join(
    [cover ? words.say("card.cover", { n: cover }) : "", height ? words.say("card.height", { n: height }) : ""].filter(
      Boolean,
    ),
  );
}

/**
 * Text of a card beside its numbers.
 * @param {Words} words
 * @param {any} facts
 * @param {string} id
 * @param {string} variant
 */
function noteOf(words, facts, id, variant) {
  const { cover, uses } = facts.cards[id];
  if (cover) return shelter(words, facts, id);
  if (words.has(`short.${id}.${variant}`)) return words.say(`short.${id}.${variant}`);
  if (words.has(`short.${id}`)) return words.say(`short.${id}`);
  return id === facts.trait_card || uses?.some((/** @type {any} */ use) => use.weapon)
    ? ""
    : words.say(`card.${id}.help`).replace(/[.。]$/, "");
}
