/** The board of games without one of their own: the fields of their view, in panels of words, cards and rows. */

import { h, put } from "../../dom.js";
import { die, sum } from "../../parts/dice.js";
import { handLayout, layRows } from "../../parts/hand_layout.js";
import { linesOf, shownOf } from "./panels.js";

/** @typedef {import("../board_contract.js").BoardContext} BoardContext */
/** @typedef {import("../board_contract.js").GameBoard} GameBoard */
/** @typedef {import("../board_contract.js").GameEvent} GameEvent */
/** @typedef {import("../board_contract.js").MatchView} MatchView */
/** @typedef {import("../board_contract.js").Action} Action */
/** @typedef {import("./panels.js").Thing} Thing */
/** @typedef {import("./panels.js").Group} Group */
/** @typedef {import("./panels.js").Shown} Shown */

const FACES = 6;

class GenericBoard {
  /** @param {BoardContext} context */
  constructor(context) {
    this.words = context.words;
    this.presentation = context.presentation;
    this.seat = context.seat;
    this.flags = context.flags;
    this.offer = context.offer;
    this.explain = context.explain;
    this.element = h("div", { class: "generic" });
    this.cards = h("div", { class: "hand-cards" });
    /** Our own cards; without any, there is no place for them. */
    this.hand = h("div", { class: "hands generic-hand", hidden: true }, this.cards);
    new ResizeObserver(this.fit).observe(this.hand);
  }

  fit = () => {
    const { width, height, rows } = handLayout(this.hand.clientWidth, this.hand.clientHeight, [
      this.cards.children.length,
    ]);
    for (const [name, value] of Object.entries({ width: `${width}px`, height: `${height}px`, rows }))
      this.hand.style.setProperty(`--card-${name}`, String(value));
    layRows([this.cards], rows);
  };

  panels(/** @type {MatchView} */ match) {
    return shownOf(this.presentation, match.table, this.words, this.flags);
  }

  /** Actions that name a thing. @param {string} id @param {Action[]} actions */
  about(id, actions) {
    return actions.filter((action) => Object.entries(action).some(([field, value]) => field !== "do" && value === id));
  }

  /** @param {Element} box @param {Thing} thing @param {Action[]} actions */
  alive(box, thing, actions) {
    if (thing.help) this.explain(box, thing.help);
    this.offer(box, this.about(thing.id, actions), thing.text);
    return box;
  }

  /** @param {Thing} thing @param {Action[]} actions @param {MatchView} match */
  card(thing, actions, match) {
    return this.alive(
      h(
        "div",
        { class: "hand-card", "data-thing": thing.id },
        h(
          "span",
          { class: "card" },
          h(
            "span",
            { class: "card-top" },
            h("span", { class: "card-name" }, thing.text, thing.count > 1 ? ` ×${thing.count}` : ""),
          ),
          h(
            "span",
            { class: "card-body" },
            thing.help ? h("span", { class: "card-text" }, this.words.say(thing.help, match.options)) : null,
          ),
        ),
      ),
      thing,
      actions,
    );
  }

  /** @param {Thing} thing @param {Action[]} actions */
  row(thing, actions) {
    return this.alive(
      h(
        "div",
        { class: "generic-row", "data-thing": thing.id },
        h("b", {}, thing.text),
        thing.details.map((detail) => h("span", { class: "tag" }, detail)),
      ),
      thing,
      actions,
    );
  }

  /** Whether cards belong to ourselves. @param {Group} group @param {MatchView} match */
  isOwn({ owner }, match) {
    return owner in match.seats && Number(owner) === this.seat();
  }

  /** @param {Group} group @param {Shown} panel @param {Action[]} actions @param {MatchView} match */
  block({ owner, title, things }, panel, actions, match) {
    // Cards of others are not ours to play.
    const mine = this.seat() < 0 || !(owner in match.seats) ? actions : [];
    return [
      title ? h("h4", {}, title) : null,
      panel.shape === "cards"
        ? h(
            "div",
            { class: "hand" },
            things.map((thing) => this.card(thing, mine, match)),
          )
        : h(
            "div",
            { class: "generic-rows" },
            things.map((thing) => this.row(thing, mine)),
          ),
    ];
  }

  /** @param {MatchView} match @param {Action[]} actions */
  draw(match, actions) {
    const whole = this.panels(match);
    const dealt = whole
      .filter(({ shape }) => shape === "cards")
      .flatMap(({ groups }) => groups.filter((group) => this.isOwn(group, match)));
    const all = whole
      .map((panel) =>
        panel.shape === "cards"
          ? { ...panel, groups: panel.groups.filter((group) => !this.isOwn(group, match)) }
          : panel,
      )
      .filter(({ shape, groups }) => shape !== "cards" || groups.length);
    put(
      this.cards,
      dealt.flatMap(({ things }) => things.map((thing) => this.card(thing, actions, match))),
    );
    if (dealt.length) this.hand.hidden = false;
    this.fit();
    const short = all.filter(({ shape }) => shape === "number" || shape === "word");
    put(
      this.element,
      short.length
        ? h(
            "dl",
            { class: "generic-facts" },
            short.map(({ title, value }) => h("div", {}, h("dt", {}, title), h("dd", {}, value))),
          )
        : null,
      ...all
        .filter((panel) => !short.includes(panel))
        .map((panel) =>
          h(
            "section",
            { class: `generic-panel shape-${panel.shape}`, "aria-label": panel.title },
            h("h3", {}, panel.title),
            panel.groups.flatMap((group) => this.block(group, panel, actions, match)),
          ),
        ),
    );
  }

  /** Dice of an event, with modifiers. @param {GameEvent} event */
  roll = (event) => {
    const dice = [event["dice"] ?? event["die"] ?? []].flat();
    if (!dice.length || !dice.every((face) => Number.isInteger(face) && face >= 1 && face <= FACES)) return null;
    const parts = (event["mods"] ?? []).map((/** @type {[string, number]} */ [code, value]) => ({
      text: this.words.say(`mod.${code}`),
      value,
    }));
    return sum({
      dice: dice.map((face) => die(face)),
      parts,
      ...(typeof event["total"] === "number" ? { total: event["total"] } : {}),
    });
  };
}

/** @param {BoardContext} context @returns {GameBoard} */
export function make(context) {
  const board = new GenericBoard(context);
  return {
    element: board.element,
    hand: board.hand,
    roll: board.roll,
    show: (match, decision) => board.draw(match, decision?.actions ?? []),
    text: (match) => linesOf(board.panels(match), board.words),
  };
}
