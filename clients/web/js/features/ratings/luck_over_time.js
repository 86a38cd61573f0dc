/** Luck over time: luck and skill summed over a player's reviews, as a graph and as a table. */

import { h, s } from "../../dom.js";
import { prefs } from "../../prefs.js";
import { scale } from "../../replay/luck.js";
import { addressOf } from "../../route.js";
import { signed } from "../../words/template.js";
import { between } from "../../words/words.js";
import { say } from "./words.js";

/**
 * @typedef {{ match: string, at: number, luck: number, skill: number }} MatchLuck
 * @typedef {{ reviewed: number, luck: number, skill: number, matches: MatchLuck[] }} LuckRecord
 */

const WIDTH = 640;
const HEIGHT = 240;
/** Room for the values on the left, and for the numbers of matches below. */
const LEFT = 56;
const BELOW = 30;
const ABOVE = 12;
const LINES = /** @type {const} */ (["luck", "skill"]);

/** @param {number} value */
const told = (value) => signed(Number(value.toFixed(2)));

/** @param {LuckRecord} record @param {number} played of how many matches */
export function luckOverTime(record, played) {
  const sums = sumsOf(record.matches);
  return h(
    "figure",
    { class: "luck-record stack" },
    h("h3", {}, say("luck")),
    h(
      "p",
      { class: "small soft" },
      say("luck.made_of", { n: record.reviewed, all: played }),
      between(),
      say("luck.help"),
    ),
    graph(record, sums),
    h(
      "figcaption",
      {},
      h(
        "ul",
        {},
        LINES.map((line) => h("li", { class: line }, say(`luck.${line}.sum`, { n: told(record[line]) }))),
      ),
    ),
    h("details", {}, h("summary", {}, say("luck.table")), table(record.matches, sums)),
  );
}

/** Sums of both after each match. @param {MatchLuck[]} matches */
function sumsOf(matches) {
  let [luck, skill] = [0, 0];
  return matches.map((one) => {
    luck += one.luck;
    skill += one.skill;
    return { luck, skill };
  });
}

/** @param {LuckRecord} record @param {{ luck: number, skill: number }[]} sums */
function graph(record, sums) {
  const values = sums.flatMap((one) => [one.luck, one.skill]);
  const [low, high] = [Math.min(-0.5, ...values), Math.max(0.5, ...values)];
  const x = (/** @type {number} */ n) => LEFT + (n / sums.length) * (WIDTH - LEFT - 12);
  const y = (/** @type {number} */ value) => ABOVE + ((high - value) / (high - low)) * (HEIGHT - ABOVE - BELOW);
  const label = say("luck.graph", { n: record.reviewed, luck: told(record.luck), skill: told(record.skill) });
  const along = scale(1, sums.length).filter((n) => Number.isInteger(n));
  return h(
    "div",
    { class: "stack" },
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      scale(low, high).flatMap((value) => [
        s("path", { d: `M${LEFT} ${y(value)}H${WIDTH - 12}`, class: value ? "scale" : "zero" }),
        s("text", { x: LEFT - 6, y: y(value) + 4, class: "value" }, signed(value)),
      ]),
      along.map((n) => s("text", { x: x(n), y: HEIGHT - 8, class: "place" }, String(n))),
      LINES.map((line) =>
        s("polyline", {
          class: line,
          points: [[0, 0], ...sums.map((one, n) => [n + 1, one[line]])]
            .map(([n = 0, value = 0]) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`)
            .join(" "),
        }),
      ),
    ),
    h("p", { class: "small soft axis" }, say("luck.axis")),
  );
}

/** @param {MatchLuck[]} matches @param {{ luck: number, skill: number }[]} sums */
function table(matches, sums) {
  const head = (/** @type {"match" | "luck" | "luck.so_far" | "skill" | "skill.so_far"} */ key) =>
    h("th", { scope: "col", class: key === "match" ? "" : "number" }, say(`luck.column.${key}`));
  const number = (/** @type {number} */ value) => h("td", { class: "number" }, told(value));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, head("match"), head("luck"), head("luck.so_far"), head("skill"), head("skill.so_far"))),
    h(
      "tbody",
      {},
      matches.map((one, n) =>
        h(
          "tr",
          {},
          h(
            "td",
            {},
            h(
              "a",
              { href: addressOf(`replay/${one.match}`) },
              new Date(one.at).toLocaleDateString(prefs.lang, { dateStyle: "short" }),
            ),
          ),
          number(one.luck),
          number(sums[n]?.luck ?? 0),
          number(one.skill),
          number(sums[n]?.skill ?? 0),
        ),
      ),
    ),
  );
}
