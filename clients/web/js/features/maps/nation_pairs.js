/** The pairs of nations whose games say how fair a map is: chosen, and their results. */

import { h } from "../../dom.js";
import { say } from "./words.js";

/** @typedef {import("../../words/words.js").Words} Words */
/** @typedef {{ sides: string[], games: number, share: number, margin: number }} PairShare of the first side */

/**
 * Pairs to tick; without a tick, all are meant.
 * @param {string[]} nations
 * @param {Words} words
 */
export function pairChoice(nations, words) {
  const pairs = nations.flatMap((one, at) => nations.slice(at).map((other) => [one, other]));
  const boxes = pairs.map((pair) => h("input", { type: "checkbox", value: pair.join("-") }));
  const read = () => pairs.filter((_, at) => boxes[at]?.checked);
  const summary = h("summary", {});
  const tell = () => (summary.textContent = say("fair.pairs", { n: read().length }));
  /** The measured pairs that were ticked last. */
  let shown = "";
  const element = h(
    "details",
    { class: "nation-pairs", onchange: tell },
    summary,
    h("p", { class: "small soft" }, say("fair.pairs.help")),
    h(
      "div",
      { class: "pair-boxes" },
      pairs.map((pair, at) => h("label", { class: "check" }, boxes[at], h("span", {}, named(pair, words)))),
    ),
  );
  /**
   * Show the pairs of games that are played, or were; meanwhile no others can be chosen.
   * @param {[string, string][]} meet each way
   * @param {boolean} running
   */
  const measured = (meet, running) => {
    const met = pairs.map((pair) => meet.some((sides) => isSame(sides, pair)));
    if (running || shown !== String(meet))
      for (const [at, box] of boxes.entries()) box.checked = met[at] === true && met.includes(false);
    shown = String(meet);
    for (const box of boxes) box.disabled = running;
    tell();
  };
  tell();
  return { element, read, measured };
}

/** @param {string[]} one @param {string[]} other in any order */
const isSame = (one, other) => String([...one].sort()) === String([...other].sort());

/** @param {string[]} pair @param {Words} words */
const named = (pair, words) => pair.map((nation) => words.say(`nation.${nation}`)).join(" – ");

/**
 * The results of each pair.
 * @param {PairShare[]} pairs
 * @param {Words} words as in a match between the edges of these games
 * @param {boolean} open
 */
export function pairResults(pairs, words, open) {
  const [north, south] = [words.say("seat.0"), words.say("seat.1")];
  const heads = [north, south, say("fair.pair.wins", { side: north }), say("fair.pair.games")];
  const percent = (/** @type {number} */ part) => Math.round(100 * part);
  const row = (/** @type {PairShare} */ { sides, share, margin, games }) =>
    h(
      "tr",
      {},
      sides.map((side) => h("th", { scope: "row" }, words.say(`nation.${side}`))),
      h("td", {}, `${percent(share)} % ± ${percent(margin)}`),
      h("td", {}, games),
    );
  return h(
    "details",
    { class: "pair-results", open },
    h("summary", {}, say("fair.pair.all")),
    h(
      "div",
      { class: "wide" },
      h(
        "table",
        { class: "small" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h("tbody", {}, pairs.map(row)),
      ),
    ),
  );
}
