/**
 * The match in words: one line per event, each a jump to that moment. The Tab key stops once; arrow keys go on from
 * there.
 */

import { h, put } from "../dom.js";
import { ui } from "../words/all_words.js";
import { markOf } from "./presentation.js";

/** @typedef {import("../client/live_feed.js").Moment} Moment */
/** @typedef {import("../net/games.js").Presentation} Presentation */
/** @typedef {import("../words/words.js").Words} Words */

/** Distance (px) from the end that counts as the end. */
const NEAR = 60;

/**
 * Events of a moment to list: a passed window is undone together with the action before it, in one line.
 * @param {Moment["events"]} before events of the last moment
 * @param {Moment["events"]} events
 */
export function undoneOnce(before, events) {
  const undone = (/** @type {Moment["events"]} */ [only, more]) =>
    only?.ev === "undone" && !more ? only["seat"] : undefined;
  return undone(before) !== undefined && undone(before) === undone(events) ? [] : events;
}

export class Log {
  #list = h("ol");
  #box = h("div", { class: "log-lines", role: "log", "aria-live": "off", "aria-label": ui("log.title") }, this.#list);
  element = h("section", { class: "log" }, h("h2", {}, ui("log.title")), this.#box);
  #last = 0;
  /** Events of the last moment. @type {Moment["events"]} */
  #told = [];
  /** Whether the reader is at the end, and stays there. */
  #low = true;
  #scrolling = 0;
  /**
   * The last line of the highlighted position, and the frame in which it comes into sight.
   * @type {HTMLElement | null}
   */
  #shown = null;
  #moving = 0;
  /** The end's position when we scrolled there. */
  #bottom = 0;
  /** The Tab stop. @type {HTMLElement | null} */
  #stop = null;

  /**
   * @param {Words} words
   * @param {Presentation} presentation
   * @param {(seq: number) => void} jump
   */
  constructor(words, presentation, jump) {
    this.words = words;
    this.presentation = presentation;
    this.jump = jump;
    this.#box.addEventListener("wheel", () => this.#read(), { passive: true });
    this.#box.addEventListener("scroll", () => this.#read(), { passive: true });
    // A click anywhere on a line leads there; a selection of its words copies them.
    this.#list.addEventListener("click", ({ target }) => {
      const line = /** @type {HTMLElement} */ (target).closest("li");
      if (line && getSelection()?.isCollapsed !== false) this.jump(Number(line.dataset["seq"]));
    });
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener(
      "focusin",
      (event) => event.target instanceof HTMLElement && this.#stopAt(event.target),
    );
    // A box that is shown, or resized, shows its end again.
    new ResizeObserver(() => this.#low && this.#down()).observe(this.#box);
  }

  /** @param {Moment[]} moments */
  fill(moments) {
    put(this.#list);
    this.#last = 0;
    this.#told = [];
    this.#stop = null;
    // An empty log is at its beginning and its end.
    this.#bottom = 0;
    for (const moment of moments) this.add(moment);
  }

  /** Add the events of a moment, unless they are there already. @param {Moment} moment */
  add(moment) {
    if (moment.seq <= this.#last) return;
    this.#last = moment.seq;
    for (const { ev, entry } of moment.events) if (ev === "undone") this.#strike(entry);
    const events = undoneOnce(this.#told, moment.events);
    this.#told = moment.events;
    for (const event of events) {
      const mark = markOf(this.presentation, event);
      const jump = h(
        "button",
        { class: "line-jump", tabindex: "-1", title: ui("log.jump", { n: moment.seq }) },
        h("span", { class: "mono soft" }, String(moment.seq)),
      );
      this.#list.append(
        h("li", { class: `line ${mark}`, "data-seq": moment.seq }, jump, h("span", {}, this.words.event(event))),
      );
      if (!this.#list.contains(document.activeElement)) this.#stopAt(jump);
    }
    // At most once per frame: measuring after every line would lay out the page each time.
    if (this.#low && !this.#scrolling) {
      this.#scrolling = requestAnimationFrame(() => {
        this.#scrolling = 0;
        if (this.#low) this.#down();
      });
    }
  }

  /** Mark the lines of an undone entry. @param {number} entry */
  #strike(entry) {
    for (const line of this.#list.querySelectorAll(`[data-seq="${entry}"]:not(.undone)`)) {
      line.classList.add("undone");
      line.append(h("span", { class: "hidden-text" }, ui("log.undone")));
    }
  }

  /** Highlight the lines of a position, and dim later ones. @param {number} seq */
  at(seq) {
    this.#low = false;
    let last = null;
    for (const line of this.#list.children) {
      const n = Number(/** @type {HTMLElement} */ (line).dataset["seq"]);
      line.classList.toggle("now", n === seq);
      line.classList.toggle("later", n > seq);
      if (n <= seq) last = line;
    }
    this.#shown = last instanceof HTMLElement ? last : null;
    // Measuring lays out the page: once a frame.
    this.#moving ||= requestAnimationFrame(() => {
      this.#moving = 0;
      if (!this.#low && this.#shown)
        this.#box.scrollTop = this.#shown.offsetTop - this.#list.offsetTop - this.#box.clientHeight / 2;
    });
  }

  /**
   * Mark the lines after the last answer to a question of ours, including the turn that it ended.
   * @param {number} answer its number; Infinity: nothing
   */
  fresh(answer) {
    let first = true;
    for (const line of /** @type {Iterable<HTMLElement>} */ (this.#list.children)) {
      const seq = Number(line.dataset["seq"]);
      /** @type {boolean} */
      const is = !first || seq > answer || (seq === answer && line.classList.contains("turn"));
      line.classList.toggle("fresh", is);
      if (is && first) line.dataset["since"] = ui("log.since");
      else delete line.dataset["since"];
      first &&= !is;
    }
  }

  /** A reader above goes on with the newest lines. */
  follow() {
    this.#low = true;
    this.#down();
  }

  /** Back to the end, without a highlighted position. */
  end() {
    for (const line of this.#list.children) line.classList.remove("now", "later");
    this.#low = true;
    this.#down();
  }

  #down() {
    this.#box.scrollTop = this.#box.scrollHeight;
    this.#bottom = this.#box.scrollTop;
  }

  #read() {
    const { scrollHeight, scrollTop, clientHeight } = this.#box;
    // The scroll event comes a frame later, when lines may have been added.
    const untouched = this.#low && scrollTop >= this.#bottom - NEAR;
    this.#low = untouched || scrollHeight - scrollTop - clientHeight < NEAR;
  }

  /** @param {HTMLElement} button */
  #stopAt(button) {
    this.#stop?.setAttribute("tabindex", "-1");
    button.setAttribute("tabindex", "0");
    this.#stop = button;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const jumps = /** @type {HTMLElement[]} */ ([...this.#list.querySelectorAll(".line-jump")]);
    const now = jumps.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowUp: now - 1, ArrowDown: now + 1, Home: 0, End: jumps.length - 1 }[event.key];
    if (to === undefined || now < 0) return;
    event.preventDefault();
    jumps[Math.max(0, Math.min(jumps.length - 1, to))]?.focus();
  }
}
