/** The record of a player: results by game, side and option, streaks, points, opponents; and its visibility. */

import { h, put } from "../../dom.js";
import { profileParts, remedyOf } from "../../extensions.js";
import { stateOf } from "../../lobby/own_matches.js";
import { changed } from "../../lobby/relevant_options.js";
import { allGames } from "../../net/games.js";
import { getJSON, postJSON, RestError } from "../../net/rest.js";
import { copy } from "../../parts/clipboard.js";
import { toast } from "../../parts/toast.js";
import { identity, prefs } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { botMark, displayName, gameWords, Words } from "../../words/words.js";
import { luckOverTime } from "./luck_over_time.js";
import { inWords, rangeBar } from "./score_range.js";
import { say } from "./words.js";

/**
 * @typedef {"nobody" | "friends" | "everybody"} SeenBy
 * @typedef {import("../../client/messages.js").LobbyRow} LobbyRow
 * @typedef {import("../../net/games.js").GameInfo} GameInfo
 * @typedef {import("../../feature.js").ProfilePart} ProfilePart
 * @typedef {{ played: number, won: number, drawn: number }} Tally
 * @typedef {{ options: Record<string, any>, score: number, match: string, played: number, fewer: number, all: number }}
 *   Best
 * @typedef {{ game: string, total: Tally, streak?: number, longest?: number, sides?: (Tally & { side: string })[],
 *   options?: (Tally & { option: string, value: any })[], bests?: Best[], rating?: import("./score_range.js").Rating,
 *   luck?: import("./luck_over_time.js").LuckRecord }} GameRecord
 * @typedef {{ player: string, name: string, games: GameRecord[], opponents: (Tally & { player: string, name: string,
 *   program?: boolean })[], matches: LobbyRow[], counted: number, seen_by?: SeenBy, program?: boolean, kept?: boolean, unreadable?:
 *   number }} Profile
 */

const SEEN_BY = /** @type {const} */ (["nobody", "friends", "everybody"]);

/** @type {import("../../feature.js").Screen} */
export async function screen({ main, path, title }) {
  const who = path[1] || (identity()?.player ?? "");
  title(say("player.yours"));
  /** @type {Profile | null} */
  let profile = null;
  try {
    profile = who ? await getJSON(`/api/players/${encodeURIComponent(who)}`) : null;
  } catch (error) {
    if (!(error instanceof RestError) || error.code !== "no_profile") throw error;
  }
  const parts = await profileParts();
  const page = h("div", { class: "record" });
  put(main, page);
  const back = h(
    "nav",
    { class: "row" },
    h("a", { class: "button", href: addressOf("") }, ui("back")),
    h("a", { class: "button", href: addressOf("ladder") }, say("ladder.title")),
  );
  if (!profile)
    return put(
      page,
      back,
      h("h1", {}, say(path[1] ? "player.unseen" : "player.yours")),
      h("p", { class: "sheet", role: "status" }, say(who && path[1] ? "player.nobody" : "player.none")),
      ...(path[1] ? others(parts, path[1], null) : []),
    );
  const own = identity()?.player === profile.player;
  title(own ? say("player.yours") : say("player.title", { name: profile.name }));
  const games = await allGames();
  const words = new Map(
    await Promise.all(games.map(async ({ id }) => /** @type {[string, Words]} */ ([id, await gameWords(id)]))),
  );
  put(page, back, ...content(profile, own, games, words, parts));
}

/**
 * @param {Profile} profile
 * @param {boolean} own
 * @param {GameInfo[]} games
 * @param {Map<string, Words>} words
 * @param {ProfilePart[]} parts
 */
function content(profile, own, games, words, parts) {
  const mend = remedyOf("not_kept");
  return [
    h(
      "header",
      { class: "stack" },
      h("h1", {}, own ? say("player.yours") : say("player.title", { name: profile.name })),
      h(
        "p",
        { class: "soft" },
        [
          own ? profile.name : "",
          profile.program ? say("player.program") : "",
          profile.counted ? say("player.made_of", { n: profile.counted }) : say("player.none"),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      profile.unreadable ? h("p", { class: "soft" }, say("player.unreadable", { n: profile.unreadable })) : null,
      own ? visibility(profile) : others(parts, profile.player, profile.program ?? false),
      own && !profile.kept && mend
        ? h(
            "p",
            { class: "row" },
            h("span", { class: "grow" }, say("player.kept.not")),
            h("button", { class: "devices", onclick: mend }, say("player.devices")),
          )
        : null,
    ),
    ...profile.games.flatMap((record) => {
      const game = games.find(({ id }) => id === record.game);
      const w = words.get(record.game);
      return game && w ? [gameSheet(record, game, w)] : [];
    }),
    profile.opponents.length
      ? h(
          "section",
          { class: "sheet stack" },
          h("h2", {}, say("player.opponents")),
          table(
            say("ladder.name"),
            profile.opponents.map((one) => [
              h(
                "span",
                {},
                h("a", { class: "who", href: addressOf(`player/${one.player}`) }, displayName(one.name)),
                botMark(one.program),
              ),
              one,
            ]),
          ),
        )
      : null,
    ...(own ? parts.flatMap((part) => part.own?.() ?? []) : []),
    profile.matches.length
      ? h(
          "section",
          { class: "stack" },
          h("h2", {}, say("player.matches")),
          h(
            "ul",
            { class: "rows" },
            profile.matches.map((row) => line(row, profile.player, words.get(row.game))),
          ),
        )
      : null,
  ].filter((part) => part !== null);
}

/** Actions about another player. @param {ProfilePart[]} parts @param {string} player @param {boolean | null} program */
const others = (parts, player, program) => parts.flatMap((part) => part.others?.(player, program) ?? []);

/** Visibility, and how to change it. @param {Profile} profile */
function visibility(profile) {
  const place = h("div", { class: "row visibility" });
  const draw = (/** @type {SeenBy} */ now) => {
    const choice = h(
      "select",
      { class: "seen-by" },
      SEEN_BY.map((one) => h("option", { value: one, selected: one === now }, say(`player.seen_by.${one}`))),
    );
    const change = () => {
      const wanted = /** @type {SeenBy} */ (choice.value);
      postJSON("/api/players/me/profile", { seen_by: wanted }).then(
        () => draw(wanted),
        (error) => {
          toast(error.message);
          return draw(now);
        },
      );
    };
    choice.addEventListener("change", change);
    put(
      place,
      h("label", { class: "row" }, say("player.seen_by"), choice),
      h("span", { class: "soft", role: "status" }, say(`player.seen_by.${now}.help`)),
      now === "nobody"
        ? null
        : h(
            "button",
            { class: "quiet", onclick: () => copy(location.origin + addressOf(`player/${profile.player}`)) },
            say("player.link"),
          ),
    );
    if (document.activeElement === document.body) choice.focus();
  };
  draw(profile.seen_by ?? "nobody");
  return place;
}

/** @param {GameRecord} record @param {GameInfo} game @param {Words} w */
function gameSheet({ total, streak = 0, longest = 0, sides = [], options = [], bests = [], rating, luck }, game, w) {
  const valueText = (/** @type {string} */ name, /** @type {any} */ value) =>
    w.has(`option.${name}.${value}`) ? w.say(`option.${name}.${value}`) : String(value);
  const solo = game.seats === 1;
  const facts = [
    say(solo ? "player.tally.solo" : "player.tally", { ...total, lost: total.played - total.won - total.drawn }),
    Math.abs(streak) > 1 ? say(streak > 0 ? "player.streak.won" : "player.streak.lost", { n: Math.abs(streak) }) : "",
    longest > 1 ? say("player.longest", { n: longest }) : "",
  ];
  return h(
    "section",
    { class: "sheet stack game-record", "data-game": game.id },
    h("h2", {}, w.say("game.name")),
    h("p", {}, facts.filter(Boolean).join(" · ")),
    rating
      ? h(
          "p",
          { class: "expected" },
          rangeBar(rating),
          h("span", {}, say("player.rating", { range: inWords(rating), n: rating.games })),
        )
      : null,
    luck ? luckOverTime(luck, total.played) : null,
    bests.length
      ? h(
          "div",
          { class: "stack" },
          h("h3", {}, say("player.bests")),
          h(
            "ul",
            { class: "bests" },
            bests.map((best) => {
              const chosen = changed(game.options, game.presentation, best.options).map(([name, value]) =>
                w.pair(w.say(`option.${name}`), valueText(name, value)),
              );
              return h(
                "li",
                {},
                h("a", { href: addressOf(`replay/${best.match}`) }, h("b", {}, ui("points.n", { n: best.score }))),
                " · ",
                chosen.join(" · ") || say("player.usual"),
                best.all > 1 && best.fewer
                  ? h(
                      "small",
                      { class: "soft" },
                      " · ",
                      say("player.better", { share: Math.round((100 * best.fewer) / best.all), all: best.all }),
                    )
                  : null,
              );
            }),
          ),
        )
      : null,
    sides.length
      ? h(
          "div",
          { class: "stack" },
          h("h3", {}, say("player.sides")),
          table(
            say("player.side"),
            sides.map((one) => [w.has(one.side) ? w.say(one.side) : one.side, one]),
          ),
        )
      : null,
    options.length
      ? h(
          "div",
          { class: "stack" },
          h("h3", {}, say("player.options")),
          table(
            say("player.option"),
            options
              .filter(({ option }) => w.has(`option.${option}`))
              .map((one) => [w.pair(w.say(`option.${one.option}`), valueText(one.option, one.value)), one]),
            solo,
          ),
        )
      : null,
  );
}

/** @param {string} name @param {[Node | string, Tally][]} rows @param {boolean} [solo] */
function table(name, rows, solo = false) {
  const number = (/** @type {string | number} */ text) => h("td", { class: "number" }, text);
  const head = (/** @type {"played" | "won" | "drawn"} */ key) =>
    h("th", { scope: "col", class: "number" }, say(`player.${key}`));
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h("tr", {}, h("th", { scope: "col" }, name), head("played"), head("won"), solo ? null : head("drawn")),
    ),
    h(
      "tbody",
      {},
      rows.map(([of, tally]) =>
        h("tr", {}, h("td", {}, of), number(tally.played), number(tally.won), solo ? null : number(tally.drawn)),
      ),
    ),
  );
}

/** @param {LobbyRow} row @param {string} player @param {Words | undefined} w */
function line(row, player, w) {
  const state = stateOf(row, player);
  const words = w ?? new Words({}, prefs.lang);
  const others = row.names
    .map((_, seat) => words.rowPlayer(row, seat) + words.rowMark(row, seat))
    .filter((_, seat) => row.players?.[seat] !== player);
  const day = new Date(row.at).toLocaleDateString(prefs.lang, { dateStyle: "medium" });
  return h(
    "li",
    {},
    h(
      "a",
      { class: `row-link ${state}`, href: addressOf(`replay/${row.match}`) },
      h("b", {}, w?.say("game.name") ?? row.game),
      others.length ? h("span", { class: "who" }, ui("mine.against", { names: others })) : null,
      h(
        "span",
        { class: "small soft" },
        [day, row.rated ? ui("rated") : "", row.score === undefined ? "" : ui("points.n", { n: row.score })]
          .filter(Boolean)
          .join(" · "),
      ),
      h("span", { class: "tag" }, ui(`mine.${state}`)),
    ),
  );
}
