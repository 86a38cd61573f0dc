/**
 * The tray: events shown one after another, first the dice, then their results and consequences. A roll stays readable
 * until the next one. A click or key skips.
 */

import { calm, h, put, wait } from "../dom.js";
import { sound } from "../parts/sounds.js";
import { prefs, tempo } from "../prefs.js";
import { ui } from "../words/all_words.js";
import { timesOf } from "./pace.js";
import { markOf } from "./presentation.js";

/** @typedef {import("./board_contract.js").GameBoard} GameBoard */
/** @typedef {import("./board_contract.js").GameEvent} GameEvent */
/** @typedef {import("../words/words.js").Words} Words */
/** An event to show. @typedef {import("./pace.js").Telling & { event: GameEvent, roll: HTMLElement | null }} Shown */

/** Milliseconds of an event: with a result of dice, with an effect, with a card turned over, otherwise. */
const WITH_ROLL = 900;
const WITH_EFFECT = 800;
const WITH_CARD = 1200;
const WITHOUT = 300;
/** Milliseconds that dice roll. */
const ROLLING = 450;
/**
 * For queued events: pace (ms) below which an event is skipped, and share of its time for the others; for more, only
 * the end is shown.
 */
const CATCHING_UP = 6;
const WORTH = 700;
const HURRIED = 0.6;
/** Share of its time below which an event makes no sound. */
const HEARD = 0.55;
const FAR_BEHIND = 40;
/** Numbers of sentences below a roll, and above it. */
const MOST = 8;
const EARLIER = 24;
/** Tolerance (px) for scrolling. */
const NEAR = 4;
/** Below this height, in pixels, lines stand one below the other, as many as fit (table.css, 7rem). */
const LOW = 112;
/** The end of every log, which is no part of the story. */
const UNTOLD = new Set(["ended", "revealed"]);

/** Not shown here: your own hint (dock) and events marked quiet (log). @param {GameBoard} board */
export const isTold = (board) => (/** @type {GameEvent} */ event) =>
  !UNTOLD.has(event.ev) && !(event.ev === "hinted" && event["action"]) && !board.quiet?.(event);

export class Tray {
  element = h("div", { class: "tray", "aria-live": "polite" });
  #skip = new AbortController();
  /** @type {Promise<void>} */
  #tail = Promise.resolve();
  #waiting = 0;
  /** Consequences of the shown roll. */
  #since = h("div", { class: "since" });
  /** Earlier events since the last question: above, by scrolling. They were read out before. */
  #before = h("div", { class: "before" });
  /** Milliseconds that the present story has taken. */
  #spent = 0;
  /** The shown roll, as a sentence; empty if it belongs to an earlier story. */
  #roll = "";
  /** The uppermost visible line where there is no room for all. @type {HTMLElement | undefined} */
  #first;
  /** Called with an event that begins a turn. @type {(event: GameEvent, seen: boolean) => void} */
  turned = () => {};
  place = h("div", { class: "tray-place", tabindex: "0" }, this.#before, this.element);

  /**
   * @param {Words} words
   * @param {import("../net/games.js").Presentation} presentation
   * @param {(counts: Record<string, any>) => void} [counted] called with an event's changes to the status line's counts
   * @param {import("./effects/stage.js").Stage} [stage] where events are seen
   */
  constructor(words, presentation, counted = () => {}, stage = undefined) {
    this.words = words;
    this.presentation = presentation;
    this.counted = counted;
    this.stage = stage;
    // The sign for more is a part of the place.
    this.place.addEventListener("click", () => (this.#waiting ? this.skip() : this.#leaf()));
    this.place.addEventListener(
      "scroll",
      () => {
        const { scrollTop, scrollHeight, clientHeight } = this.place;
        this.place.toggleAttribute("data-more", scrollTop > NEAR);
        this.place.toggleAttribute("data-newer", scrollHeight - scrollTop - clientHeight > NEAR);
      },
      { passive: true },
    );
    // Events before the table is on the screen cannot be scrolled to.
    new ResizeObserver(() => this.#down()).observe(this.place);
  }

  /** Without room for all: scroll to earlier events, and back. */
  #leaf() {
    const { place } = this;
    place.scrollTo({ top: place.scrollTop > NEAR ? 0 : place.scrollHeight, behavior: calm() ? "instant" : "smooth" });
  }

  /** Skip to the newest state. */
  skip() {
    this.stage?.clear();
    this.#skip.abort();
    this.#skip = new AbortController();
  }

  /**
   * Play the events, then run `after` (which draws their result). Calls queue up.
   * @param {GameBoard} board
   * @param {GameEvent[]} events
   * @param {() => void} after
   * @param {boolean} [goesOn] whether they are consequences of the previous ones, and stand below them
   */
  play(board, events, after, goesOn = false) {
    this.#waiting++;
    const { signal } = this.#skip; // One skip applies to everything queued.
    this.#tail = this.#tail.then(async () => {
      try {
        if (!goesOn && events.some(isTold(board))) this.#begin();
        // A started event keeps its pace, whatever comes meanwhile.
        const hurried = this.#waiting >= CATCHING_UP;
        const told = events.filter(isTold(board)).map((event) => this.#telling(board, event));
        const worth = hurried ? told.map((each) => (each.ms < WORTH ? { ...each, ms: 0 } : each)) : told;
        const times = timesOf(worth, this.#spent, this.#waiting >= FAR_BEHIND ? 0 : hurried ? HURRIED : 1);
        for (const [i, telling] of told.entries()) await this.#one(board, telling, signal, times[i] ?? 0);
      } finally {
        this.#waiting--;
        after();
        this.stage?.follow();
      }
    });
    return this.#tail;
  }

  get telling() {
    return this.#waiting > 0;
  }

  /** Resolves when no event is being shown. */
  get settled() {
    return this.#tail;
  }

  /**
   * Show the result of events at once: the last roll and its consequences; earlier ones above.
   * @param {GameBoard} board
   * @param {GameEvent[]} events
   */
  still(board, events) {
    put(this.element);
    this.#begin();
    for (const event of events.filter(isTold(board))) this.#tell(event, board.roll?.(event) ?? null);
  }

  /** The present content, to restore it. */
  keep() {
    return {
      before: [...this.#before.childNodes],
      rolled: this.element.querySelectorAll(".rolled"),
      since: [...this.#since.childNodes],
      roll: this.#roll,
    };
  }

  /** Restore a content at once. @param {ReturnType<Tray["keep"]>} kept */
  restore({ before, rolled, since, roll }) {
    put(this.#before, ...before);
    put(this.#since, ...since);
    put(this.element, ...rolled, this.#since);
    this.#roll = roll;
    this.#down();
    this.#whole();
  }

  /** Begin a new story: the last one goes; its roll stays until the next. */
  #begin() {
    this.#spent = 0;
    this.stage?.clear();
    put(this.#before);
    put(this.#since);
    this.#roll = "";
    // The next events are no consequences of it; after two stories it would only puzzle.
    const roll = this.element.querySelector(".rolled");
    if (roll?.classList.contains("past")) roll.remove();
    else roll?.classList.add("past");
  }

  /** A new roll: events since the last one move above. */
  #shelve() {
    if (this.#roll) this.#before.append(h("p", {}, this.#roll));
    this.#before.append(...this.#since.childNodes);
    while (this.#before.childElementCount > EARLIER) this.#before.firstElementChild?.remove();
    this.#roll = "";
  }

  /**
   * The cause of a roll comes before the dice, if these show its result.
   * @param {GameEvent} event
   * @param {HTMLElement} roll
   * @param {HTMLElement} line
   */
  #inOrder(event, roll, line) {
    return roll.querySelector(".result") && this.words.rolled(event) !== this.words.event(event)
      ? [line, roll]
      : [roll, line];
  }

  /** @param {GameEvent} event @param {HTMLElement | null} roll */
  #tell(event, roll) {
    const whole = this.words.event(event);
    const text = roll ? this.words.rolled(event) : whole;
    const line = h("p", {}, text);
    if (roll) {
      // A sentence with every figure is read out alone.
      roll.ariaHidden = String(text === whole);
      this.#shelve();
      // Its figures are in the log; a line has the result.
      const result = text === whole ? "" : roll.querySelector(".result")?.textContent;
      this.#roll = result ? ui("tray.roll", { text: text.replace(/[.。]$/, ""), result }) : whole;
      put(
        this.element,
        h(
          "div",
          { class: "rolled" },
          ...this.#inOrder(event, roll, line),
          h("p", { class: "brief-roll", "aria-hidden": "true" }, this.#roll),
        ),
        this.#since,
      );
      this.#down();
      return;
    }
    // Events of the next turn are no consequences of a roll of the last one.
    if (markOf(this.presentation, event) === "turn") this.element.querySelector(".rolled")?.classList.add("past");
    if (this.#since.parentNode !== this.element) put(this.element, this.#since);
    this.#since.append(line);
    if (this.#since.childElementCount > MOST) this.#since.firstElementChild?.remove();
    this.#giveWay();
    this.#down();
    this.#whole();
    // A scrolling place must be reachable by keys.
    if (this.#since.scrollHeight > this.#since.clientHeight) this.#since.setAttribute("tabindex", "0");
    else this.#since.removeAttribute("tabindex");
  }

  /** Whether the events below a roll have less room than they need. */
  get #crowded() {
    const since = this.#since;
    since.style.removeProperty("max-height");
    return since.scrollHeight > since.clientHeight + 1 && getComputedStyle(since).overflowY === "auto";
  }

  /** A roll of an earlier story takes no room from new events. */
  #giveWay() {
    const roll = this.element.querySelector(".rolled.past");
    if (!roll || !this.#crowded) return;
    if (this.#roll) this.#before.append(h("p", {}, this.#roll));
    this.#roll = "";
    roll.remove();
  }

  /**
   * Below a roll that stays, show the newest sentences that fit, none of them cut; of one that does not fit, its
   * beginning.
   */
  #whole() {
    const since = this.#since;
    const tall = (/** @type {Element | null | undefined} */ line) =>
      (line?.getBoundingClientRect().height ?? 0) > since.clientHeight + 1;
    // A sentence longer than the room below replaces the dice.
    if (this.#crowded && tall(since.lastElementChild)) this.element.querySelector(".rolled")?.classList.add("in-brief");
    const room = since.clientHeight;
    if (this.#crowded) {
      const lines = /** @type {HTMLElement[]} */ ([...since.children]);
      const end = since.scrollHeight;
      const start = since.getBoundingClientRect().top - since.scrollTop;
      const heights = lines.map((line) => end - (line.getBoundingClientRect().top - start));
      const height = heights.find((each) => each <= room);
      if (height) since.style.setProperty("max-height", `${height}px`);
    }
    const newest = since.lastElementChild?.getBoundingClientRect();
    since.scrollTop = since.scrollHeight;
    if (newest && newest.height > since.clientHeight + 1) since.scrollTop -= newest.height - since.clientHeight;
    this.place.scrollTop = this.place.scrollHeight;
  }

  /** Show the newest line, and as many whole lines above it as fit; of a roll at least its sentence, if that fits. */
  #down() {
    const { place, element } = this;
    const roll = element.querySelector(".rolled");
    place.removeAttribute("data-long");
    roll?.classList.remove("in-brief");
    this.#first?.style.removeProperty("margin-block-start");
    for (const what of ["padding-block-end", "height", "min-height"]) element.style.removeProperty(what);
    const room = place.clientHeight;
    if (room >= LOW) this.#above(room);
    if (room < LOW && element.offsetHeight + this.#before.offsetHeight > room) {
      place.setAttribute("data-long", "");
      const lines = /** @type {HTMLElement[]} */ ([
        ...this.#before.children,
        ...(roll ? [roll] : []),
        ...this.#since.children,
      ]);
      const end = lines.at(-1)?.getBoundingClientRect().bottom ?? 0;
      const height = (/** @type {Element} */ line) => end - line.getBoundingClientRect().top;
      if (roll && height(roll) > room && roll !== lines.at(-1)) roll.classList.add("in-brief");
      const last = lines.at(-1);
      this.#first =
        lines.find((line) => last && last.getBoundingClientRect().bottom - line.getBoundingClientRect().top <= room) ??
        last;
      const left =
        this.#first && last
          ? Math.max(0, room - (last.getBoundingClientRect().bottom - this.#first.getBoundingClientRect().top))
          : 0;
      // The visible part is centred; nothing is cut above it.
      this.#first?.style.setProperty("margin-block-start", `${Math.ceil(left / 2)}px`);
      element.style.setProperty("padding-block-end", `${Math.floor(left / 2)}px`);
    }
    place.scrollTop = place.scrollHeight;
  }

  /**
   * Above the newest line, show as many whole earlier lines as fit: of two rolls of one act, the first too.
   * @param {number} room pixels
   */
  #above(room) {
    const { style } = this.element;
    Object.assign(style, { height: "auto", minHeight: "0" });
    const free = room - this.element.offsetHeight;
    const end = this.#before.getBoundingClientRect().bottom;
    const heights = [...this.#before.children].map((line) => end - line.getBoundingClientRect().top);
    const shown = heights.find((each) => each <= free);
    const height = shown ? `${Math.floor(room - shown)}px` : "";
    if (free < 0 && !this.element.querySelector(".rolled")) this.#uncut(room);
    Object.assign(style, { height, minHeight: height });
  }

  /** Of a story without a roll that does not fit, show the newest whole lines. @param {number} room pixels */
  #uncut(room) {
    const { bottom } = this.element.getBoundingClientRect();
    const high = (/** @type {Element} */ line) => bottom - line.getBoundingClientRect().top;
    this.#first = /** @type {HTMLElement[]} */ ([...this.#since.children]).find((line) => high(line) <= room);
    if (this.#first) this.#first.style.marginBlockStart = `${Math.ceil(room - high(this.#first))}px`;
  }

  /** An event with its dice and its time. @param {GameBoard} board @param {GameEvent} event @returns {Shown} */
  #telling(board, event) {
    const roll = board.roll?.(event) ?? null;
    const effects = this.stage?.effects(event) ?? [];
    const card = effects.some((effect) => effect.card);
    const own = board.pace?.(event) ?? (roll ? WITH_ROLL : card ? WITH_CARD : effects.length ? WITH_EFFECT : WITHOUT);
    const ms = roll && own ? Math.max(own, WITH_ROLL) + ROLLING : own;
    return { event, roll, ms, worth: Boolean(roll) || effects.length > 0 || own >= WORTH };
  }

  /**
   * @param {GameBoard} board
   * @param {Shown} telling
   * @param {AbortSignal} signal
   * @param {number} time milliseconds that it is given
   */
  async #one(board, { event, roll, ms }, signal, time) {
    const seen = () => prefs.animate && !calm() && !document.hidden && time > 0 && !signal.aborted;
    const hurried = time < ms * HEARD;
    this.#spent += seen() ? time : 0;
    let left = time * tempo();
    if (!hurried && roll) sound("dice");
    if (roll && seen()) {
      const rolling = (left * ROLLING) / ms;
      this.#rolling(event, roll);
      await wait(rolling, signal);
      roll.classList.remove("rolling");
      this.stage?.settle();
      left -= rolling;
    }
    this.#tell(event, roll);
    if (markOf(this.presentation, event) === "turn") this.turned(event, seen());
    if (seen()) this.stage?.show(event, left);
    else this.stage?.still(event);
    const counts = seen() && board.told?.(event);
    if (counts) this.counted(counts);
    if (!hurried) this.#sound(board, event);
    if (seen()) await wait(left, signal);
    this.stage?.next();
  }

  /** Dice roll here, and on the board. @param {GameEvent} event @param {HTMLElement} roll */
  #rolling(event, roll) {
    this.#shelve();
    roll.classList.add("rolling");
    this.stage?.roll(event, roll);
    // It is read out once, when the dice lie still.
    roll.ariaHidden = "true";
    const [first] = this.#inOrder(event, roll, h("p", { "aria-hidden": "true" }, this.words.rolled(event)));
    put(this.element, h("div", { class: "rolled" }, ...new Set([first, roll])), this.#since);
    this.#down();
  }

  /** The sound of an event: that of its effects, else the board's. @param {GameBoard} board @param {GameEvent} event */
  #sound(board, event) {
    const shapes = new Set(this.stage?.effects(event).map(({ shape }) => shape));
    if (!shapes.size) return sound(board.sound?.(event) ?? this.#heard(event));
    for (const shape of shapes) sound(shape);
  }

  /** The default sound of an event. @param {GameEvent} event */
  #heard(event) {
    if (markOf(this.presentation, event) === "loss") return "shot";
    return "card" in event || "cards" in event ? "card" : "";
  }
}
