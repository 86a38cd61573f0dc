/** One's own matches, kept up to date while they are looked at: those that wait for us come first. */

import { h, put } from "../dom.js";
import { LiveFeed } from "../net/live_feed.js";
import { getJSON } from "../net/rest.js";
import { forkLine } from "../parts/fork.js";
import { identity, prefs } from "../prefs.js";
import { alertTurn } from "../table/alerts.js";
import { ui, Words } from "../words/words.js";

/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */
/** @typedef {"yours" | "theirs" | "open" | "playing" | "ended" | "won" | "lost"} State */

const SHOWN = 12;
/** In this order. @type {State[]} */
const ORDER = ["yours", "theirs", "playing", "open"];

/**
 * Show them in `section`. Returns what ends it.
 * @param {HTMLElement} section
 * @param {Map<string, Words>} words
 * @param {import("../net/connection.js").Connection} connection
 */
export function showMine(section, words, connection) {
  const me = identity()?.player;
  /** @type {LiveFeed[]} */
  const feeds = [];
  let left = false;
  if (me) {
    load(me).catch((error) => {
      // The service does not know the player any more: they are a guest, who has no matches.
      if (identity()?.player === me) throw error;
    });
  }
  return () => {
    left = true;
    for (const feed of feeds) feed.close();
  };

  /** @param {string} me */
  async function load(me) {
    /** @type {LobbyRow[]} */
    const rows = (await getJSON("/api/matches/mine")).matches.slice(0, SHOWN);
    if (left || !rows.length) return;
    const matches = rows.map((row) => ({ row, state: stateOf(row, me) }));
    const show = () => {
      const rank = (/** @type {State} */ state) => (ORDER.includes(state) ? ORDER.indexOf(state) : ORDER.length);
      const sorted = [...matches].sort((a, b) => rank(a.state) - rank(b.state));
      put(section, h("h2", {}, ui("lobby.mine")), h("ul", { class: "rows" }, sorted.map(({ row, state }) => line(row, state, me, words))));
    };
    for (const match of matches) {
      if (match.row.status === "ended" || match.row.unknown_rules) continue;
      const feed = new LiveFeed(connection, match.row.match);
      feeds.push(feed);
      let first = true;
      const look = () => {
        const { view, decision, seat } = feed;
        if (!view) return;
        if (view.status === "playing") match.state = !decision ? "playing" : decision.seat === seat ? "yours" : "theirs";
        else match.state = stateOf({ ...match.row, status: view.status, winners: view.outcome?.winners ?? [] }, me);
        match.row = { ...match.row, names: Object.values(view.seats).map((who) => who.name ?? "") };
        alertTurn(match.row.match, match.state === "yours", words.get(match.row.game)?.say("game.name") ?? "", first);
        first = false;
        show();
      };
      feed.addEventListener("snapshot", look);
      feed.addEventListener("moment", look);
    }
    show();
  }
}

/** As far as a row tells. @param {LobbyRow} row @param {string} me @returns {State} */
function stateOf(row, me) {
  if (row.status !== "ended") return row.status === "open" ? "open" : "playing";
  if (!row.winners?.length) return "ended";
  return row.winners.includes(row.players?.indexOf(me) ?? -1) ? "won" : "lost";
}

/**
 * @param {LobbyRow} row
 * @param {State} state
 * @param {string} me
 * @param {Map<string, Words>} words
 */
function line(row, state, me, words) {
  const w = words.get(row.game) ?? new Words({}, prefs.lang);
  const others = row.names.map((name, seat) => (row.house_bots?.includes(seat) ? w.bot(name) : name)).filter((name, seat) => name && row.players?.[seat] !== me);
  const over = ["ended", "won", "lost"].includes(state);
  return h("li", {}, h("a", { class: `row-link ${state}`, href: `/${over ? "replay" : "match"}/${row.match}` },
    h("b", {}, words.get(row.game)?.say("game.name") ?? row.game),
    others.length ? h("span", { class: "who" }, ui("mine.against", { names: others })) : null,
    row.fork ? h("span", { class: "fork-note" }, forkLine(row.fork)) : null,
    h("span", { class: "tag" }, ui(row.unknown_rules && !over ? "row.unknown_rules" : `mine.${state}`))));
}
