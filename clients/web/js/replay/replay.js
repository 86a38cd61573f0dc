/** Replay of a match: scrub, step, viewpoint, luck, verification, fork, download. */

import { h, put } from "../dom.js";
import { replayParts } from "../extensions.js";
import { share } from "../parts/share.js";
import { identity, rememberInvite } from "../prefs.js";
import { addressOf } from "../route.js";
import { Shell } from "../table/shell.js";
import { isTold } from "../table/tray.js";
import { ui } from "../words/all_words.js";
import { meansLuck } from "./luck.js";
import { ReplayFeed } from "./replay_feed.js";
import { Scrubber } from "./scrubber.js";
import {
  download,
  forkAt,
  momentLink,
  OPEN,
  pictureLink,
  pictureOf,
  rivalOf,
  savePng,
  sealed,
  showLuck,
  verify,
} from "./tools.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../feature.js").Stage} Stage */

/** @type {import("../feature.js").Screen} */
export async function screen(stage) {
  const [, match = "", place = "", eyes = "", code = ""] = stage.path;
  rememberInvite(match, code);
  put(stage.main, h("p", { class: "soft coming" }, ui("loading")));
  const wanted = replayParts();
  const feed = await ReplayFeed.load(match, Number(eyes || -1));
  /** @type {Replay} */
  let replay;
  const shell = await Shell.make(feed.at(feed.last).view.game, {
    seat: () => replay.feed.seat,
    side: () => replay.below,
    act: async () => undefined,
    jump: (to) => replay.jump(to),
    // Clocks stand as they stood then.
    now: () => replay.feed.at(replay.seq).at || stage.connection.now(),
  });
  const parts = await wanted;
  stage.title(ui("replay.title", { game: shell.words.say("game.name") }));
  replay = new Replay(stage, feed, shell, code, Number(place));
  replay.start(parts.map((make) => make(replay)));
  return () => replay.leave();
}

/** A replay on the page, from its first position until it is left. */
class Replay {
  /** The position on the board. */
  #drawn = 0;
  #keys = (/** @type {KeyboardEvent} */ event) => this.scrubber.key(event);
  /** Additions by features. @type {import("../feature.js").ReplayPart[]} */
  #parts = [];

  /**
   * @param {Stage} stage
   * @param {ReplayFeed} feed
   * @param {Shell} shell
   * @param {string} code of the invitation
   * @param {number} place the position to begin at; 0: the first with a table
   */
  constructor({ main, go }, feed, shell, code, place) {
    this.main = main;
    this.go = go;
    this.match = feed.match;
    this.feed = feed;
    this.shell = shell;
    this.code = code;
    this.end = feed.at(feed.last).view;
    this.over = this.end.status === "ended";
    this.complete = this.over && !sealed(this.end) && Boolean(this.end.table);
    // Before the first decision there is nothing to see.
    const begins = feed.moments.find((moment) => moment.view.table && moment.decision)?.seq ?? feed.first;
    this.seq = feed.at(place || begins).seq;
    /** The seat whose side lies below: of the present viewpoint, else the last one, else one's own. */
    this.below = feed.seat >= 0 ? feed.seat : ownSeat(this.end);
    this.scrubber = new Scrubber(feed, shell.presentation, (to, played) => this.show(to, played));
    this.picture = pictureLink(this.match, this.seq, feed.seat);
    this.note = h("div", { class: "note-place", role: "status" });
    this.forking = h(
      "button",
      { class: "quiet fork", onclick: () => this.fork(this.seq, Math.max(0, this.feed.seat)) },
      ui("replay.fork"),
    );
    this.viewers = this.#makeViewers();
  }

  /** Put the replay on the page. @param {import("../feature.js").ReplayPart[]} parts */
  start(parts) {
    const { shell, main } = this;
    this.#parts = parts;
    shell.element.dataset["mode"] = "replay";
    shell.side.opened = () => shell.log.at(this.seq);
    put(main, shell.element);
    put(shell.banner, this.#banner());
    shell.foot.append(this.scrubber.element, this.note, this.#tools());
    shell.fill(this.feed.moments);
    this.scrubber.go(this.seq);
    for (const part of parts) part.ready?.();
    addEventListener("keydown", this.#keys);
  }

  leave() {
    removeEventListener("keydown", this.#keys);
    this.scrubber.stop();
    this.shell.close();
  }

  /** Go to a position from the log. @param {number} to */
  jump(to) {
    this.shell.side.leave();
    this.scrubber.go(to);
  }

  /** Begin a match of one's own from a position. @param {number} at @param {number} seat */
  fork(at, seat) {
    void forkAt(this.match, at, seat, rivalOf(this.end, this.shell.game), this.go);
  }

  /** Show the position again, with the features' additions. */
  draw() {
    void this.show(this.seq, false);
  }

  /** Change the viewpoint to another seat. @param {number} seat */
  async see(seat) {
    this.viewers.value = String(seat);
    this.feed = await ReplayFeed.load(this.match, seat);
    if (seat >= 0) this.below = seat;
    this.scrubber.use(this.feed, this.seq);
    this.shell.fill(this.feed.moments);
    this.draw();
  }

  /**
   * @param {number} to
   * @param {boolean} played whether to show the events that led here; resolves after them
   */
  show(to, played) {
    const { shell } = this;
    const moment = this.feed.at(to);
    // When stepping faster than the events are shown, the last step's result is still seen.
    if (played && this.#drawn !== moment.seq - 1 && moment.before) shell.show(moment.before, undefined, moment.seq - 1);
    this.seq = moment.seq;
    this.#update(moment.view);
    // Scrubbing on cancels the present events.
    shell.tray.skip();
    const draw = () => {
      if (this.seq !== moment.seq) return;
      this.#drawn = this.seq;
      shell.show(moment.view, undefined, this.seq, { mark: true });
    };
    const drawPlayed = () => {
      if (this.seq === moment.seq) shell.led(moment.view);
      draw();
    };
    if (played && moment.events.length) return shell.tray.play(shell.board, moment.events, drawPlayed);
    this.#tellStill(moment.seq);
    // Skipped events are completed first.
    if (shell.tray.telling) void shell.tray.settled.then(() => this.#tellStill(moment.seq));
    draw();
    return undefined;
  }

  /**
   * Show the last events up to a position in the tray: an entry without events leaves the previous ones.
   * @param {number} seq
   */
  #tellStill(seq) {
    if (this.seq !== seq) return;
    const isToldHere = isTold(this.shell.board);
    const last = this.feed.moments.findLast((told) => told.seq <= seq && told.events.some(isToldHere));
    this.shell.tray.still(this.shell.board, last?.events ?? []);
  }

  /** Update the parts around the board that depend on the position. @param {MatchView} view */
  #update(view) {
    if (this.main.isConnected) history.replaceState(null, "", this.#address());
    this.picture.href = pictureOf(this.match, this.seq, this.feed.seat);
    // Nothing plays on from the end.
    this.forking.disabled = view.status === "ended";
    put(this.note, ...this.#parts.map((part) => part.note?.(this.seq) ?? null));
  }

  #address() {
    const { match, seq, code, feed } = this;
    return addressOf(
      `replay/${match}/${seq}${feed.seat === -1 && !code ? "" : `/${feed.seat}`}${code ? `/${code}` : ""}`,
    );
  }

  /** The choice of the viewpoint. */
  #makeViewers() {
    const { end, shell } = this;
    const seats = Object.keys(end.seats).map(Number);
    const all = [-1, ...(this.over ? [...seats, ...(sealed(end) ? [] : [OPEN])] : [])];
    const nameOf = (/** @type {number} */ seat) =>
      seat >= 0
        ? shell.words.player(end.seats[seat])
        : ui(seat === -1 ? "replay.public" : seats.length > 1 ? "replay.open_hands" : "replay.open_all");
    const viewers = h(
      "select",
      {},
      all.map((seat) => h("option", { value: seat, selected: seat === this.feed.seat }, nameOf(seat))),
    );
    viewers.addEventListener("change", () => this.see(Number(viewers.value)));
    return viewers;
  }

  #banner() {
    if (!this.over)
      return h(
        "p",
        { class: "watching row" },
        ui("replay.running"),
        h("a", { class: "button", href: addressOf(`match/${this.match}`) }, ui("replay.table")),
      );
    return sealed(this.end) ? h("p", { class: "watching" }, ui("replay.closed")) : "";
  }

  /** Buttons below the scrub bar. */
  #tools() {
    const { match, over, end, scrubber, shell } = this;
    const tool = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => unknown} */ onclick) =>
      h("button", { class: `quiet ${name}`, onclick }, text);
    const showLuckHere = () => {
      scrubber.stop();
      showLuck(this.feed, shell, (to) => scrubber.go(to));
    };
    const open = over && !sealed(end);
    const tools = h(
      "section",
      { class: "replay-tools", "aria-label": ui("replay.tools") },
      // The result links to other matches.
      over && end.table
        ? h("a", { class: "button quiet result", href: addressOf(`match/${match}`) }, ui("replay.result"))
        : null,
      // While it goes on, everybody sees the same.
      this.viewers.options.length > 1 ? h("label", { class: "eyes" }, ui("replay.eyes"), this.viewers) : null,
      tool("share", ui("share"), () => share(momentLink(match, this.seq, this.feed.seat), document.title)),
      this.forking,
      meansLuck(this.feed, shell.presentation) ? tool("luck", ui("luck"), showLuckHere) : null,
      this.#parts.flatMap((part) => part.tools?.() ?? []),
      open ? tool("verify", ui("verify"), () => verify(match)) : null,
      open ? tool("download", ui("replay.download"), () => download(match)) : null,
      tool("picture-png", ui("picture.png"), () => savePng(match, this.seq, this.feed.seat)),
      this.picture,
      // Where the tools are a strip: a button to those out of sight. Keys reach them without it.
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
    return tools;
  }
}

/** The seat of this browser's player; -1: none. @param {MatchView} view */
function ownSeat({ seats }) {
  const me = identity()?.player ?? "-";
  return Number(Object.keys(seats).find((seat) => seats[seat]?.player === me) ?? -1);
}
