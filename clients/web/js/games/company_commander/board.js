/** COMPANY COMMANDER: three lanes, front facing front; the records of both sides; new units and cards in the hand. */

import { h, put, s } from "../../dom.js";
import { handLayout, layRows } from "../../parts/hand.js";
import { arrange, drawn, Pieces } from "../../parts/keyed.js";
import { softly } from "../../words/hyphens.js";
import { feel, heard } from "./felt.js";
import { picture } from "./pictures.js";
import { riskOf } from "./risk.js";
import { rolls } from "./rolls.js";
import { counterSize, crowdedSize, EDGE, fits, fitsPacked, packed, places } from "./stacks.js";
import { cardText, fallen, frontNames, LANES, seatNames, signsOf, statusLine, textForm } from "./told.js";
import { abilities, fitNames, unitCounter } from "./units.js";

/** @typedef {import("../../table/contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/contract.js").Action} Action */
/** @typedef {import("../../parts/keyed.js").Piece} Piece */
/** @typedef {import("./units.js").Unit} Unit */
/** @typedef {import("./units.js").Printed} Printed */
/** @typedef {import("./types.js").View} View */

/** Smaller than this, names on counters cannot be read; what share of its height a counter has without its name. */
const LEGIBLE = 62;
const CUT = 0.77;
/** So many times the size that leaves room for many, where few stand. */
const ROOMY = 1.5;
/** A counter where there is room, in pixels; its letters are drawn for that. */
const WHOLE = 96;
/** The height of what is said of a front, in pixels; and what it takes of the front where it lies deeper in the hedge (board.css). */
const MARKS = 18;
const DEEP = 4;
/** What is said of a front is higher than this, in pixels, where it has two rows. */
const ONE_ROW = 26;
/** Between cards, and what lies between the last unit that is to come and the first card besides (board.css), in pixels. */
const GAP = 6;
const BESIDE = 15;
/** Narrower than this, the rest of the hand's place says nothing. */
const SAYING = 120;
/** Milliseconds for what has no dice and changes much: a card that somebody plays, a unit that is lost. @type {Record<string, number>} */
const TELLING = { played: 1000, removed: 800 };
/** The least that a finger hits. */
const TOUCH = 44;

/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words, facts, seat, side: below, flags, offer, explain }) {
  /** @type {Map<string, Printed>} */
  const printed = new Map(
    Object.values(facts.squads)
      .flat()
      .map((row) => [row.card, row]),
  );
  /** @type {Map<string, any>} */
  const tactical = new Map(facts.tactical.map((/** @type {any} */ row) => [row.card, row]));
  const far = h("div", { class: "cc-record far", role: "group" });
  const near = h("div", { class: "cc-record near", role: "group" });
  const field = h("div", { class: "lanes" });
  const element = h("div", { class: "company" }, far, field, near);
  const pending = h("section", { class: "cc-pending", "aria-label": words.say("cc.pending") });
  const cards = h("section", { class: "hand-cards", "aria-label": words.say("cc.hand") });
  const rest = h("p", { class: "cc-rest" });
  const hand = h("div", { class: "hands cc-hand" }, pending, cards, rest);
  const pieces = new Pieces({
    from: (key) => (key.startsWith("card:") ? near.querySelector(".pile.deck") : null),
    to: (key) => (key.startsWith("card:") ? far.querySelector(".pile.discards") : null),
  });

  /** From left to right, as the viewer sees them. @type {string[][]} */
  let lanes = facts.lanes;
  /** Whose hand it is. */
  let holder = "us";
  /** The table as far as it is told. @type {View | undefined} */
  let told;
  /** What is true of a unit now. @type {Map<string, string[]>} */
  const states = new Map();
  /** The same for its tip, with what it means. @type {Map<string, string>} */
  const signs = new Map();

  /** What marks a hit on the counter of a unit, until it is drawn anew. @type {Map<string, (effect: "pins" | "casualties") => void>} */
  const struck = new Map();

  /** The side this viewer sits on; spectators sit with the US. @param {View} view @returns {string} */
  const sideOf = (view) => facts.sides.find((/** @type {string} */ side) => view.seats[side] === below()) ?? "us";
  /** Which side it is seen from, and so how the lanes lie: the list of choices asks before anything is drawn. @param {View} view */
  const look = (view) => {
    const mine = sideOf(view);
    lanes = mine === "us" ? facts.lanes : [...facts.lanes].reverse();
    holder = mine;
    return mine;
  };
  const other = (/** @type {string} */ side) => (side === "us" ? "de" : "us");
  const row = (/** @type {string} */ card) =>
    printed.get(card) ?? { card, type: "U", strength: 1, count: 1, classes: [] };
  /** What the signs below a unit's symbol mean. @param {string} card */
  const able = (card) =>
    abilities(row(card))
      .map(([name, bonus]) => words.say(`able.${name}`, { bonus }))
      .join("\n");
  const short = (/** @type {string} */ card) => words.say(`short.${card}`);

  /** @param {Piece} piece @param {string} id @param {Unit} unit @param {Action[]} actions @param {View} view */
  const unitBox = (piece, id, unit, actions, view) => {
    const side = unit.front.slice(0, 2);
    const card = row(unit.card);
    const box = piece(`unit:${id}`, () => {
      const made = h("div", { "data-unit": id });
      explain(
        made,
        `unit.${id}`,
        `card.${unit.card}.help`,
        () => able(unit.card),
        () => signs.get(id) ?? "",
      );
      return made;
    });
    box.className = `unit-box side-${side} ${unit.pins ? "pinned" : ""} ${view.assault?.units.includes(id) ? "attacking" : ""} ${view.target?.unit === id ? "firing" : ""}`;
    const labels = flags("unit", unit);
    const state = words.say("cc.state", {
      left: card.strength - unit.casualties,
      strength: card.strength,
      pins: unit.pins,
    });
    states.set(id, [state, ...labels]);
    signs.set(id, signsOf(words, flags, unit, unit.casualties || unit.pins ? state : ""));
    const face = (/** @type {Unit} */ now) =>
      unitCounter(card, now, side, short(unit.card), card.count > 1 ? (/\d+$/.exec(id)?.[0] ?? "") : "");
    let hit = unit;
    struck.set(id, (effect) => {
      hit = { ...hit, [effect]: hit[effect] + 1 };
      const [old, now] = [box.firstElementChild, face(hit)];
      // As much of it is seen as before.
      now.setAttribute("viewBox", old?.getAttribute("viewBox") ?? "");
      old?.replaceWith(now);
      fitNames(box);
    });
    // A name is fitted anew once its typeface is there.
    arrange(box, [
      drawn(box, [unit, document.fonts.status], () => face(unit)),
      h(
        "span",
        { class: "hidden-text" },
        words.pair(words.say(`unit.${id}`), words.join([able(unit.card), ...(states.get(id) ?? [])].filter(Boolean))),
      ),
    ]);
    const draws = unit.card === `${view.active}_company_hq` && unit.front.startsWith(view.active);
    offer(
      box,
      actions.filter(
        (action) => action["unit"] === id || action["helper"] === id || (draws && action.do === "hq_draw"),
      ),
      words.say(`unit.${id}`),
    );
    return box;
  };

  /** @param {Piece} piece @param {string} front @param {View} view @param {Action[]} actions */
  const frontBox = (piece, front, view, actions) => {
    const units = Object.entries(view.units)
      .filter(([, unit]) => unit.front === front)
      .sort(([, a], [, b]) => a.n - b.n);
    const box = piece(
      `front:${front}`,
      () => h("section", { "data-front": front }, h("div", { class: "front-ground" }), h("div", { class: "units" })),
      true,
    );
    const [ground, stand] = /** @type {[Element, Element]} */ (/** @type {unknown} */ ([...box.children]));
    const hit = view.assault?.front === front || view.target?.front === front;
    box.className = `front side-${front.slice(0, 2)} ${hit ? "under-fire" : ""}`;
    box.setAttribute("aria-label", words.say(`front.${front}`));
    put(
      ground,
      h("span", { class: "hidden-text" }, words.say(`front.${front}`)),
      units.length ? null : h("span", { class: "front-empty" }, words.say("front.empty")),
    );
    arrange(
      stand,
      units.map(([id, unit]) => unitBox(piece, id, unit, actions, view)),
    );
    offer(
      ground,
      actions.filter((action) => action["front"] === front),
      words.say(`front.${front}`),
      box,
    );
    return box;
  };

  /** The signs of a front; they lie on the edge of the hedge, where they hide no counter. @param {string} front @param {View} view @param {string} mine */
  const frontMarks = (front, view, mine) => {
    const state = view.fronts[front];
    const marks = [
      ...(state ? flags("front", state) : []),
      ...(view.proxy === front ? [words.say("front.proxy")] : []),
    ];
    return h(
      "p",
      { "data-of": front, class: `front-marks ${front.startsWith(mine) ? "near" : "far"}` },
      marks.map((mark) => h("span", { class: "tag" }, mark)),
    );
  };

  /** What is said of the fronts of a lane in its tip. @type {Map<string, string>} */
  const about = new Map();

  /** One name for both fronts of a lane, on the hedge between them. @param {Piece} piece @param {string[]} lane @param {string} name @param {View} view @param {string} mine */
  const hedge = (piece, lane, name, view, mine) => {
    const box = piece(
      `lane:${name}`,
      () => {
        const made = h(
          "div",
          { class: "lane-name" },
          hedgerow(),
          h("b", {}, words.say(`lane.${name}`)),
          h("div", { class: "lane-marks" }),
        );
        explain(made, "lane.help", () => about.get(name) ?? "");
        return made;
      },
      true,
    );
    put(/** @type {Element} */ (box.lastElementChild), ...lane.map((front) => frontMarks(front, view, mine)));
    // The signs of its fronts, and what each means.
    about.set(
      name,
      lane
        .flatMap((front) =>
          Object.entries(view.fronts[front] ?? {}).flatMap(([flag, value]) =>
            words.has(`about.${flag}`)
              ? [words.pair(words.say(`front.${front}`), words.say(`about.${flag}`, { n: value }))]
              : [],
          ),
        )
        .join("\n"),
    );
    const aim = view.assault?.front ?? view.target?.front ?? "";
    box.classList.toggle("up", lane.includes(aim) && !aim.startsWith(mine));
    box.classList.toggle("down", lane.includes(aim) && aim.startsWith(mine));
    return box;
  };

  /** What is counted, and stands for what changes it or looks at it. @param {string} text @param {Action[]} actions */
  const count = (text, actions) => {
    const made = h("span", { class: "cc-count" }, text);
    offer(made, actions);
    return made;
  };

  /** @param {string} side @param {number} n */
  const scored = (side, n) =>
    h(
      "span",
      {
        class: "cc-score",
        role: "img",
        "data-side": side,
        "aria-label": words.say("cc.score", { n, of: facts.score_to_win }),
      },
      h("b", { "aria-hidden": "true" }, `${n}`),
      h(
        "span",
        { class: "pips", "aria-hidden": "true" },
        Array.from({ length: facts.score_to_win }, (_, i) => h("i", { class: i < n ? "full" : "" })),
      ),
    );

  /** A unit falls, and is counted in the same moment: what else an assault brings is told after it. @param {import("../../table/contract.js").GameEvent} event */
  const countUp = (event) => {
    told = told && { ...told, ...fallen(told, event, facts.sides) };
    for (const side of facts.sides) {
      element.querySelector(`.cc-score[data-side="${side}"]`)?.replaceWith(scored(side, told?.score[side] ?? 0));
      (side === holder ? near : far).querySelector(".pile.lost")?.replaceWith(losses(side));
    }
    return told && { score: told.score, units: told.units };
  };

  /** So is a hit marked that pins a unit or costs it strength. @param {import("../../table/contract.js").GameEvent} event */
  const mark = ({ effect, target }) =>
    (effect === "pin" || effect === "casualty") && struck.get(target)?.(effect === "pin" ? "pins" : "casualties");

  /** The last card of its kind is played: what it brings about is told before the hand is drawn anew. @param {string} key */
  const spend = (key) => {
    const face = pieces.find(key);
    face?.classList.toggle("spent", !face.querySelector(".card-copies"));
  };

  /** @param {Element} record @param {string} side @param {View} view @param {Action[]} actions @param {(Node | null)[]} more */
  const showRecord = (record, side, view, actions, more) => {
    const acting = view.active === side;
    record.classList.toggle("acting", acting);
    record.ariaLabel = words.say(`side.${side}`);
    put(
      record,
      h("b", { class: `cc-side side-${side}` }, words.say(`side.${side}`)),
      scored(side, view.score[side] ?? 0),
      count(
        words.say("cc.in_hand", { n: view.hands[side] ?? 0 }),
        actions.filter((action) => (acting ? action["deck"] === "tactical" : action.do === "peek")),
      ),
      count(
        words.say("cc.to_come", { n: view.squads[side] ?? 0 }),
        actions.filter((action) => acting && action["deck"] === "squad"),
      ),
      h("span", { class: "cc-piles" }, more),
    );
  };

  /** A list that opens; of nothing there is none. @param {string} kind @param {string | Element[]} title @param {(Element | null)[]} lines */
  const pile = (kind, title, lines) =>
    lines.length
      ? h("details", { class: `pile ${kind}` }, h("summary", {}, title), h("ul", { class: "sheet" }, lines))
      : h("span", { class: `pile ${kind}` }, title);

  const total = (/** @type {Record<string, number>} */ heap) => Object.values(heap).reduce((a, b) => a + b, 0);
  /** Each record tells its own side's losses: beside a score, a sum of both would be taken for one side's. @param {string} side */
  const losses = (side) =>
    pile("lost", words.say("cc.gone", { n: total(told?.lost[side] ?? {}) }), heaped(told?.lost[side] ?? {}));

  /** @param {Record<string, number>} heap @param {(card: string) => string} [about] what is said of a card beside its name */
  const heaped = (heap, about) =>
    Object.entries(heap).map(([card, n]) =>
      h(
        "li",
        {},
        words.say(`card.${card}`),
        n > 1 ? ` × ${n}` : "",
        about ? h("small", { class: "soft" }, about(card)) : null,
      ),
    );

  /** The other hand as it was seen: what is there still, what its cards do, and what has left it; in a narrow window the list says when. @param {import("./types.js").GlimpseView} glimpse */
  const peek = ({ turn, cards, held }) => {
    const when = words.say("cc.seen.when", { turn });
    const gone = Object.fromEntries(
      Object.entries(cards)
        .map(([card, n]) => /** @type {[string, number]} */ ([card, n - (held[card] ?? 0)]))
        .filter(([, n]) => n),
    );
    return pile(
      "peek",
      [
        h("span", { class: "broad" }, words.aside(words.say("cc.seen"), when)),
        h("span", { class: "narrow" }, words.say("cc.seen")),
      ],
      [
        h("li", { class: "narrow" }, when),
        ...heaped(held, (card) => cardText(words, card, "", "")),
        ...heaped(gone, () => words.say("cc.seen.gone")).map((line) => {
          line.classList.add("gone");
          return line;
        }),
      ],
    );
  };

  /** @param {Piece} piece @param {View} view @param {Action[]} actions @param {string} mine */
  const drawHand = (piece, view, actions, mine) => {
    const seen = new Map();
    arrange(
      pending,
      view.pending.map((card) => {
        const nth = (seen.get(card) ?? 0) + 1;
        seen.set(card, nth);
        const chip = piece(`pending:${card}:${nth}`, () => {
          const made = h("div", { class: "unit-box pending-unit", "data-card": card });
          explain(made, `card.${card}`, `card.${card}.help`, () => able(card));
          return made;
        });
        const side = card.slice(0, 2);
        chip.classList.add(`side-${side}`);
        put(
          chip,
          unitCounter(row(card), /** @type {any} */ ({ casualties: 0, pins: 0 }), side, short(card), ""),
          h("span", { class: "hidden-text" }, words.join([words.say(`card.${card}`), able(card)].filter(Boolean))),
        );
        offer(
          chip,
          actions.filter((action) => action.do === "deploy" && action["card"] === card),
          words.say(`card.${card}`),
        );
        return chip;
      }),
    );
    pending.hidden = !view.pending.length;
    const both = Object.keys(view.cards).length > 1;
    // In the order of the service, which a card that came just now would be behind.
    const sorted = (/** @type {Record<string, number>} */ heap) =>
      Object.entries(heap).sort(([a], [b]) => (a < b ? -1 : 1));
    arrange(
      cards,
      Object.entries(view.cards).flatMap(([side, heap]) =>
        sorted(heap).map(([card, n]) => {
          const face = piece(`card:${side}:${card}`, () => {
            const made = h("div", { class: "hand-card", "data-card": card });
            explain(made, `card.${card}`, `card.${card}.help`);
            return made;
          });
          face.classList.remove("spent");
          arrange(face, [
            drawn(face, [n, both], () =>
              h(
                "span",
                { class: `card nation-${tactical.get(card)?.nation || "both"}` },
                // Where both hands are seen, each card says whose it is.
                both ? h("b", { class: `card-owner cc-side side-${side}` }, words.say(`side.${side}`)) : null,
                h(
                  "span",
                  { class: "card-top" },
                  h("span", { class: "card-name" }, softly(words.say(`card.${card}`))),
                  n > 1 ? h("b", { class: "card-copies" }, `×${n}`) : null,
                ),
                picture(card),
                h("span", { class: "card-text" }, cardText(words, card, tactical.get(card)?.nation, side)),
              ),
            ),
          ]);
          if (side === mine || seat() === -2)
            offer(
              face,
              actions.filter((action) => (action.do === "play" || action.do === "discard") && action["card"] === card),
              words.say(`card.${card}`),
            );
          return face;
        }),
      ),
    );
    const held = Object.values(view.cards)
      .flatMap((heap) => Object.values(heap))
      .reduce((a, b) => a + b, 0);
    // What the other side is to deploy is public, and lies here, too.
    const theirs = view.pending.length && !view.pending[0]?.startsWith(mine);
    pending.classList.toggle("theirs", Boolean(theirs));
    pending.ariaLabel = words.say(theirs ? "cc.pending.theirs" : "cc.pending");
    put(
      rest,
      theirs ? h("span", {}, words.say("cc.pending.theirs")) : null,
      seat() === -1
        ? words.say("cc.hands_hidden")
        : seat() === -2
          ? null
          : words.say("cc.rest", { n: held, of: facts.hand_limit, over: Math.max(0, held - facts.hand_limit) }),
    );
  };

  /** Give counters and cards their places in the room there is. */
  const fit = () => {
    // Two rows of signs would lie on counters.
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (field.querySelectorAll(".front-marks"))].map(
      (said) => /** @type {const} */ ([said.dataset["of"], said.offsetHeight > ONE_ROW]),
    );
    for (const [front, two] of rows) field.querySelector(`[data-front="${front}"]`)?.toggleAttribute("data-marks", two);
    const stands = [...field.querySelectorAll(".units")];
    // Everything is measured before anything is changed: each look after a change lays out the whole page anew.
    const rooms = stands.map(({ clientWidth, clientHeight, classList }) => ({
      width: Math.max(0, clientWidth - (classList.contains("nearer") ? 2 * EDGE : 0)),
      height: clientHeight,
    }));
    const { clientWidth: breadth, clientHeight: room } = hand;
    if (!rooms[0]?.width) return;
    const size = counterSize(
      Math.min(...rooms.map(({ width }) => width)),
      Math.min(...rooms.map(({ height }) => height)),
    );
    element.style.setProperty("--unit", `${size}px`);
    const most = Math.min(WHOLE, Math.max(LEGIBLE, size * ROOMY));
    // Two rows of whole counters have room beside what is said of the front.
    const deep = (/** @type {number} */ whole) => most === WHOLE && whole >= 2 * WHOLE + GAP + DEEP;
    const large = rooms.some(({ height }) => deep(height));
    element.classList.toggle("deep", large);
    const cut = Math.max(TOUCH, Math.round(size * CUT));
    for (const [number, each] of stands.entries()) {
      const { width = 0, height: whole = 0 } = rooms[number] ?? {};
      const count = each.children.length;
      // What is said of the front, now or soon, lies between its counters and the hedge, unless they would lie on each other then.
      const marks = deep(whole) ? DEEP : MARKS;
      const below = !fits(width, whole - 2 * marks, count, most);
      const roomy = (/** @type {number} */ high) =>
        fits(width, high, count, LEGIBLE) || (size < LEGIBLE && fits(width, high, count, size, cut));
      const heights = below ? [whole - marks, whole] : [whole];
      const height = heights.find(roomy) ?? heights.find((high) => size < LEGIBLE && fitsPacked(high, count)) ?? whole;
      // Where a name could not be read, a counter does without its lower part.
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
      // Where counters are small because they are many, their letters are not.
      /** @type {HTMLElement} */ (each).style.setProperty("--grow", large ? (WHOLE / edge).toFixed(3) : "1");
      [...each.children].forEach((unit, i) => {
        unit.firstElementChild?.setAttribute("viewBox", view);
        const { x = 0, y = 0 } = spots[i] ?? {};
        /** @type {HTMLElement} */ (unit).style.cssText = `left:${x.toFixed(1)}px;top:${(y + down).toFixed(1)}px`;
      });
    }
    const unit = Math.min(96, room);
    hand.style.setProperty("--unit", `${unit}px`);
    const columns = Math.ceil(pending.children.length / Math.max(1, Math.floor((room + GAP) / (unit + GAP))));
    const taken = pending.hidden ? 0 : columns * (unit + GAP) + BESIDE;
    const { width, height, rows: lines } = handLayout(breadth - taken, room, [cards.children.length]);
    const left = breadth - taken - Math.ceil(cards.children.length / lines) * (width + GAP);
    rest.hidden = left < SAYING;
    for (const [name, value] of Object.entries({ width: `${width}px`, height: `${height}px`, rows: lines }))
      hand.style.setProperty(`--card-${name}`, String(value));
    layRows([cards], lines);
  };
  const watch = new ResizeObserver(() => {
    fit();
    return fitNames(field);
  });
  watch.observe(field);
  watch.observe(hand);

  /** @param {View} view @param {Action[]} actions */
  const draw = (view, actions) => {
    const mine = look(view);
    const front = (/** @type {string[]} */ lane, /** @type {string} */ side) =>
      lane.find((each) => each.startsWith(side)) ?? "";
    told = view;
    pieces.draw((piece) => {
      showRecord(far, other(mine), view, actions, [
        h("span", { class: "pile deck" }, words.say("cc.tactical", { n: view.tactical })),
        pile("discards", words.say("cc.discards", { n: total(view.discards) }), heaped(view.discards)),
        losses(other(mine)),
      ]);
      showRecord(near, mine, view, actions, [...Object.values(view.glimpses).map(peek), losses(mine)]);
      arrange(field, [
        ...lanes.map((lane) => frontBox(piece, front(lane, other(mine)), view, actions)),
        ...lanes.map((lane, i) => hedge(piece, lane, LANES[i] ?? "c", view, mine)),
        ...lanes.map((lane) => frontBox(piece, front(lane, mine), view, actions)),
      ]);
      drawHand(piece, view, actions, mine);
      fit();
    });
    for (const each of [field, pending]) fitNames(each);
  };

  return {
    element,
    hand,
    roll: rolls(words),
    told: (event) => {
      feel((id) => pieces.find(`unit:${id}`), event);
      if (event.ev === "hit") mark(event);
      if (event.ev === "played") spend(`card:${event["side"]}:${event["card"]}`);
      return event.ev === "removed" ? countUp(event) : undefined;
    },
    quiet: ({ ev }) => ev === "passed",
    pace: ({ ev }) => TELLING[ev],
    sound: heard,
    show: (match, decision) => draw(match.table, decision?.actions ?? []),
    names: (match) => ({ ...frontNames(words, facts, look(match.table)), ...seatNames(words, match.table) }),
    options: ["creator_side", "commander", "auto_from_turn", "turn_cap"],
    status: (match) => statusLine(words, facts, match.table, match.options, Boolean(match.outcome)),
    turn: ({ table }) => table.seats[table.active],
    // As the lanes lie: left, center, right. What no unit or front stands for comes before the moves, where it is seen.
    // A phone's cards show a picture alone.
    means: ({ do: verb, card }) =>
      verb === "deploy"
        ? able(card)
        : verb === "play" || verb === "discard"
          ? cardText(words, card, tactical.get(card)?.nation, holder)
          : "",
    order: ({ do: verb, card = "", front = "" }) => [
      `${verb} ${card}`,
      lanes.findIndex((lane) => lane.includes(front)),
      ["deploy", "hq_draw", "peek"].includes(verb) ? 0 : 1,
    ],
    risk: (action, match, _figures, asked) => {
      const { key, ...named } = riskOf(action, match.table, facts.sides, match.options, asked);
      return key && words.say(key, named);
    },
    text: (match) => textForm(words, facts, flags, match.table),
  };
}

/** A piece of the hedgerow between the fronts. */
function hedgerow() {
  const clumps = Array.from({ length: 11 }, (_, i) => `M${4 + i * 20} 30q-7-12 4-16 3-10 12-7 9-2 10 8 8 4 3 15z`).join(
    "",
  );
  return s(
    "svg",
    { viewBox: "0 0 228 34", class: "hedgerow", "aria-hidden": "true", preserveAspectRatio: "none" },
    s("path", { d: "M0 34V27q57-3 114 0t114 0v7z", class: "bank" }),
    s("path", { d: clumps, class: "clumps" }),
  );
}
