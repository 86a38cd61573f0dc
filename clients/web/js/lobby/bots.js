/** The house bots to choose from. */

import { h } from "../dom.js";
import { houseBot } from "./start_match.js";

/**
 * From the weakest to the strongest; those without a description play at random.
 * @param {{ bots: string[], presentation: { strategies?: string[] } }} game
 */
export function byStrength({ bots, presentation: { strategies = [] } }) {
  return [...bots].sort((a, b) => strategies.indexOf(a) - strategies.indexOf(b));
}

/**
 * The options of a menu; the house's default is selected.
 * @param {import("../net/games.js").GameInfo} game
 * @param {import("../words/words.js").Words} words
 */
export const botChoices = (game, words) =>
  byStrength(game).map((name) => h("option", { value: name, selected: name === houseBot(game) }, words.bot(name)));
