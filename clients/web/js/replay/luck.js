/** Luck: what each seat rolled against what could be expected, added up over the match. */

import { h, s } from "../dom.js";
import { luckOf } from "../table/presentation.js";
import { ui } from "../words/words.js";

/** @typedef {import("./replay_feed.js").ReplayFeed} ReplayFeed */
/** @typedef {import("../net/games.js").Presentation} Presentation */
/** @typedef {import("../words/words.js").Words} Words */
/** @typedef {{ x: number, y: number }} Point */

const WIDTH = 600;
const HEIGHT = 220;
const MARKS = ["luck-a", "luck-b"];

/** Each seat's points: luck so far after each of its rolls. @param {ReplayFeed} feed @param {Presentation} presentation */
export function luckLines(feed, presentation) {
  const { seats } = feed.at(feed.last).view;
  /** @type {Map<number, Point[]>} */
  const lines = new Map(Object.keys(seats).map((seat) => [Number(seat), [{ x: feed.first, y: 0 }]]));
  for (const moment of feed.moments) {
    for (const event of moment.events) {
      const luck = luckOf(presentation, event, moment.view.table);
      const line = luck && lines.get(luck.who);
      if (line) line.push({ x: moment.seq, y: (line[line.length - 1]?.y ?? 0) + luck.rolled - luck.expected });
    }
  }
  return lines;
}

/** The same in words, a line per seat. @param {ReplayFeed} feed @param {Map<number, Point[]>} lines @param {Words} words */
export function luckInWords(feed, lines, words) {
  const { seats } = feed.at(feed.last).view;
  return h("ul", {}, [...lines].map(([seat, points]) => {
    const total = points[points.length - 1]?.y ?? 0;
    return h("li", { class: MARKS[seat] ?? "" }, ui("luck.line", { name: words.player(seats[seat]), n: `${total < 0 ? "−" : "+"}${Math.abs(total).toFixed(1)}`, rolls: points.length - 1 }));
  }));
}

/** @param {ReplayFeed} feed @param {{ presentation: Presentation, words: Words }} game */
export function luckGraph(feed, { presentation, words }) {
  const lines = luckLines(feed, presentation);
  const most = Math.max(1, ...[...lines.values()].flat().map((point) => Math.abs(point.y)));
  const x = (/** @type {number} */ seq) => ((seq - feed.first) / Math.max(1, feed.last - feed.first)) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 12);
  return h("figure", { class: "luck-graph stack" },
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": ui("luck.help") },
      s("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "luck-zero" }),
      [...lines].map(([seat, points]) => s("polyline", { class: MARKS[seat] ?? "luck-a", points: [...points, { x: feed.last, y: points[points.length - 1]?.y ?? 0 }].map((p) => `${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`).join(" ") }))),
    h("figcaption", { class: "stack" }, h("p", { class: "small soft" }, ui("luck.help")), luckInWords(feed, lines, words)));
}
