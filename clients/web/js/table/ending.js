/** The end of a match: result, reason, turning point, and links. */

import { h, put } from "../dom.js";
import { endingParts } from "../extensions.js";
import { getJSON } from "../net/rest.js";
import { share } from "../parts/share.js";
import { luckInWords, luckLines, luckTitle, meansLuck } from "../replay/luck.js";
import { ReplayFeed } from "../replay/replay_feed.js";
import {
  download,
  eyesOf,
  forkAt,
  momentLink,
  OPEN,
  pictureLink,
  rivalOf,
  savePng,
  sealed,
  showLuck,
  verify,
} from "../replay/tools.js";
import { turningPoint } from "../replay/turning_point.js";
import { addressOf } from "../route.js";
import { ui } from "../words/all_words.js";
import { between } from "../words/words.js";
import { lasted } from "./clock.js";
import { rematchButton } from "./rematch.js";
import { outcomeInWords, reasonInWords, verdictInWords, verdictOf } from "./verdict.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../client/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../feature.js").EndingPart} EndingPart */
/** Makes the panel. @typedef {(feed: LiveFeed, shell: Shell, go: (path: string) => void) => HTMLElement} MakeEnding */

/** Load the dependencies of the panel. @returns {Promise<MakeEnding>} */
export async function loadEnding() {
  const parts = await endingParts();
  return (feed, shell, go) => ending(feed, shell, go, parts);
}

/** @param {LiveFeed} feed @param {Shell} shell @param {(path: string) => void} go @param {EndingPart[]} parts */
function ending(feed, shell, go, parts) {
  const view = /** @type {MatchView} */ (feed.view);
  if (verdictOf(view, feed.seat) === "off") return calledOff(view, feed.seat, shell);
  const panel = new EndingPanel({ view, feed, shell, go, sealed: sealed(view) }, parts);
  void panel.addPoints();
  panel.addFromLog();
  return panel.element;
}

/** The verdict and its reason. @param {MatchView} view @param {number} seat @param {Shell} shell */
const verdictLines = (view, seat, shell) => [
  h("h2", { tabindex: "-1" }, verdictInWords(view, seat, shell.words)),
  h("p", { class: "why" }, reasonInWords(view, shell.words)),
];

const anotherMatch = () => h("a", { class: "button another", href: addressOf("") }, ui("ending.another"));

/** The panel of a match that was never played. @param {MatchView} view @param {number} seat @param {Shell} shell */
const calledOff = (view, seat, shell) =>
  h(
    "section",
    { class: "sheet ending off", "aria-label": ui("ending") },
    verdictLines(view, seat, shell),
    h("div", { class: "row doors" }, anotherMatch()),
  );

/** The panel of a played match. Data of the log are added when it is loaded. */
class EndingPanel {
  /** Facts in a line: turns, points, duration. */
  #facts;
  /** The turning points of the match. */
  #swing = h("div", { class: "swing" });
  #luck = h("button", { class: "luck", hidden: true }, ui("luck"));
  #more;

  /** @param {import("../feature.js").Ending} ending @param {EndingPart[]} parts */
  constructor(ending, parts) {
    this.ending = ending;
    const { view, feed, shell } = ending;
    this.#facts = h("p", { class: "facts" }, ...factsOf(view, shell).map((fact) => h("span", {}, fact)));
    this.#more = moreLinks(ending, this.#luck);
    // The result is read out once, at its place; the keyboard may come to the panel.
    this.element = h(
      "section",
      { class: `sheet ending ${verdictOf(view, feed.seat)}`, "aria-label": ui("ending"), tabindex: "-1" },
      h(
        "div",
        { class: "ending-text scrolls" },
        h(
          "div",
          { class: "ending-head scrolls" },
          verdictLines(view, feed.seat, shell),
          this.#facts,
          pointsMean(ending),
        ),
        h("div", { class: "ending-body scrolls", "aria-live": "off" }, this.#swing, this.#more),
      ),
      mainLinks(ending, parts),
    );
  }

  /** Add data of the log: duration, turning point, luck. The panel works without it. */
  addFromLog() {
    const { feed, shell, go, sealed } = this.ending;
    ReplayFeed.load(feed.match, sealed ? feed.seat : OPEN).then(
      (log) => {
        const began = log.moments.find((moment) => moment.view.table)?.at ?? log.at(log.first).at;
        this.#facts.append(h("span", {}, lasted(log.at(log.last).at - began)));
        put(this.#swing, ...swingOf(log, feed.seat, shell, go));
        if (meansLuck(log, shell.presentation)) this.#addLuck(log);
      },
      () => {},
    );
  }

  /** @param {ReplayFeed} log */
  #addLuck(log) {
    const { feed, shell, go } = this.ending;
    const lines = luckLines(log, shell.presentation);
    this.#swing.after(
      h(
        "div",
        { class: "luck-short" },
        h("span", { class: "soft" }, luckTitle(shell.words)),
        luckInWords(log, lines, shell.words),
      ),
    );
    this.#luck.hidden = this.#more.hidden = false;
    this.#luck.addEventListener("click", () =>
      showLuck(log, shell, (seq) => go(`replay/${feed.match}/${seq}/${eyesOf(feed.seat)}`)),
    );
  }

  /** Add the points, beside the player's earlier best. */
  async addPoints() {
    const { view, feed } = this.ending;
    const { score, game } = view;
    if (score === undefined) return;
    this.#facts.append(h("span", { class: "points" }, ui("points.n", { n: score })));
    if (feed.seat < 0) return;
    /** @type {import("../client/messages.js").LobbyRow[]} */
    const rows = await getJSON("/api/matches/mine").then(
      (mine) => mine.matches,
      () => [],
    );
    const others = rows
      .filter((row) => row.game === game && row.match !== feed.match)
      .flatMap((row) => row.score ?? []);
    if (!others.length) return;
    const best = Math.max(...others);
    const text = score > best ? ui("points.record") : ui("points.best", { n: Math.max(score, best) });
    this.#facts.append(h("span", {}, text));
  }
}

/** The parts of the points. @param {import("../feature.js").Ending} ending */
function pointsMean({ view, shell: { words } }) {
  const key = view.outcome?.winners?.length ? "score.won" : "score.lost";
  return h("p", { class: "small soft" }, view.score !== undefined && words.has(key) ? words.say(key) : "");
}

/** Rarely used buttons, folded away. @param {import("../feature.js").Ending} ending @param {HTMLElement} luck */
function moreLinks({ view, feed: { match, seq }, shell: { words }, sealed }, luck) {
  const door = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => unknown} */ onclick) =>
    h("button", { class: name, onclick }, text);
  const title = `${words.say("game.name")}: ${outcomeInWords(view, words)}`;
  return h(
    "details",
    {
      class: "more-doors",
      hidden: sealed,
      ontoggle: (/** @type {Event} */ event) =>
        /** @type {Element} */ (event.target).scrollIntoView({ block: "nearest" }),
    },
    h("summary", {}, ui("ending.more")),
    h(
      "div",
      { class: "row" },
      luck,
      sealed
        ? null
        : [
            door("share", ui("share"), () => share(momentLink(match, seq, OPEN), title)),
            door("download", ui("replay.download"), () => download(match)),
            door("verify", ui("verify"), () => verify(match)),
            door("quiet picture-png", ui("picture.png"), () => savePng(match, seq, OPEN)),
            pictureLink(match, seq, OPEN),
          ],
    ),
  );
}

/**
 * Links: rematch, replay, features' additions, another match.
 * @param {import("../feature.js").Ending} ending
 * @param {EndingPart[]} parts
 */
function mainLinks(ending, parts) {
  const { view, feed, shell, go } = ending;
  const plays = feed.seat >= 0;
  const again = () =>
    view.deal
      ? parts.flatMap((part) => part.again?.(ending) ?? [])
      : [rematchButton(feed, shell.words.say("game.name"), go)];
  return h(
    "div",
    { class: "row doors", "aria-live": "off" },
    plays ? again() : null,
    h(
      "a",
      {
        class: `button replay ${plays ? "" : "primary"}`,
        href: addressOf(`replay/${feed.match}${plays ? `/0/${feed.seat}` : ""}`),
      },
      ui("replay.open"),
    ),
    parts.flatMap((part) => part.links?.(ending) ?? []),
    view.deal ? null : anotherMatch(),
  );
}

/** Turns and score as the board tells them. @param {MatchView} view @param {Shell} shell @returns {string[]} */
function factsOf(view, shell) {
  const told = shell.board.status?.(view) ?? [];
  return told.length || !view.table.turn ? told : [ui("turn.n", { n: view.table.turn })];
}

/**
 * The turning point, and the way to play on from just before it.
 * @param {ReplayFeed} log
 * @param {number} seat one's own; who had none takes that of whose turn it was
 * @param {Shell} shell
 * @param {(path: string) => void} go
 */
function swingOf(log, seat, shell, go) {
  const reason = log.at(log.last).view.outcome?.reason ?? "";
  const found = turningPoint(log.moments, shell.presentation, (view) => shell.board.counted?.(view, reason) ?? null);
  if (!found) return [];
  const { moment, events } = found;
  const told = events.map((event) => shell.words.event(event)).join(between());
  // The event may have ended the turn.
  const { turn } = (moment.before ?? moment.view).table;
  return [
    h(
      "p",
      {},
      h(
        "b",
        {},
        ui(`swing.${found.kind}`, {
          name: shell.words.player(moment.view.seats[found.who ?? 0]),
          what: shell.words.say(`counted.${reason}`),
          turn: turn ?? 0,
        }),
      ),
      between(),
      told,
    ),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "button", href: addressOf(`replay/${log.match}/${moment.seq}/${eyesOf(seat)}`) },
        ui("swing.look"),
      ),
      h(
        "button",
        {
          class: "fork",
          onclick: () =>
            forkAt(
              log.match,
              moment.seq - 1,
              seat >= 0 ? seat : (moment.before?.turn ?? 0),
              rivalOf(moment.view, shell.game),
              go,
            ),
        },
        ui(shell.game.seats > 1 ? "swing.fork" : "swing.fork.solo"),
      ),
    ),
  ];
}
