/** Edges, squads and nations of a match on a map. */

import { optionFields } from "../../lobby/options.js";

/** @typedef {import("../../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../../words/words.js").Words} Words */

/** The game that is played on maps. */
export const GAME = "squad";
/** Its options that are chosen beside a map; the others keep their defaults. */
const CHOSEN = ["home_edge", "squads_per_seat", "activation", "nation_0", "nation_1"];

/**
 * Fields of these options, as in the dialog that makes a match.
 * @param {GameInfo} game
 * @param {Words} words
 * @param {Record<string, any>} chosen
 * @param {() => void} onchange
 */
export function settings(game, words, chosen, onchange) {
  const types = CHOSEN.flatMap((name) => game.options.find((type) => type.name === name) ?? []).map((type) =>
    type.name in chosen ? { ...type, default: chosen[type.name] } : type,
  );
  const { rest, read } = optionFields(types, words, { ...game.presentation, foremost: [] });
  for (const element of rest) element.addEventListener("change", onchange);
  return { elements: rest, read };
}

/** Nations that squads can have. @param {GameInfo} game @returns {string[]} */
export const nationsOf = (game) =>
  (game.options.find(({ name }) => name === "nation_0")?.values ?? []).filter((value) => value !== "open");

/** Options without those that fix a nation. @param {Record<string, any>} options */
export const withoutNations = ({ nation_0, nation_1, ...rest }) => rest;

/** The home edge of seat 0 among options. @param {Record<string, any>} options */
export const edgeOf = (options) => String(options["home_edge"] ?? "north");
