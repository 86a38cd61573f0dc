/** The scrub bar: marks for turns and losses, play and pause, speed, arrow keys. */

import { h, put, s, wait } from "../dom.js";
import { icon } from "../parts/icons.js";
import { prefs } from "../prefs.js";
import { markOf } from "../table/presentation.js";
import { ui } from "../words/all_words.js";

/** @typedef {import("./replay_feed.js").ReplayFeed} ReplayFeed */
/** @typedef {import("../net/games.js").Presentation} Presentation */

const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP = 1400;
/** Distance (px) from a review's mark at which a press still selects it: positions lie closer than fingers are wide. */
const NEAR = 12;

export class Scrubber {
  /** Positions with a better choice, and whether they cost most. @type {Map<number, boolean>} */
  #better = new Map();
  #marks = s("svg", { class: "marks", viewBox: "0 0 1000 20", preserveAspectRatio: "none", "aria-hidden": "true" });
  #bar = h("input", { type: "range", class: "scrub", "aria-label": ui("replay.position") });
  #play = h("button", { class: "play", onclick: () => (this.#playing ? this.stop() : void this.#run()) });
  #place = h("output", { class: "mono" });
  #speed = 1;
  /** The frame in which the position is drawn. */
  #frame = 0;
  /** Stops playing. @type {AbortController | undefined} */
  #playing;

  /**
   * @param {ReplayFeed} feed
   * @param {Presentation} presentation
   * @param {(seq: number, played: boolean) => Promise<void> | undefined} show resolves after the events it plays
   */
  constructor(feed, presentation, show) {
    this.presentation = presentation;
    this.show = show;
    this.feed = feed;
    const speed = h(
      "select",
      { "aria-label": ui("replay.speed") },
      SPEEDS.map((x) => h("option", { value: x, selected: x === 1 }, `× ${x}`)),
    );
    speed.addEventListener("change", () => {
      this.#speed = Number(speed.value);
      if (this.#playing) void this.#run();
    });
    // A manual scroll keeps its place.
    let pressed = false;
    this.#bar.addEventListener("pointerdown", () => (pressed = true));
    this.#bar.addEventListener("pointerup", () => (pressed = false));
    this.#bar.addEventListener("input", () => {
      this.stop();
      if (pressed) this.go(this.#meant(this.#bar.valueAsNumber));
      else this.#along();
      pressed = false; // The following positions are drawn along, step by step.
    });
    const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h(
        "button",
        {
          title: label,
          onclick: () => {
            this.stop();
            act();
          },
        },
        icon(name),
      );
    this.element = h(
      "div",
      { class: "scrubber" },
      h("div", { class: "bar" }, this.#marks, this.#bar),
      h(
        "div",
        { class: "row" },
        step("first", ui("replay.first"), () => this.go(this.feed.first)),
        step("back", ui("replay.back"), () => this.go(this.seq - 1)),
        this.#play,
        step("forward", ui("replay.forward"), () => this.go(this.seq + 1, true)),
        step("last", ui("replay.last"), () => this.go(this.feed.last)),
        speed,
        this.#place,
      ),
    );
    this.use(feed, feed.first);
    this.stop();
  }

  /** The marked choice nearest to a press; the position itself if none is near. @param {number} seq */
  #meant(seq) {
    const reach = (NEAR / Math.max(1, this.#bar.clientWidth)) * (this.feed.last - this.feed.first);
    const far = (/** @type {number} */ at) => Math.abs(at - seq);
    return (
      [...this.#better.keys()].filter((at) => far(at) <= reach).sort((one, other) => far(one) - far(other))[0] ?? seq
    );
  }

  /** Draw the bar's position, at most once a frame: a dragged bar passes many in it. */
  #along() {
    this.#tell();
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.go(this.seq);
    });
  }

  get seq() {
    return this.#bar.valueAsNumber;
  }

  /** Another viewer's feed of the same match. @param {ReplayFeed} feed @param {number} seq */
  use(feed, seq) {
    this.feed = feed;
    Object.assign(this.#bar, { min: String(feed.first), max: String(feed.last), value: String(seq) });
    const width = Math.max(1, feed.last - feed.first);
    put(
      this.#marks,
      ...feed.moments.flatMap((moment) => {
        const kinds = new Set(moment.events.map((event) => markOf(this.presentation, event)));
        const x = ((moment.seq - feed.first) / width) * 1000;
        return [
          kinds.has("turn") ? s("path", { d: `M${x} 0v20`, class: "mark-turn" }) : null,
          this.#better.has(moment.seq)
            ? s("path", { d: `M${x - 5} 0h10l-5 ${this.#better.get(moment.seq) ? 13 : 8}z`, class: "mark-better" })
            : null,
          kinds.has("loss") ? s("path", { d: `M${x - 4} 20l4-9 4 9z`, class: "mark-loss" }) : null,
        ];
      }),
    );
    this.#tell();
  }

  /** Mark positions with a better choice. @param {Map<number, boolean>} better whether it cost most, by position */
  mark(better) {
    this.#better = better;
    this.use(this.feed, this.seq);
  }

  /** @param {number} seq @param {boolean} [played] */
  go(seq, played = false) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const to = Math.max(this.feed.first, Math.min(this.feed.last, seq));
    this.#bar.value = String(to);
    this.#tell();
    return this.show(to, played);
  }

  stop() {
    this.#playing?.abort();
    this.#playing = undefined;
    put(this.#play, icon("play"));
    this.#play.setAttribute("aria-label", ui("replay.play"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLSelectElement ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const far = event.shiftKey ? 10 : 1;
    if (["ArrowRight", "ArrowLeft", "Home", "End"].includes(event.key)) this.stop();
    if (event.key === "ArrowRight") this.go(this.seq + far, far === 1);
    else if (event.key === "ArrowLeft") this.go(this.seq - far);
    else if (event.key === "Home") this.go(this.feed.first);
    else if (event.key === "End") this.go(this.feed.last);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement))
      this.#playing ? this.stop() : void this.#run();
    else return;
    event.preventDefault();
  }

  /**
   * Step on until the end or a manual step, at the chosen speed or slower: each step's events are shown to their end.
   */
  async #run() {
    this.#playing?.abort();
    this.#playing = new AbortController();
    const { signal } = this.#playing;
    put(this.#play, icon("pause"));
    this.#play.setAttribute("aria-label", ui("replay.pause"));
    if (this.seq >= this.feed.last) void this.go(this.feed.first);
    for (;;) {
      await wait(STEP / this.#speed, signal);
      if (signal.aborted) return;
      if (this.seq >= this.feed.last) return this.stop();
      const told = this.go(this.seq + 1, true);
      if (this.#speed <= 1) await told;
    }
  }

  #tell() {
    const at = this.feed.at(this.seq).at;
    put(this.#place, `${this.seq} / ${this.feed.last}`);
    this.#bar.setAttribute(
      "aria-valuetext",
      `${this.seq} / ${this.feed.last}${at ? `, ${new Date(at).toLocaleTimeString(prefs.lang)}` : ""}`,
    );
  }
}
