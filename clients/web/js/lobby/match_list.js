/** The lobby's list of matches: the newest by the connection, filtered, further pages by REST. */

import { h, put } from "../dom.js";
import { getJSON } from "../net/rest.js";
import { forkLine } from "../parts/fork.js";
import { toast } from "../parts/toast.js";
import { identity, prefs } from "../prefs.js";
import { addressOf } from "../route.js";
import { lasted } from "../table/clock.js";
import { inMatch } from "../words/template.js";
import { ui, Words } from "../words/words.js";
import { clockInWords } from "./clocks.js";
import { changed } from "./relevant_options.js";

/** @typedef {import("../client/messages.js").LobbyRow} LobbyRow */
/** @typedef {import("../client/messages.js").Lobby} Lobby */
/**
 * State of a running match: when it was fetched (ms), time of its last entry, its turn, the deciding seat.
 * @typedef {{ fetched: number, at?: number, turn?: number, decider?: number }} Standing
 */

/** Rows shown at first, and added by each press of "more". */
const STEP = 20;
/** Solo games without an entry for this long (ms) are hidden from others; a match of two may be slow. */
const IDLE = 15 * 60_000;
/** Milliseconds before the state of a match is fetched again. */
const FRESH = 20_000;
/** Parallel requests for the state of matches. */
const AT_ONCE = 3;
/** Most rows that the connection sends; fewer are the whole lobby. */
const LIVE_ROWS = 200;

/**
 * Rows round-robin by creator, as the service orders them: everybody's first match, then everybody's second, and so on.
 * Within a round, open matches before running ones and newer before older.
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
 * Show the list and follow the lobby until it is closed.
 * @param {import("../client/connection.js").Connection} connection
 * @param {Map<string, Words>} words
 * @param {import("../net/games.js").GameInfo[]} games
 * @returns {{ element: HTMLElement, close: () => void }}
 */
export function matchList(connection, words, games) {
  const list = new MatchList(connection, words, games);
  connection.follow("lobby", {
    opening: () => ({ t: "watch_lobby" }),
    receive: (message) => list.receive(/** @type {Lobby} */ (message)),
  });
  list.show();
  return {
    element: list.element,
    close: () => {
      list.closed = true;
      connection.unfollow("lobby", { t: "unwatch_lobby" });
    },
  };
}

/** @param {LobbyRow} row */
const isMine = (row) => row.players?.includes(identity()?.player ?? "-");

class MatchList {
  #connection;
  #words;
  #games;
  /** Rows sent by the connection. @type {Map<string, LobbyRow>} */
  #live = new Map();
  /** Rows read by REST. @type {Map<string, LobbyRow>} */
  #read = new Map();
  /** @type {Map<string, Standing>} */
  #standings = new Map();
  #shown = STEP;
  /** Where the next page begins; undefined: none, or the first was not read. @type {string | undefined} */
  #next;
  /** Number of the newest request for a page: answers of older ones are dropped. */
  #request = 0;
  closed = false;

  /**
   * @param {import("../client/connection.js").Connection} connection
   * @param {Map<string, Words>} words
   * @param {import("../net/games.js").GameInfo[]} games
   */
  constructor(connection, words, games) {
    this.#connection = connection;
    this.#words = words;
    this.#games = games;
    const onchange = () => void this.#filter();
    this.list = h("ul", { class: "rows live" });
    this.more = h("button", { class: "quiet more", onclick: () => void this.#readOn() }, ui("lobby.more"));
    this.game = h(
      "select",
      { class: "filter-game", "aria-label": ui("filter.game"), onchange },
      h("option", { value: "" }, ui("filter.game.all")),
      [...words].map(([id, w]) => h("option", { value: id }, w.say("game.name"))),
    );
    this.status = h(
      "select",
      { class: "filter-status", "aria-label": ui("filter.status"), onchange },
      h("option", { value: "" }, ui("filter.status.all")),
      h("option", { value: "open" }, ui("filter.status.open")),
      h("option", { value: "playing" }, ui("filter.status.playing")),
    );
    this.element = h(
      "section",
      { class: "stack" },
      h("h2", {}, ui("lobby.live")),
      h("div", { class: "row filters" }, this.game, this.status),
      this.list,
      this.more,
    );
  }

  /** @param {Lobby} lobby */
  receive(lobby) {
    const before = this.#live.size;
    if (lobby.whole) this.#live.clear();
    for (const row of lobby.rows ?? []) this.#live.set(row.match, row);
    for (const id of lobby.gone ?? []) {
      this.#live.delete(id);
      this.#read.delete(id);
    }
    if (before < LIVE_ROWS && this.#live.size >= LIVE_ROWS && !this.#request) void this.#filter();
    else this.show();
  }

  show() {
    const rows = inTurn(this.#known());
    const shown = rows.slice(0, this.#shown);
    void this.#fetchStandings(shown);
    put(this.list, ...(rows.length ? shown.map((row) => this.#line(row)) : [this.#emptyLine()]));
    this.more.hidden = rows.length <= this.#shown && this.#next === undefined;
  }

  /** @param {LobbyRow} row */
  #line(row) {
    const game = this.#games.find(({ id }) => id === row.game);
    return line(row, this.#words, game, this.#standings.get(row.match), this.#connection.now());
  }

  #emptyLine() {
    const text =
      this.#connection.health !== "online" ? "lobby.unknown" : this.#live.size ? "lobby.none" : "lobby.empty";
    return h("li", { class: "soft" }, ui(text));
  }

  #known() {
    return [...new Map([...this.#read, ...this.#live]).values()].filter((row) => this.#fits(row) && !this.#isIdle(row));
  }

  /** @param {LobbyRow} row */
  #fits(row) {
    return (
      (!this.game.value || row.game === this.game.value) && (!this.status.value || row.status === this.status.value)
    );
  }

  /** Whether it is an abandoned solo game of somebody else. @param {LobbyRow} row */
  #isIdle(row) {
    const last = this.#standings.get(row.match)?.at ?? row.at;
    return row.names.length === 1 && !isMine(row) && this.#connection.now() - last > IDLE;
  }

  /** Fetch the state of running matches where it is not fresh. @param {LobbyRow[]} rows */
  async #fetchStandings(rows) {
    const now = this.#connection.now();
    const stale = rows.filter(
      (row) =>
        row.status === "playing" && !row.unknown_rules && now - (this.#standings.get(row.match)?.fetched ?? 0) > FRESH,
    );
    if (!stale.length) return;
    for (const row of stale) this.#standings.set(row.match, { ...this.#standings.get(row.match), fetched: now });
    const worker = async () => {
      for (let row = stale.shift(); row && !this.closed; row = stale.shift()) await this.#fetchStanding(row.match);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (!this.closed) this.show();
  }

  /** @param {string} match */
  async #fetchStanding(match) {
    const info = await getJSON(`/api/matches/${match}`).catch(() => null); // It may be over by now.
    if (!info) return;
    const { at, turns, view } = info;
    this.#standings.set(match, { fetched: this.#connection.now(), at, turn: turns ?? 0, decider: view.turn });
  }

  /** Read the next page for the present filter; true if it came and is still wanted. */
  async #readPage() {
    const request = ++this.#request;
    const wanted = { game: this.game.value, status: this.status.value, after: this.#next ?? "" };
    const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
    const found = await getJSON(`/api/matches?${query}`).catch((error) => void toast(error.message));
    if (request !== this.#request || !found) return false;
    for (const row of /** @type {LobbyRow[]} */ (found.matches)) this.#read.set(row.match, row);
    this.#next = found.next;
    return true;
  }

  async #readOn() {
    this.#shown += STEP;
    // A page may bring only rows that are known already.
    while (this.#known().length < this.#shown && this.#next !== undefined && (await this.#readPage()));
    this.show();
  }

  async #filter() {
    this.#shown = STEP;
    this.#read.clear();
    this.#next = undefined;
    this.show();
    if (this.#live.size < LIVE_ROWS) return;
    await this.#readPage();
    this.show();
  }
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
  const names = row.names.flatMap((_, seat) => [
    seat ? " – " : null,
    h("span", { class: "who" }, w.rowPlayer(row, seat) || w.freeSeat(row.house)),
    w.rowMark(row, seat),
  ]);
  return h(
    "li",
    {},
    h(
      "a",
      { class: "row-link", href: addressOf(`match/${row.match}`) },
      h("b", {}, words.get(row.game)?.say("game.name") ?? row.game),
      h("span", { class: "names" }, names),
      row.fork ? h("span", { class: "fork-note" }, forkLine(row.fork)) : null,
      h("span", { class: "small soft facts" }, facts(row, w, game, standing, now).filter(Boolean).join(" · ")),
      h("span", { class: "tag" }, ui(tagOf(row))),
    ),
  );
}

/** @param {LobbyRow} row */
function tagOf(row) {
  if (isMine(row)) return "row.mine";
  if (row.unknown_rules) return "row.unknown_rules";
  if (row.house) return "row.kept";
  return row.status === "open" ? "row.open" : "row.watch";
}

/**
 * @param {LobbyRow} row
 * @param {Words} w
 * @param {import("../net/games.js").GameInfo | undefined} game
 * @param {Standing | undefined} standing
 * @param {number} now
 * @returns {string[]} some of them empty
 */
function facts(row, w, game, standing, now) {
  const rated = row.rated ? ui("rated") : "";
  if (row.status === "open")
    return [
      rated,
      clockInWords(row.clock),
      ...optionsOf(row, w, game),
      ui("row.waits", { time: lasted(now - row.at) }),
    ];
  const { turn, decider, at } = standing ?? {};
  return [
    rated,
    turn ? ui("turn.n", { n: turn }) : "",
    decider !== undefined && row.names.length > 1 ? ui("row.decides", { name: w.rowPlayer(row, decider) }) : "",
    ui("since", { time: lasted(now - row.at) }),
    at ? ui("row.active", { time: lasted(now - at) }) : "",
  ];
}

/** @param {LobbyRow} row @param {Words} w @param {import("../net/games.js").GameInfo | undefined} game */
function optionsOf(row, w, game) {
  if (!game) return [];
  const said = new Words(inMatch(w.catalogue, row.options ?? {}), w.lang);
  return changed(game.options, game.presentation, row.options ?? {}).map(([name, value]) =>
    said.pair(
      said.say(`option.${name}`),
      said.has(`option.${name}.${value}`) ? said.say(`option.${name}.${value}`) : String(value),
    ),
  );
}
