/** Looking at a match again: scrub, step, whose eyes, luck, verification, fork, download. */

import { h, put } from "../dom.js";
import { share } from "../parts/share.js";
import { toast } from "../parts/toast.js";
import { identity, rememberInvite } from "../prefs.js";
import { addressOf } from "../route.js";
import { Shell } from "../table/shell.js";
import { isTold } from "../table/tray.js";
import { ui } from "../words/more.js";
import { betterWords, coachNote, showReview } from "./coach.js";
import { meansLuck } from "./luck.js";
import { ReplayFeed } from "./replay_feed.js";
import { actors, marked, reviewOf, wanted } from "./review.js";
import { Scrubber } from "./scrubber.js";
import {
  closed,
  download,
  forkAt,
  momentLink,
  pictureLink,
  pictureOf,
  rivalOf,
  savePng,
  showLuck,
  verify,
} from "./tools.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */

/** @type {import("../app.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const [, match = "", place = "", eyes = "", code = ""] = path;
  rememberInvite(match, code);
  put(main, h("p", { class: "soft coming" }, ui("loading")));
  let feed = await ReplayFeed.load(match, Number(eyes || -1));
  const end = feed.at(feed.last).view;
  const over = end.status === "ended";
  // Before anything is decided there is nothing to see.
  const begins = feed.moments.find((moment) => moment.view.table && moment.decision)?.seq ?? feed.first;
  let seq = feed.at(Number(place) || begins).seq;
  /** The position that the board shows. */
  let drawn = 0;

  /** Whose side lies below: of whose eyes these are, else of who was seen with last, else one's own. */
  let below =
    feed.seat >= 0
      ? feed.seat
      : Number(Object.keys(end.seats).find((seat) => end.seats[seat]?.player === (identity()?.player ?? "-")) ?? -1);

  const shell = await Shell.make(end.game, {
    seat: () => feed.seat,
    side: () => below,
    act: async () => undefined,
    jump: (to) => {
      shell.side.leave();
      scrubber.go(to);
    },
    // Clocks stand as they stood then.
    now: () => feed.at(seq).at || connection.now(),
  });
  title(ui("replay.title", { game: shell.words.say("game.name") }));
  const scrubber = new Scrubber(feed, shell.presentation, show);

  const picture = pictureLink(match, seq, feed.seat);
  /** What the review says, by position; empty until it was asked for. @type {Map<number, import("./review.js").Choice>} */
  let better = new Map();
  /** Whose a choice was, where a seat has several that act. @type {(choice: import("./review.js").Choice) => string} */
  let actor = () => "";
  const note = h("div", { class: "note-place", role: "status" });
  const forking = h(
    "button",
    { class: "quiet fork", onclick: () => fork(seq, Math.max(0, feed.seat)) },
    ui("replay.fork"),
  );
  const address = () =>
    addressOf(`replay/${match}/${seq}${feed.seat === -1 && !code ? "" : `/${feed.seat}`}${code ? `/${code}` : ""}`);

  /** A match of one's own from there. @param {number} at @param {number} seat */
  const fork = (at, seat) => void forkAt(match, at, seat, rivalOf(end, shell.game), go);

  /** @param {number} to @param {boolean} played whether to show the events that led here; resolves when they are told */
  function show(to, played) {
    const moment = feed.at(to);
    // Whoever is faster than the telling still sees what came of the last step.
    if (played && drawn !== moment.seq - 1 && moment.before) shell.show(moment.before, undefined, moment.seq - 1);
    seq = moment.seq;
    if (main.isConnected) history.replaceState(null, "", address());
    picture.href = pictureOf(match, seq, feed.seat);
    // From the end nothing goes on.
    forking.disabled = moment.view.status === "ended";
    const choice = better.get(seq);
    put(
      note,
      choice
        ? coachNote(
            choice,
            shell.words,
            { show: () => showBetter(choice), fork: () => fork(choice.seq - 1, choice.seat) },
            actor(choice),
          )
        : "",
    );
    // Whoever scrubs on does not wait for what is being shown, nor comes back to it.
    shell.tray.skip();
    const draw = () => {
      if (seq !== moment.seq) return;
      drawn = seq;
      shell.show(moment.view, undefined, seq, { mark: true });
    };
    if (played && moment.events.length) return shell.tray.play(shell.board, moment.events, draw);
    // An entry that told nothing, a pass perhaps or the end, leaves what was told before it.
    const still = () =>
      seq === moment.seq &&
      shell.tray.still(
        shell.board,
        feed.moments.findLast((told) => told.seq <= seq && told.events.some(isTold(shell.board)))?.events ?? [],
      );
    still();
    // What was being told when it was skipped comes to its end first.
    if (shell.tray.telling) void shell.tray.settled.then(still);
    draw();
    return undefined;
  }

  /** The position with the eyes of the one who chose; what belongs to the better action lights up. @param {import("./review.js").Choice} choice */
  async function showBetter(choice) {
    if (feed.seat !== choice.seat) await see(choice.seat);
    const { view, decision } = feed.at(choice.seq - 1);
    if (!decision || !choice.better) return;
    shell.show(view, { ...decision, actions: [choice.better] }, choice.seq - 1, { mark: true });
    // Said as well: some things, such as to stay, stand for nothing on the table, and others for much.
    toast(betterWords(choice, shell.words));
  }

  /** Through somebody else's eyes. @param {number} seat */
  async function see(seat) {
    viewers.value = String(seat);
    feed = await ReplayFeed.load(match, seat);
    if (seat >= 0) below = seat;
    scrubber.use(feed, seq);
    shell.fill(feed.moments);
    show(seq, false);
  }

  /** Mark what the review says on the bar, and at the positions. */
  async function heed() {
    const review = await reviewOf(match);
    better = marked(review);
    actor = actors(review, shell.words);
    scrubber.review(review);
    show(seq, false);
  }

  const eyesOf = [-1, ...(over ? [...Object.keys(end.seats).map(Number), ...(closed(end) ? [] : [-2])] : [])];
  const viewers = h(
    "select",
    {},
    eyesOf.map((seat) =>
      h(
        "option",
        { value: seat, selected: seat === feed.seat },
        seat >= 0
          ? shell.words.player(end.seats[seat])
          : ui(
              seat === -1
                ? "replay.public"
                : Object.keys(end.seats).length > 1
                  ? "replay.open_hands"
                  : "replay.open_all",
            ),
      ),
    ),
  );
  viewers.addEventListener("change", () => see(Number(viewers.value)));

  shell.element.dataset["mode"] = "replay";
  shell.side.opened = () => shell.log.at(seq);
  put(main, shell.element);
  put(
    shell.banner,
    over
      ? closed(end)
        ? h("p", { class: "watching" }, ui("replay.closed"))
        : ""
      : h(
          "p",
          { class: "watching row" },
          ui("replay.running"),
          h("a", { class: "button", href: addressOf(`match/${match}`) }, ui("replay.table")),
        ),
  );
  const tools = h(
    "section",
    { class: "replay-tools", "aria-label": ui("replay.tools") },
    // The result has the ways to another match.
    over && end.table
      ? h("a", { class: "button quiet result", href: addressOf(`match/${match}`) }, ui("replay.result"))
      : null,
    // While it goes on, everybody sees the same.
    eyesOf.length > 1 ? h("label", { class: "eyes" }, ui("replay.eyes"), viewers) : null,
    h(
      "button",
      { class: "quiet share", onclick: () => share(momentLink(match, seq, feed.seat), document.title) },
      ui("share"),
    ),
    forking,
    meansLuck(feed, shell.presentation)
      ? h(
          "button",
          {
            class: "quiet luck",
            onclick: () => {
              scrubber.stop();
              showLuck(feed, shell, (to) => scrubber.go(to));
            },
          },
          ui("luck"),
        )
      : null,
    over && !closed(end) && end.table && shell.game.reviews
      ? h(
          "button",
          {
            class: "quiet review",
            onclick: () => {
              scrubber.stop();
              heed().catch(() => {});
              showReview(
                match,
                end,
                shell.words,
                (to) => {
                  scrubber.go(to);
                  note.scrollIntoView({ block: "nearest" });
                },
                feed.last,
              );
            },
          },
          ui("review"),
        )
      : null,
    over && !closed(end) ? h("button", { class: "quiet verify", onclick: () => verify(match) }, ui("verify")) : null,
    over && !closed(end)
      ? h("button", { class: "quiet download", onclick: () => download(match) }, ui("replay.download"))
      : null,
    h("button", { class: "quiet picture-png", onclick: () => savePng(match, seq, feed.seat) }, ui("picture.png")),
    picture,
    // Where they are a strip: to those out of sight. Keys get there without it.
    h(
      "button",
      {
        class: "quiet tools-more",
        tabindex: "-1",
        "aria-hidden": "true",
        onclick: () => tools.scrollBy({ left: tools.clientWidth / 2 }),
      },
      "▸",
    ),
  );
  shell.foot.append(scrubber.element, note, tools);
  shell.fill(feed.moments);
  scrubber.go(seq);
  if (wanted(match)) void heed().catch(() => {}); // Who asked for it is told there.

  const keys = (/** @type {KeyboardEvent} */ event) => scrubber.key(event);
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    scrubber.stop();
    shell.close();
  };
}
