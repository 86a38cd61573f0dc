/** Bots that are online, and challenges to and from the player; or the record of one bot. */

import { h, put } from "../../dom.js";
import { clockInWords } from "../../lobby/clocks.js";
import { getJSON, nonce, postJSON } from "../../net/rest.js";
import { dialog } from "../../parts/dialog.js";
import { toast } from "../../parts/toast.js";
import { identity } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { botMark, displayName, listWords } from "../../words/words.js";
import { ownPrograms } from "./own_programs.js";
import { programCard } from "./program_card.js";
import { recordOf } from "./record.js";
import { say } from "./words.js";

/**
 * @typedef {import("../../client/wire.js").Challenge} Challenge
 * @typedef {import("../../client/wire.js").Account} Account
 */

/** @type {import("../../feature.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  title(say("title"));
  const back = h("nav", { class: "row" }, h("a", { class: "button", href: addressOf("") }, ui("back")));
  const page = h("div", { class: "record" }, back);
  put(main, page);
  const [, game, player] = path;
  if (game && player) return page.append(await recordOf(game, player));
  if (game === "mine") {
    title(say("mine"));
    back.append(h("a", { class: "button", href: addressOf("programs") }, say("title")));
    return page.append(...(await ownPrograms()));
  }
  const waiting = h("section", { class: "sheet stack challenges", "aria-live": "polite" });
  const bots = h("section", { class: "sheet stack online" });
  page.append(
    h(
      "header",
      { class: "stack" },
      h("h1", {}, say("title")),
      h("p", {}, say("intro")),
      h("p", {}, h("a", { class: "mine", href: addressOf("programs/mine") }, say("mine"))),
    ),
    ...(identity() ? [waiting] : []),
    bots,
  );
  const { programs } = await getJSON("/api/programs");
  const cards = await Promise.all(programs.map(programCard));
  put(bots, h("h2", {}, say("online")), ...(cards.length ? cards : [h("p", { class: "soft" }, say("online.none"))]));
  if (identity()) return followChallenges(connection, waiting, go);
}

/**
 * Show the challenges that wait, and go to the match when one is accepted.
 * @param {import("../../client/connection.js").Connection} connection
 * @param {HTMLElement} place
 * @param {(path: string) => void} go
 */
async function followChallenges(connection, place, go) {
  const words = await listWords();
  /** @type {Map<string, Challenge>} */
  const known = new Map();
  const me = identity()?.player;
  const draw = () =>
    put(
      place,
      h("h2", {}, say("challenges")),
      known.size
        ? h(
            "ul",
            { class: "rows" },
            [...known.values()].map((one) => row(one, one.challenged.player === me, words)),
          )
        : h("p", { class: "soft" }, say("challenges.none")),
    );
  draw();
  connection.follow("account", {
    opening: () => ({ t: "watch_account" }),
    receive: (message) => {
      const news = /** @type {Account} */ (/** @type {any} */ (message));
      if (news.whole) known.clear();
      for (const one of news.challenges ?? []) {
        if ((one.status ?? "waiting") === "waiting") known.set(one.challenge, one);
        else known.delete(one.challenge);
        if (one.status === "accepted" && one.match) go(`match/${one.match}`);
      }
      draw();
    },
  });
  return () => connection.unfollow("account", { t: "unwatch_account" });
}

/** Reasons that a person may give for declining. */
const REASONS = /** @type {const} */ (["", "later", "game", "options", "clock", "seat", "rated", "unrated"]);

/** Ask for the reason. Null: it is not declined after all. @param {string} name @returns {Promise<string | null>} */
async function askReason(name) {
  const choice = h(
    "select",
    { name: "reason", autofocus: true },
    REASONS.map((reason) => h("option", { value: reason }, say(reason ? `reason.${reason}` : "reason"))),
  );
  const answer = await dialog(say("decline.title", { name }), (close) => [
    h("label", {}, say("decline.reason"), choice),
    h(
      "div",
      { class: "row spread" },
      h("button", { class: "quiet", onclick: () => close("") }, ui("cancel")),
      h("button", { class: "primary decline-now", onclick: () => close("decline") }, say("decline")),
    ),
  ]);
  return answer ? choice.value : null;
}

/** @param {Challenge} one @param {boolean} mine whether the player is to answer @param {Map<string, any>} words */
function row(one, mine, words) {
  const other = mine ? one.challenger : one.challenged;
  const name = displayName(other.name);
  const shown = name + botMark(other.program);
  const game = words.get(one.game)?.say("game.name") ?? one.game;
  const answer = async (/** @type {"accept" | "decline" | "cancel"} */ what) => {
    const reason = what === "decline" ? await askReason(name) : "";
    if (reason === null) return;
    try {
      const wish = { answer: what, reason, nonce: what === "accept" ? nonce() : "" };
      await postJSON(`/api/challenges/${one.challenge}`, wish);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  const button = (/** @type {"accept" | "decline" | "cancel"} */ what) =>
    h(
      "button",
      { class: what === "accept" ? "primary accept" : `quiet ${what}`, onclick: () => answer(what) },
      say(what),
    );
  return h(
    "li",
    { class: "row spread" },
    h(
      "span",
      {},
      say(mine ? "challenges.from" : "challenges.to", { name: shown, game }),
      one.clock ? `, ${clockInWords(/** @type {any} */ (one.clock))}` : "",
      one.rated ? `, ${say("rated")}` : "",
    ),
    h("span", { class: "row" }, mine ? [button("accept"), button("decline")] : [button("cancel")]),
  );
}
