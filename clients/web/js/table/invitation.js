/** The banner of a match that waits for players: share the link, or take the seat. */

import { h } from "../dom.js";
import { optionFields } from "../lobby/options.js";
import { postJSON } from "../net/rest.js";
import { copy } from "../parts/clipboard.js";
import { toast } from "../parts/toast.js";
import { prefs } from "../prefs.js";
import { addressOf } from "../route.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */

/**
 * @param {MatchView} view
 * @param {LiveFeed} feed
 * @param {Shell} shell
 * @param {string} match
 * @param {string} invite
 * @param {(options: Record<string, any>) => void} join
 * @returns {HTMLElement[]}
 */
export function invitation(view, feed, { game, words }, match, invite, join) {
  // Open hands are late: the seat that is free there has been taken since.
  if (feed.seat === -2) return [];
  if (view.status !== "open") return feed.seat < 0 && view.status === "playing" ? [h("p", { class: "watching" }, ui("watching"))] : [];
  if (view.house) {
    // Nobody else is wanted; a bot that does not come leaves a match that can be called off.
    return [h("section", { class: "sheet stack invite" },
      h("p", {}, ui("waiting.house", { name: words.bot(view.house) })),
      feed.seat >= 0 ? h("div", { class: "row" }, withdraw(match)) : null)];
  }
  const link = location.origin + addressOf(`match/${match}/${invite}`);
  if (feed.seat >= 0) {
    return [h("section", { class: "sheet stack invite" },
      h("h2", {}, ui("invite.title")),
      h("p", {}, ui("invite.help")),
      view.fork && !view.fork.resampled ? h("p", { class: "fork-note" }, ui("invite.fork")) : null,
      h("div", { class: "row" }, h("input", { readonly: true, value: link, "aria-label": ui("invite.link"), class: "grow" }), h("button", { class: "primary", onclick: () => copy(link) }, ui("invite.copy"))),
      h("div", { class: "row" },
        view.expires ? h("p", { class: "small soft grow" }, ui("invite.expires", { when: new Date(view.expires).toLocaleString(prefs.lang, { dateStyle: "medium", timeStyle: "short" }) })) : null,
        withdraw(match)))];
  }
  const options = optionFields(game.seat_options, words, "seat_option");
  return [h("section", { class: "sheet stack invite" },
    h("h2", {}, ui("join.title")),
    view.fork && !view.fork.resampled ? h("p", { class: "fork-note" }, ui("join.fork")) : null,
    h("div", { class: "stack" }, options.elements),
    h("button", { class: "primary join", onclick: () => join(options.read()) }, ui("join")))];
}

const withdraw = (/** @type {string} */ match) =>
  h("button", { class: "quiet danger withdraw", onclick: () => postJSON(`/api/matches/${match}/withdraw`).catch((error) => toast(error.message)) }, ui("invite.withdraw"));
