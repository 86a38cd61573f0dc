/** Finding an opponent: with which clock, how many wait for it and how long, and what to do meanwhile. */

import { h } from "../dom.js";
import { ensurePlayer, getJSON, nonce, postJSON } from "../net/rest.js";
import { dialog } from "../parts/dialog.js";
import { tiles } from "../parts/tiles.js";
import { toast } from "../parts/toast.js";
import { identity } from "../prefs.js";
import { lasted } from "../table/clock.js";
import { ui } from "../words/words.js";
import { CLOCKS, clockName } from "./clocks.js";
import { startMatch } from "./create.js";
import { changed } from "./matters.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */

const OFFERED = ["none", "quick", "slow", "day"];

/**
 * Who waits for anybody, by clock: with the usual rules, never at a fork (its maker may know all hands), never for a bot, never rated unasked.
 * @param {LobbyRow[]} rows
 * @param {GameInfo} game
 * @param {string} me player id, to leave out one's own
 * @param {Set<string>} [blocked] players whom one blocked
 * @returns {Map<string, LobbyRow[]>} those who wait longest first
 */
export function waiting(rows, game, me, blocked = new Set()) {
  /** @type {Map<string, LobbyRow[]>} */
  const found = new Map();
  for (const row of [...rows].sort((a, b) => a.at - b.at)) {
    const clock = clockName(row.clock);
    if (row.game !== game.id || row.status !== "open" || row.house || row.fork || row.rated || row.players?.includes(me) || row.players?.some((player) => blocked.has(player)) || !clock) continue;
    if (changed(game.options, game.presentation, row.options ?? {}).length) continue;
    found.set(clock, [...(found.get(clock) ?? []), row]);
  }
  return found;
}

/**
 * Ask for a clock; then sit down with who waits longest for it, else wait.
 * @param {GameInfo} game
 * @param {string} name
 * @param {(path: string) => void} go
 */
export async function findOpponent(game, name, go) {
  /** @type {LobbyRow[]} */
  let open;
  try {
    open = (await getJSON(`/api/matches?game=${game.id}&status=open&forks=no`)).matches;
  } catch (error) {
    return toast(error instanceof Error ? error.message : String(error));
  }
  const who = waiting(open, game, identity()?.player ?? "-");
  const line = (/** @type {string} */ clock) => {
    const rows = who.get(clock) ?? [];
    const since = rows[0]?.at;
    return since === undefined ? ui("pair.nobody") : ui("pair.waits", { n: rows.length, time: lasted(Date.now() - since) });
  };
  const best = OFFERED.find((clock) => who.has(clock)) ?? "none";
  const clocks = tiles(ui("clock"), OFFERED.map((clock) => ({ value: clock, name: ui(/** @type {any} */ (`clock.${clock}`)), help: line(clock) })), best);
  const answer = await dialog(ui("pair.title", { name }), (close) => [
    clocks.element,
    h("p", { class: "soft" }, ui("pair.help")),
    h("div", { class: "row dialog-doors" }, h("button", { class: "primary", onclick: () => close("find") }, ui("play.pair")), h("button", { onclick: () => close("") }, ui("cancel"))),
  ]);
  if (answer !== "find") return;
  await ensurePlayer();
  const clock = clocks.read();
  for (const row of who.get(clock) ?? []) {
    try {
      await postJSON(`/api/matches/${row.match}/join`, { nonce: nonce() });
      return go(`match/${row.match}`);
    } catch {
      continue; // Somebody else was quicker: try the next.
    }
  }
  const own = open.find((row) => row.players?.includes(identity()?.player ?? "-") && clockName(row.clock) === clock && !row.house);
  if (own) go(`match/${own.match}`);
  else await startMatch(game, { clock: CLOCKS[clock] }, go);
}
