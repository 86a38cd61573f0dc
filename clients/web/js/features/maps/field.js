/** A map as hexes, drawn as on SQUAD's board: to look at, and to paint on by mouse, finger and keyboard. */

import { h, s } from "../../dom.js";
import { drawHex, hexGrid, SIZE } from "../../games/squad/hexmap.js";
import { corners } from "../../parts/hexmap.js";
import { home, line, nameOf } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {(terrain: string) => string} Named the name of a terrain */

/** @param {Drawing} drawing */
const gridOf = ({ columns, rows }) => hexGrid(columns, rows);

/** Letters of coordinates as large as in play. @param {SVGSVGElement} svg */
function scale(svg) {
  const { width } = svg.viewBox.baseVal;
  if (width && svg.clientWidth) svg.style.setProperty("--unit", (svg.clientWidth / width).toFixed(3));
}

/** @param {Drawing} drawing @param {number} at */
function hex(drawing, at) {
  const [x, y] = gridOf(drawing).place(nameOf(drawing, at));
  const made = drawHex(nameOf(drawing, at), drawing.hexes[at] ?? "");
  made.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  return made;
}

/** A single hex, for a palette. @param {string} terrain */
export function swatch(terrain) {
  return s("svg", { class: "squad-map swatch", viewBox: "-31 -35 62 70", "aria-hidden": "true" }, drawHex("", terrain));
}

/**
 * A map to look at.
 * @param {Drawing} drawing
 * @param {string} label empty: it is only an ornament
 * @param {{ edge?: string, fallen?: [string, number][] }} [shown] the home edge of seat 0; places of losses, with their
 *   number
 */
export function picture(drawing, label, { edge = "", fallen = [] } = {}) {
  const hexes = drawing.hexes.map((_, at) => hex(drawing, at));
  markHomes(hexes, drawing, edge);
  const most = Math.max(1, ...fallen.map(([, n]) => n));
  for (const [name, n] of fallen)
    hexes.find((one) => one.dataset["hex"] === name)?.firstElementChild?.after(losses(n, most));
  const svg = s(
    "svg",
    {
      class: "squad-map map-picture",
      viewBox: gridOf(drawing).box,
      role: label ? "img" : null,
      "aria-label": label || null,
      "aria-hidden": label ? null : "true",
    },
    s("g", {}, hexes),
  );
  new ResizeObserver(() => scale(svg)).observe(svg);
  return svg;
}

/** The losses on a hex, below its terrain: the more, the darker. @param {number} n @param {number} most */
const losses = (n, most) =>
  s(
    "g",
    { class: "losses" },
    s("polygon", { points: corners(0, 0, SIZE - 1, "pointy"), opacity: (0.12 + (0.7 * n) / most).toFixed(2) }),
    s("text", { y: -SIZE * 0.52 }, String(n)),
  );

/** Mark the hexes on which both sides begin. @param {Element[]} hexes @param {Drawing} drawing @param {string} edge */
function markHomes(hexes, drawing, edge) {
  const sides = [0, 1].map((seat) => new Set(edge ? home(drawing, edge, seat) : []));
  for (const [at, one] of hexes.entries())
    for (const seat of [0, 1]) one.classList.toggle(`home-${seat}`, sides[seat]?.has(at) ?? false);
}

/** @type {Record<string, [number, number]>} columns, rows */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Hexes to paint on. They form a grid with one stop of the Tab key. */
export class Field {
  /** @type {SVGGElement[]} */
  #hexes = [];
  /** The hexes and size that are shown. @type {Drawing} */
  #shown = { columns: 0, rows: 0, hexes: [] };
  /** The hex that has, or gets, the keyboard focus. */
  #at = 0;
  /** Last hex of a stroke in progress; −1: none. */
  #last = -1;
  #erases = false;

  /**
   * @param {string} label
   * @param {Named} named
   * @param {{ paint: (hexes: number[], erase: boolean) => void, finish: () => void }} hooks `paint`: during a stroke;
   *   `finish`: after it
   */
  constructor(label, named, hooks) {
    this.named = named;
    this.hooks = hooks;
    this.svg = s("svg", { class: "squad-map", role: "grid", "aria-label": label });
    this.element = h("div", { class: "workshop-field" }, this.svg);
    this.svg.addEventListener("pointerdown", this.#press);
    this.svg.addEventListener("pointermove", this.#move);
    for (const end of ["pointerup", "pointercancel"]) this.svg.addEventListener(end, this.#release);
    // Else the browser takes a quick stroke for a fling, and the next tap only stops that.
    this.svg.addEventListener("touchmove", (event) => event.touches.length < 2 && event.preventDefault(), {
      passive: false,
    });
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener("keydown", this.#key);
    this.svg.addEventListener("focusin", (event) => {
      const at = this.#hexes.indexOf(/** @type {SVGGElement} */ (event.target));
      if (at >= 0) this.#go(at, false);
    });
    new ResizeObserver(() => scale(this.svg)).observe(this.svg);
  }

  /** @param {Drawing} drawing @param {string} edge the home edge of seat 0 */
  draw(drawing, edge) {
    const { columns, rows } = drawing;
    if (columns !== this.#shown.columns || rows !== this.#shown.rows) this.#lay(drawing);
    for (const [at, terrain] of drawing.hexes.entries())
      if (terrain !== this.#shown.hexes[at]) this.#hexes[at]?.replaceChildren(...hex(drawing, at).children);
    this.#shown = drawing;
    for (const [at, one] of this.#hexes.entries()) one.setAttribute("aria-label", this.tell(at));
    markHomes(this.#hexes, drawing, edge);
  }

  /** Position and terrain of a hex. @param {number} at */
  tell(at) {
    return `${nameOf(this.#shown, at)} ${this.named(this.#shown.hexes[at] ?? "")}`;
  }

  /** The hex with the keyboard focus. */
  get at() {
    return this.#at;
  }

  /** Make all hexes anew. @param {Drawing} drawing */
  #lay(drawing) {
    const { columns, rows } = drawing;
    this.#hexes = drawing.hexes.map((_, at) => {
      const made = hex(drawing, at);
      made.setAttribute("role", "gridcell");
      made.setAttribute("tabindex", "-1");
      return made;
    });
    this.svg.setAttribute("viewBox", gridOf(drawing).box);
    this.svg.replaceChildren(
      ...Array.from({ length: rows }, (_, row) =>
        s("g", { role: "row" }, this.#hexes.slice(row * columns, (row + 1) * columns)),
      ),
    );
    this.#at = Math.min(this.#at, columns * rows - 1);
    this.#hexes[this.#at]?.setAttribute("tabindex", "0");
    scale(this.svg);
  }

  /** @param {number} at @param {boolean} [focus] */
  #go(at, focus = true) {
    this.#hexes[this.#at]?.setAttribute("tabindex", "-1");
    this.#at = at;
    this.#hexes[at]?.setAttribute("tabindex", "0");
    if (focus) this.#hexes[at]?.focus();
  }

  /** The hex below a pointer; −1 for none. @param {PointerEvent} event */
  #under(event) {
    const matrix = this.svg.getScreenCTM()?.inverse();
    if (!matrix) return -1;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const { place } = gridOf(this.#shown);
    let [found, least] = [-1, SIZE];
    for (const at of this.#shown.hexes.keys()) {
      const [cx, cy] = place(nameOf(this.#shown, at));
      const far = Math.hypot(cx - x, cy - y);
      if (far < least) [found, least] = [at, far];
    }
    return found;
  }

  #press = (/** @type {PointerEvent} */ event) => {
    const at = this.#under(event);
    if (!event.isPrimary || event.button === 1 || at < 0) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.#erases = event.button === 2;
    this.#last = at;
    this.#go(at);
    this.hooks.paint([at], this.#erases);
  };

  #move = (/** @type {PointerEvent} */ event) => {
    if (this.#last < 0 || !event.isPrimary) return;
    const at = this.#under(event);
    if (at < 0 || at === this.#last) return;
    this.hooks.paint(line(this.#shown.columns, this.#last, at), this.#erases);
    this.#last = at;
  };

  #release = () => {
    if (this.#last < 0) return;
    this.#last = -1;
    this.hooks.finish();
  };

  #key = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { columns, rows } = this.#shown;
    const [column, row] = [this.#at % columns, Math.floor(this.#at / columns)];
    const erases = event.key === "Delete" || event.key === "Backspace";
    const way = WAYS[event.key];
    if (way) {
      const [x, y] = [column + way[0], row + way[1]];
      if (x >= 0 && x < columns && y >= 0 && y < rows) this.#go(y * columns + x);
    } else if (event.key === "Home") this.#go(row * columns);
    else if (event.key === "End") this.#go((row + 1) * columns - 1);
    else if (!erases && event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (way && !event.shiftKey) return;
    if (event.key === "Home" || event.key === "End") return;
    this.hooks.paint([this.#at], erases);
    this.hooks.finish();
  };
}
