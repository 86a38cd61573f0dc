/** Making matches: at once, paired with whoever waits, or with every option chosen. */

import { h } from "../dom.js";
import { ensurePlayer, getJSON, makeMatch, nonce, postJSON } from "../net/rest.js";
import { dialog } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { ui } from "../words/words.js";
import { optionFields } from "./options.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */
/** @typedef {import("../words/words.js").Words} Words */
/** @typedef {(path: string) => void} Go */

/** Clocks offered in the lobby, in milliseconds. @type {Record<string, any>} */
const CLOCKS = {
  none: { kind: "none" },
  quick: { kind: "bank", base: 10 * 60_000, increment: 10_000 },
  slow: { kind: "bank", base: 30 * 60_000, increment: 20_000 },
  day: { kind: "days", base: 86_400_000 },
  week: { kind: "days", base: 7 * 86_400_000 },
};

/**
 * Make a match, take a seat and go there. Gives the path of its table; empty: it could not be made.
 * @param {{ id: string }} game
 * @param {Record<string, any>} wishes fields of POST /api/matches besides game and nonce
 * @param {Go} [go]
 */
export async function startMatch(game, wishes, go) {
  try {
    await ensurePlayer();
    const made = await makeMatch("/api/matches", { game: game.id, nonce: nonce(), ...wishes });
    const path = made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`;
    go?.(path);
    return path;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return "";
  }
}

/**
 * Sit down with somebody who waits, else wait for somebody. Never at a fork: its maker may know all hands.
 * @param {GameInfo} game
 * @param {Go} go
 */
export async function quickPair(game, go) {
  const who = await ensurePlayer();
  /** @type {LobbyRow[]} */
  let open;
  try {
    open = (await getJSON(`/api/matches?game=${game.id}&status=open&forks=no`)).matches.filter((/** @type {LobbyRow} */ row) => !row.house);
  } catch (error) {
    return toast(error instanceof Error ? error.message : String(error));
  }
  const waiting = open.filter((row) => !row.players?.includes(who.player));
  for (const row of waiting) {
    try {
      await postJSON(`/api/matches/${row.match}/join`, { nonce: nonce() });
      return go(`match/${row.match}`);
    } catch {
      continue; // Somebody else was quicker: try the next.
    }
  }
  const own = open.find((row) => row.players?.includes(who.player));
  if (own) go(`match/${own.match}`);
  else await startMatch(game, {}, go);
}

/** Whom the house sends first. @param {{ bots: string[] }} game */
export const houseBot = (game) => game.bots[0] ?? "random";

/**
 * Choose everything.
 * @param {GameInfo} game
 * @param {Words} words
 * @param {Go} go
 */
export async function createDialog(game, words, go) {
  const options = optionFields(game.options, words);
  const seat = optionFields(game.seat_options, words, "seat_option");
  const two = game.seats > 1;
  const clock = h("select", {}, Object.keys(CLOCKS).map((name) => h("option", { value: name }, ui(/** @type {any} */ (`clock.${name}`)))));
  const opponent = h("select", {}, ["", ...game.bots].map((name) => h("option", { value: name }, name ? ui("opponent.bot", { name: words.bot(name) }) : ui("opponent.person"))));
  const whom = row(ui("opponent"), opponent);
  opponent.addEventListener("change", () => whom.lastElementChild?.replaceChildren(words.botHelp(opponent.value)));
  const isPrivate = h("input", { type: "checkbox", checked: two });
  const delay = h("select", {}, [-1, 30, 120, 600].map((seconds) => h("option", { value: seconds }, ui(seconds < 0 ? "open.never" : "open.delay", { n: seconds }))));
  const answer = await dialog(words.say("game.name"), (close) => [
    h("form", { class: "stack create-form", onsubmit: (/** @type {Event} */ e) => (e.preventDefault(), close("create")) },
      options.elements,
      seat.elements,
      two ? whom : null,
      two ? row(ui("clock"), clock) : null,
      two ? row(ui("private"), isPrivate, ui("private.help")) : null,
      row(ui("open"), delay, ui("open.help")),
      h("div", { class: "row" }, h("button", { class: "primary" }, ui("create")), h("button", { type: "button", onclick: () => close("") }, ui("cancel")))),
  ]);
  if (answer !== "create") return;
  await startMatch(game, {
    options: options.read(),
    seat_options: seat.read(),
    clock: CLOCKS[clock.value],
    opponent: two ? opponent.value : "",
    access: { private: two && isPrivate.checked, open_delay: Number(delay.value) },
  }, go);
}

/** @param {string} name @param {HTMLElement} control @param {string} [help] */
function row(name, control, help = "") {
  return h("div", { class: "option" }, h("label", {}, h("span", {}, name), control), h("small", { class: "soft" }, help));
}
