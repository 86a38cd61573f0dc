/** Finding an opponent: clock, number and time of waiting players, and what to do meanwhile. */

import { h } from "../dom.js";
import { ensurePlayer, getJSON, nonce, postJSON, RestError } from "../net/rest.js";
import { tiles } from "../parts/choice_tiles.js";
import { dialog } from "../parts/dialog.js";
import { showError } from "../parts/show_error.js";
import { toast } from "../parts/toast.js";
import { identity } from "../prefs.js";
import { lasted } from "../table/clock.js";
import { ui } from "../words/all_words.js";
import { CLOCKS, clockName } from "./clocks.js";
import { changed } from "./relevant_options.js";
import { startMatch } from "./start_match.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../client/messages.js").LobbyRow} LobbyRow */

const OFFERED = ["none", "quick", "slow", "day"];

/**
 * Waiting players by clock: usual rules only, no forks (their creators may know all hands), no bots; rated matches only
 * if wanted.
 * @param {LobbyRow[]} rows
 * @param {GameInfo} game
 * @param {string} me player id, to leave out one's own
 * @param {boolean} [rated]
 * @returns {Map<string, LobbyRow[]>} those who wait longest first
 */
export function waiting(rows, game, me, rated = false) {
  /** @type {Map<string, LobbyRow[]>} */
  const found = new Map();
  for (const row of [...rows].sort((a, b) => a.at - b.at)) {
    const clock = clockName(row.clock);
    if (
      row.game !== game.id ||
      row.status !== "open" ||
      row.house ||
      row.fork ||
      Boolean(row.rated) !== rated ||
      row.players?.includes(me) ||
      !clock
    )
      continue;
    if (changed(game.options, game.presentation, row.options ?? {}).length) continue;
    found.set(clock, [...(found.get(clock) ?? []), row]);
  }
  return found;
}

/**
 * Ask for a clock, and whether rated; then join the match that waits longest for that, else wait.
 * @param {GameInfo} game
 * @param {string} name
 * @param {(path: string) => void} go
 */
export async function findOpponent(game, name, go) {
  /** @type {LobbyRow[]} */
  let open;
  try {
    open = await listed(game);
  } catch (error) {
    return toast(error instanceof Error ? error.message : String(error));
  }
  const me = identity()?.player ?? "-";
  const [casual, serious] = [false, true].map((rated) => waiting(open, game, me, rated));
  let who = /** @type {Map<string, LobbyRow[]>} */ (casual);
  const line = (/** @type {string} */ clock) => {
    const rows = who.get(clock) ?? [];
    const since = rows[0]?.at;
    return since === undefined
      ? ui("pair.nobody")
      : ui("pair.waits", { n: rows.length, time: lasted(Date.now() - since) });
  };
  const best = OFFERED.find((clock) => who.has(clock)) ?? "none";
  const clocks = tiles(
    ui("clock"),
    OFFERED.map((clock) => ({ value: clock, name: ui(/** @type {any} */ (`clock.${clock}`)), help: line(clock) })),
    best,
  );
  const rated = h("input", { type: "checkbox", name: "rated" });
  rated.addEventListener("change", () => {
    who = /** @type {Map<string, LobbyRow[]>} */ (rated.checked ? serious : casual);
    for (const clock of OFFERED) clocks.note(clock, line(clock));
    // A rated match has a clock.
    clocks.allow("none", !rated.checked, "quick");
  });
  const answer = await dialog(ui("pair.title", { name }), (close) => [
    clocks.element,
    h(
      "div",
      { class: "option" },
      h("label", {}, h("span", {}, ui("rated")), rated),
      h("small", { class: "soft" }, ui("rated.help")),
    ),
    h("p", { class: "soft" }, ui("clock.help")),
    h("p", { class: "soft" }, ui("pair.help")),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: () => close("find") }, ui("play.pair")),
      h("button", { onclick: () => close("") }, ui("cancel")),
    ),
  ]);
  if (answer !== "find") return;
  await find(game, { clock: clocks.read(), rated: rated.checked }, go).catch(showError);
}

/** The player's own and joinable open matches of a game. @param {GameInfo} game @returns {Promise<LobbyRow[]>} */
const listed = async (game) =>
  (await getJSON(`/api/matches?game=${game.id}&status=open&forks=no&joinable=yes`)).matches;

/**
 * Join the match that waits longest for this, else open one; a player who waits already continues.
 * @param {GameInfo} game
 * @param {{ clock: string, rated: boolean }} wish
 * @param {(path: string) => void} go
 */
async function find(game, { clock, rated }, go) {
  await ensurePlayer();
  const me = identity()?.player ?? "-";
  const those = (/** @type {LobbyRow[]} */ rows) => waiting(rows, game, me, rated).get(clock) ?? [];
  const wait = (/** @type {(path: string) => void} */ then) => startMatch(game, { clock: CLOCKS[clock], rated }, then);
  // Others may have come meanwhile.
  const rows = await listed(game);
  const own = rows.find(
    (row) => row.players?.includes(me) && clockName(row.clock) === clock && !row.house && Boolean(row.rated) === rated,
  );
  const found = await sitDown(those(rows), rated);
  // We found an opponent: withdraw our own waiting match.
  if (found && own) await withdraw(own);
  if (found || own) return go(`match/${found || own?.match}`);
  const path = await wait(() => {});
  if (!path) return;
  // Of two players who began to wait at once the later one gives way; a match that was joined meanwhile is not in the
  // list.
  const now = await listed(game);
  const ours = now.find((row) => path === `match/${row.match}`);
  const first = ours ? earlier(those(now), ours) : [];
  if (!ours || !first.length || !(await withdraw(ours))) return go(path);
  const given = await sitDown(first, rated);
  if (given) go(`match/${given}`);
  else await wait(go);
}

/** Stop waiting. Resolves with whether nobody has joined meanwhile. @param {LobbyRow} own */
const withdraw = (own) =>
  postJSON(`/api/matches/${own.match}/withdraw`).then(
    () => true,
    () => false,
  );

/** Matches that began to wait earlier; never two of each other. @param {LobbyRow[]} rows @param {LobbyRow} own */
export const earlier = (rows, own) =>
  rows.filter((row) => row.at < own.at || (row.at === own.at && row.match < own.match));

/**
 * Join the first that is still free. Resolves with the match, or empty. Rejects when the player may not play so at all.
 * @param {LobbyRow[]} rows
 * @param {boolean} rated
 */
async function sitDown(rows, rated) {
  for (const row of rows) {
    try {
      await postJSON(`/api/matches/${row.match}/join`, { nonce: nonce(), rated });
      return row.match;
    } catch (error) {
      if (error instanceof RestError && error.code === "not_kept") throw error;
      // Taken already, or the two do not play together: try the next.
    }
  }
  return "";
}
