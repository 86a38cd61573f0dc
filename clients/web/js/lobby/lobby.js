/** The first screen: play at once, invite a friend, watch others, go on with your own matches. */

import { h, put } from "../dom.js";
import { getJSON } from "../net/rest.js";
import { identity } from "../prefs.js";
import { botName, freeSeat, gameWords, ui } from "../words/words.js";
import { emblem } from "./emblems.js";
import { createDialog, houseBot, quickPair, startMatch } from "./create.js";
import { showMine } from "./mine.js";
import { situation } from "./situation.js";

/** @typedef {import("../net/messages.js").LobbyRow} LobbyRow */
/** @typedef {import("../net/messages.js").Lobby} Lobby */
/** @typedef {{ id: string, rules: number, seats: number, options: any[], seat_options: any[], bots: string[] }} GameInfo */

/** @type {import("../app.js").Screen} */
export async function screen({ connection, main, go }) {
  /** @type {GameInfo[]} */
  const games = (await getJSON("/api/games")).games;
  const words = new Map(await Promise.all(games.map(async (game) => /** @type {const} */ ([game.id, await gameWords(game.id)]))));
  /** @type {Map<string, LobbyRow>} */
  const rows = new Map();
  const live = h("ul", { class: "rows" });
  const mine = h("section", { class: "stack mine" });

  const card = (/** @type {GameInfo} */ game) => {
    const w = /** @type {import("../words/words.js").Words} */ (words.get(game.id));
    const solo = game.seats === 1;
    const open = () => [...rows.values()];
    return h("article", { class: "game-card sheet", "data-game": game.id },
      emblem(game.id),
      h("div", { class: "stack" },
        h("header", { class: "row spread" }, h("h2", {}, w.say("game.name")), h("span", { class: "tag" }, ui(solo ? "players.one" : "players.two"))),
        h("p", { class: "soft" }, w.say("game.tagline")),
        h("div", { class: "row" },
          solo
            ? h("button", { class: "primary start", onclick: () => startMatch(game, {}, go) }, ui("play.now"))
            : h("button", { class: "primary start", onclick: () => startMatch(game, { opponent: houseBot(game) }, go) }, ui("play.bot")),
          solo ? null : h("button", { class: "pair", onclick: () => quickPair(game, open(), go) }, ui("play.pair")),
          h("button", { class: "create", onclick: () => createDialog(game, w, go) }, ui(solo ? "play.options" : "play.friend"))),
        h("div", { class: "row links" },
          h("a", { class: "button quiet", href: `#/learn/${game.id}` }, ui("learn")),
          h("a", { class: "button quiet", href: `#/rules/${game.id}` }, ui("rules")))));
  };

  const line = (/** @type {LobbyRow} */ row) => {
    const names = row.names.map((name, seat) => (row.bots?.includes(seat) ? botName(name) : name) || freeSeat(row.house)).join(" – ");
    return h("li", {}, h("a", { class: "row-link", href: `#/match/${row.match}` },
      h("b", {}, words.get(row.game)?.say("game.name") ?? row.game), h("span", {}, names),
      h("span", { class: "tag" }, ui(row.players?.includes(identity()?.player ?? "-") ? "row.mine" : row.house ? "row.kept" : row.status === "open" ? "row.open" : "row.watch"))));
  };

  const showRows = () => {
    const sorted = [...rows.values()].sort((a, b) => Number(b.status === "open") - Number(a.status === "open") || b.at - a.at);
    put(live, ...(sorted.length ? sorted.map(line) : [h("li", { class: "soft" }, ui("lobby.empty"))]));
  };

  connection.follow("lobby", {
    opening: () => ({ t: "watch_lobby" }),
    receive: (message) => {
      const lobby = /** @type {Lobby} */ (message);
      if (lobby.whole) rows.clear();
      for (const row of lobby.rows ?? []) rows.set(row.match, row);
      for (const id of lobby.gone ?? []) rows.delete(id);
      showRows();
    },
  });

  put(main,
    h("div", { class: "lobby" },
      h("section", { class: "intro" }, situation(), h("div", { class: "cartouche" }, h("h1", {}, ui("lobby.title")), h("p", {}, ui("lobby.intro")))),
      h("section", { class: "games", "aria-label": ui("lobby.games") }, games.map(card)),
      h("section", { class: "lists" },
        mine,
        h("section", { class: "stack" }, h("h2", {}, ui("lobby.live")), live))));
  showRows();
  const leaveMine = showMine(mine, words, connection);
  return () => {
    leaveMine();
    connection.unfollow("lobby", { t: "unwatch_lobby" });
  };
}
