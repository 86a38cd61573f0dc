/** The board of games that have none of their own: what their view holds, in panels of words, cards and rows. */

import { h, put } from "../../dom.js";
import { die, sum } from "../../parts/dice.js";
import { handLayout, layRows } from "../../parts/hand.js";
import { linesOf, shownOf } from "./panels.js";

/** @typedef {import("../contract.js").BoardContext} BoardContext */
/** @typedef {import("../contract.js").GameBoard} GameBoard */
/** @typedef {import("../contract.js").GameEvent} GameEvent */
/** @typedef {import("../contract.js").MatchView} MatchView */
/** @typedef {import("../contract.js").Action} Action */
/** @typedef {import("./panels.js").Thing} Thing */
/** @typedef {import("./panels.js").Group} Group */
/** @typedef {import("./panels.js").Shown} Shown */

const FACES = 6;

/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words, presentation, seat, flags, offer, explain }) {
  const element = h("div", { class: "generic" });
  const cards = h("div", { class: "hand-cards" });
  /** Our own cards; there is no place for them until there are some. */
  const hand = h("div", { class: "hands generic-hand", hidden: true }, cards);
  const fit = () => {
    const { width, height, rows } = handLayout(hand.clientWidth, hand.clientHeight, [cards.children.length]);
    for (const [name, value] of Object.entries({ width: `${width}px`, height: `${height}px`, rows }))
      hand.style.setProperty(`--card-${name}`, String(value));
    layRows([cards], rows);
  };
  new ResizeObserver(fit).observe(hand);
  const panels = (/** @type {MatchView} */ match) => shownOf(presentation, match.table, words, flags);

  /** What may be done with a thing: every action that names it. @param {string} id @param {Action[]} actions */
  const about = (id, actions) =>
    actions.filter((action) => Object.entries(action).some(([field, value]) => field !== "do" && value === id));

  /** @param {Element} box @param {Thing} thing @param {Action[]} actions */
  const alive = (box, thing, actions) => {
    if (thing.help) explain(box, thing.help);
    offer(box, about(thing.id, actions), thing.text);
    return box;
  };

  /** @param {Thing} thing @param {Action[]} actions @param {MatchView} match */
  const card = (thing, actions, match) =>
    alive(
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
            thing.help ? h("span", { class: "card-text" }, words.say(thing.help, match.options)) : null,
          ),
        ),
      ),
      thing,
      actions,
    );

  /** @param {Thing} thing @param {Action[]} actions */
  const row = (thing, actions) =>
    alive(
      h(
        "div",
        { class: "generic-row", "data-thing": thing.id },
        h("b", {}, thing.text),
        thing.details.map((detail) => h("span", { class: "tag" }, detail)),
      ),
      thing,
      actions,
    );

  /** Whether cards lie before ourselves. @param {Group} group @param {MatchView} match */
  const isOwn = ({ owner }, match) => owner in match.seats && Number(owner) === seat();

  /** @param {Group} group @param {Shown} panel @param {Action[]} actions @param {MatchView} match */
  const block = ({ owner, title, things }, panel, actions, match) => {
    // What lies before somebody else is not ours to play.
    const mine = seat() < 0 || !(owner in match.seats) ? actions : [];
    return [
      title ? h("h4", {}, title) : null,
      panel.shape === "cards"
        ? h(
            "div",
            { class: "hand" },
            things.map((thing) => card(thing, mine, match)),
          )
        : h(
            "div",
            { class: "generic-rows" },
            things.map((thing) => row(thing, mine)),
          ),
    ];
  };

  /** @param {MatchView} match @param {Action[]} actions */
  const draw = (match, actions) => {
    const whole = panels(match);
    const dealt = whole
      .filter(({ shape }) => shape === "cards")
      .flatMap(({ groups }) => groups.filter((group) => isOwn(group, match)));
    const all = whole
      .map((panel) =>
        panel.shape === "cards" ? { ...panel, groups: panel.groups.filter((group) => !isOwn(group, match)) } : panel,
      )
      .filter(({ shape, groups }) => shape !== "cards" || groups.length);
    put(
      cards,
      dealt.flatMap(({ things }) => things.map((thing) => card(thing, actions, match))),
    );
    if (dealt.length) hand.hidden = false;
    fit();
    const short = all.filter(({ shape }) => shape === "number" || shape === "word");
    put(
      element,
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
            panel.groups.flatMap((group) => block(group, panel, actions, match)),
          ),
        ),
    );
  };

  /** Dice that an event tells of, with what was added. @param {GameEvent} event */
  const roll = (event) => {
    const dice = [event["dice"] ?? event["die"] ?? []].flat();
    if (!dice.length || !dice.every((face) => Number.isInteger(face) && face >= 1 && face <= FACES)) return null;
    const parts = (event["mods"] ?? []).map((/** @type {[string, number]} */ [code, value]) => ({
      text: words.say(`mod.${code}`),
      value,
    }));
    return sum({
      dice: dice.map((face) => die(face)),
      parts,
      ...(typeof event["total"] === "number" ? { total: event["total"] } : {}),
    });
  };

  return {
    element,
    hand,
    roll,
    show: (match, decision) => draw(match, decision?.actions ?? []),
    text: (match) => linesOf(panels(match), words),
  };
}
