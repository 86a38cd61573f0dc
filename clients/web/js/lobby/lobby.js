/** The first screen: play at once, invite a friend, watch others, go on with your own matches. */

import { h, put } from "../dom.js";
import { allGames } from "../net/games.js";
import { gameWords, ui } from "../words/words.js";
import { emblem } from "./emblem.js";
import { createDialog, houseBot, quickPair, startMatch } from "./create.js";
import { matchList } from "./matches.js";
import { showMine } from "./mine.js";
import { situation } from "./situation.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */

/** @type {import("../app.js").Screen} */
export async function screen({ connection, main, go }) {
  const games = await allGames();
  const words = new Map(await Promise.all(games.map(async (game) => /** @type {const} */ ([game.id, await gameWords(game.id)]))));
  const live = matchList(connection, words);
  const mine = h("section", { class: "stack mine" });

  const card = (/** @type {GameInfo} */ game) => {
    const w = /** @type {import("../words/words.js").Words} */ (words.get(game.id));
    const solo = game.seats === 1;
    return h("article", { class: `game-card sheet colour-${game.presentation.colour}`, "data-game": game.id },
      emblem(game.presentation.emblem),
      h("div", { class: "stack" },
        h("header", { class: "row spread" }, h("h2", {}, w.say("game.name")), h("span", { class: "tag" }, ui(solo ? "players.one" : "players.two"))),
        h("p", { class: "soft" }, w.say("game.tagline")),
        h("div", { class: "row" },
          solo
            ? h("button", { class: "primary start", onclick: () => startMatch(game, {}, go) }, ui("play.now"))
            : h("button", { class: "primary start", onclick: () => startMatch(game, { opponent: houseBot(game) }, go) }, ui("play.bot")),
          solo ? null : h("button", { class: "pair", onclick: () => quickPair(game, go) }, ui("play.pair")),
          h("button", { class: "create", onclick: () => createDialog(game, w, go) }, ui(solo ? "play.options" : "play.friend"))),
        h("div", { class: "row links" },
          game.lesson ? h("a", { class: "button quiet", href: `/learn/${game.id}` }, ui("learn")) : null,
          h("a", { class: "button quiet", href: `/rules/${game.id}` }, ui("rules")))));
  };

  put(main,
    h("div", { class: "lobby" },
      h("section", { class: "intro" }, situation(), h("div", { class: "cartouche" }, h("h1", {}, ui("lobby.title")), h("p", {}, ui("lobby.intro")))),
      h("section", { class: "games", "aria-label": ui("lobby.games") }, games.map(card)),
      h("section", { class: "lists" },
        mine,
        live.element)));
  const leaveMine = showMine(mine, words, connection);
  return () => {
    leaveMine();
    live.close();
  };
}
