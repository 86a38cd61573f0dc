/** SQUAD: two positions in one landscape, or a hex map; a record for each squad; the hand in front of its owner. */

import { h, put, s } from "../../dom.js";
import { STRIP as FLAT, handLayout, layRows } from "../../parts/hand.js";
import { arrange, drawn, Pieces } from "../../parts/keyed.js";
import { cardFace, shelter, traitName, traitsOf } from "./cards.js";
import { feel, heard } from "./felt.js";
import { squadCounter } from "./ground.js";
import { hexmap } from "./hexmap.js";
import { Losses } from "./losses.js";
import { rolls } from "./rolls.js";
import { backdrop, FAR, NEAR, position, STRIP } from "./scene.js";
import { asked, order, signsOf, statusLine, textForm, tipOf } from "./told.js";

/** @typedef {import("../../table/contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/contract.js").Action} Action */
/** @typedef {import("../../parts/keyed.js").Piece} Piece */
/** @typedef {import("./types.js").SquadView} Squad */
/** @typedef {import("./types.js").View} View */

/** Where the feet are in a strip, from its upper edge. */
const FEET = 104 / 118;
const GOALS = 3;
/** Pixels below which a card of several rows has smaller letters. */
const LOW = 120;

/** Pixels that words may be wider than their tag says, as both are rounded. */
const SLACK = 0.1;
/** What tags of a record that have no room ask for, one after the other. */
const NEEDS = ["data-full", "data-tight"];

/** @param {BoardContext} context @returns {GameBoard} */
export function make(context) {
  const { words, facts, side, flags, offer, explain } = context;
  const far = h("div", { class: "records far" });
  const near = h("div", { class: "records near" });
  const ground = h("div", { class: "scene" });
  const map = s(
    "svg",
    { class: "board squad-map", role: "group", "aria-label": words.say("game.name") },
    s("g", {}),
    s("g", {}),
  );
  const field = h("div", { class: "field" });
  const piles = h("div", { class: "piles" });
  const element = h("div", { class: "squad" }, far, field, near);
  const hand = h("div", { class: "hands" });
  const pieces = new Pieces({
    from: (key) => (key.startsWith("card:") ? piles.querySelector(".pile.deck") : null),
    to: (key) => (key.startsWith("card:") ? piles.querySelector(".pile.discards") : null),
  });
  const squadName = (/** @type {string} */ id) => words.say(`squad.${id}`);
  /** What is said of a squad in its tip. @type {Map<string, string>} */
  const about = new Map();
  const aboutOf = (/** @type {string} */ id) => about.get(id) ?? "";
  const losses = new Losses();
  /** Men lost lately, by squad. @type {ReturnType<Losses["see"]>} */
  let lately = new Map();
  const viewer = () => (side() >= 0 ? side() : 1);

  /** Beside its men, those that it lost lately: what told of them may have scrolled away. @param {string} id */
  const lost = (id) => {
    const found = lately.get(id);
    return found
      ? h(
          "b",
          {
            class: "record-lost",
            role: "img",
            "aria-label": words.say("squad.lost", { n: found.men, turn: found.turn }),
          },
          `\u2212${found.men}`,
        )
      : null;
  };

  /** What a card *National Trait* may be played as, an option each, by its name. @param {string} nation */
  const traitHelps = (nation) =>
    traitsOf(facts, nation).map((trait) => () => words.pair(traitName(words, trait), words.say(`trait.${trait}.help`)));

  /** What everybody sees of a squad, as one line over or under the field. @param {Piece} piece @param {string} id @param {Squad} squad @param {View} view @param {Action[]} actions */
  const record = (piece, id, squad, view, actions) => {
    const box = piece(
      `record:${id}`,
      () => h("section", { class: "record", "data-squad": id, "aria-label": squadName(id) }),
      true,
    );
    box.classList.toggle("acting", id === view.acting);
    const won = view.objectives[squad.seat] ?? 0;
    const nation = h("span", { class: "record-nation" }, words.say(`nation.${squad.nation}`));
    const name = h("p", { class: "record-name" }, h("b", {}, squadName(id)), " ", nation);
    // Where there is no room for it beside the name, the nation is read here.
    explain(
      name,
      () => words.pair(words.say(`nation.${squad.nation}`), words.say(`nation.${squad.nation}.help`)),
      "squad.traits",
      ...traitHelps(squad.nation),
    );
    const signs = view.variant === "map" ? signsOf(words, flags, id, view).map(({ label }) => label) : [];
    // Its counter hides the ground that it stands on.
    const cover = view.variant === "map" && squad.terrain ? shelter(words, facts, squad.terrain) : "";
    if (cover) signs.unshift(`${words.say(`card.${squad.terrain}`)} · ${cover}`);
    const tags = signs.length
      ? h(
          "p",
          { class: "flags" },
          signs.map((label) => h("span", { class: "tag" }, label)),
        )
      : null;
    if (tags) explain(tags, () => aboutOf(id));
    put(
      box,
      s(
        "svg",
        { viewBox: "-36 -26 72 52", class: "record-unit", "aria-hidden": "true" },
        squadCounter({ ...squad, pinned: false }),
      ),
      name,
      h("p", { class: "record-men" }, words.say("squad.men", { n: squad.men }), lost(id)),
      h(
        "p",
        {
          class: "record-cards",
          role: "img",
          "aria-label": words.say("squad.cards", { n: squad.cards, limit: squad.limit }),
        },
        h(
          "span",
          { class: "backs" },
          Array.from({ length: Math.min(squad.cards, 6) }, () => h("i")),
        ),
        h("span", { class: "full" }, words.say("squad.cards", { n: squad.cards, limit: squad.limit })),
        h("span", { class: "few" }, `${squad.cards}/${squad.limit}`),
      ),
      tags,
      // Beside the first of a side's squads that is left.
      Object.keys(view.squads).find((each) => view.squads[each]?.seat === squad.seat) === id
        ? h(
            "p",
            { class: "objectives", role: "img", "aria-label": words.say("squad.objectives", { n: won }) },
            Array.from({ length: GOALS }, (_, i) =>
              s(
                "svg",
                { viewBox: "0 0 20 20", class: i < won ? "goal won" : "goal", "aria-hidden": "true" },
                s("path", { d: "M4 1v18M4 2h13l-4 4.5 4 4.5H4" }),
              ),
            ),
          )
        : null,
    );
    if (view.variant === "map")
      offer(
        box,
        actions.filter((action) => action["target"] === id),
        squadName(id),
      );
    return box;
  };

  /** @param {Piece} piece @param {string} id @param {Squad} squad @param {View} view @param {Action[]} actions @param {boolean} ours */
  const stand = (piece, id, squad, view, actions, ours) => {
    const terrain = squad.terrain ?? "open";
    const { feet, size } = ours ? NEAR : (FAR[/** @type {keyof typeof FAR} */ (view.range)] ?? FAR.L);
    const box = piece(
      `position:${id}`,
      () => {
        const made = h("div", { class: "position", "data-squad": id });
        explain(made, () => aboutOf(id));
        return made;
      },
      true,
    );
    box.className = `position ${ours ? "near" : "far"} ${id === view.acting ? "acting" : ""}`;
    box.dataset["range"] = view.range;
    box.style.setProperty("--top", `${feet - FEET * STRIP * size}%`);
    box.style.setProperty("--height", `${STRIP * size}%`);
    const cover = shelter(words, facts, terrain);
    const label = h(
      "p",
      { class: "position-terrain" },
      h("span", {}, words.say(`card.${terrain}`), cover ? h("b", {}, ` · ${cover}`) : null),
    );
    const signs = signsOf(words, flags, id, view);
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
    offer(
      box,
      actions.filter((action) => action["target"] === id),
      squadName(id),
    );
    return box;
  };

  /** The range as a scale beside the ground: each mark where the far squad would stand. @param {Piece} piece @param {View} view @param {Action[]} actions */
  const marks = (piece, view, actions) =>
    facts.ranges.map((/** @type {string} */ range, /** @type {number} */ i) => {
      const now = facts.ranges.indexOf(view.range);
      const mark = piece(
        `range:${range}`,
        () =>
          h(
            "div",
            { class: "mark", "data-range": range },
            h("b", {}, range),
            " ",
            h("span", {}, words.say(`range.${range}`)),
          ),
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
      offer(
        mark,
        actions.filter((action) => action.do === "move" && steps.includes(action["step"])),
        words.say(`range.${range}`),
      );
      return mark;
    });

  // On phones they would lie on the squads: there they unfold when they are pressed. As somebody left it, it stays.
  let peeked = matchMedia("(min-width: 45rem)").matches;

  /** Deck and discards beside the ground. @param {View} view */
  const showPiles = (view) => {
    const gone = Object.values(view.discard).reduce((a, b) => a + b, 0);
    const discards = { "aria-label": words.say("squad.discard", { n: gone }) };
    const heap = [
      h("span", { class: "pile-card" }),
      h("span", { class: "full" }, words.say("squad.discard", { n: gone })),
      h("span", { class: "few" }, String(gone)),
    ];
    put(
      piles,
      h(
        "p",
        { class: "pile deck", role: "img", "aria-label": words.say("squad.deck", { n: view.deck }) },
        h("span", { class: "pile-card back" }),
        h("span", { class: "full" }, words.say("squad.deck", { n: view.deck })),
        h("span", { class: "few" }, String(view.deck)),
      ),
      // Of nothing there is no list to open.
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
                h("li", {}, words.say(`card.${card}`), n > 1 ? ` × ${n}` : ""),
              ),
            ),
          ),
      ...Object.values(view.seen).map((seen) =>
        h(
          "details",
          {
            class: "peek sheet",
            open: peeked,
            ontoggle: (/** @type {Event} */ { target }) => (peeked = /** @type {HTMLDetailsElement} */ (target).open),
          },
          h(
            "summary",
            { "aria-label": words.say("squad.peek") },
            h("span", { class: "full" }, words.say("squad.peek")),
            h("span", { class: "few" }, words.say("squad.peek.few", { n: Object.keys(seen).length })),
          ),
          " ",
          Object.entries(seen).map(([at, card]) => h("span", { class: "tag" }, `${at} ${words.say(`card.${card}`)}`)),
        ),
      ),
    );
  };

  /** @param {Piece} piece @param {string} id @param {Squad} squad @param {View} view @param {Action[]} actions @param {boolean} labelled @param {boolean} asking */
  const cards = (piece, id, squad, view, actions, labelled, asking) => {
    const group = piece(
      `hand:${id}`,
      () =>
        h(
          "section",
          { class: "hand", "data-squad": id, "aria-label": words.say("squad.hand", { squad: squadName(id) }) },
          h("h3", { class: "hand-of" }),
          h("div", { class: "hand-cards" }),
        ),
      true,
    );
    const [label, row] = /** @type {[Element, Element]} */ (/** @type {unknown} */ ([...group.children]));
    group.classList.toggle("asked", asking);
    put(label, labelled ? squadName(id) : "");
    /** @type {HTMLElement} */ (label).hidden = !labelled;
    // As the service has them: what is patched in comes last, until the page is loaded anew.
    arrange(
      row,
      Object.entries(squad.hand ?? {})
        .sort()
        .map(([instance, kind]) => {
          const face = piece(`card:${instance}`, () => {
            const made = h("div", { class: "hand-card", "data-card": instance });
            const traits = kind === facts.trait_card ? traitHelps(squad.nation) : [];
            const differs = `card.${kind}.${view.variant}`;
            explain(made, `card.${kind}`, words.has(differs) ? differs : `card.${kind}.help`, ...traits);
            return made;
          });
          arrange(face, [
            drawn(face, [kind, squad.nation, view.range, view.variant], () =>
              cardFace(words, facts, kind, squad.nation, view.range, view.variant),
            ),
          ]);
          offer(
            face,
            actions.filter((action) => action["card"] === instance),
            words.say(`card.${kind}`),
          );
          return face;
        }),
    );
    return group;
  };

  const fit = () => {
    // Not yet on the page.
    if (!hand.clientHeight) return;
    const groups = [...hand.querySelectorAll(".hand-cards")];
    const flat = hand.clientHeight < FLAT;
    hand.classList.toggle("flat", flat);
    const label = hand.querySelector(".hand-of:not(:empty)");
    const aside = (groups.length - 1) * 16 + (flat ? groups.length * (label?.clientWidth ?? 0) : 0);
    const { width, height, rows } = handLayout(
      hand.clientWidth - aside,
      hand.clientHeight - (flat ? 0 : (label?.clientHeight ?? 0)),
      groups.map((group) => group.children.length),
    );
    hand.classList.toggle("low", rows > 1 && height < LOW);
    for (const [name, value] of Object.entries({ width: `${width}px`, height: `${height}px`, rows }))
      hand.style.setProperty(`--card-${name}`, String(value));
    layRows(groups, rows);
  };
  new ResizeObserver(() => fit()).observe(hand);
  // Words on the map keep their size, however large its hexes are.
  const scale = () => {
    const { width, height } = map.viewBox.baseVal ?? {};
    if (width && map.clientWidth)
      map.style.setProperty("--unit", String(Math.min(map.clientWidth / width, map.clientHeight / height).toFixed(3)));
  };
  new ResizeObserver(scale).observe(map);
  /** Whether tags are left out. @param {Element} tags */
  const lacking = (tags) => tags.scrollHeight > tags.clientHeight + 1;
  /** Whether one is cut: less than a pixel is enough for that. @param {Element} tags */
  const cut = (tags) =>
    [...tags.children].some((tag) => {
      const text = document.createRange();
      text.selectNodeContents(tag);
      const { paddingInlineEnd, borderInlineEndWidth } = getComputedStyle(tag);
      const edge = parseFloat(paddingInlineEnd) + parseFloat(borderInlineEndWidth);
      return text.getBoundingClientRect().right > tag.getBoundingClientRect().right - edge + SLACK;
    });
  // Tags that have no room take that of the nation, then of the backs; else they are left out as a whole, and a sign says that there are more.
  const elide = () => {
    for (const tags of element.querySelectorAll(".record .flags")) {
      for (const sign of [...NEEDS, "data-more"]) tags.removeAttribute(sign);
      for (const sign of NEEDS) if (lacking(tags) || cut(tags)) tags.setAttribute(sign, "");
      tags.toggleAttribute("data-more", lacking(tags));
    }
  };
  new ResizeObserver(elide).observe(near);

  /** @param {View} view @param {Action[]} actions @param {string} asking which squad is asked, where it is one of several */
  const draw = (view, actions, asking) => {
    const mine = viewer();
    const squads = Object.entries(view.squads);
    const theirs = squads.filter(([, squad]) => squad.seat !== mine);
    const ours = squads.filter(([, squad]) => squad.seat === mine);
    element.dataset["variant"] = view.variant;
    lately = losses.see(view);
    showPiles(view);
    about.clear();
    for (const [id] of squads) about.set(id, tipOf(words, facts, flags, id, view));
    pieces.draw((piece) => {
      arrange(
        far,
        theirs.map(([id, squad]) => record(piece, id, squad, view, actions)),
      );
      arrange(
        near,
        ours.map(([id, squad]) => record(piece, id, squad, view, actions)),
      );
      if (view.variant === "map") {
        const { box, hexes, units } = hexmap(context, view, actions, mine === 0, piece, aboutOf);
        map.setAttribute("viewBox", box);
        arrange(/** @type {Element} */ (map.firstElementChild), hexes);
        arrange(/** @type {Element} */ (map.lastElementChild), units);
        arrange(field, [map, piles]);
        scale();
      } else {
        const backdropNow = piece("backdrop", backdrop, true);
        arrange(ground, [
          backdropNow,
          ...marks(piece, view, actions),
          ...theirs.map(([id, squad]) => stand(piece, id, squad, view, actions, false)),
          ...ours.map(([id, squad]) => stand(piece, id, squad, view, actions, true)),
          piles,
        ]);
        arrange(field, [ground]);
      }
      const shown = [...ours, ...theirs].filter(([, squad]) => squad.hand);
      // Beside other hands an empty one says nothing that its record does not say.
      const full = shown.filter(([, squad]) => Object.keys(squad.hand ?? {}).length);
      const open = full.length ? full : shown.slice(0, 1);
      arrange(
        hand,
        open.map(([id, squad]) => cards(piece, id, squad, view, actions, shown.length > 1, id === asking)),
      );
      fit();
    });
    elide();
  };

  return {
    element,
    hand,
    roll: rolls(words),
    told: (event) => feel(field, (id) => pieces.find(`position:${id}`) ?? pieces.find(`unit:${id}`), event),
    sound: heard,
    show: (match, decision) =>
      draw(
        match.table,
        decision?.actions ?? [],
        decision && asked(words, match.table, decision) ? match.table.acting : "",
      ),
    options: ["variant", "nation_0", "nation_1", "turn_cap"],
    status: (match) => statusLine(words, match.table, match.options, match.outcome?.reason),
    turn: ({ table }) => (table.active < 0 ? undefined : table.active),
    counted: ({ table }, reason) => (reason === "objectives" ? (table?.objectives ?? null) : null),
    asks: (match, decision) => asked(words, match.table, decision),
    text: (match) => textForm(words, flags, match.table),
    order,
  };
}
