/** ATTACK ON OMAHA BEACH: three columns of beach, the far row on top. */

import { h, put, s } from "../../dom.js";
import { arrange, moves, Pieces } from "../../parts/keyed.js";
import { tempo } from "../../prefs.js";
import { drawCard, drawSquad } from "./cards.js";
import { riskOf } from "./risk.js";
import { BLUFF, shore } from "./shore.js";

/** @typedef {import("../../table/board_contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/board_contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/board_contract.js").Action} Action */
/** @typedef {import("../../client/games/omaha.js").View} View */
/** @typedef {import("../../client/games/omaha.js").Cell} Cell */

const COLUMNS = "LCR";
const ROWS = 4;
const CELL = 108;
const HEIGHT = ROWS * CELL;
/** Cells are wider where the window is. */
const WIDEST = 176;
const ASSAULTS = 4;
/** Milliseconds of events that differ from others'. @type {Record<string, number>} */
const PACES = { moved: 300, crawled: 900, nest_blown: 1600 };
/** Milliseconds in which a replaced card is seen. */
const TURNED = 450;

/** Room for row numbers at the left, and for column names below: together they name a cell. */
const NUMBERS = 22;
const NAMES = 24;

/** Height of the drawing; its width follows from that of the cells. */
const TALL = HEIGHT + BLUFF + 12 + NAMES;

class BeachBoard {
  /** @param {BoardContext} context */
  constructor(context) {
    this.words = context.words;
    this.facts = context.facts;
    this.offer = context.offer;
    this.explain = context.explain;
    this.cards = s("g");
    this.standing = s("g", { class: "standing" });
    this.land = s("g");
    this.board = s(
      "svg",
      { class: "board beach", role: "group", "aria-label": this.words.say("game.name") },
      this.land,
      this.cards,
      this.standing,
    );
    /** Width of a cell. */
    this.column = 0;
    this.tracks = h("div", { class: "tracks" });
    this.element = h("div", { class: "omaha" }, this.board, this.tracks);
    this.pieces = new Pieces();
    /** The match's options, which texts depend on. @type {Record<string, any>} */
    this.options = {};
    /** @type {View | undefined} */
    this.shown = undefined;
    /** Cells keep their elements. @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.lay(CELL);
    new ResizeObserver(() => this.fit()).observe(this.board);
    /** @type {Map<string, HTMLElement>} */
    this.boxes = new Map();
  }

  /**
   * Whether all is seen, and a mine lies under a card: under wire, and by the usual rules under open ground, it harms
   * nobody.
   * @param {string} cell
   */
  mined(cell) {
    const look = this.shown?.grid[/** @type {Cell} */ (cell)];
    return (
      Boolean(this.shown?.mines?.[/** @type {Cell} */ (cell)]) &&
      look !== "wire" &&
      (look !== "open" || this.options["mines_under_open"])
    );
  }

  /** Top left corner of a cell such as "C2". @param {string} cell @returns {[number, number]} */
  corner(cell) {
    return [COLUMNS.indexOf(cell[0] ?? "") * this.column + 4, (ROWS - 1 - Number(cell[1])) * CELL + 4];
  }

  /** Lay the beach out, with cells of this width. @param {number} column */
  lay(column) {
    if (column === this.column) return;
    this.column = column;
    const width = 3 * column;
    this.board.setAttribute("viewBox", `${-6 - NUMBERS} ${-BLUFF - 6} ${width + 12 + NUMBERS} ${TALL}`);
    put(this.land, shore(width, HEIGHT, CELL), grid(width), coordinates(this.words, column));
    for (const [cell, card] of this.cells) {
      const look = this.shown?.grid[/** @type {Cell} */ (cell)];
      card.setAttribute("transform", `translate(${this.corner(cell)})`);
      if (this.shown && look) put(card, this.lies(this.shown, cell, look));
    }
    if (this.shown) this.drawStanding(this.shown);
  }

  /** Widen the cells as far as there is room. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.board;
    if (!width || !height) return;
    const free = ((width / height) * TALL - 12 - NUMBERS) / 3;
    this.lay(Math.round(Math.max(CELL, Math.min(WIDEST, free))));
  }

  /**
   * A cell; the squad for none, or the bluff, where fire comes from.
   * @param {any} event
   * @param {string} role
   * @param {string} cell
   */
  place({ ev }, role, cell) {
    if (cell) return this.cells.get(cell);
    const bluff = ev === "hit" ? role === "start" : ev === "sniped" && role === "at";
    return this.element.querySelector(bluff ? ".bluff" : ".squad-counter");
  }

  cellOf(/** @type {string} */ cell) {
    const known = this.cells.get(cell);
    if (known) return known;
    const card = s("g", { transform: `translate(${this.corner(cell)})`, "data-cell": cell, class: "cell" });
    this.cells.set(cell, card);
    const look = () => this.shown?.grid[/** @type {Cell} */ (cell)] ?? "open";
    this.explain(
      card,
      () => this.words.join([this.words.say(`card.${look()}`), this.words.say(`cell.${cell}`)]),
      () => this.words.say(`card.${look()}.help`, this.options),
      () => (this.mined(cell) ? this.words.say("track.mined") : ""),
      () => (this.shown?.squad === cell ? this.words.say("status.hits", { n: this.hits(this.shown).left }) : ""),
    );
    return card;
  }

  /** The box of a track, with its explanation. @param {string} name */
  boxOf(name) {
    const known = this.boxes.get(name);
    if (known) return known;
    const box = h("div");
    this.boxes.set(name, box);
    this.explain(box, `track.${name}.help`);
    return box;
  }

  /**
   * The squad on its cell.
   * @param {SVGElement} piece
   * @param {string} cell
   * @param {number} hits
   * @param {boolean} afloat
   */
  stand(piece, cell, hits, afloat) {
    const [x, y] = this.corner(cell);
    piece.setAttribute("transform", `translate(${x + this.column / 2 - 4} ${y + 74})`);
    put(piece, drawSquad(hits, afloat));
    return piece;
  }

  /** Hits until the squad is dead. @param {View} view */
  hits(view) {
    const track = /** @type {number[]} */ (
      this.facts.tracks[String(this.options["squad_track"])] ?? this.facts.tracks["8"]
    );
    return { left: track.length - 1 - track.indexOf(view.strength), most: track.length - 1 };
  }

  /**
   * `kept`: number that is not to be spent.
   * @param {string} name
   * @param {number} value
   * @param {number} most
   * @param {boolean} [short]
   * @param {number} [kept]
   */
  track(name, value, most, short = false, kept = 0) {
    const at = this.boxOf(name);
    at.className = `track track-${name} ${short ? "short" : ""}`;
    put(
      at,
      h("span", {}, this.words.say(`track.${name}`)),
      h("b", { class: "mono" }, kept ? `${value - kept}+${kept}` : String(value), h("small", {}, ` / ${most}`)),
      h(
        "span",
        { class: "pips", "aria-hidden": "true" },
        Array.from({ length: most }, (_, i) =>
          h("i", { class: i < value - kept ? "full" : i < value ? "full kept" : "" }),
        ),
      ),
    );
    return at;
  }

  /**
   * Everything on a cell but the squad.
   * @param {View} view
   * @param {string} cell
   * @param {string} look
   */
  lies(view, cell, look) {
    const inner = this.column - 8;
    return [
      drawCard(look, inner),
      this.mined(cell)
        ? s("path", {
            d: "M-9-9v18M-18 0h18M-15-6l12 12M-3-6L-15 6",
            transform: `translate(${inner - 7} 85)`,
            class: "under",
          })
        : null,
      view.trail.includes(/** @type {Cell} */ (cell)) && cell !== view.squad
        ? s("path", {
            d: "M-9 94q2-4 4 0-2 3-4 0M2 86q2-4 4 0-2 3-4 0M-7 77q2-4 4 0-2 3-4 0M4 68q2-4 4 0-2 3-4 0",
            transform: `translate(${inner / 2} 0)`,
            class: "trail",
          })
        : null,
      s("rect", { x: 1.5, y: 1.5, width: inner - 3, height: 97, rx: 6, class: "lit" }),
    ];
  }

  /** @param {View} view */
  drawStanding(view) {
    const at = view.squad;
    this.pieces.draw((piece) =>
      arrange(this.standing, [
        at
          ? this.stand(
              piece("squad", () => s("g", { class: "piece" })),
              at,
              this.hits(view).left,
              view.grid[at] === "water",
            )
          : null,
      ]),
    );
  }

  /** @param {View} view @param {Action[]} actions @param {boolean} over whether nothing is blown up any more */
  draw(view, actions, over) {
    const before = this.shown;
    this.shown = view;
    // From the second assault on, the row at the bottom is land that the squad has reached.
    this.board.classList.toggle(
      "inland",
      !Object.entries(view.grid).some(([cell, look]) => cell.endsWith("0") && look === "water"),
    );
    arrange(
      this.cards,
      Object.entries(view.grid).map(([cell, look]) => {
        const here = actions.filter((action) => action["cell"] === cell);
        const card = this.cellOf(cell);
        put(card, this.lies(view, cell, look));
        if (before && before.assault === view.assault && before.grid[cell] !== look && moves())
          card.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: TURNED * tempo() });
        this.offer(
          card,
          here,
          this.words.join([
            this.words.say(`cell.${cell}`),
            this.words.say(`card.${look}`),
            ...(this.mined(cell) ? [this.words.say("track.mined")] : []),
            ...(cell === view.squad ? [this.words.say("seat.0")] : []),
          ]),
        );
        return card;
      }),
    );
    this.drawStanding(view);
    const { left, most } = this.hits(view);
    put(
      this.tracks,
      this.track("assault", view.assault, ASSAULTS),
      this.track("hits", left, most, left < 3),
      this.track("charges", view.charges, this.facts.charges, view.charges < 3, view.charges && !over ? 1 : 0),
      this.track("rounds", view.rounds, this.facts.rounds),
    );
  }
}

/** Dotted lines between the cells. @param {number} width */
function grid(width) {
  const rows = [1, 2, 3].map((row) => `M0 ${row * CELL}H${width}`);
  const columns = [0, 1, 2, 3].map((column) => `M${(column * width) / 3} 8V${HEIGHT}`);
  return s("path", { d: [...rows, ...columns].join(""), class: "grid", "aria-hidden": "true" });
}

/** @param {BoardContext} context @returns {GameBoard} */
export function make(context) {
  const board = new BeachBoard(context);
  return {
    element: board.element,
    show: (match, decision) => {
      board.options = match.options;
      board.draw(match.table, decision?.actions ?? [], match.status === "ended");
    },
    alive: ".man-body, .surf",
    place: (event, role, cell) => board.place(event, role, cell),
    card: (look) => s("svg", { viewBox: "0 0 100 100", class: "card beach" }, drawCard(look, 100)),
    sound: ({ ev }) => (ev === "dealt" ? "card" : ""),
    status: (match) => {
      /** @type {View} */
      const view = match.table;
      board.options = match.options;
      const assault = board.words.say("status.assault", { n: view.assault, all: ASSAULTS });
      // The tracks show the rest.
      if (match.status === "playing") return [assault];
      return [
        assault,
        board.words.say("status.hits", { n: board.hits(view).left }),
        board.words.say("status.charges", { n: view.charges }),
        board.words.say("status.rounds", { n: view.rounds }),
      ];
    },
    text: (match) => {
      /** @type {View} */
      const view = match.table;
      const rows = [3, 2, 1, 0].map((row) =>
        board.words.list(
          [...COLUMNS]
            .map((column) => `${column}${row}`)
            .filter((cell) => cell in view.grid)
            .map((cell) =>
              board.words.pair(
                board.words.say(`cell.${cell}`),
                board.words.say(`card.${view.grid[cell]}`) +
                  (cell === view.squad ? ` ★ ${board.words.say("seat.0")}` : ""),
              ),
            ),
        ),
      );
      board.options = match.options;
      const numbers = {
        assault: view.assault,
        hits: board.hits(view).left,
        charges: view.charges,
        rounds: view.rounds,
      };
      return [
        ...rows.filter(Boolean),
        board.words.join(
          Object.entries(numbers).map(([name, number]) => `${board.words.say(`track.${name}`)} ${number}`),
        ),
      ];
    },
    // In the order of the columns.
    order: ({ do: verb, cell = "", sniper }) => [`${verb} ${sniper}`, COLUMNS.indexOf(cell.slice(0, 1))],
    pace: ({ ev }) => PACES[ev],
    risk: (action, match, figures) => {
      const key = riskOf(action, match.table.charges, figures);
      return key && board.words.say(key);
    },
  };
}

/**
 * Row numbers and column names.
 * @param {import("../../table/board_contract.js").Words} words
 * @param {number} column
 */
function coordinates(words, column) {
  return s(
    "g",
    { class: "coordinates", "aria-hidden": "true" },
    Array.from({ length: ROWS }, (_, row) =>
      s("text", { x: -6 - NUMBERS / 2, y: (ROWS - 1 - row) * CELL + CELL / 2 + 6 }, String(row)),
    ),
    [...COLUMNS].map((name, i) => s("text", { x: (i + 0.5) * column, y: HEIGHT + NAMES }, words.say(`column.${name}`))),
  );
}
