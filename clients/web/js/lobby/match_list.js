/** The lobby's list of matches: followed live, filtered, and read on by REST where there are more than are told. */

import { h, put } from "../dom.js";
import { getJSON } from "../net/rest.js";
import { forkLine } from "../parts/fork.js";
import { toast } from "../parts/toast.js";
import { identity, prefs } from "../prefs.js";
import { addressOf } from "../route.js";
import { lasted } from "../table/clock.js";
import { ui, Words } from "../words/words.js";
import { clockInWords } from "./clocks.js";
import { changed } from "./relevant_options.js";

/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */
/** @typedef {import("../net/messages.js").Lobby} Lobby */
/** When it was asked about (ms), when something happened there last, its turn, and who decides. @typedef {{ asked: number, at?: number, turn?: number, decider?: number }} Standing */

/** How many are shown at first, and how many more each time. */
const STEP = 20;
/** A game of one player that nothing happened in for so long (ms) is of no interest to others; a match of two may be slow. */
const IDLE = 15 * 60_000;
/** Milliseconds that what was asked about a match is good for. */
const FRESH = 20_000;
/** So many are asked about at once. */
const AT_ONCE = 3;
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
 * @param {import("../net/games.js").GameInfo[]} games
 * @returns {{ element: HTMLElement, close: () => void }}
 */
export function matchList(connection, words, games) {
  /** What the connection tells, and what was read besides. @type {Map<string, LobbyRow>} */
  const told = new Map();
  /** @type {Map<string, LobbyRow>} */
  const read = new Map();
  /** How running matches stand, as far as was asked. @type {Map<string, Standing>} */
  const standings = new Map();
  let shown = STEP;
  /** Where the next page begins; undefined: there is none, or none was asked for yet. @type {string | undefined} */
  let next;
  let asked = 0;
  let closed = false;

  const list = h("ul", { class: "rows live" });
  const more = h("button", { class: "quiet more", onclick: () => void readOn() }, ui("lobby.more"));
  const game = h(
    "select",
    { class: "filter-game", "aria-label": ui("filter.game"), onchange: () => filter() },
    h("option", { value: "" }, ui("filter.game.all")),
    [...words].map(([id, w]) => h("option", { value: id }, w.say("game.name"))),
  );
  const status = h(
    "select",
    { class: "filter-status", "aria-label": ui("filter.status"), onchange: () => filter() },
    h("option", { value: "" }, ui("filter.status.all")),
    h("option", { value: "open" }, ui("filter.status.open")),
    h("option", { value: "playing" }, ui("filter.status.playing")),
  );

  const fits = (/** @type {LobbyRow} */ row) =>
    (!game.value || row.game === game.value) && (!status.value || row.status === status.value);

  const known = () => [...new Map([...read, ...told]).values()].filter((row) => fits(row) && !idle(row));

  const mine = (/** @type {LobbyRow} */ row) => row.players?.includes(identity()?.player ?? "-");

  /** A game of one that somebody else has left lying. @param {LobbyRow} row */
  const idle = (row) =>
    row.names.length === 1 && !mine(row) && connection.now() - (standings.get(row.match)?.at ?? row.at) > IDLE;

  /** Ask how the running matches that are shown stand, a few at a time. @param {LobbyRow[]} rows */
  const ask = async (rows) => {
    const wanted = rows.filter(
      (row) =>
        row.status === "playing" &&
        !row.unknown_rules &&
        connection.now() - (standings.get(row.match)?.asked ?? 0) > FRESH,
    );
    for (const row of wanted) standings.set(row.match, { ...standings.get(row.match), asked: connection.now() });
    const next = async () => {
      for (let row = wanted.shift(); row && !closed; row = wanted.shift()) {
        const info = await getJSON(`/api/matches/${row.match}`).catch(() => null); // It may be over by now.
        if (info)
          standings.set(row.match, {
            asked: connection.now(),
            at: info.at,
            turn: info.turns ?? 0,
            decider: info.view.turn,
          });
      }
    };
    if (!wanted.length) return;
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (!closed) show();
  };

  const show = () => {
    const rows = inTurn(known());
    void ask(rows.slice(0, shown));
    const game = (/** @type {LobbyRow} */ row) => games.find(({ id }) => id === row.game);
    put(
      list,
      ...(rows.length
        ? rows.slice(0, shown).map((row) => line(row, words, game(row), standings.get(row.match), connection.now()))
        : [
            h(
              "li",
              { class: "soft" },
              ui(connection.health !== "online" ? "lobby.unknown" : told.size ? "lobby.none" : "lobby.empty"),
            ),
          ]),
    );
    more.hidden = rows.length <= shown && next === undefined;
  };

  /** Read a page of what is wanted now; whether that went well and is still wanted. */
  const page = async () => {
    const turn = ++asked;
    const query = new URLSearchParams(
      Object.entries({ game: game.value, status: status.value, after: next ?? "" }).filter(([, value]) => value),
    );
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
    element: h(
      "section",
      { class: "stack" },
      h("h2", {}, ui("lobby.live")),
      h("div", { class: "row filters" }, game, status),
      list,
      more,
    ),
    close: () => {
      closed = true;
      connection.unfollow("lobby", { t: "unwatch_lobby" });
    },
  };
}

/**
 * @param {LobbyRow} row
 * @param {Map<string, Words>} words
 * @param {import("../net/games.js").GameInfo | undefined} game
 * @param {Standing | undefined} standing
 * @param {number} now
 */
function line(row, words, game, standing, now) {
  const w = words.get(row.game) ?? new Words({}, prefs.lang);
  const nameOf = (/** @type {number} */ seat) => w.rowPlayer(row, seat);
  const names = row.names.flatMap((_, seat) => [
    seat ? " – " : null,
    h("span", { class: "who" }, nameOf(seat) || w.freeSeat(row.house)),
  ]);
  const options = game
    ? changed(game.options, game.presentation, row.options ?? {}).map(([name, value]) =>
        w.pair(
          w.say(`option.${name}`),
          w.has(`option.${name}.${value}`) ? w.say(`option.${name}.${value}`) : String(value),
        ),
      )
    : [];
  const facts =
    row.status === "open"
      ? [
          row.rated ? ui("rated") : "",
          clockInWords(row.clock),
          ...options,
          ui("row.waits", { time: lasted(now - row.at) }),
        ]
      : [
          row.rated ? ui("rated") : "",
          standing?.turn ? ui("turn.n", { n: standing.turn }) : "",
          standing?.decider !== undefined && row.names.length > 1
            ? ui("row.decides", { name: nameOf(standing.decider) })
            : "",
          ui("since", { time: lasted(now - row.at) }),
          standing?.at ? ui("row.active", { time: lasted(now - standing.at) }) : "",
        ];
  return h(
    "li",
    {},
    h(
      "a",
      { class: "row-link", href: addressOf(`match/${row.match}`) },
      h("b", {}, words.get(row.game)?.say("game.name") ?? row.game),
      h("span", { class: "names" }, names),
      row.fork ? h("span", { class: "fork-note" }, forkLine(row.fork)) : null,
      h("span", { class: "small soft facts" }, facts.filter(Boolean).join(" · ")),
      h(
        "span",
        { class: "tag" },
        ui(
          row.players?.includes(identity()?.player ?? "-")
            ? "row.mine"
            : row.unknown_rules
              ? "row.unknown_rules"
              : row.house
                ? "row.kept"
                : row.status === "open"
                  ? "row.open"
                  : "row.watch",
        ),
      ),
    ),
  );
}
