/** The player's own matches: running ones as a live strip, finished ones as a list. */

import { LiveFeed } from "../client/live_feed.js";
import { h, put } from "../dom.js";
import { announceFollowing } from "../extensions.js";
import { getJSON } from "../net/rest.js";
import { forkLine } from "../parts/fork.js";
import { toast } from "../parts/toast.js";
import { identity, prefs, speaker } from "../prefs.js";
import { addressOf } from "../route.js";
import { alertTurn } from "../table/alerts.js";
import { duration, lasted } from "../table/clock.js";
import { ui, Words } from "../words/words.js";
import { emblem } from "./emblem.js";

/** @typedef {import("../client/messages.js").LobbyRow} LobbyRow */
/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/**
 * @typedef {"yours" | "theirs" | "open" | "playing" | "over" | "off" | "draw" | "won" | "lost" | "unreadable"} State
 */
/** @typedef {{ row: LobbyRow, state: State, view?: MatchView }} Mine */

/** Running matches to follow; each counts as ten messages of the burst of 150. */
const FOLLOWED = 12;
/** Running matches to show, unless more of them wait for the player. */
const GOING = 8;
/** Finished matches to show. */
const OVER = 6;
const DAY = 24 * 60 * 60 * 1000;
/** States of running matches, most urgent first. @type {State[]} */
const ORDER = ["yours", "theirs", "playing", "open"];
/** Deadline of the decision; without a clock it sorts last. @param {Mine} mine */
const until = ({ view }) => view?.clock.deadline ?? Number.MAX_SAFE_INTEGER;

/**
 * Request the player's matches; undefined for guests, who have none.
 * @returns {Promise<{ matches: LobbyRow[] }> | undefined}
 */
export const askMine = () => (speaker() ? getJSON("/api/matches/mine") : undefined);

/**
 * Running matches to show: all in which the player decides, then others up to `GOING`; by time left. Pure.
 * @param {Mine[]} going
 */
export function shown(going) {
  const now = going
    .filter(({ state }) => ORDER.includes(state))
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || until(a) - until(b));
  return now.slice(0, Math.max(GOING, now.filter(({ state }) => state === "yours").length));
}

/**
 * Show the player's matches; returns the function that stops following them.
 * @param {ReturnType<typeof askMine>} asked
 * @param {HTMLElement} strip
 * @param {HTMLElement} past
 * @param {Map<string, Words>} words
 * @param {GameInfo[]} games
 * @param {import("../client/connection.js").Connection} connection
 */
export function showMine(asked, strip, past, words, games, connection) {
  const me = identity()?.player;
  const own = new OwnMatches(me ?? "", strip, past, words, games, connection);
  if (me && asked) {
    own.load(asked).catch((error) => {
      if (error.code === "suspended") return toast(error.message);
      // A player whom the service does not know at the moment has no matches; another part of the page says so.
      if (speaker()?.player === me && navigator.onLine) throw error;
    });
  }
  return () => own.close();
}

class OwnMatches {
  #me;
  #strip;
  #past;
  #words;
  #games;
  #connection;
  /** @type {LiveFeed[]} */
  #feeds = [];
  /** @type {Mine[]} */
  #matches = [];
  /** @type {Mine[]} */
  #going = [];
  #closing = new AbortController();

  /**
   * @param {string} me
   * @param {HTMLElement} strip
   * @param {HTMLElement} past
   * @param {Map<string, Words>} words
   * @param {GameInfo[]} games
   * @param {import("../client/connection.js").Connection} connection
   */
  constructor(me, strip, past, words, games, connection) {
    this.#me = me;
    this.#strip = strip;
    this.#past = past;
    this.#words = words;
    this.#games = games;
    this.#connection = connection;
    announceFollowing(() => this.#feeds, this.#closing.signal);
  }

  /** @param {Promise<{ matches: LobbyRow[] }>} asked */
  async load(asked) {
    const rows = (await asked).matches;
    if (this.#closing.signal.aborted) return;
    this.#matches = rows.map((row) => ({ row, state: stateOf(row, this.#me) }));
    this.#going = this.#matches.filter(({ row }) => row.status !== "ended").slice(0, FOLLOWED);
    for (const match of this.#going) if (!match.row.unknown_rules) this.#follow(match);
    this.#show();
  }

  close() {
    this.#closing.abort();
    for (const feed of this.#feeds) feed.close();
  }

  #show() {
    const now = this.#connection.now();
    const cards = shown(this.#going).map((match) => goingCard(match, this.#me, this.#words, this.#games, now));
    put(this.#strip, cards.length ? [h("h2", {}, ui("lobby.go_on")), h("ul", { class: "strip" }, cards)] : "");
    const over = this.#matches.filter(({ state }) => !ORDER.includes(state)).slice(0, OVER);
    const lines = over.map((match) => overLine(match, this.#me, this.#words));
    put(this.#past, lines.length ? [h("h2", {}, ui("lobby.past")), h("ul", { class: "rows" }, lines)] : "");
  }

  /** @param {Mine} match */
  #follow(match) {
    const feed = new LiveFeed(this.#connection, match.row.match);
    this.#feeds.push(feed);
    let first = true;
    const update = () => {
      if (!feed.view) return;
      updateFrom(feed, feed.view, match, this.#me);
      const game = this.#words.get(match.row.game)?.say("game.name") ?? "";
      alertTurn(match.row.match, match.state === "yours", game, first);
      first = false;
      this.#show();
    };
    feed.addEventListener("snapshot", update);
    feed.addEventListener("moment", update);
  }
}

/** @param {LiveFeed} feed @param {MatchView} view @param {Mine} match changed in place @param {string} me */
function updateFrom({ decision, seat }, view, match, me) {
  match.view = view;
  if (view.status === "playing") match.state = !decision ? "playing" : decision.seat === seat ? "yours" : "theirs";
  else {
    const result = view.outcome ? { reason: view.outcome.reason } : {};
    match.state = stateOf({ ...match.row, status: view.status, winners: view.outcome?.winners ?? [], ...result }, me);
  }
  match.row = { ...match.row, names: Object.values(view.seats).map((who) => who.name ?? "") };
}

/** State of a match from its lobby row. @param {LobbyRow} row @param {string} me @returns {State} */
export function stateOf(row, me) {
  if (row.unreadable) return "unreadable";
  if (row.status !== "ended") return row.status === "open" ? "open" : "playing";
  if (row.reason === "cancelled" || row.reason === "expired" || row.players?.includes("")) return "off";
  if (row.reason === "closed") return "over";
  if (!row.winners?.length) return row.names.length === 1 ? "lost" : "draw";
  return row.winners.includes(row.players?.indexOf(me) ?? -1) ? "won" : "lost";
}

/** @param {LobbyRow} row @param {string} me @param {Words} w */
function others(row, me, w) {
  const names = row.names
    .map((_, seat) => w.rowPlayer(row, seat) + w.rowMark(row, seat))
    .filter((name, seat) => name && row.players?.[seat] !== me);
  return names.length ? h("span", { class: "who" }, ui("mine.against", { names })) : null;
}

/**
 * @param {Mine} match
 * @param {string} me
 * @param {Map<string, Words>} words
 * @param {GameInfo[]} games
 * @param {number} now
 */
function goingCard({ row, state, view }, me, words, games, now) {
  const w = words.get(row.game) ?? new Words({}, prefs.lang);
  const game = games.find(({ id }) => id === row.game);
  const facts = [
    view?.table?.turn ? ui("turn.n", { n: view.table.turn }) : "",
    timeLeft(view, now),
    ...onVacation(view, now, w),
    begun(row.at, now),
  ].filter(Boolean);
  return h(
    "li",
    {},
    h(
      "a",
      { class: `go-on-card ${state}`, href: addressOf(`match/${row.match}`) },
      game ? emblem(game.presentation.emblem) : null,
      h(
        "span",
        { class: "stack" },
        h("b", {}, w.has("game.name") ? w.say("game.name") : row.game),
        others(row, me, w),
        row.fork ? h("span", { class: "fork-note" }, forkLine(row.fork)) : null,
        h("span", { class: "small soft" }, facts.join(" · ")),
        h("span", { class: "state" }, row.unknown_rules ? ui("row.unknown_rules") : ui(`mine.${state}`)),
      ),
    ),
  );
}

/** Time since it began, or the date if longer than a day ago. @param {number} at @param {number} now */
export const begun = (at, now) =>
  now - at < DAY ? ui("since", { time: lasted(now - at) }) : ui("since.date", { date: dated(at) });
/** @param {number} at */
const dated = (at) => new Date(at).toLocaleDateString(prefs.lang, { dateStyle: "medium" });

/** Time left to decide; empty without a clock. @param {MatchView | undefined} view @param {number} now */
function timeLeft(view, now) {
  const { deadline, away } = view?.clock ?? {};
  return deadline ? ui("time.left", { time: duration(deadline - Math.max(now, away?.[String(view?.turn)] ?? 0)) }) : "";
}

/** Players on vacation. @param {MatchView | undefined} view @param {number} now @param {Words} w */
function onVacation(view, now, w) {
  const away = Object.entries(view?.clock.away ?? {}).filter(([, back]) => back > now);
  return away.map(([seat, back]) => ui("mine.vacation", { name: w.player(view?.seats[seat]), date: dated(back) }));
}

/** @param {Mine} match @param {string} me @param {Map<string, Words>} words */
function overLine({ row, state }, me, words) {
  const w = words.get(row.game) ?? new Words({}, prefs.lang);
  const day = dated(row.at);
  // A replay opens from the player's own seat.
  const seat = row.players?.indexOf(me) ?? -1;
  return h(
    "li",
    {},
    h(
      "a",
      {
        class: `row-link ${state}`,
        href: addressOf(state === "off" ? `match/${row.match}` : `replay/${row.match}${seat < 0 ? "" : `/0/${seat}`}`),
      },
      h("b", {}, words.has(row.game) ? w.say("game.name") : row.unreadable ? ui("mine.stored") : row.game),
      others(row, me, w),
      row.fork ? h("span", { class: "fork-note" }, forkLine(row.fork)) : null,
      h(
        "span",
        { class: "small soft" },
        [day, row.score === undefined ? "" : ui("points.n", { n: row.score }), row.deal ? ui("daily") : ""]
          .filter(Boolean)
          .join(" · "),
      ),
      h("span", { class: "tag" }, ui(`mine.${state}`)),
    ),
  );
}
