/** ZOMBIES VS LIGHT TANK: the hexes of the Cotentin around Carentan, the turn track, the tank's record. */

import { h, put, s } from "../../dom.js";
import { die, sum } from "../../parts/dice.js";
import { corners, flatTop } from "../../parts/hexmap.js";
import { arrange, Pieces } from "../../parts/keyed.js";
import { tiles } from "../../parts/map_tiles.js";
import { counter, tankCounter } from "./counters.js";
import { legend, marks } from "./marks.js";
import { viewAfter } from "./view_after_event.js";

/** @typedef {import("../../table/board_contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/board_contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/board_contract.js").Action} Action */
/** @typedef {import("../../client/games/zombies.js").GameEvent} GameEvent */
/** @typedef {import("../../client/games/zombies.js").View} View */
/**
 * @typedef {{ q: number, r: number, number: number, name: Record<string, string> }} Place
 */

const SIZE = 50;
/** Place of the pieces in a hex, from its centre: left of the plates, above the name. */
const LEFT = -6;
const MIDDLE = -14;
/** Places of counters behind the tank, and of the tank before them: above a name of three lines. */
const BEHIND = -30;
const BEFORE = -5;

class BocageBoard {
  /** @param {BoardContext} context */
  constructor(context) {
    this.words = context.words;
    this.facts = context.facts;
    this.flags = context.flags;
    this.offer = context.offer;
    this.explain = context.explain;
    /** @type {[string, Place][]} */
    this.places = Object.entries(this.facts.hexes);
    const box = this.bounds();
    const sea = s("rect", {
      x: (box[0] ?? 0) - 600,
      y: (box[1] ?? 0) - 600,
      width: 1800,
      height: 1800,
      class: "swell",
    });
    this.standing = s("g", { class: "standing" });
    // The outline of the chosen hex lies above everything in the hexes, and within its own.
    this.targets = s("g");
    this.plates = s("g", { class: "marks", "aria-hidden": "true" });
    this.map = s(
      "svg",
      { viewBox: box.join(" "), class: "board bocage", role: "group", "aria-label": this.words.say("game.name") },
      tiles(),
      s("g", { "aria-hidden": "true" }, sea, this.drawMarsh(), this.drawGround(), this.standing),
      this.targets,
      this.drawLabels(),
      this.plates,
    );
    this.track = h("ol", { class: "turn-track", "aria-label": this.words.say("track.turns") });
    this.record = h("div", { class: "record" });
    this.element = h(
      "div",
      { class: "zombies" },
      this.map,
      h(
        "div",
        { class: "beside" },
        this.track,
        this.record,
        legend((kind) => this.words.say(`mark.${kind}`), this.cost),
      ),
    );
    this.pieces = new Pieces();
    this.zombies = Object.values(this.facts.counters).filter(
      (each) => /** @type {{ number?: number }} */ (each).number,
    ).length;
    /** Reason of the end; empty while it goes on. */
    this.reason = "";
    /** Elements with actions and tips, hex by hex, kept between drawings. */
    this.hexes = new Map(
      this.places.map(([id]) => [
        id,
        s(
          "g",
          { class: "hex", "data-hex": id },
          s("polygon", { points: this.points(id, SIZE - 1), class: "reach" }),
          s("polygon", { points: this.points(id, SIZE - 5), class: "lit" }),
        ),
      ]),
    );
    put(this.targets, ...this.hexes.values());
    /** @type {View | undefined} */
    this.shown = undefined;
    for (const [id, hex] of this.hexes) this.explain(hex, () => this.describe(id));
    /** The match's options, which texts depend on. @type {Record<string, any>} */
    this.options = {};
  }

  /** Left edge, upper edge, width and height of the map. */
  bounds() {
    const xs = this.places.map(([id]) => this.at(id)[0]);
    const ys = this.places.map(([id]) => this.at(id)[1]);
    return [
      Math.min(...xs) - SIZE - 6,
      Math.min(...ys) - SIZE + 3,
      Math.max(...xs) - Math.min(...xs) + 2 * SIZE + 12,
      Math.max(...ys) - Math.min(...ys) + 2 * SIZE - 6,
    ];
  }

  /** Holes of the map. */
  drawMarsh() {
    return s(
      "g",
      {},
      Object.values(this.facts.holes).map((hole) => {
        const place = /** @type {Place} */ (hole);
        const [x, y] = flatTop(place.q, place.r, SIZE);
        return s(
          "g",
          {},
          s("polygon", { points: corners(x, y, SIZE - 1, "flat"), class: "marsh" }),
          [-14, 4, 20].map((dy) => s("path", { d: `M${x - 20} ${y + dy}q6 -6 12 0t12 0 12 0`, class: "wave" })),
        );
      }),
    );
  }

  /** Hexes without their contents. */
  drawGround() {
    return s(
      "g",
      {},
      this.places.map(([id]) =>
        s(
          "g",
          { class: id === this.facts.star ? "star" : "" },
          s("polygon", { points: this.points(id, SIZE - 1), class: "ground" }),
          s("polygon", { points: this.points(id, SIZE - 1), class: id === this.facts.star ? "streets" : "hedges" }),
        ),
      ),
    );
  }

  /** Numbers and names of the hexes. */
  drawLabels() {
    return s(
      "g",
      { class: "labels", "aria-hidden": "true" },
      this.places.map(([id, place]) => {
        const [x, y] = this.at(id);
        return s(
          "g",
          { class: id === this.facts.star ? "star" : "" },
          place.number ? s("text", { x: x - 34, y: y - 4, class: "number" }, String(place.number)) : null,
          id === this.facts.star ? s("text", { x: x - 35, y: y - 6, class: "star-mark" }, "★") : null,
          label(place.name[this.words.lang] ?? id, x, y),
        );
      }),
    );
  }

  /** Text of a hex's tip: its name and the effects of its counters. @param {string} id */
  describe(id) {
    if (!this.shown) return "";
    const there = new Set(
      [...this.contents(id, this.shown), ...(this.shown.tank.hex === id ? ["m5"] : [])].filter((each) =>
        this.words.has(`counter.${each}.help`),
      ),
    );
    return [
      this.words.say(`hex.${id}`),
      ...[...there].map((each) =>
        this.words.pair(begun(this.name(each)), this.words.say(`counter.${each}.help`, this.options)),
      ),
      ...(this.shown.tank.hex === id
        ? this.states(this.shown).map(([label, about]) => this.words.pair(begun(label), about))
        : []),
    ].join("\n");
  }

  /** Signs of the tank with their explanations. @param {View} view @returns {[label: string, about: string][]} */
  states({ tank }) {
    return Object.entries({ ...tank, damaged: tank.damaged && !this.lost() }).flatMap(([name, value]) =>
      this.flags("tank", { [name]: value }).map(
        (label) => /** @type {[string, string]} */ ([label, this.words.say(`about.${name}`, this.options)]),
      ),
    );
  }

  at(/** @type {string} */ id) {
    return flatTop(this.facts.hexes[id].q, this.facts.hexes[id].r, SIZE);
  }

  points(/** @type {string} */ id, /** @type {number} */ size) {
    return corners(...this.at(id), size, "flat");
  }

  cost = (/** @type {string} */ kind) => {
    return { recon: String(this.facts.recon_ap), repair: "1+", reveal: "", mend: "" }[kind] ?? "1";
  };

  /** The hex of an action. @param {Action} action @param {View} view */
  where(action, view) {
    return (
      action["hex"] ??
      (action.do === "ram" || action.do === "repair" || action.do === "mend" ? view.tank.hex : undefined)
    );
  }

  name = (/** @type {string} */ id) => {
    return this.words.say(`counter.${id}`);
  };

  lost() {
    return this.reason === "tank_destroyed" || this.reason === "overrun";
  }

  /** The end of a lost tank says more than its state before the last hit. @param {View} view */
  signs(view) {
    return this.states(view).map(([label]) => label);
  }

  /** @param {View} view */
  condition(view) {
    return [...(view.tank.damaged || this.lost() ? [] : [this.words.say("tank.sound")]), ...this.signs(view)];
  }

  /** @param {string} id @param {View} view */
  contents(id, view) {
    return [
      ...(id in view.face_down ? [view.face_down[id] ?? ""] : []),
      ...(id in view.items ? [view.items[id] ?? ""] : []),
      ...Object.entries(view.zombies)
        .filter(([, hex]) => hex === id)
        .map(([zombie]) => zombie),
    ];
  }

  /**
   * A piece at a place of the map.
   * @param {SVGElement} piece
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   * @param {Node} face
   */
  stand(piece, x, y, scale, face) {
    piece.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    put(piece, face);
    return piece;
  }

  /**
   * Counters side by side; the tank in front of them.
   * @param {View} view
   * @param {import("../../parts/keyed.js").Piece} piece
   */
  stood(view, piece) {
    const make = () => s("g", { class: "piece" });
    return this.places.flatMap(([id]) => {
      const [x, y] = this.at(id);
      const inside = this.contents(id, view);
      const tank = view.tank.hex === id;
      const scale = inside.length > 1 ? 0.55 : tank ? 0.66 : 1;
      return [
        ...inside.map((each, i) =>
          this.stand(
            piece(each in view.zombies ? each : `${id}:${each}`, make),
            x + (inside.length > 2 ? (i - 1) * 19 + 3 : LEFT + (i - (inside.length - 1) / 2) * 23),
            y + (tank ? BEHIND : MIDDLE),
            scale,
            counter(each, this.facts.counters[each]?.number),
          ),
        ),
        ...(tank
          ? [
              this.stand(
                piece("tank", make),
                x + LEFT,
                y + (inside.length ? BEFORE : MIDDLE),
                inside.length ? 0.8 : 0.95,
                tankCounter(view.tank),
              ),
            ]
          : []),
      ];
    });
  }

  /** @param {View} view @param {Action[]} actions */
  draw(view, actions) {
    this.shown = view;
    for (const [id, hex] of this.hexes) {
      const here = actions.filter((action) => this.where(action, view) === id);
      hex.classList.toggle("open", here.length > 0);
      const inside = [...this.contents(id, view).map(this.name), ...(view.tank.hex === id ? [this.name("m5")] : [])];
      this.offer(hex, here, this.words.join([this.words.say(`hex.${id}`), ...inside]));
    }
    put(
      this.plates,
      ...this.places.flatMap(([id]) =>
        marks(
          actions.filter((action) => this.where(action, view) === id),
          this.cost,
          ...this.at(id),
          SIZE,
          view.tank.hex === id && this.contents(id, view).length > 1,
        ),
      ),
    );
    this.pieces.draw((piece) => arrange(this.standing, this.stood(view, piece)));
    put(
      this.track,
      ...Array.from({ length: this.facts.turns }, (_, i) =>
        h(
          "li",
          {
            class: i + 1 === view.turn ? "now" : i + 1 < view.turn ? "past" : "",
            "aria-current": i + 1 === view.turn ? "step" : false,
          },
          String(i + 1),
        ),
      ),
    );
    const list = (/** @type {string} */ key, /** @type {string[]} */ ids) =>
      h(
        "div",
        { class: "record-row" },
        h("span", { class: "soft" }, this.words.say(key)),
        h("span", { class: "minis" }, ids.length ? ids.map((id) => this.mini(id, key)) : "–"),
      );
    put(
      this.record,
      h("div", { class: "record-row" }, h("span", { class: "soft" }, this.name("m5")), this.tags(view)),
      list("track.killed", view.killed),
      list("track.gone", view.gone),
      list("track.marker", [view.marker]),
    );
  }

  /** A counter beside the map. @param {string} id @param {string} list text key of its list */
  mini(id, list) {
    const made = s(
      "svg",
      { viewBox: "-21 -21 42 42", role: "img", "aria-label": this.name(id) },
      counter(id, this.facts.counters[id]?.number),
    );
    const help = this.words.has(`${list}.help`) ? `${list}.help` : `counter.${id}.help`;
    this.explain(made, () => this.words.pair(begun(this.name(id)), this.words.say(help, this.options)));
    return made;
  }

  /** The tank's state, each sign with its explanation. @param {View} view */
  tags(view) {
    const states = this.states(view);
    if (!states.length) return h("span", {}, this.condition(view).join(" · ") || "–");
    const sound = this.condition(view).slice(0, -states.length);
    return h(
      "span",
      {},
      sound.map((label) => h("span", {}, label, " · ")),
      states.flatMap(([label, about], i) => {
        const made = h("span", {}, label);
        this.explain(made, () => this.words.pair(begun(label), about));
        return [i ? " · " : "", made];
      }),
    );
  }

  /** The piece that an event concerns in a hex, or the tank. @param {any} event @param {string} name of the hex */
  place(event, name) {
    if (!name) return this.pieces.find("tank")?.firstElementChild;
    const here = this.shown ? this.contents(name, this.shown) : [];
    const meant = here.find((each) => each === (event.target ?? event.counter ?? event.zombie)) ?? here[0];
    return (meant && this.find(meant, name)) || this.hexes.get(name);
  }

  /** A counter or an event as it is turned over. @param {string} id */
  card(id) {
    const event = !(id in this.facts.counters);
    return h(
      "span",
      { class: "card" },
      h(
        "span",
        { class: "card-top" },
        h("span", { class: "card-name" }, this.words.say(`${event ? "kind" : "counter"}.${id}`)),
      ),
      s(
        "svg",
        { viewBox: "-26 -26 52 52", class: "card-art" },
        counter(event ? "event" : id, this.facts.counters[id]?.number),
      ),
    );
  }

  /** The face of a counter as it stands. @param {string} id @param {string} hex */
  find(id, hex) {
    return this.pieces.find(this.shown && id in this.shown.zombies ? id : `${hex}:${id}`)?.firstElementChild ?? null;
  }

  /** @param {GameEvent} event */
  roll = (event) => {
    if (!("die" in event)) return null;
    const mods = ("mods" in event && event.mods ? event.mods : []).map(([code, value]) => ({
      text: this.words.say(`mod.${code}`),
      value,
    }));
    const total =
      "total" in event ? event.total : "row" in event ? event.row : "number" in event ? event.number : undefined;
    const good = ("hit" in event && event.hit) || ("success" in event && event.success);
    return sum({
      dice: [die(event.die, good ? "hit" : "plain")],
      parts: mods,
      ...(mods.length && total !== undefined ? { total } : {}),
      ...("needs" in event ? { result: this.words.say("roll.attack", event) } : {}),
    });
  };

  /** Show an event before the table is drawn again. @param {import("../../client/messages.js").GameEvent} event */
  tell(event) {
    const next =
      this.shown && viewAfter(this.shown, /** @type {any} */ (event), (id) => Boolean(this.facts.counters[id]?.number));
    if (!next || next === this.shown) return;
    this.shown = next;
    // A destroyed piece falls; the next drawing removes it.
    if (event.ev !== "destroyed") this.pieces.draw((piece) => arrange(this.standing, this.stood(next, piece)));
  }

  /** Facts for the status line. @param {import("../../client/messages.js").MatchView} match */
  status(match) {
    /** @type {View} */
    const view = match.table;
    return [
      ...(match.outcome ? [] : [this.words.say("status.ap", { ap: view.ap })]),
      this.words.say("status.turn", { turn: view.turn, turns: this.facts.turns }),
      this.words.say("status.zombies", { n: view.killed.length, all: this.zombies }),
      ...(match.options["rescue"]
        ? [this.words.say("status.rescue", { n: view.tank.infantry, all: match.options["rescue"] })]
        : []),
      ...this.signs(view),
    ];
  }

  /** The table in words. @param {import("../../client/messages.js").MatchView} match */
  text(match) {
    /** @type {View} */
    const view = match.table;
    return [
      this.words.say("text.turn", { turn: view.turn, ap: view.ap }),
      this.words.pair(
        this.words.say("counter.m5"),
        this.words.join([this.words.say(`hex.${view.tank.hex}`), ...this.condition(view)]),
      ),
      ...this.places
        .filter(([id]) => this.contents(id, view).length)
        .map(([id]) =>
          this.words.pair(this.words.say(`hex.${id}`), this.words.join(this.contents(id, view).map(this.name))),
        ),
      this.words.pair(this.words.say("track.killed"), this.words.join(view.killed.map(this.name)) || "–"),
    ];
  }
}

/** @param {BoardContext} context @returns {GameBoard} */
export function make(context) {
  const board = new BocageBoard(context);
  return {
    element: board.element,
    roll: board.roll,
    told: (event) => board.tell(event),
    alive: ".wave, .standing .counter",
    place: (event, _, hex) => board.place(event, hex),
    card: (card) => board.card(card),
    // Hexes to drive to are tapped on the map; the other actions are seen without scrolling.
    order: ({ do: verb }) => [verb, 0, verb === "move" ? 1 : 0],
    show: (match, decision) => {
      board.options = match.options;
      board.reason = match.outcome?.reason ?? "";
      board.draw(match.table, decision?.actions ?? []);
    },
    options: ["rescue"],
    status: (match) => board.status(match),
    about: (match) => board.states(match.table).map(([label, about]) => board.words.pair(begun(label), about)),
    text: (match) => board.text(match),
    // ZB-23: driving into two zombies is legal, and loses.
    risk: (action, match) =>
      action.do === "move" && Object.values(match.table.zombies).filter((hex) => hex === action["hex"]).length > 1
        ? board.words.say("risk.overrun")
        : "",
  };
}

/** Capitalised, as at the start of a line. @param {string} text */
const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A place name, broken into lines from below, where a hex is narrowest.
 * @param {string} text
 * @param {number} x
 * @param {number} y the centre of the hex
 */
function label(text, x, y) {
  const parts = text.match(/[^-・の\s]+[-・の]?/g) ?? [text];
  /** @type {string[]} from the last line upwards */
  const lines = [];
  for (const part of parts.reverse()) {
    const below = lines.at(-1);
    const joined = /[-・の]$/.test(part) ? `${part}${below}` : `${part} ${below}`;
    if (below === undefined || width(joined) > (WIDEST[lines.length - 1] ?? 0)) lines.push(part);
    else lines[lines.length - 1] = joined;
  }
  // As low as keeps the last line clear of the slanting edges.
  const low = y + Math.min(LOWEST, Math.sqrt(3) * (SIZE - CLEAR - (width(lines[0] ?? "") * LETTER) / 2));
  return s(
    "text",
    { class: "place" },
    lines.map((line, i) => s("tspan", { x, y: low - i * 9.4 }, line)),
  );
}

/** Lowest baseline of a name's last line, and its distance from the edges. */
const LOWEST = 36;
const CLEAR = 2;
/** Width of a Latin letter. */
const LETTER = 4.75;
/** Letters per line in Latin script, from the last line upwards; Japanese ones are about twice as wide. */
const WIDEST = [11, 13.4, 15];
/** @param {string} text */
const width = (text) => [...text].reduce((all, letter) => all + (letter > "\u2fff" ? 1.9 : 1), 0);
