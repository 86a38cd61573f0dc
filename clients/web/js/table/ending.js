/** The end of a match: won or lost, why, the turning point, and where to go from here. */

import { h, put } from "../dom.js";
import { getJSON } from "../net/rest.js";
import { share } from "../parts/share.js";
import { showReview } from "../replay/coach.js";
import { luckInWords, luckLines, luckTitle, meansLuck } from "../replay/luck.js";
import { ReplayFeed } from "../replay/replay_feed.js";
import { prepareReview } from "../replay/review.js";
import { turningPoint } from "../replay/swing.js";
import {
  closed,
  download,
  forkAt,
  momentLink,
  pictureLink,
  rivalOf,
  savePng,
  showLuck,
  verify,
} from "../replay/tools.js";
import { addressOf } from "../route.js";
import { ui } from "../words/more.js";
import { between } from "../words/words.js";
import { lasted } from "./clock.js";
import { rematchButton } from "./rematch.js";
import { outcomeInWords, reasonInWords, verdictInWords, verdictOf } from "./verdict.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("./shell.js").Shell} Shell */

const OPEN = -2;
/** Whoever played looks back with their own eyes: what lay hidden is not taken for known. @param {number} seat */
const eyes = (seat) => (seat < 0 ? OPEN : seat);
/** Milliseconds after which somebody who is still at the end may want the review. */
const STAYS = 8000;

/**
 * The panel; it listens to the table's talk for the other player's wish to play again.
 * @param {LiveFeed} feed
 * @param {Shell} shell
 * @param {(path: string) => void} go
 */
export function ending(feed, shell, go) {
  const view = /** @type {MatchView} */ (feed.view);
  const verdict = verdictOf(view, feed.seat);
  const heading = h("h2", { tabindex: "-1" }, verdictInWords(view, feed.seat, shell.words));
  const why = h("p", { class: "why" }, reasonInWords(view, shell.words));
  const another = h("a", { class: "button another", href: addressOf("") }, ui("ending.another"));
  if (verdict === "off")
    return h(
      "section",
      { class: "sheet ending off", "aria-label": ui("ending") },
      heading,
      why,
      h("div", { class: "row doors" }, another),
    );
  const facts = h("p", { class: "facts" }, ...factsOf(view, shell).map((fact) => h("span", {}, fact)));
  const swing = h("div", { class: "swing" });
  const luck = h("button", { class: "luck", hidden: true }, ui("luck"));
  const kept = closed(view);
  const how = h("p", { class: "small soft" });
  void points(view, feed, facts);
  // What the points are made of.
  const key = view.outcome?.winners?.length ? "score.won" : "score.lost";
  if (view.score !== undefined && shell.words.has(key)) put(how, shell.words.say(key));
  void ReplayFeed.load(feed.match, kept ? feed.seat : OPEN).then(
    (log) => {
      const began = log.moments.find((moment) => moment.view.table)?.at ?? log.at(log.first).at;
      facts.append(h("span", {}, lasted(log.at(log.last).at - began)));
      put(swing, ...swingOf(log, feed.seat, shell, go));
      if (!meansLuck(log, shell.presentation)) return;
      const lines = luckLines(log, shell.presentation);
      swing.after(
        h(
          "div",
          { class: "luck-short" },
          h("span", { class: "soft" }, luckTitle(shell.words)),
          luckInWords(log, lines, shell.words),
        ),
      );
      luck.hidden = more.hidden = false;
      luck.addEventListener("click", () =>
        showLuck(log, shell, (seq) => go(`replay/${feed.match}/${seq}/${eyes(feed.seat)}`)),
      );
    },
    () => {},
  ); // The panel is of use without it.
  if (feed.seat >= 0 && !kept && shell.game.reviews) {
    setTimeout(() => heading.isConnected && prepareReview(feed.match), STAYS);
  }
  const more = h(
    "details",
    {
      class: "more-doors",
      hidden: kept,
      ontoggle: (/** @type {Event} */ event) =>
        /** @type {Element} */ (event.target).scrollIntoView({ block: "nearest" }),
    },
    h("summary", {}, ui("ending.more")),
    h(
      "div",
      { class: "row" },
      luck,
      kept
        ? null
        : [
            h(
              "button",
              {
                class: "share",
                onclick: () =>
                  share(
                    momentLink(feed.match, feed.seq, OPEN),
                    `${shell.words.say("game.name")}: ${outcomeInWords(view, shell.words)}`,
                  ),
              },
              ui("share"),
            ),
            h("button", { class: "download", onclick: () => download(feed.match) }, ui("replay.download")),
            h("button", { class: "verify", onclick: () => verify(feed.match) }, ui("verify")),
            h(
              "button",
              { class: "quiet picture-png", onclick: () => savePng(feed.match, feed.seq, OPEN) },
              ui("picture.png"),
            ),
            pictureLink(feed.match, feed.seq, OPEN),
          ],
    ),
  );
  // What it came to is read out once, where it stands; the keyboard may come to the panel.
  return h(
    "section",
    { class: `sheet ending ${verdict}`, "aria-label": ui("ending"), tabindex: "-1" },
    h(
      "div",
      { class: "ending-text scrolls" },
      h("div", { class: "ending-head scrolls" }, heading, why, facts, how),
      h("div", { class: "ending-body scrolls", "aria-live": "off" }, swing, more),
    ),
    h(
      "div",
      { class: "row doors", "aria-live": "off" },
      view.deal && feed.seat >= 0 ? dealDoors(view, view.deal, go) : feed.seat >= 0 ? rematchButton(feed, go) : null,
      h(
        "a",
        {
          class: `button replay ${feed.seat < 0 ? "primary" : ""}`,
          href: addressOf(`replay/${feed.match}${feed.seat < 0 ? "" : `/0/${feed.seat}`}`),
        },
        ui("replay.open"),
      ),
      kept || !shell.game.reviews
        ? null
        : h(
            "button",
            {
              class: "review",
              onclick: () =>
                showReview(
                  feed.match,
                  view,
                  shell.words,
                  (seq) => go(`replay/${feed.match}/${seq}/${eyes(feed.seat)}`),
                  feed.seq,
                ),
            },
            ui("review"),
          ),
      view.deal ? null : another,
    ),
  );
}

/** To the board of the day, and the same deal again; or to the duplicate. @param {MatchView} view @param {{ day?: string, duplicate?: string }} deal @param {(path: string) => void} go */
function dealDoors({ game }, { day = "", duplicate }, go) {
  if (duplicate)
    return [
      h(
        "a",
        { class: "button primary duplicate-door", href: addressOf(`duplicate/${duplicate.split("/")[0]}`) },
        ui("duplicate"),
      ),
    ];
  return [
    h("a", { class: "button primary", href: addressOf(`daily/${day}/${game}`) }, ui("daily")),
    h(
      "button",
      { class: "again", onclick: async () => (await import("../daily/deals.js")).playDeal(game, day, go) },
      ui("daily.practise"),
    ),
  ];
}

/** Points, beside the best of one's own earlier ones. @param {MatchView} view @param {LiveFeed} feed @param {HTMLElement} facts */
async function points({ score, game }, feed, facts) {
  if (score === undefined) return;
  facts.append(h("span", { class: "points" }, ui("points.n", { n: score })));
  if (feed.seat < 0) return;
  /** @type {import("../net/messages.js").LobbyRow[]} */
  const rows = await getJSON("/api/matches/mine").then(
    (mine) => mine.matches,
    () => [],
  );
  const others = rows.filter((row) => row.game === game && row.match !== feed.match).flatMap((row) => row.score ?? []);
  if (others.length)
    facts.append(
      h(
        "span",
        {},
        score > Math.max(...others) ? ui("points.record") : ui("points.best", { n: Math.max(score, ...others) }),
      ),
    );
}

/** Turns and score as the board tells them. @param {MatchView} view @param {Shell} shell @returns {string[]} */
function factsOf(view, shell) {
  const told = shell.board.status?.(view) ?? [];
  return told.length || !view.table.turn ? told : [ui("turn.n", { n: view.table.turn })];
}

/**
 * What turned the match, and the way to play on from just before it.
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
  // What is told may have ended the turn.
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
      h("a", { class: "button", href: addressOf(`replay/${log.match}/${moment.seq}/${eyes(seat)}`) }, ui("swing.look")),
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
