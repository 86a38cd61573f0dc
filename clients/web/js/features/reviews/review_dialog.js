/** The review, drawn: the curve of the match with luck and skill, sums, and better choices. */

import { h, put, s } from "../../dom.js";
import { dialog } from "../../parts/dialog.js";
import { identity } from "../../prefs.js";
import { scale } from "../../replay/luck.js";
import { ui } from "../../words/all_words.js";
import { percent } from "../../words/percentages.js";
import { between } from "../../words/words.js";
import { actors, marked, reviewOf, seatFields, seenBy } from "./review.js";
import { say } from "./words.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./review.js").Choice} Choice */
/** @typedef {import("../../words/words.js").Words} Words */
/** @typedef {import("../../client/messages.js").MatchView} MatchView */

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 44;
const ABOVE = 10;
const BELOW = 26;
const MARKS = ["luck-a", "luck-b"];
/** With this many choices in a match, one seldom decides enough to be shown. */
const MANY = 100;

/** Why something is better, in words. @param {Choice} choice @param {Words} words */
const reason = ({ why, seat }, words) => (why ? words.reason(why, seat) : "");

/** The better choice, in words. @param {Choice} choice @param {Words} words */
export const betterWords = (choice, words) =>
  say("review.better", { action: choice.better ? words.action(choice.better) : "" });

/**
 * Note at the position before a choice for which there was a better one.
 * @param {Choice} choice
 * @param {Words} words
 * @param {{ show: () => void, fork: () => void }} hooks
 * @param {string} whose of several it was, or nothing
 */
export function coachNote(choice, words, { show, fork }, whose) {
  return h(
    "section",
    { class: "coach-note", "aria-label": say("review") },
    h(
      "p",
      {},
      whose ? [h("b", {}, say("review.who", { name: whose })), between()] : null,
      say("review.played", {
        action: words.action(choice.action),
        before: percent(choice.before),
        chosen: percent(choice.chosen),
      }),
    ),
    h("p", {}, h("b", {}, betterWords(choice, words)), between(), reason(choice, words)),
    h(
      "div",
      { class: "row" },
      h("button", { class: "quiet show-better", onclick: show }, say("review.show")),
      h("button", { class: "quiet fork-better", onclick: fork }, say("review.fork")),
    ),
  );
}

/**
 * The curve: slanting for dice, cards and hidden things, upright for a choice, thick for a loss by choice.
 * @param {Review} review
 * @param {MatchView} view of the match
 * @param {Words} words
 * @param {(seq: number) => void} jump
 * @param {number} own whose chances it shows
 * @param {number} end the last position: more may be rolled after the last choice
 */
function curve(review, view, words, jump, own, end) {
  const first = (review.choices[0]?.seq ?? 1) - 1;
  const last = Math.max(end, review.choices.at(-1)?.seq ?? 1);
  const x = (/** @type {number} */ seq) => LEFT + ((seq - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ chance) => ABOVE + (1 - chance) * (HEIGHT - ABOVE - BELOW);
  const places = [...review.choices.map(({ seq }) => seq - 1), last];
  const points = review.choices.map((choice, at) => ({
    choice,
    here: x(choice.seq - 1),
    next: x(places[at + 1] ?? last),
    ...seenBy(own, choice),
  }));
  const dot = (/** @type {typeof points[0]} */ { choice, here, chosen }) => {
    const large = review.costliest.includes(choice.seq);
    return choiceDot(choice, [here, y(chosen)], large, pointText(choice, view, words), () => jump(choice.seq - 1));
  };
  const path = (
    /** @type {string} */ name,
    /** @type {typeof points} */ those,
    /** @type {(point: typeof points[0]) => string} */ draw,
  ) => s("path", { class: name, d: those.map(draw).join("") });
  const given = (/** @type {number} */ seat) => points.filter(({ choice }) => choice.better && choice.seat === seat);
  const line = (/** @type {typeof points[0]} */ { here, before, chosen }) =>
    `M${here.toFixed(1)} ${y(before).toFixed(1)}V${y(chosen).toFixed(1)}`;
  const brought = (/** @type {typeof points[0]} */ { here, quick, chosen }) =>
    `M${here.toFixed(1)} ${y(quick).toFixed(1)}V${y(chosen).toFixed(1)}`;
  /** The position at a point of the curve. @param {MouseEvent} event */
  const nearest = (event) => {
    const drawing = /** @type {SVGSVGElement} */ (event.currentTarget);
    const at = ((event.clientX - drawing.getBoundingClientRect().left) / drawing.getBoundingClientRect().width) * WIDTH;
    const best = places.reduce((one, other) => (Math.abs(x(other) - at) < Math.abs(x(one) - at) ? other : one));
    if (!(/** @type {Element} */ (event.target).closest(".luck-dot"))) jump(best);
  };
  return s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "group",
      "aria-label": say("review.curve", { name: words.player(view.seats[own]) }),
      onclick: points.length ? nearest : null,
    },
    scale(first, last).map((seq) => s("text", { x: x(seq), y: HEIGHT - 6, class: "luck-place" }, String(seq))),
    [0, 0.25, 0.5, 0.75, 1].flatMap((chance) => [
      s("path", { d: `M${LEFT} ${y(chance)}H${WIDTH - 10}`, class: chance === 0.5 ? "luck-zero" : "luck-line" }),
      s("text", { x: LEFT - 6, y: y(chance) + 4, class: "luck-value" }, percent(chance)),
    ]),
    path(
      "review-luck",
      points,
      ({ here, next, chosen, after }) =>
        `M${here.toFixed(1)} ${y(chosen).toFixed(1)}L${next.toFixed(1)} ${y(after).toFixed(1)}`,
    ),
    MARKS.map((name, seat) =>
      path(
        `review-skill ${name}`,
        points.filter(({ choice }) => choice.seat === seat),
        brought,
      ),
    ),
    MARKS.map((name, seat) => path(`review-given ${name}`, given(seat), line)),
    points.filter(({ choice }) => choice.better).map(dot),
  );
}

/** @param {Choice} choice @param {MatchView} view @param {Words} words */
function pointText(choice, view, words) {
  const name = words.player(view.seats[choice.seat]);
  return say("review.point", { n: choice.seq - 1, name, text: betterWords(choice, words) });
}

/**
 * A choice on the curve, a link to its position.
 * @param {Choice} choice
 * @param {[number, number]} place
 * @param {boolean} large
 * @param {string} label
 * @param {() => void} go
 */
function choiceDot(choice, [cx, cy], large, label, go) {
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    go();
  };
  return s(
    "g",
    {
      class: `luck-dot ${MARKS[choice.seat] ?? "luck-a"}`,
      role: "button",
      tabindex: "0",
      "aria-label": label,
      onclick: go,
      onkeydown: enter,
    },
    s("title", {}, label),
    s("circle", { class: "reach", cx, cy, r: 10 }),
    s("circle", { cx, cy, r: large ? 5.5 : 3 }),
  );
}

/** Legend of the curve. @param {boolean} judged whether choices changed anything */
function legend(judged) {
  const line = (/** @type {string} */ d, /** @type {string} */ name, /** @type {string} */ text) =>
    h("li", {}, s("svg", { viewBox: "0 0 24 14", "aria-hidden": "true" }, s("path", { d, class: name })), text);
  return h(
    "ul",
    { class: "small soft review-legend" },
    line("M2 11L22 3", "review-luck", say("review.luck")),
    judged
      ? [
          line("M12 1V13", "review-skill luck-a", say("review.skill")),
          line("M12 1V13", "review-given luck-a", say("review.given")),
        ]
      : null,
  );
}

/**
 * @param {Review} review
 * @param {MatchView} view of the match
 * @param {Words} words
 * @param {(seq: number) => void} jump
 * @param {number} end the last position
 */
function drawn(review, view, words, jump, end) {
  const [choices, actor] = [marked(review), actors(review, words)];
  const who = (/** @type {Choice} */ choice) =>
    actor(choice) ? words.aside(name(choice.seat), actor(choice)) : name(choice.seat);
  const name = (/** @type {number} */ seat) => words.player(view.seats[seat]);
  // Show the reader's own chances, rising when they win.
  const own = Number(
    Object.keys(view.seats).find((seat) => view.seats[seat]?.player === (identity()?.player ?? "-")) ?? 0,
  );
  const costliest = review.costliest.flatMap((seq) => choices.get(seq - 1) ?? []);
  return [
    h(
      "figure",
      { class: "luck-graph review-graph stack" },
      h("p", { class: "small soft" }, say("review.help", { name: name(own) })),
      legend(review.seats.some((sums) => seatFields(sums).judged)),
      curve(review, view, words, jump, own, end),
      h("p", { class: "small soft luck-axis" }, ui("luck.axis")),
      h(
        "figcaption",
        {},
        h(
          "ul",
          {},
          review.seats.map((sums) =>
            h(
              "li",
              { class: MARKS[sums.seat] ?? "" },
              say("review.seat", { name: name(sums.seat), ...seatFields(sums) }),
            ),
          ),
        ),
      ),
    ),
    costliest.length
      ? h("h3", {}, say("review.costliest"))
      : h("p", {}, say("review.right", { many: review.choices.length > MANY })),
    h(
      "ol",
      { class: "costliest" },
      costliest.map((choice) =>
        h(
          "li",
          {},
          h(
            "p",
            {},
            h("b", {}, say("review.who", { name: who(choice) })),
            between(),
            say("review.played", {
              action: words.action(choice.action),
              before: percent(choice.before),
              chosen: percent(choice.chosen),
            }),
          ),
          h("p", {}, betterWords(choice, words), between(), reason(choice, words)),
          h(
            "button",
            { class: "quiet", onclick: () => jump(choice.seq - 1) },
            say("review.look", { n: choice.seq - 1 }),
          ),
        ),
      ),
    ),
  ];
}

/**
 * The dialog. It shows progress while the review is being made, then the review.
 * @param {string} match
 * @param {MatchView} view
 * @param {Words} words
 * @param {(seq: number) => void} jump
 * @param {number} end the last position
 */
export async function showReview(match, view, words, jump, end) {
  await dialog(say("review"), (close) => {
    const far = h("p", { class: "how-far soft" });
    const place = h(
      "div",
      { class: "review stack", role: "status" },
      h("p", { class: "soft" }, say("review.pending")),
      h("div", { "aria-live": "off" }, far),
    );
    const told = (/** @type {import("./review.js").Pending} */ { own, ahead, done }) =>
      put(
        far,
        say(own ? "review.own" : ahead ? "review.ahead" : "review.done", { n: ahead, done: percent(done / 100) }),
      );
    reviewOf(match, told).then(
      (review) =>
        put(
          place,
          ...drawn(
            review,
            view,
            words,
            (seq) => {
              close("");
              return jump(seq);
            },
            end,
          ),
        ),
      (error) => put(place, h("p", {}, error instanceof Error ? error.message : String(error))),
    );
    return [
      place,
      h("div", { class: "row" }, h("button", { class: "primary", onclick: () => close("") }, ui("close"))),
    ];
  });
}
