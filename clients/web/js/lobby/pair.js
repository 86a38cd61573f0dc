/** Finding an opponent: with which clock, how many wait for it and how long, and what to do meanwhile. */

import { h } from "../dom.js";
import { ensurePlayer, getJSON, nonce, postJSON, RestError } from "../net/rest.js";
import { dialog } from "../parts/dialog.js";
import { failed } from "../parts/rated.js";
import { tiles } from "../parts/tiles.js";
import { toast } from "../parts/toast.js";
import { identity } from "../prefs.js";
import { lasted } from "../table/clock.js";
import { ui } from "../words/more.js";
import { CLOCKS, clockName } from "./clocks.js";
import { startMatch } from "./create.js";
import { changed } from "./matters.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */

const OFFERED = ["none", "quick", "slow", "day"];

/**
 * Who waits for anybody, by clock: with the usual rules, never at a fork (its maker may know all hands), never for a bot; rated if that is what one looks for, else never.
 * @param {LobbyRow[]} rows
 * @param {GameInfo} game
 * @param {string} me player id, to leave out one's own
 * @param {Set<string>} [blocked] players whom one blocked
 * @param {boolean} [rated]
 * @returns {Map<string, LobbyRow[]>} those who wait longest first
 */
export function waiting(rows, game, me, blocked = new Set(), rated = false) {
  /** @type {Map<string, LobbyRow[]>} */
  const found = new Map();
  for (const row of [...rows].sort((a, b) => a.at - b.at)) {
    const clock = clockName(row.clock);
    if (row.game !== game.id || row.status !== "open" || row.house || row.fork || Boolean(row.rated) !== rated || row.players?.includes(me) || row.players?.some((player) => blocked.has(player)) || !clock) continue;
    if (changed(game.options, game.presentation, row.options ?? {}).length) continue;
    found.set(clock, [...(found.get(clock) ?? []), row]);
  }
  return found;
}

/**
 * Ask for a clock, and whether it is to be rated; then sit down with who waits longest for that, else wait.
 * @param {GameInfo} game
 * @param {string} name
 * @param {(path: string) => void} go
 */
export async function findOpponent(game, name, go) {
  /** @type {LobbyRow[]} */
  let open;
  /** @type {Set<string>} */
  let blocked;
  try {
    open = (await getJSON(`/api/matches?game=${game.id}&status=open&forks=no`)).matches;
    const known = identity() ? (await getJSON("/api/players/me/blocks")).blocked : [];
    blocked = new Set(known.map((/** @type {{ player: string }} */ { player }) => player));
  } catch (error) {
    return toast(error instanceof Error ? error.message : String(error));
  }
  const me = identity()?.player ?? "-";
  const [casual, serious] = [false, true].map((rated) => waiting(open, game, me, blocked, rated));
  let who = /** @type {Map<string, LobbyRow[]>} */ (casual);
  const line = (/** @type {string} */ clock) => {
    const rows = who.get(clock) ?? [];
    const since = rows[0]?.at;
    return since === undefined ? ui("pair.nobody") : ui("pair.waits", { n: rows.length, time: lasted(Date.now() - since) });
  };
  const best = OFFERED.find((clock) => who.has(clock)) ?? "none";
  const clocks = tiles(ui("clock"), OFFERED.map((clock) => ({ value: clock, name: ui(/** @type {any} */ (`clock.${clock}`)), help: line(clock) })), best);
  const rated = h("input", { type: "checkbox", name: "rated" });
  rated.addEventListener("change", () => {
    who = /** @type {Map<string, LobbyRow[]>} */ (rated.checked ? serious : casual);
    for (const clock of OFFERED) clocks.note(clock, line(clock));
    // A rated match has a clock.
    clocks.allow("none", !rated.checked, "quick");
  });
  const answer = await dialog(ui("pair.title", { name }), (close) => [
    clocks.element,
    h("div", { class: "option" }, h("label", {}, h("span", {}, ui("rated")), rated), h("small", { class: "soft" }, ui("rated.help"))),
    h("p", { class: "soft" }, ui("pair.help")),
    h("div", { class: "row dialog-doors" }, h("button", { class: "primary", onclick: () => close("find") }, ui("play.pair")), h("button", { onclick: () => close("") }, ui("cancel"))),
  ]);
  if (answer !== "find") return;
  await ensurePlayer();
  const clock = clocks.read();
  for (const row of who.get(clock) ?? []) {
    try {
      await postJSON(`/api/matches/${row.match}/join`, { nonce: nonce(), rated: rated.checked });
      return go(`match/${row.match}`);
    } catch (error) {
      if (error instanceof RestError && error.code === "not_kept") return failed(error);
      continue; // Somebody else was quicker, or they do not play together: try the next.
    }
  }
  const own = open.find((row) => row.players?.includes(identity()?.player ?? "-") && clockName(row.clock) === clock && !row.house && Boolean(row.rated) === rated.checked);
  if (own) go(`match/${own.match}`);
  else await startMatch(game, { clock: CLOCKS[clock], rated: rated.checked }, go);
}
