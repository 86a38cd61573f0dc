/** The lobby's list of matches: followed live, filtered, and read on by REST where there are more than are told. */

import { h, put } from "../dom.js";
import { getJSON } from "../net/rest.js";
import { forkLine } from "../parts/fork.js";
import { toast } from "../parts/toast.js";
import { identity, prefs } from "../prefs.js";
import { ui, Words } from "../words/words.js";

/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */
/** @typedef {import("../net/messages.js").Lobby} Lobby */

/** How many are shown at first, and how many more each time. */
const STEP = 20;
/** So many are told by the connection; where there are fewer, these are all. */
const TOLD = 200;

/**
 * Makers take turns, as in the service's own order: of everybody the first, then of everybody the second, and so on;
 * those that wait before those that are played, newer before older.
 * @param {LobbyRow[]} rows
 */
export function inTurn(rows) {
  const byAge = [...rows].sort(younger);
  /** @type {Map<string, number>} */
  const soFar = new Map();
  const placed = byAge.map((row) => {
    const maker = row.players?.find(Boolean) ?? row.match;
    const number = soFar.get(maker) ?? 0;
    soFar.set(maker, number + 1);
    return { row, number };
  });
  return placed.sort((a, b) => a.number - b.number || younger(a.row, b.row)).map(({ row }) => row);
}

/** @param {LobbyRow} a @param {LobbyRow} b */
function younger(a, b) {
  return Number(b.status === "open") - Number(a.status === "open") || b.at - a.at || (a.match < b.match ? -1 : 1);
}

/**
 * @param {import("../net/connection.js").Connection} connection
 * @param {Map<string, Words>} words
 * @returns {{ element: HTMLElement, close: () => void }}
 */
export function matchList(connection, words) {
  /** What the connection tells, and what was read besides. @type {Map<string, LobbyRow>} */
  const told = new Map();
  /** @type {Map<string, LobbyRow>} */
  const read = new Map();
  let shown = STEP;
  /** Where the next page begins; undefined: there is none, or none was asked for yet. @type {string | undefined} */
  let next;
  let asked = 0;

  const list = h("ul", { class: "rows live" });
  const more = h("button", { class: "quiet more", onclick: () => void readOn() }, ui("lobby.more"));
  const game = h("select", { class: "filter-game", "aria-label": ui("filter.game"), onchange: () => filter() },
    h("option", { value: "" }, ui("filter.game.all")), [...words].map(([id, w]) => h("option", { value: id }, w.say("game.name"))));
  const status = h("select", { class: "filter-status", "aria-label": ui("filter.status"), onchange: () => filter() },
    h("option", { value: "" }, ui("filter.status.all")), h("option", { value: "open" }, ui("filter.status.open")), h("option", { value: "playing" }, ui("filter.status.playing")));

  const fits = (/** @type {LobbyRow} */ row) => (!game.value || row.game === game.value) && (!status.value || row.status === status.value);

  const known = () => [...new Map([...read, ...told]).values()].filter(fits);

  const show = () => {
    const rows = inTurn(known());
    put(list, ...(rows.length ? rows.slice(0, shown).map((row) => line(row, words)) : [h("li", { class: "soft" }, ui(told.size ? "lobby.none" : "lobby.empty"))]));
    more.hidden = rows.length <= shown && next === undefined;
  };

  /** Read a page of what is wanted now; whether that went well and is still wanted. */
  const page = async () => {
    const turn = ++asked;
    const query = new URLSearchParams(Object.entries({ game: game.value, status: status.value, after: next ?? "" }).filter(([, value]) => value));
    const found = await getJSON(`/api/matches?${query}`).catch((error) => void toast(error.message));
    if (turn !== asked || !found) return false;
    for (const row of /** @type {LobbyRow[]} */ (found.matches)) read.set(row.match, row);
    next = found.next;
    return true;
  };

  const readOn = async () => {
    shown += STEP;
    // What is read may be known already.
    while (known().length < shown && next !== undefined && (await page()));
    show();
  };

  const filter = async () => {
    shown = STEP;
    read.clear();
    next = undefined;
    show();
    // Else everything that there is has been told.
    if (told.size < TOLD) return;
    await page();
    show();
  };

  connection.follow("lobby", {
    opening: () => ({ t: "watch_lobby" }),
    receive: (message) => {
      const lobby = /** @type {Lobby} */ (message);
      const before = told.size;
      if (lobby.whole) told.clear();
      for (const row of lobby.rows ?? []) told.set(row.match, row);
      for (const id of lobby.gone ?? []) {
        told.delete(id);
        read.delete(id);
      }
      if (before < TOLD && told.size >= TOLD && !asked) void filter();
      else show();
    },
  });
  show();
  return {
    element: h("section", { class: "stack" },
      h("h2", {}, ui("lobby.live")),
      h("div", { class: "row filters" }, game, status),
      list,
      more),
    close: () => connection.unfollow("lobby", { t: "unwatch_lobby" }),
  };
}

/** @param {LobbyRow} row @param {Map<string, Words>} words */
function line(row, words) {
  const w = words.get(row.game) ?? new Words({}, prefs.lang);
  const names = row.names.flatMap((name, seat) => [seat ? " – " : null, h("span", { class: "who" }, (row.house_bots?.includes(seat) ? w.bot(name) : name) || w.freeSeat(row.house))]);
  return h("li", {}, h("a", { class: "row-link", href: `/match/${row.match}` },
    h("b", {}, words.get(row.game)?.say("game.name") ?? row.game), h("span", { class: "names" }, names),
    row.fork ? h("span", { class: "fork-note" }, forkLine(row.fork)) : null,
    h("span", { class: "tag" }, ui(row.players?.includes(identity()?.player ?? "-") ? "row.mine" : row.unknown_rules ? "row.unknown_rules" : row.house ? "row.kept" : row.status === "open" ? "row.open" : "row.watch"))));
}
