/**
 * A draw offer: the opponent accepts or declines. Everybody sees a mark at the player who offers it (status_line.js).
 */

import { h } from "../dom.js";
import { ui } from "../words/all_words.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../words/words.js").Words} Words */

/**
 * The question; null if this viewer is not asked.
 * @param {MatchView} match
 * @param {number} seat the viewer
 * @param {Words} words
 * @param {{ accept: () => void, decline: () => void }} answer
 */
export function drawOffer(match, seat, words, { accept, decline }) {
  const offered = match.draw_offer;
  if (offered === undefined || offered === seat || seat < 0 || match.status !== "playing") return null;
  const text = h("p", { role: "status" }, ui("draw.asks", { name: words.player(match.seats[offered]) }));
  return h(
    "div",
    { class: "draw-offer" },
    text,
    h(
      "div",
      { class: "row" },
      h("button", { class: "draw-accept", title: ui("draw.accept"), onclick: accept }, ui("draw.yes")),
      h("button", { class: "quiet draw-decline", onclick: decline }, ui("draw.decline")),
    ),
  );
}
