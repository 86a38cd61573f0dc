/** Luck: each seat's rolls against their expectation, summed over the match. */

import { h, s } from "../dom.js";
import { luckOf } from "../table/presentation.js";
import { ui } from "../words/all_words.js";
import { signed } from "../words/template.js";

/** @typedef {import("./replay_feed.js").ReplayFeed} ReplayFeed */
/** @typedef {import("../client/messages.js").GameEvent} GameEvent */
/** @typedef {import("../net/games.js").Presentation} Presentation */
/** @typedef {import("../words/words.js").Words} Words */
/**
 * A position in the log, the luck so far, and the roll.
 * @typedef {{ x: number, y: number, event?: GameEvent }} Point
 */

const WIDTH = 640;
const HEIGHT = 260;
/** Room for the values on the left, and for the positions below. */
const LEFT = 40;
const BELOW = 26;
const ABOVE = 12;
const MARKS = ["luck-a", "luck-b"];
/** Least number of rolls for statements on luck. */
const ENOUGH = 8;
/** Steps of a scale. */
const STEPS = [0.5, 1, 2, 5, 10, 20, 50];

/** Each seat's points: luck after each of its rolls. @param {ReplayFeed} feed @param {Presentation} presentation */
export function luckLines(feed, presentation) {
  const { seats } = feed.at(feed.last).view;
  /** @type {Map<number, Point[]>} */
  const lines = new Map(Object.keys(seats).map((seat) => [Number(seat), [{ x: feed.first, y: 0 }]]));
  for (const moment of feed.moments) {
    for (const event of moment.events) {
      const luck = luckOf(presentation, event, moment.view.table);
      const line = luck && lines.get(luck.who);
      if (line) line.push({ x: moment.seq, y: (line[line.length - 1]?.y ?? 0) + luck.rolled - luck.expected, event });
    }
  }
  return lines;
}

/**
 * Whether there were enough dice for statements on luck.
 * @param {ReplayFeed} feed
 * @param {Presentation} presentation
 */
export function meansLuck(feed, presentation) {
  const rolls = [...luckLines(feed, presentation).values()].reduce((sum, points) => sum + points.length - 1, 0);
  return rolls >= ENOUGH;
}

/** Unit of the numbers: a game names it where it is more than hits. @param {Words} words */
export const luckTitle = (words) => (words.has("luck.short") ? words.say("luck.short") : ui("luck.short"));

/**
 * The same in words, a line per seat.
 * @param {ReplayFeed} feed
 * @param {Map<number, Point[]>} lines
 * @param {Words} words
 */
export function luckInWords(feed, lines, words) {
  const { seats } = feed.at(feed.last).view;
  return h(
    "ul",
    {},
    [...lines].map(([seat, points]) => {
      const total = points[points.length - 1]?.y ?? 0;
      return h(
        "li",
        { class: MARKS[seat] ?? "" },
        ui("luck.line", {
          name: words.player(seats[seat]),
          n: signed(Number(total.toFixed(1))),
          rolls: points.length - 1,
        }),
      );
    }),
  );
}

/** The labelled values of a scale, at most a handful. @param {number} least @param {number} most @returns {number[]} */
export function scale(least, most) {
  const step = STEPS.find((each) => (most - least) / each <= 6) ?? 100;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, n) => (first + n) * step);
}

/**
 * @param {ReplayFeed} feed
 * @param {{ presentation: Presentation, words: Words }} game
 * @param {(seq: number) => void} jump
 */
export function luckGraph(feed, { presentation, words }, jump) {
  const lines = luckLines(feed, presentation);
  const values = [...lines.values()].flat().map((point) => point.y);
  const [low, high] = [Math.min(-1, ...values), Math.max(1, ...values)];
  const x = (/** @type {number} */ seq) =>
    LEFT + ((seq - feed.first) / Math.max(1, feed.last - feed.first)) * (WIDTH - LEFT - 8);
  const y = (/** @type {number} */ value) => ABOVE + ((high - value) / (high - low)) * (HEIGHT - ABOVE - BELOW);
  const dot = (/** @type {number} */ seat, /** @type {Point} */ point) => {
    const label = ui("luck.point", { n: point.x, text: point.event ? words.event(point.event) : "" });
    const go = () => jump(point.x);
    const enter = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      // Keep the key from pressing the button that opened this and gets the focus next.
      event.preventDefault();
      go();
    };
    return s(
      "g",
      {
        class: `luck-dot ${MARKS[seat] ?? "luck-a"}`,
        role: "button",
        tabindex: "0",
        "aria-label": label,
        onclick: go,
        onkeydown: enter,
      },
      s("title", {}, label),
      s("circle", { class: "reach", cx: x(point.x), cy: y(point.y), r: 9 }),
      s("circle", { cx: x(point.x), cy: y(point.y), r: 3.4 }),
    );
  };
  return h(
    "figure",
    { class: "luck-graph stack" },
    h("p", { class: "small soft" }, ui("luck.help"), words.has("luck.counts") ? ` ${words.say("luck.counts")}` : ""),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": ui("luck") },
      scale(low, high).flatMap((value) => [
        s("path", { d: `M${LEFT} ${y(value)}H${WIDTH - 8}`, class: value ? "luck-line" : "luck-zero" }),
        s("text", { x: LEFT - 6, y: y(value) + 4, class: "luck-value" }, signed(value)),
      ]),
      scale(feed.first, feed.last).map((seq) =>
        s("text", { x: x(seq), y: HEIGHT - 8, class: "luck-place" }, String(seq)),
      ),
      [...lines].map(([seat, points]) =>
        s("polyline", {
          class: MARKS[seat] ?? "luck-a",
          points: [...points, { x: feed.last, y: points[points.length - 1]?.y ?? 0 }]
            .map((p) => `${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`)
            .join(" "),
        }),
      ),
      [...lines].flatMap(([seat, points]) => points.slice(1).map((point) => dot(seat, point))),
    ),
    h("p", { class: "small soft luck-axis" }, ui("luck.axis")),
    h("figcaption", {}, luckInWords(feed, lines, words)),
  );
}
