/** One's own matches: a strip of those that go on, kept up to date, and a list of those that are over. */

import { h, put } from "../dom.js";
import { announceFollowing } from "../extensions.js";
import { LiveFeed } from "../net/live_feed.js";
import { getJSON } from "../net/rest.js";
import { forkLine } from "../parts/fork.js";
import { toast } from "../parts/toast.js";
import { identity, prefs, speaker } from "../prefs.js";
import { addressOf } from "../route.js";
import { alertTurn } from "../table/alerts.js";
import { duration, lasted } from "../table/clock.js";
import { ui, Words } from "../words/words.js";
import { emblem } from "./emblem.js";

/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */
/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {"yours" | "theirs" | "open" | "playing" | "over" | "off" | "draw" | "won" | "lost" | "unreadable"} State */
/** @typedef {{ row: LobbyRow, state: State, view?: MatchView }} Mine */

/**
 * So many that go on are followed (each counts as ten messages of the burst of 150), and so many are shown unless more of them ask;
 * so many are shown that are over.
 */
const FOLLOWED = 12;
const GOING = 8;
const OVER = 6;
/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000;
/** In this order. @type {State[]} */
const ORDER = ["yours", "theirs", "playing", "open"];
/** When the decision is late; without a clock, after all others. @param {Mine} mine */
const until = ({ view }) => view?.clock.deadline ?? Number.MAX_SAFE_INTEGER;

/** Ask for one's own matches; undefined: a guest has none. @returns {Promise<{ matches: LobbyRow[] }> | undefined} */
export const askMine = () => (speaker() ? getJSON("/api/matches/mine") : undefined);

/**
 * What is shown of those that go on: whose turn is one's own first, by the time left, all of them; of the others, as many as there
 * is room for. Pure.
 * @param {Mine[]} going
 */
export function shown(going) {
  const now = going
    .filter(({ state }) => ORDER.includes(state))
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || until(a) - until(b));
  return now.slice(0, Math.max(GOING, now.filter(({ state }) => state === "yours").length));
}

/**
 * Returns what ends it.
 * @param {ReturnType<typeof askMine>} asked
 * @param {HTMLElement} strip
 * @param {HTMLElement} past
 * @param {Map<string, Words>} words
 * @param {GameInfo[]} games
 * @param {import("../net/connection.js").Connection} connection
 */
export function showMine(asked, strip, past, words, games, connection) {
  const me = identity()?.player;
  /** @type {LiveFeed[]} */
  const feeds = [];
  let left = false;
  const unseen = new AbortController();
  announceFollowing(() => feeds, unseen.signal);
  if (me && asked) {
    load(me, asked).catch((error) => {
      if (error.code === "suspended") return toast(error.message);
      // Whom the service does not know at the moment has no matches, and is told why.
      if (speaker()?.player === me && navigator.onLine) throw error;
    });
  }
  return () => {
    left = true;
    unseen.abort();
    for (const feed of feeds) feed.close();
  };

  /** @param {string} me @param {Promise<{ matches: LobbyRow[] }>} asked */
  async function load(me, asked) {
    const rows = (await asked).matches;
    if (left) return;
    /** @type {Mine[]} */
    const matches = rows.map((row) => ({ row, state: stateOf(row, me) }));
    const going = matches.filter(({ row }) => row.status !== "ended").slice(0, FOLLOWED);
    const show = () => {
      const now = shown(going);
      put(
        strip,
        now.length
          ? [
              h("h2", {}, ui("lobby.go_on")),
              h(
                "ul",
                { class: "strip" },
                now.map((match) => goingCard(match, me, words, games, connection.now())),
              ),
            ]
          : "",
      );
      const over = matches.filter(({ state }) => !ORDER.includes(state)).slice(0, OVER);
      put(
        past,
        over.length
          ? [
              h("h2", {}, ui("lobby.past")),
              h(
                "ul",
                { class: "rows" },
                over.map((match) => overLine(match, me, words)),
              ),
            ]
          : "",
      );
    };
    for (const match of going) {
      if (match.row.unknown_rules) continue;
      const feed = new LiveFeed(connection, match.row.match);
      feeds.push(feed);
      let first = true;
      const look = () => {
        const { view, decision, seat } = feed;
        if (!view) return;
        match.view = view;
        if (view.status === "playing")
          match.state = !decision ? "playing" : decision.seat === seat ? "yours" : "theirs";
        else
          match.state = stateOf(
            {
              ...match.row,
              status: view.status,
              winners: view.outcome?.winners ?? [],
              ...(view.outcome ? { reason: view.outcome.reason } : {}),
            },
            me,
          );
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
    .map((_, seat) => w.rowPlayer(row, seat))
    .filter((name, seat) => name && row.players?.[seat] !== me);
  return names.length ? h("span", { class: "who" }, ui("mine.against", { names })) : null;
}

/** @param {Mine} match @param {string} me @param {Map<string, Words>} words @param {GameInfo[]} games @param {number} now */
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

/** When it was begun: how long ago, or the day. @param {number} at @param {number} now */
export const begun = (at, now) =>
  now - at < DAY ? ui("since", { time: lasted(now - at) }) : ui("since.date", { date: dated(at) });
/** @param {number} at */
const dated = (at) => new Date(at).toLocaleDateString(prefs.lang, { dateStyle: "medium" });

/** What is left to whoever decides; empty: there is no clock. @param {MatchView | undefined} view @param {number} now */
function timeLeft(view, now) {
  const { deadline, away } = view?.clock ?? {};
  return deadline ? ui("time.left", { time: duration(deadline - Math.max(now, away?.[String(view?.turn)] ?? 0)) }) : "";
}

/** Who is on vacation. @param {MatchView | undefined} view @param {number} now @param {Words} w */
function onVacation(view, now, w) {
  const away = Object.entries(view?.clock.away ?? {}).filter(([, back]) => back > now);
  return away.map(([seat, back]) => ui("mine.vacation", { name: w.player(view?.seats[seat]), date: dated(back) }));
}

/** @param {Mine} match @param {string} me @param {Map<string, Words>} words */
function overLine({ row, state }, me, words) {
  const w = words.get(row.game) ?? new Words({}, prefs.lang);
  const day = dated(row.at);
  // One looks back with one's own eyes.
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
