/** Options of a match in words. */

import { ui } from "../words/all_words.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../words/words.js").Words} Words */

/**
 * The name of an option for both sides: it was a choice of the match's creator, or of the first seat in a rematch.
 * @param {string} name @param {Words} words @param {boolean} [own] whether the reader sits there
 */
export const optionName = (name, words, own = false) =>
  words.say(words.has(`told.${name}`) ? `told.${name}` : `option.${name}`, { own });

/**
 * The options that differ from the usual ones, one text each; without long texts.
 * @param {GameInfo["options"]} types
 * @param {Record<string, any>} chosen
 * @param {Words} words
 * @param {readonly string[]} [besides] options that the table shows anyway
 */
export function optionWords(types, chosen, words, besides = []) {
  return types
    .filter(({ name, ...type }) => type.kind !== "text" && name in chosen && chosen[name] !== type.default)
    .filter(({ name }) => !besides.includes(name))
    .map(({ name, kind }) => {
      const label = optionName(name, words);
      const value = chosen[name];
      if (value === true) return label;
      const key = `option.${name}.${value}`;
      return words.pair(label, kind === "flag" ? ui("no") : words.has(key) ? words.say(key) : String(value));
    });
}
