/** After a deal of the day: to the board of the day, and the same deal again. */

import { h } from "../../dom.js";
import { addressOf } from "../../route.js";
import { playDeal } from "./deals.js";
import { say } from "./words.js";

/** @param {import("../../feature.js").Ending} ending */
export function again({ view: { game, deal }, go }) {
  if (!deal || deal.duplicate) return [];
  const { day = "" } = deal;
  return [
    h("a", { class: "button primary", href: addressOf(`daily/${day}/${game}`) }, say("daily.title")),
    h("button", { class: "again", onclick: () => playDeal(game, day, go) }, say("daily.practise")),
  ];
}
