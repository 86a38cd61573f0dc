/** SQUAD: two positions in one landscape, or a hex map; a record for each squad; the hand in front of its owner. */

import { h, put, s } from "../../dom.js";
import { STRIP as FLAT, handLayout, layRows } from "../../parts/hand_layout.js";
import { arrange, drawn, Pieces } from "../../parts/keyed.js";
import { cardFace, shelter, traitName, traitsOf } from "./cards.js";
import { squadCounter } from "./ground.js";
import { hexmap } from "./hexmap.js";
import { Losses } from "./losses.js";
import { rolls } from "./rolls.js";
import { backdrop, FAR, NEAR, position, STRIP } from "./scene.js";
import { heard } from "./sounds.js";
import { asked, order, signsOf, statusLine, textForm, tipOf } from "./table_text.js";

/** @typedef {import("../../table/board_contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/board_contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/board_contract.js").Action} Action */
/** @typedef {import("../../parts/keyed.js").Piece} Piece */
/** @typedef {import("../../client/games/squad.js").SquadView} Squad */
/** @typedef {import("../../client/games/squad.js").View} View */

/** Distance of the feet from the upper edge of a strip. */
const FEET = 104 / 118;
const GOALS = 3;
/** Pixels below which a card of several rows has smaller letters. */
const LOW = 120;

/** Tolerance (px) for words wider than their tag, as both are rounded. */
const SLACK = 0.1;
/** Measures for tags of a record without room, one after the other. */
const NEEDS = ["data-full", "data-tight"];

class SquadBoard {
  /** @param {BoardContext} context */
  constructor(context) {
    this.context = context;
    this.words = context.words;
    this.facts = context.facts;
    this.side = context.side;
    this.flags = context.flags;
    this.offer = context.offer;
    this.explain = context.explain;
    this.far = h("div", { class: "records far" });
    this.near = h("div", { class: "records near" });
    this.ground = h("div", { class: "scene" });
    this.map = s(
      "svg",
      { class: "board squad-map", role: "group", "aria-label": this.words.say("game.name") },
      s("g", {}),
      s("g", {}),
    );
    this.field = h("div", { class: "field" });
    this.piles = h("div", { class: "piles" });
    this.element = h("div", { class: "squad" }, this.far, this.field, this.near);
    this.hand = h("div", { class: "hands" });
    this.pieces = new Pieces({
      from: (key) => (key.startsWith("card:") ? this.piles.querySelector(".pile.deck") : null),
      to: (key) => (key.startsWith("card:") ? this.piles.querySelector(".pile.discards") : null),
    });
    /** Text of a squad's tip. @type {Map<string, string>} */
    this.about = new Map();
    this.losses = new Losses();
    /** @type {View | undefined} */
    this.shown = undefined;
    /** Recent losses, by squad. @type {ReturnType<Losses["see"]>} */
    this.lately = new Map();
    // On phones the piles would lie on the squads: they unfold when pressed, and stay as they were left.
    this.peeked = matchMedia("(min-width: 45rem)").matches;
    new ResizeObserver(() => this.fit()).observe(this.hand);
    new ResizeObserver(this.scale).observe(this.map);
    new ResizeObserver(this.elide).observe(this.near);
  }

  squadName(/** @type {string} */ id) {
    return this.words.say(`squad.${id}`);
  }

  aboutOf = (/** @type {string} */ id) => {
    return this.about.get(id) ?? "";
  };

  /**
   * A card as it is turned over on the table.
   * @param {string} card
   * @param {import("../../client/games/squad.js").GameEvent} event
   */
  face(card, event) {
    const squad = "squad" in event ? this.shown?.squads[event.squad] : undefined;
    return cardFace(this.words, this.facts, card, squad?.nation ?? "", this.shown?.range, this.shown?.variant);
  }

  viewer() {
    return this.side() >= 0 ? this.side() : 1;
  }

  /** Recent losses beside a squad's men: their event may have scrolled away. @param {string} id */
  lost(id) {
    const found = this.lately.get(id);
    return found
      ? h(
          "b",
          {
            class: "record-lost",
            role: "img",
            "aria-label": this.words.say("squad.lost", { n: found.men, turn: found.turn }),
          },
          `\u2212${found.men}`,
        )
      : null;
  }

  /** The options of a card *National Trait*, by name. @param {string} nation */
  traitHelps(nation) {
    return traitsOf(this.facts, nation).map(
      (trait) => () => this.words.pair(traitName(this.words, trait), this.words.say(`trait.${trait}.help`)),
    );
  }

  /**
   * Public facts of a squad, as one line above or below the field.
   * @param {Piece} piece
   * @param {string} id
   * @param {Squad} squad
   * @param {View} view
   * @param {Action[]} actions
   */
  record(piece, id, squad, view, actions) {
    const box = piece(
      `record:${id}`,
      () => h("section", { class: "record", "data-squad": id, "aria-label": this.squadName(id) }),
      true,
    );
    box.classList.toggle("acting", id === view.acting);
    const won = view.objectives[squad.seat] ?? 0;
    const nation = h("span", { class: "record-nation" }, `· ${this.words.say(`nation.${squad.nation}`)}`);
    const name = h("p", { class: "record-name" }, h("b", {}, this.squadName(id)), " ", nation);
    // The nation is read here where it has no room beside the name.
    this.explain(
      name,
      () => this.words.pair(this.words.say(`nation.${squad.nation}`), this.words.say(`nation.${squad.nation}.help`)),
      "squad.traits",
      ...this.traitHelps(squad.nation),
    );
    const signs = view.variant === "map" ? signsOf(this.words, this.flags, id, view).map(({ label }) => label) : [];
    // Its counter hides the ground that it stands on.
    const cover = view.variant === "map" && squad.terrain ? shelter(this.words, this.facts, squad.terrain) : "";
    if (cover) signs.unshift(`${this.words.say(`card.${squad.terrain}`)} · ${cover}`);
    const tags = signs.length
      ? h(
          "p",
          { class: "flags" },
          signs.map((label) => h("span", { class: "tag" }, label)),
        )
      : null;
    if (tags) this.explain(tags, () => this.aboutOf(id));
    put(
      box,
      s(
        "svg",
        { viewBox: "-36 -26 72 52", class: "record-unit", "aria-hidden": "true" },
        squadCounter({ ...squad, pinned: false }),
      ),
      name,
      // The counter shows the number, where it has room.
      h(
        "p",
        { class: "record-men" },
        h("span", { class: "hidden-text" }, this.words.say("squad.men", { n: squad.men })),
        h("span", { class: "few", "aria-hidden": "true" }, this.words.say("squad.men", { n: squad.men })),
        this.lost(id),
      ),
      this.cardCount(squad),
      tags,
      // Beside the first of a side's remaining squads.
      Object.keys(view.squads).find((each) => view.squads[each]?.seat === squad.seat) === id ? this.goals(won) : null,
    );
    if (view.variant === "map")
      this.offer(
        box,
        actions.filter((action) => action["target"] === id),
        this.squadName(id),
      );
    return box;
  }

  /** Cards in hand, and their limit. @param {Squad} squad */
  cardCount({ cards, limit }) {
    const whole = () => this.words.say("squad.cards", { n: cards, limit });
    const made = h(
      "p",
      { class: "record-cards", role: "img", "aria-label": whole() },
      h(
        "span",
        { class: "backs" },
        Array.from({ length: Math.min(cards, 6) }, () => h("i")),
      ),
      h("span", {}, `${cards}/${limit}`),
    );
    this.explain(made, whole, "squad.cards.help");
    return made;
  }

  /** The objectives of a side. @param {number} won */
  goals(won) {
    const whole = () => this.words.say("squad.objectives", { n: won });
    const made = h(
      "p",
      { class: "objectives", role: "img", "aria-label": whole() },
      Array.from({ length: GOALS }, (_, i) =>
        s(
          "svg",
          { viewBox: "0 0 20 20", class: i < won ? "goal won" : "goal", "aria-hidden": "true" },
          s("path", { d: "M4 1v18M4 2h13l-4 4.5 4 4.5H4" }),
        ),
      ),
    );
    this.explain(made, whole, "squad.objectives.help");
    return made;
  }

  /**
   * @param {Piece} piece
   * @param {string} id
   * @param {Squad} squad
   * @param {View} view
   * @param {Action[]} actions
   * @param {boolean} ours
   */
  stand(piece, id, squad, view, actions, ours) {
    const terrain = squad.terrain ?? "open";
    const { feet, size } = ours ? NEAR : (FAR[/** @type {keyof typeof FAR} */ (view.range)] ?? FAR.L);
    const box = piece(
      `position:${id}`,
      () => {
        const made = h("div", { class: "position", "data-squad": id });
        this.explain(made, () => this.aboutOf(id));
        return made;
      },
      true,
    );
    box.className = `position ${ours ? "near" : "far"} ${id === view.acting ? "acting" : ""}`;
    box.dataset["range"] = view.range;
    box.style.setProperty("--top", `${feet - FEET * STRIP * size}%`);
    box.style.setProperty("--height", `${STRIP * size}%`);
    const cover = shelter(this.words, this.facts, terrain);
    const label = h(
      "p",
      { class: "position-terrain" },
      h("span", {}, this.words.say(`card.${terrain}`), cover ? h("b", {}, ` · ${cover}`) : null),
    );
    const signs = signsOf(this.words, this.flags, id, view);
    // Its cards are not seen there.
    const seen = drawn(box, [{ ...squad, hand: null, cards: 0 }, ours, size], () => position(squad, ours, size));
    arrange(box, [
      seen,
      h(
        "div",
        { class: "caption flags" },
        label,
        signs.map((sign) => h("span", { class: "tag" }, sign.label)),
      ),
    ]);
    this.offer(
      box,
      actions.filter((action) => action["target"] === id),
      this.squadName(id),
    );
    return box;
  }

  /**
   * The range as a scale beside the ground: each mark at the position of the far squad.
   * @param {Piece} piece
   * @param {View} view
   * @param {Action[]} actions
   */
  marks(piece, view, actions) {
    return this.facts.ranges.map((/** @type {string} */ range, /** @type {number} */ i) => {
      const now = this.facts.ranges.indexOf(view.range);
      const mark = piece(
        `range:${range}`,
        () => {
          const made = h(
            "div",
            { class: "mark", "data-range": range },
            h("b", {}, range),
            " ",
            h("span", {}, this.words.say(`range.${range}`)),
          );
          this.explain(made, "squad.range.help");
          return made;
        },
        true,
      );
      mark.style.setProperty("--top", `${FAR[/** @type {keyof typeof FAR} */ (range)].feet}%`);
      mark.classList.toggle("now", range === view.range);
      mark.ariaCurrent = range === view.range ? "true" : null;
      const steps =
        i === now - 1
          ? ["closer"]
          : i === now + 1
            ? ["farther"]
            : i === now
              ? ["hold", "lateral_left", "lateral_right"]
              : [];
      this.offer(
        mark,
        actions.filter((action) => action.do === "move" && steps.includes(action["step"])),
        this.words.say(`range.${range}`),
      );
      return mark;
    });
  }

  /** Deck and discards beside the ground. @param {View} view */
  showPiles(view) {
    const gone = Object.values(view.discard).reduce((a, b) => a + b, 0);
    const discards = { "aria-label": this.words.say("squad.discard", { n: gone }) };
    const heap = [
      h("span", { class: "pile-card" }),
      h("span", { class: "full" }, this.words.say("squad.discard", { n: gone })),
      h("span", { class: "few" }, String(gone)),
    ];
    put(
      this.piles,
      h(
        "p",
        { class: "pile deck", role: "img", "aria-label": this.words.say("squad.deck", { n: view.deck }) },
        h("span", { class: "pile-card back" }),
        h("span", { class: "full" }, this.words.say("squad.deck", { n: view.deck })),
        h("span", { class: "few" }, String(view.deck)),
      ),
      // An empty pile does not open.
      !gone
        ? h("p", { class: "pile discards", role: "img", ...discards }, heap)
        : h(
            "details",
            { class: "pile discards" },
            h("summary", discards, heap),
            h(
              "ul",
              { class: "sheet" },
              Object.entries(view.discard).map(([card, n]) =>
                h("li", {}, this.words.say(`card.${card}`), n > 1 ? ` × ${n}` : ""),
              ),
            ),
          ),
      ...Object.values(view.seen).map((seen) =>
        h(
          "details",
          {
            class: "peek sheet",
            open: this.peeked,
            ontoggle: (/** @type {Event} */ { target }) =>
              (this.peeked = /** @type {HTMLDetailsElement} */ (target).open),
          },
          h(
            "summary",
            { "aria-label": this.words.say("squad.peek") },
            h("span", { class: "full" }, this.words.say("squad.peek")),
            h("span", { class: "few" }, this.words.say("squad.peek.few", { n: Object.keys(seen).length })),
          ),
          " ",
          Object.entries(seen).map(([at, card]) =>
            h("span", { class: "tag" }, `${at} ${this.words.say(`card.${card}`)}`),
          ),
        ),
      ),
    );
  }

  /**
   * @param {Piece} piece
   * @param {string} id
   * @param {Squad} squad
   * @param {View} view
   * @param {Action[]} actions
   * @param {boolean} labelled
   * @param {boolean} asking
   */
  cards(piece, id, squad, view, actions, labelled, asking) {
    const group = piece(
      `hand:${id}`,
      () =>
        h(
          "section",
          {
            class: "hand",
            "data-squad": id,
            "aria-label": this.words.say("squad.hand", { squad: this.squadName(id) }),
          },
          h("h3", { class: "hand-of" }),
          h("div", { class: "hand-cards" }),
        ),
      true,
    );
    const [label, row] = /** @type {[Element, Element]} */ (/** @type {unknown} */ ([...group.children]));
    group.classList.toggle("asked", asking);
    put(label, labelled ? this.squadName(id) : "");
    /** @type {HTMLElement} */ (label).hidden = !labelled;
    // In the service's order; patched-in keys come last until the page is reloaded.
    arrange(
      row,
      Object.entries(squad.hand ?? {})
        .sort()
        .map(([instance, kind]) => {
          const face = piece(`card:${instance}`, () => {
            const made = h("div", { class: "hand-card", "data-card": instance });
            const traits = kind === this.facts.trait_card ? this.traitHelps(squad.nation) : [];
            const differs = `card.${kind}.${view.variant}`;
            this.explain(made, `card.${kind}`, this.words.has(differs) ? differs : `card.${kind}.help`, ...traits);
            return made;
          });
          arrange(face, [
            drawn(face, [kind, squad.nation, view.range, view.variant], () =>
              cardFace(this.words, this.facts, kind, squad.nation, view.range, view.variant),
            ),
          ]);
          this.offer(
            face,
            actions.filter((action) => action["card"] === instance),
            this.words.say(`card.${kind}`),
          );
          return face;
        }),
    );
    return group;
  }

  fit() {
    // Not yet in the document.
    if (!this.hand.clientHeight) return;
    const groups = [...this.hand.querySelectorAll(".hand-cards")];
    const flat = this.hand.clientHeight < FLAT;
    this.hand.classList.toggle("flat", flat);
    const label = this.hand.querySelector(".hand-of:not(:empty)");
    const aside = (groups.length - 1) * 16 + (flat ? groups.length * (label?.clientWidth ?? 0) : 0);
    const { width, height, rows } = handLayout(
      this.hand.clientWidth - aside,
      this.hand.clientHeight - (flat ? 0 : (label?.clientHeight ?? 0)),
      groups.map((group) => group.children.length),
    );
    this.hand.classList.toggle("low", rows > 1 && height < LOW);
    for (const [name, value] of Object.entries({ width: `${width}px`, height: `${height}px`, rows }))
      this.hand.style.setProperty(`--card-${name}`, String(value));
    layRows(groups, rows);
  }

  // Words on the map keep their size, however large its hexes are.
  scale = () => {
    const { width, height } = this.map.viewBox.baseVal ?? {};
    if (width && this.map.clientWidth)
      this.map.style.setProperty(
        "--unit",
        String(Math.min(this.map.clientWidth / width, this.map.clientHeight / height).toFixed(3)),
      );
  };

  /** Whether tags are left out. @param {Element} tags */
  lacking(tags) {
    return tags.scrollHeight > tags.clientHeight + 1;
  }

  /** Whether one is cut: less than a pixel is enough for that. @param {Element} tags */
  cut(tags) {
    return [...tags.children].some((tag) => {
      const text = document.createRange();
      text.selectNodeContents(tag);
      const { paddingInlineEnd, borderInlineEndWidth } = getComputedStyle(tag);
      const edge = parseFloat(paddingInlineEnd) + parseFloat(borderInlineEndWidth);
      return text.getBoundingClientRect().right > tag.getBoundingClientRect().right - edge + SLACK;
    });
  }

  // Tags without room replace the nation, then the card backs; otherwise they are left out, and a sign says that there
  // are more.
  elide = () => {
    for (const tags of this.element.querySelectorAll(".record .flags")) {
      for (const sign of [...NEEDS, "data-more"]) tags.removeAttribute(sign);
      for (const sign of NEEDS) if (this.lacking(tags) || this.cut(tags)) tags.setAttribute(sign, "");
      tags.toggleAttribute("data-more", this.lacking(tags));
    }
  };

  /**
   * @param {View} view
   * @param {Action[]} actions
   * @param {string} asking which squad is asked, where it is one of several
   * @param {string} [edge] the home edge of seat 0
   */
  draw(view, actions, asking, edge) {
    const mine = this.viewer();
    this.shown = view;
    const squads = Object.entries(view.squads);
    const theirs = squads.filter(([, squad]) => squad.seat !== mine);
    const ours = squads.filter(([, squad]) => squad.seat === mine);
    this.element.dataset["variant"] = view.variant;
    this.lately = this.losses.see(view);
    this.showPiles(view);
    this.about.clear();
    for (const [id] of squads) this.about.set(id, tipOf(this.words, this.facts, this.flags, id, view));
    this.pieces.draw((piece) => {
      arrange(
        this.far,
        theirs.map(([id, squad]) => this.record(piece, id, squad, view, actions)),
      );
      arrange(
        this.near,
        ours.map(([id, squad]) => this.record(piece, id, squad, view, actions)),
      );
      if (view.variant === "map") {
        const { box, hexes, units } = hexmap(this.context, view, actions, { mine, edge }, piece, this.aboutOf);
        this.map.setAttribute("viewBox", box);
        arrange(/** @type {Element} */ (this.map.firstElementChild), hexes);
        arrange(/** @type {Element} */ (this.map.lastElementChild), units);
        arrange(this.field, [this.map, this.piles]);
        this.scale();
      } else {
        const backdropNow = piece("backdrop", backdrop, true);
        arrange(this.ground, [
          backdropNow,
          ...this.marks(piece, view, actions),
          ...theirs.map(([id, squad]) => this.stand(piece, id, squad, view, actions, false)),
          ...ours.map(([id, squad]) => this.stand(piece, id, squad, view, actions, true)),
          this.piles,
        ]);
        arrange(this.field, [this.ground]);
      }
      const shown = [...ours, ...theirs].filter(([, squad]) => squad.hand);
      // Beside other hands an empty one adds nothing to its record.
      const full = shown.filter(([, squad]) => Object.keys(squad.hand ?? {}).length);
      const open = full.length ? full : shown.slice(0, 1);
      arrange(
        this.hand,
        open.map(([id, squad]) => this.cards(piece, id, squad, view, actions, shown.length > 1, id === asking)),
      );
      this.fit();
    });
    this.elide();
  }
}

/** @param {BoardContext} context @returns {GameBoard} */
export function make(context) {
  const board = new SquadBoard(context);
  return {
    element: board.element,
    hand: board.hand,
    roll: rolls(board.words),
    place: (_, __, squad) =>
      board.pieces.find(`position:${squad}`)?.querySelector(".men") ??
      board.pieces.find(`unit:${squad}`)?.firstElementChild,
    card: (card, event) => board.face(card, event),
    alive: ".man-body, .backdrop .cloud, .smoke path, .goal.won",
    sound: heard,
    show: (match, decision) =>
      board.draw(
        match.table,
        decision?.actions ?? [],
        decision && asked(board.words, match.table, decision) ? match.table.acting : "",
        match.options["home_edge"],
      ),
    options: ["variant", "nation_0", "nation_1", "turn_cap"],
    status: (match) => statusLine(board.words, match.table, match.options, match.outcome?.reason),
    turn: ({ table }) => (table.active < 0 ? undefined : table.active),
    counted: ({ table }, reason) => (reason === "objectives" ? (table?.objectives ?? null) : null),
    asks: (match, decision) => asked(board.words, match.table, decision),
    text: (match) => textForm(board.words, board.flags, match.table),
    // The records and the deck show them.
    seen: ({ figure, n }) => figure === "hand" || (figure === "in_deck" && n > 0),
    order,
  };
}
