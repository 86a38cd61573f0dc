/** Ways to play on a map: at once, with a friend, or with all options of a match. */

import { h } from "../../dom.js";
import { houseBot, startMatch } from "../../lobby/start_match.js";
import { ui } from "../../words/all_words.js";

/** @typedef {import("../../net/games.js").GameInfo} GameInfo */

/**
 * @param {GameInfo} game
 * @param {() => Record<string, any>} options of the match, when a button is pressed
 * @param {import("../../feature.js").Go} go
 */
export function playDoors(game, options, go) {
  const choose = async () => (await import("../../lobby/create_dialog.js")).createDialog(game, go, options());
  const play = (/** @type {Record<string, any>} */ wishes) => startMatch(game, { options: options(), ...wishes }, go);
  return h(
    "div",
    { class: "row" },
    h("button", { class: "primary play-bot", onclick: () => play({ opponent: houseBot(game) }) }, ui("play.bot")),
    h("button", { class: "play-friend", onclick: () => play({ access: { private: true } }) }, ui("play.friend")),
    h("button", { class: "quiet play-options", onclick: choose }, ui("play.options")),
  );
}
