/** The end of a match: who won and why, how lucky everybody was, and where to go from here. */

import { h, put } from "../dom.js";
import { share } from "../parts/share.js";
import { luckInWords, luckLines } from "../replay/luck.js";
import { ReplayFeed } from "../replay/replay_feed.js";
import { download, momentLink, showLuck, verify } from "../replay/tools.js";
import { ui } from "../words/words.js";
import { duration } from "./clock.js";
import { invitationIn, joinRematch, rematch } from "./rematch.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../net/messages.js").Said} Said */
/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("./shell.js").Shell} Shell */

const OPEN = -2;

/**
 * The panel; it listens to the table's talk for an invitation to play again.
 * @param {LiveFeed} feed
 * @param {Shell} shell
 * @param {(path: string) => void} go
 */
export function ending(feed, shell, go) {
  const { match } = feed;
  const view = /** @type {MatchView} */ (feed.view);
  const seats = Object.values(view.seats);
  const won = view.outcome?.winners.includes(feed.seat) ? "won" : feed.seat >= 0 && view.outcome?.winners.length ? "lost" : "even";
  const facts = h("div", { class: "stack" });
  const again = h("div", { class: "row again" });
  const luck = h("button", { class: "luck", disabled: true }, ui("luck"));
  if (feed.seat >= 0) {
    const key = seats.length === 1 ? "rematch.solo" : seats.some((who) => who.bot) ? "rematch.bot" : "rematch.ask";
    put(again, h("button", { class: "primary rematch", onclick: () => rematch(feed, go) }, ui(key)));
    feed.addEventListener("said", (event) => {
      const asked = invitationIn(/** @type {CustomEvent<Said>} */ (event).detail, view, feed.seat);
      if (asked) put(again, h("p", { role: "status" }, ui("rematch.asked", { name: asked.name })), h("button", { class: "primary rematch", onclick: () => joinRematch(feed, asked, go) }, ui("join")));
    });
  }
  if (view.table) {
    void ReplayFeed.load(match, OPEN).then((log) => {
      const lines = luckLines(log, shell.presentation);
      const rolled = [...lines.values()].some((points) => points.length > 1);
      const first = log.at(log.first + 1).at;
      put(facts,
        h("p", { class: "small soft" }, ui("ending.length", { n: log.last, time: duration(log.at(log.last).at - first) })),
        rolled ? [h("p", { class: "small" }, ui("luck.short")), luckInWords(log, lines, shell.words)] : null);
      luck.disabled = !rolled;
      luck.addEventListener("click", () => showLuck(log, shell));
    }, () => {}); // The panel is of use without it.
  }
  return h("section", { class: `sheet stack ending ${won}`, "aria-label": ui("ending") },
    h("h2", {}, shell.outcome(view)),
    facts,
    again,
    h("div", { class: "row" },
      h("a", { class: `button ${feed.seat < 0 ? "primary" : ""}`, href: `#/replay/${match}` }, ui("replay.open")),
      view.table ? luck : null,
      h("button", { class: "share", onclick: () => share(momentLink(match, feed.seq, OPEN), `${shell.words.say("game.name")}: ${shell.outcome(view)}`) }, ui("share")),
      h("button", { class: "download", onclick: () => download(match) }, ui("replay.download")),
      h("button", { class: "verify", onclick: () => verify(match) }, ui("verify"))));
}
