/** The record of a program on its ladder: by opponent, seat, side and option, with error bars. */

import { h, s } from "../../dom.js";
import { getJSON } from "../../net/rest.js";
import { addressOf } from "../../route.js";
import { displayName, gameWords } from "../../words/words.js";
import { say } from "./words.js";

/**
 * @typedef {{ games?: number, score?: number, low?: number, high?: number }} Score
 * @typedef {{ game: string, player: string, name: string, opponents: { player: string, name: string, house?: string,
 *   score: Score }[], seats: Score[], sides?: { side: string, score: Score }[], options?: { option: string, value: any,
 *   score: Score }[] }} LadderRecord
 */

const percent = (/** @type {number} */ score) => Math.round(score * 100);

/** The interval as a bar, 50 % marked. @param {Score} score */
function bar({ score = 0, low = 0, high = 0 }) {
  return s(
    "svg",
    { class: "range", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "track", x: 0, y: 4, width: 100, height: 4 }),
    s("rect", { class: "band", x: 100 * low, y: 2, width: Math.max(1, 100 * (high - low)), height: 8 }),
    s("rect", { class: "middle", x: 49.75, y: 0, width: 0.5, height: 12 }),
    s("rect", { class: "point", x: 100 * score - 1, y: 0, width: 2, height: 12 }),
  );
}

/**
 * @param {"record.opponent" | "record.seat" | "record.side" | "record.option"} title
 * @param {[Node | string, Score][]} rows
 */
function table(title, rows) {
  const there = rows.filter(([, { games }]) => games);
  if (!there.length) return null;
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, say(title)),
        h("th", { scope: "col" }, say("record.score")),
        h("th", { scope: "col", class: "number" }, say("record.games")),
      ),
    ),
    h(
      "tbody",
      {},
      there.map(([name, found]) =>
        h(
          "tr",
          {},
          h("td", {}, name),
          h(
            "td",
            {},
            h(
              "span",
              { class: "expected" },
              bar(found),
              " ",
              say("record.range", {
                score: percent(found.score ?? 0),
                low: percent(found.low ?? 0),
                high: percent(found.high ?? 0),
              }),
            ),
          ),
          h("td", { class: "number" }, found.games ?? 0),
        ),
      ),
    ),
  );
}

/** @param {string} game @param {string} player */
export async function recordOf(game, player) {
  /** @type {LadderRecord | null} */
  const found = await getJSON(
    `/api/ladder/record?game=${encodeURIComponent(game)}&player=${encodeURIComponent(player)}`,
  ).catch(() => null);
  if (!found) return h("p", { class: "sheet", role: "status" }, say("record.none"));
  const words = await gameWords(game);
  const against = found.opponents.map(({ player: id, name, house, score }) => {
    const shown = displayName(name || say("unknown"));
    const link = h(
      "a",
      { class: "who", href: addressOf(`player/${id}`) },
      house ? say("record.house", { name: shown }) : shown,
    );
    return /** @type {[Node, Score]} */ ([link, score]);
  });
  return h(
    "section",
    { class: "sheet stack versus" },
    h("h2", {}, say("record.title", { name: displayName(found.name), game: words.say("game.name") })),
    table("record.opponent", against),
    table(
      "record.seat",
      found.seats.map((score, seat) => [say(seat ? "record.second" : "record.first"), score]),
    ),
    table(
      "record.side",
      (found.sides ?? []).map(({ side, score }) => [words.say(side), score]),
    ),
    table(
      "record.option",
      (found.options ?? [])
        .filter(({ option }) => words.has(`option.${option}`))
        .map(({ option, value, score }) => {
          const key = `option.${option}.${value}`;
          return [words.pair(words.say(`option.${option}`), words.has(key) ? words.say(key) : String(value)), score];
        }),
    ),
    h("p", { class: "small soft" }, say("record.how")),
  );
}
