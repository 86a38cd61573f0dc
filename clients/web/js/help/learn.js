/**
 * A guided first game: a scripted match that stops at comments. There the player makes their side's next move; the
 * match then plays on to the next comment. From anywhere they can play on against a bot.
 */

import { h, put } from "../dom.js";
import { houseBot, startMatch } from "../lobby/start_match.js";
import { ensurePlayer, getJSON, makeMatch, nonce } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { prefs } from "../prefs.js";
import { ReplayFeed } from "../replay/replay_feed.js";
import { addressOf } from "../route.js";
import { Shell } from "../table/shell.js";
import { ui } from "../words/all_words.js";
import { nameless } from "./seat_names.js";

/** @typedef {import("../client/messages.js").Action} Action */
/**
 * @typedef {{ seat: number, snapshot: any, updates: any[], script: Record<string, Action>, comments: Record<string, {
 *   en: string, ja: string }> }} Lesson
 */

/** @type {import("../feature.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const game = path[1] ?? "";
  put(main, h("p", { class: "soft coming" }, ui("loading")));
  /** @type {Lesson} */
  const lesson = await getJSON(`/api/games/${game}/lesson`);
  /** @type {GuidedGame} */
  let guided;
  const shell = await Shell.make(game, {
    seat: () => lesson.seat,
    act: () => guided.step(),
    jump: (to) => guided.look(to),
    now: () => connection.now(),
  });
  title(ui("learn.title", { game: shell.words.say("game.name") }));
  guided = new GuidedGame(game, lesson, shell, go);
  put(main, shell.element);
  put(shell.banner, guided.panel);
  guided.show();
  const keys = (/** @type {KeyboardEvent} */ event) => guided.key(event);
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    shell.close();
  };
}

class GuidedGame {
  /** Whether the match is playing on now. */
  #playing = false;
  #comment = h("p", { class: "comment scrolls", role: "status", tabindex: "0" });
  #next = h("button", { class: "primary next", onclick: () => this.step() }, ui("learn.next"));
  #back = h("button", { class: "back", onclick: () => this.#stepBack() }, ui("learn.back"));
  /** Number of stops reached. */
  #place = h("span", { class: "mono soft" });

  /** @param {string} game @param {Lesson} lesson @param {Shell} shell @param {(path: string) => void} go */
  constructor(game, lesson, shell, go) {
    this.game = game;
    this.lesson = lesson;
    this.shell = shell;
    this.go = go;
    this.feed = new ReplayFeed("", lesson.seat, lesson);
    this.seq = this.feed.first;
    this.comments = lastCommentAtTheEnd(lesson, this.feed.last);
    const commented = Object.keys(this.comments).map(Number);
    /** Positions with a comment, and both ends. */
    this.stops = [...new Set([this.feed.first, ...commented, this.feed.last])].sort((a, b) => a - b);
    const two = shell.game.seats > 1;
    /** The bot to play on against; empty in a solo game. */
    this.opponent = two ? houseBot(shell.game) : "";
    this.on = h(
      "button",
      { class: "play-on", onclick: () => this.#playOn() },
      ui(two ? "learn.play_on" : "learn.play_on.solo"),
    );
    const wishes = two ? { opponent: this.opponent } : {};
    this.own = h(
      "button",
      { class: "primary own", onclick: () => startMatch(shell.game, wishes, go) },
      ui(two ? "learn.own" : "learn.own.solo"),
    );
    const leave = h("a", { class: "button quiet leave", href: addressOf("") }, ui("learn.leave"));
    const doors = [this.#back, this.#next, this.#place, this.own, this.on, leave];
    this.panel = h("section", { class: "sheet lesson" }, this.#comment, h("div", { class: "row lesson-doors" }, doors));
  }

  /** Play on to the next comment; while playing, skip the present events. */
  async step() {
    const { shell, feed } = this;
    if (this.#playing) return shell.tray.skip();
    const until = this.stops.find((stop) => stop > this.seq);
    if (until === undefined) return;
    this.#playing = true;
    shell.tell();
    const first = this.seq;
    while (this.seq < until && shell.element.isConnected) {
      const moment = feed.at(++this.seq);
      const draw = () => this.seq === moment.seq && this.show(this.seq < until);
      // All events of one press stay readable.
      await shell.tray.play(shell.board, moment.events, draw, moment.seq > first + 1);
    }
    this.#playing = false;
  }

  #stepBack() {
    this.look(this.stops.findLast((stop) => stop < this.seq) ?? this.feed.first);
  }

  /** Go to a position, and show the events on the way to it. @param {number} to */
  look(to) {
    const before = this.stops.findLast((stop) => stop < to) ?? to;
    this.seq = to;
    const between = this.feed.moments.filter((moment) => moment.seq > before && moment.seq <= to);
    this.shell.tray.still(
      this.shell.board,
      between.flatMap((moment) => moment.events),
    );
    this.show();
  }

  /** Begin a match from the last decision before this point, with hidden things redrawn. */
  async #playOn() {
    const { feed, game, opponent } = this;
    const seq = feed.moments.findLast((moment) => moment.seq <= this.seq && moment.decision)?.seq ?? feed.first;
    try {
      await ensurePlayer();
      const made = await makeMatch(`/api/games/${game}/lesson`, { seq, nonce: nonce(), opponent });
      this.go(made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {boolean} [passing] on the way to the next comment: nothing is asked */
  show(passing = false) {
    const { shell, feed, lesson, seq } = this;
    const moment = feed.at(seq);
    shell.fill(feed.moments.filter((past) => past.seq <= seq));
    const action = passing ? undefined : lesson.script[seq + 1];
    const asked =
      action && moment.decision?.seat === lesson.seat
        ? { ...moment.decision, actions: [action], default: action }
        : undefined;
    shell.show(nameless(moment.view, shell), asked, seq);
    const comment = this.comments[seq];
    if (comment) {
      this.#comment.textContent = comment[prefs.lang];
      this.#comment.scrollTop = 0;
    }
    const over = seq >= feed.last;
    this.#next.hidden = asked !== undefined || over;
    this.#back.hidden = seq <= feed.first;
    // After the end of the game there is nothing to play on from.
    const ended = over && moment.view.status === "ended";
    this.own.hidden = !ended;
    this.on.hidden = ended;
    this.on.classList.toggle("primary", over);
    this.on.classList.toggle("quiet", !over);
    this.panel.classList.toggle("over", over);
    this.panel.classList.toggle("told", !this.#next.hidden);
    this.#place.textContent = `${this.stops.filter((stop) => stop <= seq).length} / ${this.stops.length}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "ArrowRight" && !this.#next.hidden) void this.step();
    else this.shell.choices.key(event);
  }
}

/**
 * The comments, with the one after the last action moved to the very end: the entries between only say that the match
 * is over.
 * @param {Lesson} lesson @param {number} last entry
 */
function lastCommentAtTheEnd({ comments, script }, last) {
  const latest = Math.max(...Object.keys(comments).map(Number));
  if (Object.keys(script).some((at) => Number(at) > latest)) return comments;
  const { [latest]: moved, ...others } = comments;
  return moved ? { ...others, [last]: moved } : comments;
}
