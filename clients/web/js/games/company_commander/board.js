/** COMPANY COMMANDER: three lanes, front facing front; the records of both sides; new units and cards in the hand. */

import { h, put, s } from "../../dom.js";
import { handLayout, layRows } from "../../parts/hand_layout.js";
import { arrange, drawn, Pieces } from "../../parts/keyed.js";
import { softly } from "../../words/hyphens.js";
import { hedgerow, land } from "./ground.js";
import { picture } from "./pictures.js";
import { riskOf } from "./risk.js";
import { rolls } from "./rolls.js";
import { heard } from "./sounds.js";
import { counterSize, crowdedSize, EDGE, fits, fitsPacked, packed, places } from "./stacks.js";
import { cardText, fallen, frontNames, LANES, seatNames, signsOf, statusLine, textForm } from "./table_text.js";
import { abilities, fitNames, unitCounter } from "./units.js";

/** @typedef {import("../../table/board_contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/board_contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/board_contract.js").Action} Action */
/** @typedef {import("../../parts/keyed.js").Piece} Piece */
/** @typedef {import("./units.js").Unit} Unit */
/** @typedef {import("./units.js").Printed} Printed */
/** @typedef {import("../../client/games/company_commander.js").View} View */

/** Below this size names on counters are unreadable; share of a counter's height without its name. */
const LEGIBLE = 62;
const CUT = 0.77;
/** Factor on the size that leaves room for many, where few stand. */
const ROOMY = 1.5;
/** Full size of a counter, in pixels; its letters are drawn for that. */
const WHOLE = 96;
/**
 * Height of a front's labels, in pixels; and their height within the front where they lie deeper in the hedge
 * (board.css).
 */
const MARKS = 18;
const DEEP = 4;
/** Labels of a front above this height, in pixels, have two rows. */
const ONE_ROW = 26;
/** Gap between cards, and between the last undeployed unit and the first card (board.css), in pixels. */
const GAP = 6;
const BESIDE = 15;
/** Minimum width of the hand's place for its remarks. */
const SAYING = 120;
/** Milliseconds for events without dice that change much: a played card, a lost unit. @type {Record<string, number>} */
const TELLING = { played: 1000, removed: 800 };
/** Signs of what is counted beside a side's name. */
const COUNTED = {
  in_hand: () =>
    s(
      "svg",
      { viewBox: "0 0 16 16", class: "cc-sign", "aria-hidden": "true" },
      s("path", { d: "M2 4h6v10H2zM5 2h8v10" }),
    ),
  to_come: () =>
    s(
      "svg",
      { viewBox: "0 0 16 16", class: "cc-sign", "aria-hidden": "true" },
      s("path", { d: "M1 4h14v8H1zM1 4l14 8M15 4L1 12" }),
    ),
  lost: () =>
    s("svg", { viewBox: "0 0 16 16", class: "cc-sign", "aria-hidden": "true" }, s("path", { d: "M8 1v14M3 5h10" })),
};
/** Smallest target for a finger. */
const TOUCH = 44;

class CompanyBoard {
  /** @param {BoardContext} context */
  constructor(context) {
    this.words = context.words;
    this.facts = context.facts;
    this.seat = context.seat;
    this.below = context.side;
    this.flags = context.flags;
    this.offer = context.offer;
    this.explain = context.explain;
    /** @type {Map<string, Printed>} */
    this.printed = new Map(
      Object.values(this.facts.squads)
        .flat()
        .map((row) => [row.card, row]),
    );
    /** @type {Map<string, any>} */
    this.tactical = new Map(this.facts.tactical.map((/** @type {any} */ row) => [row.card, row]));
    this.far = h("div", { class: "cc-record far", role: "group" });
    this.near = h("div", { class: "cc-record near", role: "group" });
    this.field = h("div", { class: "lanes" });
    this.element = h("div", { class: "company" }, this.far, this.field, this.near);
    this.pending = h("section", { class: "cc-pending", "aria-label": this.words.say("cc.pending") });
    this.cards = h("section", { class: "hand-cards", "aria-label": this.words.say("cc.hand") });
    this.rest = h("p", { class: "cc-rest" });
    this.hand = h("div", { class: "hands cc-hand" }, this.pending, this.cards, this.rest);
    this.pieces = new Pieces({
      from: (key) => (key.startsWith("card:") ? this.near.querySelector(".pile.deck") : null),
      to: (key) => (key.startsWith("card:") ? this.far.querySelector(".pile.discards") : null),
    });
    /** Lanes from left to right, as the viewer sees them. @type {string[][]} */
    this.lanes = this.facts.lanes;
    /** Sides whose hands are shown. */
    this.holder = "us";
    /** The table up to the last event shown. @type {View | undefined} */
    this.told = undefined;
    /** Present flags of a unit. @type {Map<string, string[]>} */
    this.states = new Map();
    /** The same with explanations, for its tip. @type {Map<string, string>} */
    this.signs = new Map();
    /**
     * Marks a hit on the counter of a unit, until it is drawn again.
     * @type {Map<string, (effect: "pins" | "casualties") => void>}
     */
    this.struck = new Map();
    /** Text of a lane's tip about its fronts. @type {Map<string, string>} */
    this.about = new Map();
    this.watch = new ResizeObserver(() => {
      this.fit();
      return fitNames(this.field);
    });
    this.watch.observe(this.field);
    this.watch.observe(this.hand);
  }

  /** The viewer's side; spectators see the US side. @param {View} view @returns {string} */
  sideOf(view) {
    return this.facts.sides.find((/** @type {string} */ side) => view.seats[side] === this.below()) ?? "us";
  }

  /**
   * The viewer's side, and so the order of the lanes: the list of choices asks before anything is drawn.
   * @param {View} view
   */
  look(view) {
    const mine = this.sideOf(view);
    this.lanes = mine === "us" ? this.facts.lanes : [...this.facts.lanes].reverse();
    this.holder = mine;
    return mine;
  }

  other(/** @type {string} */ side) {
    return side === "us" ? "de" : "us";
  }

  row(/** @type {string} */ card) {
    return this.printed.get(card) ?? { card, type: "U", strength: 1, count: 1, classes: [] };
  }

  /** Explanations of the signs below a unit's symbol. @param {string} card */
  able(card) {
    return abilities(this.row(card))
      .map(([name, bonus]) => this.words.say(`able.${name}`, { bonus }))
      .join("\n");
  }

  short(/** @type {string} */ card) {
    return this.words.say(`short.${card}`);
  }

  /** @param {Piece} piece @param {string} id @param {Unit} unit @param {Action[]} actions @param {View} view */
  unitBox(piece, id, unit, actions, view) {
    const side = unit.front.slice(0, 2);
    const card = this.row(unit.card);
    const box = piece(`unit:${id}`, () => {
      const made = h("div", { "data-unit": id });
      this.explain(
        made,
        `unit.${id}`,
        `card.${unit.card}.help`,
        () => this.able(unit.card),
        () => this.signs.get(id) ?? "",
      );
      return made;
    });
    const acts = [
      unit.pins ? "pinned" : "",
      view.assault?.units.includes(id) ? "attacking" : "",
      view.target?.unit === id ? "firing" : "",
    ];
    box.className = `unit-box side-${side} ${acts.join(" ")}`;
    const labels = this.flags("unit", unit);
    const state = this.words.say("cc.state", {
      left: card.strength - unit.casualties,
      strength: card.strength,
      pins: unit.pins,
    });
    this.states.set(id, [state, ...labels]);
    this.signs.set(id, signsOf(this.words, this.flags, unit, unit.casualties || unit.pins ? state : ""));
    const face = (/** @type {Unit} */ now) =>
      unitCounter(card, now, side, this.short(unit.card), card.count > 1 ? (/\d+$/.exec(id)?.[0] ?? "") : "");
    let hit = unit;
    this.struck.set(id, (effect) => {
      hit = { ...hit, [effect]: hit[effect] + 1 };
      const [old, now] = [box.firstElementChild, face(hit)];
      // Keep the scroll position.
      now.setAttribute("viewBox", old?.getAttribute("viewBox") ?? "");
      old?.replaceWith(now);
      fitNames(box);
    });
    // Fit the name again once its typeface is loaded.
    arrange(box, [
      drawn(box, [unit, document.fonts.status], () => face(unit)),
      h(
        "span",
        { class: "hidden-text" },
        this.words.pair(
          this.words.say(`unit.${id}`),
          this.words.join([this.able(unit.card), ...(this.states.get(id) ?? [])].filter(Boolean)),
        ),
      ),
    ]);
    const draws = unit.card === `${view.active}_company_hq` && unit.front.startsWith(view.active);
    this.offer(
      box,
      actions.filter(
        (action) => action["unit"] === id || action["helper"] === id || (draws && action.do === "hq_draw"),
      ),
      this.words.say(`unit.${id}`),
    );
    return box;
  }

  /** @param {Piece} piece @param {string} front @param {View} view @param {Action[]} actions */
  frontBox(piece, front, view, actions) {
    const units = Object.entries(view.units)
      .filter(([, unit]) => unit.front === front)
      .sort(([, a], [, b]) => a.n - b.n);
    const box = piece(
      `front:${front}`,
      () => {
        const lane = this.facts.lanes.findIndex((/** @type {string[]} */ fronts) => fronts.includes(front));
        return h(
          "section",
          { "data-front": front },
          land(lane, !front.startsWith(this.holder)),
          h("div", { class: "front-ground" }),
          h("div", { class: "units" }),
        );
      },
      true,
    );
    const [, ground, stand] = /** @type {[Element, Element, Element]} */ (/** @type {unknown} */ ([...box.children]));
    const hit = view.assault?.front === front || view.target?.front === front;
    box.className = `front side-${front.slice(0, 2)} ${hit ? "under-fire" : ""}`;
    box.setAttribute("aria-label", this.words.say(`front.${front}`));
    put(
      ground,
      h("span", { class: "hidden-text" }, this.words.say(`front.${front}`)),
      units.length ? null : h("span", { class: "hidden-text" }, this.words.say("front.empty")),
    );
    arrange(
      stand,
      units.map(([id, unit]) => this.unitBox(piece, id, unit, actions, view)),
    );
    this.offer(
      ground,
      actions.filter((action) => action["front"] === front),
      this.words.say(`front.${front}`),
      box,
    );
    return box;
  }

  /**
   * The signs of a front; they lie on the edge of the hedge, where they hide no counter.
   * @param {string} front
   * @param {View} view
   * @param {string} mine
   */
  frontMarks(front, view, mine) {
    const state = view.fronts[front];
    const marks = [
      ...(state ? this.flags("front", state) : []),
      ...(view.proxy === front ? [this.words.say("front.proxy")] : []),
    ];
    return h(
      "p",
      { "data-of": front, class: `front-marks ${front.startsWith(mine) ? "near" : "far"}` },
      marks.map((mark) => h("span", { class: "tag" }, mark)),
    );
  }

  /**
   * One name for both fronts of a lane, on the hedge between them.
   * @param {Piece} piece
   * @param {string[]} lane
   * @param {string} name
   * @param {View} view
   * @param {string} mine
   */
  hedge(piece, lane, name, view, mine) {
    const box = piece(
      `lane:${name}`,
      () => {
        const made = h(
          "div",
          { class: "lane-name" },
          hedgerow(`hedge-${name}`),
          h("b", {}, this.words.say(`lane.${name}`)),
          h("div", { class: "lane-marks" }),
        );
        this.explain(made, "lane.help", () => this.about.get(name) ?? "");
        return made;
      },
      true,
    );
    put(/** @type {Element} */ (box.lastElementChild), ...lane.map((front) => this.frontMarks(front, view, mine)));
    // The signs of its fronts, with explanations.
    this.about.set(
      name,
      lane
        .flatMap((front) =>
          Object.entries({ ...view.fronts[front], proxy: view.proxy === front }).flatMap(([flag, value]) =>
            value && this.words.has(`about.${flag}`)
              ? [this.words.pair(this.words.say(`front.${front}`), this.words.say(`about.${flag}`, { n: value }))]
              : [],
          ),
        )
        .join("\n"),
    );
    const aim = view.assault?.front ?? view.target?.front ?? "";
    box.classList.toggle("up", lane.includes(aim) && !aim.startsWith(mine));
    box.classList.toggle("down", lane.includes(aim) && aim.startsWith(mine));
    return box;
  }

  /**
   * A number beside its sign, which also stands for the actions that change or show it.
   * @param {"in_hand" | "to_come"} what
   * @param {{ n: number, of?: number }} numbers
   * @param {Action[]} actions
   */
  count(what, numbers, actions) {
    const name = this.words.say(`cc.${what}`, numbers);
    const made = h(
      "span",
      { class: "cc-count", role: "img", "aria-label": name },
      COUNTED[what](),
      h("span", { "aria-hidden": "true" }, numbers.of ? `${numbers.n}/${numbers.of}` : `${numbers.n}`),
    );
    this.explain(made, () => this.words.pair(name, this.words.say(`cc.${what}.help`)));
    this.offer(made, actions, name);
    return made;
  }

  /** @param {string} side @param {number} n */
  scored(side, n) {
    const made = h(
      "span",
      {
        class: "cc-score",
        role: "img",
        "data-side": side,
        "aria-label": this.words.say("cc.score", { n, of: this.facts.score_to_win }),
      },
      h("b", { "aria-hidden": "true" }, `${n}`),
      h(
        "span",
        { class: "pips", "aria-hidden": "true" },
        Array.from({ length: this.facts.score_to_win }, (_, i) => h("i", { class: i < n ? "full" : "" })),
      ),
    );
    this.explain(made, () => this.words.say("cc.score", { n, of: this.facts.score_to_win }));
    return made;
  }

  /**
   * Let a unit fall and count it at once: other consequences of an assault are shown later.
   * @param {import("../../table/board_contract.js").GameEvent} event
   */
  countUp(event) {
    this.told = this.told && { ...this.told, ...fallen(this.told, event, this.facts.sides) };
    for (const side of this.facts.sides) {
      this.element
        .querySelector(`.cc-score[data-side="${side}"]`)
        ?.replaceWith(this.scored(side, this.told?.score[side] ?? 0));
      (side === this.holder ? this.near : this.far).querySelector(".pile.lost")?.replaceWith(this.losses(side));
    }
    return this.told && { score: this.told.score, units: this.told.units };
  }

  /** Mark a hit that pins a unit or costs it strength. @param {import("../../table/board_contract.js").GameEvent} event */
  mark({ effect, target }) {
    return (
      (effect === "pin" || effect === "casualty") && this.struck.get(target)?.(effect === "pin" ? "pins" : "casualties")
    );
  }

  /** Play out the last card of its kind: its effects are shown before the hand is drawn again. @param {string} key */
  spend(key) {
    const face = this.pieces.find(key);
    face?.classList.toggle("spent", !face.querySelector(".card-copies"));
  }

  /**
   * @param {Element} record
   * @param {string} side
   * @param {View} view
   * @param {Action[]} actions
   * @param {(Node | null)[]} more
   */
  showRecord(record, side, view, actions, more) {
    const acting = view.active === side;
    record.classList.toggle("acting", acting);
    record.ariaLabel = this.words.say(`side.${side}`);
    put(
      record,
      h("b", { class: `cc-side side-${side}` }, this.words.say(`side.${side}`)),
      this.scored(side, view.score[side] ?? 0),
      this.count(
        "in_hand",
        { n: view.hands[side] ?? 0, of: this.facts.hand_limit },
        actions.filter((action) => (acting ? action["deck"] === "tactical" : action.do === "peek")),
      ),
      this.count(
        "to_come",
        { n: view.squads[side] ?? 0 },
        actions.filter((action) => acting && action["deck"] === "squad"),
      ),
      h("span", { class: "cc-piles" }, more),
    );
  }

  /**
   * A pile that opens as a list; an empty one does not.
   * @param {string} kind
   * @param {string | Element[]} title
   * @param {(Element | null)[]} lines
   * @param {string} [name] where the title is a sign
   */
  pile(kind, title, lines, name) {
    const named = name ? { "aria-label": name, title: name } : {};
    return lines.length
      ? h("details", { class: `pile ${kind}` }, h("summary", named, title), h("ul", { class: "sheet" }, lines))
      : h("span", { class: `pile ${kind}` }, title);
  }

  /** The tactical deck. @param {number} n */
  deck(n) {
    const name = this.words.say("cc.tactical", { n });
    const made = h(
      "span",
      { class: "pile deck", role: "img", "aria-label": name },
      COUNTED.in_hand(),
      h("span", { "aria-hidden": "true" }, String(n)),
    );
    this.explain(made, () => name);
    return made;
  }

  total(/** @type {Record<string, number>} */ heap) {
    return Object.values(heap).reduce((a, b) => a + b, 0);
  }

  /**
   * Each record shows its own side's losses: beside a score, a sum of both would be taken for one side's.
   * @param {string} side
   */
  losses(side) {
    const n = this.total(this.told?.lost[side] ?? {});
    const lines = this.heaped(this.told?.lost[side] ?? {});
    return this.pile(
      "lost",
      n ? [COUNTED.lost(), h("span", {}, String(n))] : "",
      lines,
      this.words.say("cc.gone", { n }),
    );
  }

  /**
   * @param {Record<string, number>} heap
   * @param {(card: string) => string} [about] text of a card beside its name
   */
  heaped(heap, about) {
    return Object.entries(heap).map(([card, n]) =>
      h(
        "li",
        {},
        this.words.say(`card.${card}`),
        n > 1 ? ` × ${n}` : "",
        about ? h("small", { class: "soft" }, about(card)) : null,
      ),
    );
  }

  /**
   * The other hand as seen by a scout: remaining cards with their effects, and those that have left; in a narrow window
   * the list has the turn.
   * @param {import("../../client/games/company_commander.js").GlimpseView} glimpse
   */
  peek = ({ turn, cards, held }) => {
    const when = this.words.say("cc.seen.when", { turn });
    const gone = Object.fromEntries(
      Object.entries(cards)
        .map(([card, n]) => /** @type {[string, number]} */ ([card, n - (held[card] ?? 0)]))
        .filter(([, n]) => n),
    );
    return this.pile(
      "peek",
      [
        h("span", { class: "broad" }, this.words.aside(this.words.say("cc.seen"), when)),
        h("span", { class: "narrow" }, this.words.say("cc.seen")),
      ],
      [
        h("li", { class: "narrow" }, when),
        ...this.heaped(held, (card) => cardText(this.words, card, "", "")),
        ...this.heaped(gone, () => this.words.say("cc.seen.gone")).map((line) => {
          line.classList.add("gone");
          return line;
        }),
      ],
    );
  };

  /** @param {Piece} piece @param {View} view @param {Action[]} actions @param {string} mine */
  drawHand(piece, view, actions, mine) {
    const seen = new Map();
    arrange(
      this.pending,
      view.pending.map((card) => {
        const nth = (seen.get(card) ?? 0) + 1;
        seen.set(card, nth);
        return this.pendingUnit(piece, card, nth, actions);
      }),
    );
    this.pending.hidden = !view.pending.length;
    const both = Object.keys(view.cards).length > 1;
    // In the order of the service, in which a new card may come last.
    const sorted = (/** @type {Record<string, number>} */ heap) =>
      Object.entries(heap).sort(([a], [b]) => (a < b ? -1 : 1));
    arrange(
      this.cards,
      Object.entries(view.cards).flatMap(([side, heap]) =>
        sorted(heap).map(([card, n]) => {
          return this.handCard(piece, { side, card, n, both }, mine, actions);
        }),
      ),
    );
    this.sayRest(view, mine);
  }

  /**
   * A unit to be deployed.
   * @param {Piece} piece
   * @param {string} card
   * @param {number} nth of its kind
   * @param {Action[]} actions
   */
  pendingUnit(piece, card, nth, actions) {
    const chip = piece(`pending:${card}:${nth}`, () => {
      const made = h("div", { class: "unit-box pending-unit", "data-card": card });
      this.explain(made, `card.${card}`, `card.${card}.help`, () => this.able(card));
      return made;
    });
    const side = card.slice(0, 2);
    chip.classList.add(`side-${side}`);
    put(
      chip,
      unitCounter(this.row(card), /** @type {any} */ ({ casualties: 0, pins: 0 }), side, this.short(card), ""),
      h(
        "span",
        { class: "hidden-text" },
        this.words.join([this.words.say(`card.${card}`), this.able(card)].filter(Boolean)),
      ),
    );
    this.offer(
      chip,
      actions.filter((action) => action.do === "deploy" && action["card"] === card),
      this.words.say(`card.${card}`),
    );
    return chip;
  }

  /**
   * A card of the hand. `n`: number of copies; `both`: whether both hands are seen.
   * @param {Piece} piece
   * @param {{ side: string, card: string, n: number, both: boolean }} of
   * @param {string} mine
   * @param {Action[]} actions
   */
  handCard(piece, { side, card, n, both }, mine, actions) {
    const face = piece(`card:${side}:${card}`, () => {
      const made = h("div", { class: "hand-card", "data-card": card });
      this.explain(made, `card.${card}`, `card.${card}.help`);
      return made;
    });
    face.classList.remove("spent");
    arrange(face, [
      drawn(face, [n, both], () =>
        this.face(
          card,
          side,
          // Where both hands are seen, each card names its side.
          both ? h("b", { class: `card-owner cc-side side-${side}` }, this.words.say(`side.${side}`)) : null,
          n > 1 ? h("b", { class: "card-copies" }, this.words.say("cc.copies", { n })) : null,
        ),
      ),
    ]);
    if (side === mine || this.seat() === -2)
      this.offer(
        face,
        actions.filter((action) => (action.do === "play" || action.do === "discard") && action["card"] === card),
        this.words.say(`card.${card}`),
      );
    return face;
  }

  /**
   * A card with its picture and its text.
   * @param {string} card
   * @param {string} [side] whose hand it is in
   * @param {Element | null} [owner]
   * @param {Element | null} [copies]
   */
  face(card, side = this.holder, owner = null, copies = null) {
    const nation = this.tactical.get(card)?.nation;
    return h(
      "span",
      { class: `card nation-${nation || "both"}` },
      owner,
      h(
        "span",
        { class: "card-top" },
        h("span", { class: "card-name" }, softly(this.words.say(`card.${card}`))),
        copies,
      ),
      picture(card),
      h("span", { class: "card-text" }, cardText(this.words, card, nation, side)),
    );
  }

  /**
   * A unit or a front; for events that name none, the front that is attacked.
   * @param {any} event
   * @param {"at" | "start"} role
   * @param {string} name
   */
  place(event, role, name) {
    const view = this.told;
    const meant = name || (role === "at" ? (event.unit && event.ev === "played" ? event.unit : event.front) : "");
    if (meant) return this.pieces.find(`unit:${meant}`) ?? this.pieces.find(`front:${meant}`);
    const attacked = view?.assault?.front ?? view?.target?.front ?? "";
    // Defenders fire at the attackers; a spotted unit is fired at from across.
    const spotted = role === "start" ? view?.units[event.target]?.front : undefined;
    const front = spotted
      ? this.across(spotted)
      : event.role === "defence" || event.role === "mines"
        ? this.across(attacked)
        : attacked;
    return this.pieces.find(`front:${front}`);
  }

  /** The other front of a lane. @param {string} front @returns {string} */
  across(front) {
    const lane = this.lanes.find((fronts) => fronts.includes(front)) ?? [];
    return lane.find((each) => each !== front) ?? "";
  }

  /** Remarks in the rest of the hand's place. @param {View} view @param {string} mine */
  sayRest(view, mine) {
    const held = Object.values(view.cards)
      .flatMap((heap) => Object.values(heap))
      .reduce((a, b) => a + b, 0);
    // The other side's undeployed units are public, and lie here too.
    const theirs = view.pending.length && !view.pending[0]?.startsWith(mine);
    this.pending.classList.toggle("theirs", Boolean(theirs));
    this.pending.ariaLabel = this.words.say(theirs ? "cc.pending.theirs" : "cc.pending");
    put(
      this.rest,
      theirs ? h("span", {}, this.words.say("cc.pending.theirs")) : null,
      this.seat() === -1
        ? this.words.say("cc.hands_hidden")
        : this.seat() === -2
          ? null
          : held > this.facts.hand_limit
            ? this.words.say("cc.rest", { n: held, over: held - this.facts.hand_limit })
            : null,
    );
  }

  /** Place and size counters and cards for the available room. */
  fit() {
    // Two rows of signs would lie on counters.
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (this.field.querySelectorAll(".front-marks"))].map(
      (said) => /** @type {const} */ ([said.dataset["of"], said.offsetHeight > ONE_ROW]),
    );
    for (const [front, two] of rows)
      this.field.querySelector(`[data-front="${front}"]`)?.toggleAttribute("data-marks", two);
    const stands = [...this.field.querySelectorAll(".units")];
    // Measure everything before changing anything: each measurement after a change lays out the whole page again.
    const rooms = stands.map(({ clientWidth, clientHeight, classList }) => ({
      width: Math.max(0, clientWidth - (classList.contains("nearer") ? 2 * EDGE : 0)),
      height: clientHeight,
    }));
    const { clientWidth: breadth, clientHeight: room } = this.hand;
    if (!rooms[0]?.width) return;
    const size = counterSize(
      Math.min(...rooms.map(({ width }) => width)),
      Math.min(...rooms.map(({ height }) => height)),
    );
    this.element.style.setProperty("--unit", `${size}px`);
    const most = Math.min(WHOLE, Math.max(LEGIBLE, size * ROOMY));
    // Two rows of whole counters have room beside the labels of the front.
    const deep = (/** @type {number} */ whole) => most === WHOLE && whole >= 2 * WHOLE + GAP + DEEP;
    const large = rooms.some(({ height }) => deep(height));
    this.element.classList.toggle("deep", large);
    const cut = Math.max(TOUCH, Math.round(size * CUT));
    for (const [number, each] of stands.entries()) {
      const { width = 0, height: whole = 0 } = rooms[number] ?? {};
      const count = each.children.length;
      // Labels of the front, present or coming, lie between its counters and the hedge, unless counters would then
      // overlap.
      const marks = deep(whole) ? DEEP : MARKS;
      const below = !fits(width, whole - 2 * marks, count, most);
      const roomy = (/** @type {number} */ high) =>
        fits(width, high, count, LEGIBLE) || (size < LEGIBLE && fits(width, high, count, size, cut));
      const heights = below ? [whole - marks, whole] : [whole];
      const height = heights.find(roomy) ?? heights.find((high) => size < LEGIBLE && fitsPacked(high, count)) ?? whole;
      // Counters too small for a name lose their lower part.
      const low = size < LEGIBLE && !fits(width, height, count, LEGIBLE);
      const wide = low ? size : crowdedSize(width, height, count, most, LEGIBLE);
      const { edge, high, spots, nearer } = low
        ? packed(width, height, count, { width: size, height: cut })
        : { edge: wide, high: cut, spots: places(width, height, count, { width: wide, height: wide }), nearer: false };
      const down = number < stands.length / 2 ? 0 : whole - height;
      const face = (96 * high) / edge;
      const view = low ? `0 ${(96 * CUT - face) / 2} 96 ${face}` : "0 0 96 96";
      each.classList.toggle("low", low);
      each.classList.toggle("nearer", nearer);
      /** @type {HTMLElement} */ (each).style.setProperty("--unit-height", `${high}px`);
      /** @type {HTMLElement} */ (each).style.setProperty("--unit", `${edge}px`);
      // Letters keep their size where counters are small because they are many.
      /** @type {HTMLElement} */ (each).style.setProperty("--grow", large ? (WHOLE / edge).toFixed(3) : "1");
      [...each.children].forEach((unit, i) => {
        unit.firstElementChild?.setAttribute("viewBox", view);
        const { x = 0, y = 0 } = spots[i] ?? {};
        /** @type {HTMLElement} */ (unit).style.cssText = `left:${x.toFixed(1)}px;top:${(y + down).toFixed(1)}px`;
      });
    }
    const unit = Math.min(96, room);
    this.hand.style.setProperty("--unit", `${unit}px`);
    const columns = Math.ceil(this.pending.children.length / Math.max(1, Math.floor((room + GAP) / (unit + GAP))));
    const taken = this.pending.hidden ? 0 : columns * (unit + GAP) + BESIDE;
    const { width, height, rows: lines } = handLayout(breadth - taken, room, [this.cards.children.length]);
    const left = breadth - taken - Math.ceil(this.cards.children.length / lines) * (width + GAP);
    this.rest.hidden = left < SAYING || !this.rest.hasChildNodes();
    for (const [name, value] of Object.entries({ width: `${width}px`, height: `${height}px`, rows: lines }))
      this.hand.style.setProperty(`--card-${name}`, String(value));
    layRows([this.cards], lines);
  }

  /** @param {View} view @param {Action[]} actions */
  draw(view, actions) {
    const mine = this.look(view);
    const front = (/** @type {string[]} */ lane, /** @type {string} */ side) =>
      lane.find((each) => each.startsWith(side)) ?? "";
    this.told = view;
    this.pieces.draw((piece) => {
      this.showRecord(this.far, this.other(mine), view, actions, [
        this.deck(view.tactical),
        this.pile(
          "discards",
          this.words.say("cc.discards", { n: this.total(view.discards) }),
          this.heaped(view.discards),
        ),
        this.losses(this.other(mine)),
      ]);
      this.showRecord(this.near, mine, view, actions, [
        ...Object.values(view.glimpses).map(this.peek),
        this.losses(mine),
      ]);
      arrange(this.field, [
        ...this.lanes.map((lane) => this.frontBox(piece, front(lane, this.other(mine)), view, actions)),
        ...this.lanes.map((lane, i) => this.hedge(piece, lane, LANES[i] ?? "c", view, mine)),
        ...this.lanes.map((lane) => this.frontBox(piece, front(lane, mine), view, actions)),
      ]);
      this.drawHand(piece, view, actions, mine);
      this.fit();
    });
    for (const each of [this.field, this.pending]) fitNames(each);
  }
}

/** @param {BoardContext} context @returns {GameBoard} */
export function make(context) {
  const board = new CompanyBoard(context);
  return {
    element: board.element,
    field: board.field,
    hand: board.hand,
    roll: rolls(board.words),
    told: (event) => {
      if (event.ev === "hit") board.mark(event);
      if (event.ev === "played") board.spend(`card:${event["side"]}:${event["card"]}`);
      return event.ev === "removed" ? board.countUp(event) : undefined;
    },
    alive: ".leaf",
    place: (event, role, name) => board.place(event, role, name),
    card: (card) => board.face(card),
    quiet: ({ ev }) => ev === "passed",
    pace: ({ ev }) => TELLING[ev],
    sound: heard,
    show: (match, decision) => board.draw(match.table, decision?.actions ?? []),
    names: (match) => ({
      ...frontNames(board.words, board.facts, board.look(match.table)),
      ...seatNames(board.words, match.table),
    }),
    options: ["creator_side", "commander", "auto_from_turn", "turn_cap"],
    status: (match) => statusLine(board.words, board.facts, match.table, match.options, Boolean(match.outcome)),
    turn: ({ table }) => table.seats[table.active],
    // In the order of the lanes. Actions without a unit or front come before the moves, where they are seen.
    // On a phone, cards show a picture alone.
    means: ({ do: verb, card }) =>
      verb === "deploy"
        ? board.able(card)
        : verb === "play" || verb === "discard"
          ? cardText(board.words, card, board.tactical.get(card)?.nation, board.holder)
          : "",
    order: ({ do: verb, card = "", front = "" }) => [
      `${verb} ${card}`,
      board.lanes.findIndex((lane) => lane.includes(front)),
      ["deploy", "hq_draw", "peek"].includes(verb) ? 0 : 1,
    ],
    risk: (action, match, _figures, asked) => {
      const { key, ...named } = riskOf(action, match.table, board.facts.sides, match.options, asked);
      return key && board.words.say(key, named);
    },
    text: (match) => textForm(board.words, board.facts, board.flags, match.table),
    // Records and rings show them.
    seen: ({ figure, n }) => ["able", "to_place"].includes(figure) || (figure === "in_deck" && n > 0),
  };
}
