/** The first screen: the player's own matches, then the games, then the list of matches. */

import { h, put, wait } from "../dom.js";
import { lobbyLinks } from "../extensions.js";
import { allGames } from "../net/games.js";
import { addressOf } from "../route.js";
import { listWords, ui } from "../words/words.js";
import { gameLength } from "./clocks.js";
import { boardPicture, emblem } from "./emblem.js";
import { matchList } from "./match_list.js";
import { askMine, showMine } from "./own_matches.js";
import { situation } from "./situation_map.js";
import { houseBot, inviteFriend, startMatch } from "./start_match.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../words/words.js").Words} Words */

/** Longest wait (ms) for the player's own matches: they stand on top, and would move the rest if they came later. */
const LONGEST_WAIT = 1500;

/** @type {import("../feature.js").Screen} */
export async function screen({ connection, main, go }) {
  const asked = askMine();
  const mine = asked && Promise.race([asked.catch(() => {}), wait(LONGEST_WAIT)]);
  const [games, words] = await Promise.all([allGames(), listWords(), mine]);
  const live = matchList(connection, words, games);
  const goOn = h("section", { class: "go-on", "aria-label": ui("lobby.go_on") });
  const past = h("section", { class: "stack mine" });
  const card = (/** @type {GameInfo} */ game) => gameCard(game, /** @type {Words} */ (words.get(game.id)), go);
  const group = (/** @type {number} */ seats) => {
    const some = games.filter((game) => game.seats === seats);
    return some.length
      ? h(
          "section",
          { class: "stack game-group" },
          h("h2", {}, ui(seats === 1 ? "players.one" : "players.two")),
          h("div", { class: "games" }, some.map(card)),
        )
      : null;
  };
  put(
    main,
    h(
      "div",
      { class: "lobby" },
      goOn,
      h(
        "section",
        { class: "intro" },
        situation(),
        h("div", { class: "cartouche" }, h("h1", {}, ui("lobby.title")), h("p", {}, ui("lobby.intro"))),
      ),
      h(
        "nav",
        { class: "lobby-doors" },
        lobbyLinks().map(({ path, name, title, teaser }) =>
          h(
            "a",
            { class: `sheet ${name}`, href: addressOf(path) },
            h("b", {}, ui(title)),
            h("span", { class: "soft" }, ui(teaser)),
          ),
        ),
      ),
      group(2),
      group(1),
      h("section", { class: "lists" }, past, live.element),
    ),
  );
  const leaveMine = showMine(asked, goOn, past, words, games, connection);
  return () => {
    leaveMine();
    live.close();
  };
}

/** @param {GameInfo} game @param {Words} w @param {(path: string) => void} go */
function gameCard(game, w, go) {
  const solo = game.seats === 1;
  const { complexity, colour } = game.presentation;
  const length = gameLength(game.presentation);
  return h(
    "article",
    { class: `game-card sheet colour-${colour}`, "data-game": game.id },
    game.picture ? boardPicture(game.id) : emblem(game.presentation.emblem),
    h(
      "div",
      { class: "stack" },
      h("h3", {}, w.say("game.name")),
      h("p", { class: "soft" }, w.say("game.tagline")),
      h(
        "p",
        { class: "small card-facts" },
        length ? h("span", {}, length) : null,
        h("span", {}, ui(`about.${complexity}`)),
      ),
      h(
        "div",
        { class: "row first-doors" },
        solo
          ? h("button", { class: "primary start", onclick: () => startMatch(game, {}, go) }, ui("play.now"))
          : h(
              "button",
              { class: "primary start", onclick: () => startMatch(game, { opponent: houseBot(game) }, go) },
              ui("play.bot"),
            ),
        game.lesson
          ? h("a", { class: "button primary learn", href: addressOf(`learn/${game.id}`) }, ui("learn"))
          : null,
      ),
      h(
        "div",
        { class: "row links" },
        solo ? null : h("button", { class: "friend", onclick: () => inviteFriend(game, go) }, ui("play.friend")),
        solo
          ? null
          : h(
              "button",
              {
                class: "pair",
                onclick: async () => (await import("./find_opponent.js")).findOpponent(game, w.say("game.name"), go),
              },
              ui("play.pair"),
            ),
        h(
          "button",
          { class: "quiet create", onclick: async () => (await import("./create_dialog.js")).createDialog(game, go) },
          ui("play.options"),
        ),
        game.exercises
          ? h("a", { class: "button quiet exercise-door", href: addressOf(`exercise/${game.id}/1`) }, ui("exercise"))
          : null,
        h("a", { class: "button quiet", href: addressOf(`rules/${game.id}`) }, ui("rules")),
      ),
    ),
  );
}
