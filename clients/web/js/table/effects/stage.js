/**
 * The stage over a board: shows effects, dice and cards at the places they concern. It takes no presses and is not read
 * out.
 */

import { h, put } from "../../dom.js";
import { moves } from "../../parts/keyed.js";
import { tempo } from "../../prefs.js";
import { diceAt, effectsOf, isAttack } from "./rows.js";
import { SHAPES, STRIKES } from "./shapes.js";
import { markOf, sprite } from "./sprites.js";

/** @typedef {import("../board_contract.js").GameBoard} GameBoard */
/** @typedef {import("../board_contract.js").GameEvent} GameEvent */
/** @typedef {import("./rows.js").Effect} Effect */
/** @typedef {import("./shapes.js").Point} Point */

/** A board of this size (px), across its shorter side, shows effects in their drawn size. */
const WHOLE = 440;
/** Part of a wide piece that its men occupy. */
const OCCUPIED = 0.3;
/** Marks of results without movement that are shown at once. */
const MOST = 10;
/** Milliseconds in which dice go. */
const GOES = 200;
/** Milliseconds that a new turn is named; the last one, and a new leader. */
const NAMED = 1300;
const NAMED_LONG = 2200;
/** Milliseconds that the end is seen, and names without movement. */
const SHOWN = 12_000;
/** The image of each end; others: a flag. @type {Record<string, string[]>} */
const ENDS = { lost: ["grave"], draw: ["flag", "flag"], won: ["smoke", "flag", "smoke"] };
/** Distance (px) of dice and cards from the edges. */
const EDGE = 6;

export class Stage {
  element = h("div", { class: "effects", "aria-hidden": "true" });
  /** Pieces that stay as an effect left them, until the table is drawn. @type {Animation[]} */
  #held = [];
  /** Marks of results without movement. @type {{ event: GameEvent, name: string, made: HTMLElement }[]} */
  #marks = [];
  /** The dice on the board. @type {HTMLElement | undefined} */
  #dice;
  /** Names of turns and leaders. */
  #ribbons = h("div", { class: "ribbons" });

  /**
   * @param {Pick<import("./rows.js").Presentation, "effects">} presentation
   * @param {() => GameBoard} board
   * @param {(card: string, event: GameEvent) => Element} cardOf a card as it lies on the table
   */
  constructor(presentation, board, cardOf) {
    this.presentation = presentation;
    this.board = board;
    this.cardOf = cardOf;
    // Marks would lie beside their pieces.
    new ResizeObserver(() => this.clear()).observe(this.element);
  }

  /** The scale of all drawings. */
  get unit() {
    const { clientWidth, clientHeight } = this.element;
    return Math.max(0.45, Math.min(1.5, Math.min(clientWidth, clientHeight) / WHOLE));
  }

  /** Effects of an event. @param {GameEvent} event */
  effects(event) {
    return effectsOf(this.presentation, event);
  }

  /** Let dice roll where they concern. @param {GameEvent} event @param {HTMLElement} roll as it is in the tray */
  roll(event, roll) {
    const at = diceAt(this.presentation, event);
    if (at === undefined || !this.element.clientWidth) return;
    this.#clearDice();
    const copy = /** @type {HTMLElement} */ (roll.cloneNode(true));
    this.#dice = this.#lay(h("div", { class: "stage-dice" }, copy), this.#above(this.#place(event, "at", at)));
  }

  /** The dice lie still: their sum becomes the effect. */
  settle() {
    this.#dice?.firstElementChild?.classList.remove("rolling");
    this.#dice?.classList.add("settled");
  }

  /**
   * Show the effects of an event.
   * @param {GameEvent} event
   * @param {number} ms that it takes
   */
  show(event, ms) {
    if (!moves() || !this.element.clientWidth) return;
    const shown = this.effects(event);
    const after = shown.some(({ shape }) => isAttack(shape)) ? ms * STRIKES : 0;
    for (const effect of shown) this.#show(event, effect, ms, after);
  }

  /** @param {GameEvent} event @param {Effect} effect @param {number} ms @param {number} after */
  #show(event, effect, ms, after) {
    const source = this.#place(event, "start", effect.start);
    for (const name of effect.at) {
      const piece = this.#place(event, "at", name);
      if (effect.card) {
        this.#turnOver(this.#card(effect.card, event), this.#above(piece), ms);
        continue;
      }
      // Between men there is room; a counter's middle is hit.
      const half = (/** @type {Element | null} */ of) =>
        ((of?.getBoundingClientRect().width ?? 0) / 2) * (of?.querySelector(".man-body") ? 0.85 : OCCUPIED);
      const [to, from] = [this.#middle(piece), this.#middle(source)];
      const room = source?.querySelector(".man-body") ? half(source) : 0;
      SHAPES[effect.shape]({
        ...effect,
        stage: this,
        from,
        to,
        wide: half(piece),
        room,
        tall: (piece?.getBoundingClientRect().height ?? 0) / 2,
        source,
        piece,
        ms,
        after,
      });
    }
  }

  /** Show the result of an event without movement, by marks. @param {GameEvent} event */
  still(event) {
    if (moves() || document.hidden || !this.element.clientWidth) return;
    for (const effect of this.effects(event))
      for (const name of effect.at) {
        const mark = effect.card ? "" : markOf(effect, isAttack(effect.shape));
        const made = effect.card
          ? this.#card(effect.card, event)
          : mark && h("div", { class: "still-mark" }, sprite(mark));
        if (made) this.#marks.push({ event, name, made });
        if (made) this.#lay(made, this.#middle(this.#place(event, "at", name)));
      }
    for (const { made } of this.#marks.splice(0, this.#marks.length - MOST)) made.remove();
  }

  /** The table is drawn: marks follow their pieces; those of lost ones stay. */
  follow() {
    for (const [i, { event, name, made }] of this.#marks.entries()) {
      const piece = this.#place(event, "at", name);
      const [x, y] = this.#middle(piece);
      // Several at one piece stand side by side.
      if (piece) this.#lay(made, [x + (i % 3) * 12, y]);
    }
  }

  /**
   * Name a new turn or a new leader across the board. Without movement the name stays until somebody acts.
   * @param {string} text
   * @param {"turn" | "last" | "lead"} [kind]
   */
  name(text, kind = "turn") {
    if (document.hidden) return;
    const ribbon = h("p", { class: `ribbon ${kind}` }, text);
    // A name takes the place of one of its kind; others stand below each other.
    for (const old of this.#ribbons.querySelectorAll(kind === "lead" ? ".lead" : ":not(.lead)")) old.remove();
    this.#ribbons.append(ribbon);
    if (!this.#ribbons.isConnected) this.element.append(this.#ribbons);
    if (!moves()) return this.#untilActed(ribbon);
    const frames = [
      { opacity: 0, translate: "-12% 0" },
      { opacity: 1, translate: "0 0", offset: 0.18 },
      { opacity: 1, translate: "0 0", offset: 0.78 },
      { opacity: 0, translate: "12% 0" },
    ];
    vanish(ribbon, ribbon.animate(frames, { duration: (kind === "turn" ? NAMED : NAMED_LONG) * tempo() }));
  }

  /** Remove an element when somebody acts, or after some time. @param {Element} shown @param {AbortSignal[]} ends */
  #untilActed(shown, ...ends) {
    const acted = AbortSignal.any([...ends, AbortSignal.timeout(SHOWN)]);
    const go = () => shown.remove();
    acted.addEventListener("abort", go);
    for (const act of ["pointerdown", "keydown"]) addEventListener(act, go, { once: true, signal: acted });
  }

  /** A sprite that is animated, and removed. @type {Fly} */
  fly(name, [x, y], size, ms, delay, frames, turned = 0) {
    const made = sprite(name);
    Object.assign(made.style, { left: `${x - size / 2}px`, top: `${y - size / 2}px`, width: `${size}px` });
    const holder = turned ? h("div", { class: "turned" }, made) : made;
    this.element.append(holder);
    if (turned) made.style.transform = `rotate(${turned}deg)`;
    vanish(holder, made.animate(frames, { duration: ms, delay, fill: "both" }));
  }

  /**
   * Animate a piece, which returns.
   * @param {Element} piece
   * @param {Keyframe[]} frames
   * @param {number} ms
   * @param {number} delay
   */
  move(piece, frames, ms, delay) {
    piece.animate(frames, { duration: ms, delay });
  }

  /** Animate a piece, which stays as it is then until the table is drawn. @type {Stage["move"]} */
  hold(piece, frames, ms, delay) {
    this.#held.push(piece.animate(frames, { duration: ms, delay, fill: "forwards" }));
  }

  /** Let the ground tremble. @param {number} delay @param {number} ms @param {number} far pixels */
  tremble(delay, ms, far) {
    const frames = [0, -1, 0.9, -0.6, 0.4, 0].map((part) => ({ translate: `${part * far}px ${part * far * 0.4}px` }));
    this.board().element.animate(frames, { duration: ms, delay });
  }

  /** Pixels of the screen for one unit of the drawing that a piece lies in. @param {Element} piece */
  scaleOf(piece) {
    const holder = piece instanceof SVGElement && piece.ownerSVGElement ? piece.parentNode : null;
    return holder instanceof SVGGraphicsElement ? (holder.getScreenCTM()?.a ?? 1) : 1;
  }

  /** Pieces stand as they are drawn. */
  release() {
    for (const animation of this.#held) animation.cancel();
    this.#held = [];
    for (const man of this.board().element.querySelectorAll("[data-fallen]")) man.removeAttribute("data-fallen");
  }

  /** The end as an image, until somebody acts. @param {string} verdict @param {AbortSignal} left */
  end(verdict, left) {
    const image = h(
      "div",
      { class: `end-image ${verdict}` },
      ENDS[verdict]?.map((name) => sprite(name)) ?? sprite("flag"),
    );
    this.element.append(image);
    if (moves()) {
      const raised = [
        { opacity: 0, translate: "0 30%", scale: "0.9" },
        { opacity: 1, translate: "0 0", scale: "1" },
      ];
      image.animate(raised, { duration: NAMED * tempo(), easing: "ease-out" });
    }
    this.#untilActed(image, left);
  }

  /** Remove everything but the image of the end. */
  clear() {
    for (const each of [...this.element.children]) if (!each.matches(".end-image")) each.remove();
    put(this.#ribbons);
    this.#dice = undefined;
    this.#marks = [];
  }

  /** The dice go, before others roll. */
  #clearDice() {
    this.#dice?.remove();
    this.#dice = undefined;
  }

  /** The next event begins. */
  next() {
    const dice = this.#dice;
    this.#dice = undefined;
    if (dice && moves())
      vanish(dice, dice.animate([{ opacity: 1 }, { opacity: 0 }], { duration: GOES * tempo(), fill: "forwards" }));
    else dice?.remove();
  }

  /** @param {GameEvent} event @param {"at" | "start"} role @param {string} name */
  #place(event, role, name) {
    const { place, element } = this.board();
    if (place) return place(event, role, name) ?? null;
    return name
      ? element.querySelector(`[data-thing="${CSS.escape(name)}"], [data-thing$=".${CSS.escape(name)}"]`)
      : null;
  }

  /** The middle of a piece; of the board for none. @param {Element | null} piece @returns {Point} */
  #middle(piece) {
    const [own, box] = [this.element, piece ?? this.element].map((each) => each.getBoundingClientRect());
    if (!own || !box) return [0, 0];
    const shown = box.width ? box : own;
    return [shown.left + shown.width / 2 - own.left, shown.top + shown.height / 2 - own.top];
  }

  /** The middle of a piece's upper edge. @param {Element | null} piece @returns {Point} */
  #above(piece) {
    const [x, y] = this.#middle(piece);
    return [x, y - (piece?.getBoundingClientRect().height ?? 0) / 2];
  }

  /** @param {string} card @param {GameEvent} event */
  #card(card, event) {
    return h("div", { class: "stage-card" }, h("div", { class: "stage-face hands" }, this.cardOf(card, event)));
  }

  /** The part of the stage that nothing of the board covers, in pixels of the stage. */
  get #field() {
    const own = this.element.getBoundingClientRect();
    const { left, top, right, bottom } = (this.board().field ?? this.element).getBoundingClientRect();
    return {
      left: Math.max(left - own.left, 0),
      top: Math.max(top - own.top, 0),
      right: Math.min(right, own.right) - own.left,
      bottom: Math.min(bottom, own.bottom) - own.top,
    };
  }

  /** Lay something above a point, wholly in sight. @param {HTMLElement} what @param {Point} at */
  #lay(what, [x, y]) {
    this.element.append(what);
    const { offsetWidth, offsetHeight } = what;
    const { left, top, right, bottom } = this.#field;
    const fit = (/** @type {number} */ wanted, /** @type {number} */ least, /** @type {number} */ most) =>
      Math.max(least + EDGE, Math.min(wanted, most - EDGE));
    what.style.left = `${fit(x - offsetWidth / 2, left, right - offsetWidth)}px`;
    what.style.top = `${fit(y - offsetHeight - 26 * this.unit, top, bottom - offsetHeight)}px`;
    return what;
  }

  /** Turn a card over at a point. @param {HTMLElement} made @param {Point} at @param {number} ms */
  #turnOver(made, at, ms) {
    const card = this.#lay(made, at);
    const [face, back] = [card.firstElementChild, h("div", { class: "stage-back" })];
    card.append(back);
    // Its back is seen edge on when its face comes.
    back.animate([{ scale: "1 1" }, { scale: "0 1" }], { duration: ms * 0.2, fill: "forwards" });
    const turned = [{ scale: "0 1" }, { scale: "1 1" }];
    face?.animate(turned, { duration: ms * 0.2, delay: ms * 0.2, fill: "backwards" });
    const frames = [
      { opacity: 0, translate: "0 -1rem" },
      { opacity: 1, translate: "0 0", offset: 0.1 },
      { opacity: 1, translate: "0 0", offset: 0.88 },
      { opacity: 0, translate: "0 0.5rem" },
    ];
    const turn = card.animate(frames, { duration: ms, fill: "both" });
    vanish(card, turn);
  }
}

/**
 * @typedef {(name: string, at: Point, size: number, ms: number, delay: number, frames: Keyframe[], turned?: number) =>
 *   void} Fly
 */

/** Remove an element after its animation. @param {Element} element @param {Animation} animation */
function vanish(element, animation) {
  const gone = () => element.remove();
  animation.finished.then(gone, gone);
}
