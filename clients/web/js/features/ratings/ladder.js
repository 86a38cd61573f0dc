/** The ladders: expected scores and their intervals. */

import { h, put } from "../../dom.js";
import { allGames } from "../../net/games.js";
import { getJSON } from "../../net/rest.js";
import { toast } from "../../parts/toast.js";
import { identity } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { between, displayName, listWords } from "../../words/words.js";
import { inWords, rangeBar } from "./score_range.js";
import { say } from "./words.js";

/**
 * @typedef {import("./score_range.js").Rating} Rating
 * @typedef {{ place: number, player: string, name: string, rating: Rating, house?: string }} Row
 * @typedef {{ game: string, kind: string, players: number, rows: Row[], least_games: number, least_opponents: number,
 *   mine?: Rating, place?: number }} Ladder
 * @typedef {"people" | "programs"} Kind
 */

/** @type {Kind[]} */
const KINDS = ["people", "programs"];

/** @type {import("../../feature.js").Screen} */
export async function screen({ main, path, title }) {
  title(say("ladder.title"));
  const [all, words] = await Promise.all([allGames(), listWords()]);
  const games = all.filter(({ seats }) => seats > 1);
  let game = games.find(({ id }) => id === path[1])?.id ?? games[0]?.id ?? "";
  /** @type {Kind} */
  let kind = "people";
  const list = h("div", { class: "stack", "aria-live": "polite" });
  let asked = 0;
  const show = async () => {
    const turn = ++asked;
    /** @type {Ladder} */
    const found = await getJSON(`/api/ladder?game=${game}&kind=${kind}`).catch((error) => void toast(error.message));
    if (found && turn === asked) put(list, ...content(found));
  };
  put(
    main,
    h(
      "div",
      { class: "record" },
      h("nav", { class: "row" }, h("a", { class: "button", href: addressOf("") }, ui("back"))),
      h(
        "header",
        { class: "stack" },
        h("h1", {}, say("ladder.title")),
        h("p", {}, say("ladder.intro")),
        h("p", { class: "small soft" }, say("ladder.average")),
      ),
      h(
        "section",
        { class: "sheet stack ladder" },
        buttons(
          say("ladder.game"),
          games.map(({ id }) => [id, words.get(id)?.say("game.name") ?? id]),
          () => game,
          (value) => {
            game = value;
            void show();
          },
        ),
        buttons(
          say("ladder.kind"),
          KINDS.map((one) => [one, say(`ladder.${one}`)]),
          () => kind,
          (value) => {
            kind = /** @type {Kind} */ (value);
            void show();
          },
        ),
        list,
      ),
      h("p", { class: "small soft" }, say("ladder.how")),
    ),
  );
  await show();
}

/**
 * A group of toggle buttons, one of them pressed.
 * @param {string} name
 * @param {[string, string][]} some
 * @param {() => string} read
 * @param {(value: string) => void} write
 */
function buttons(name, some, read, write) {
  const group = h("div", { class: "row", role: "group", "aria-label": name });
  const draw = () =>
    put(
      group,
      ...some.map(([value, text]) =>
        h(
          "button",
          {
            class: "quiet",
            "aria-pressed": String(value === read()),
            "data-value": value,
            onclick: () => {
              press(value);
              write(value);
            },
          },
          text,
        ),
      ),
    );
  const press = (/** @type {string} */ value) => {
    for (const button of group.children)
      button.setAttribute("aria-pressed", String(button.getAttribute("data-value") === value));
  };
  draw();
  return group;
}

/** @param {Ladder} ladder */
function content({ rows, players, least_games: games, least_opponents: others, mine, place }) {
  const me = identity()?.player;
  return [
    mine
      ? h(
          "p",
          { class: "mine" },
          h("b", {}, say("ladder.mine", { range: inWords(mine), n: mine.games })),
          between(),
          place ? say("ladder.mine.place", { place }) : say("ladder.mine.not_yet"),
        )
      : null,
    rows.length
      ? h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col", class: "number" }, say("ladder.place")),
              h("th", { scope: "col" }, say("ladder.name")),
              h("th", { scope: "col" }, say("ladder.expected")),
              h("th", { scope: "col", class: "number" }, say("ladder.games")),
            ),
          ),
          h(
            "tbody",
            {},
            rows.map((row) =>
              h(
                "tr",
                { class: row.player === me ? "me" : "" },
                h("td", { class: "number" }, row.place),
                h(
                  "td",
                  {},
                  h("a", { class: "who", href: addressOf(`player/${row.player}`) }, displayName(row.name)),
                  row.house ? h("span", { class: "soft" }, between(), say("ladder.house")) : null,
                ),
                h("td", {}, h("span", { class: "expected" }, rangeBar(row.rating), " ", inWords(row.rating))),
                h("td", { class: "number" }, row.rating.games),
              ),
            ),
          ),
        )
      : null,
    h(
      "p",
      { class: "small soft" },
      say(rows.length ? "ladder.players" : "ladder.nobody", { n: players, games, others }),
    ),
  ].filter((part) => part !== null);
}
