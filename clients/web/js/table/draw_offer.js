/** A draw that was offered: both sides see it; who was asked accepts or declines. */

import { h } from "../dom.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../words/words.js").Words} Words */

/**
 * The note; null: there is nothing to say to this viewer.
 * @param {MatchView} match
 * @param {number} seat whose eyes
 * @param {Words} words
 * @param {{ accept: () => void, decline: () => void }} answer
 */
export function drawOffer(match, seat, words, { accept, decline }) {
  const offered = match.draw_offer;
  if (offered === undefined || match.status !== "playing") return null;
  if (offered === seat) return h("p", { class: "draw-offer", role: "status" }, ui("draw.offered"));
  const text = h("p", { role: "status" }, ui("draw.asks", { name: words.player(match.seats[offered]) }));
  if (seat < 0) return h("div", { class: "draw-offer" }, text);
  return h("div", { class: "draw-offer" }, text, h("div", { class: "row" },
    h("button", { class: "draw-accept", onclick: accept }, ui("draw.accept")),
    h("button", { class: "quiet draw-decline", onclick: decline }, ui("draw.decline"))));
}
