/** COMPANY COMMANDER's table in words: status line, names of the fronts, and everything, a line each. */

import { nearEnd } from "../../table/presentation.js";

/** @typedef {import("../../words/words.js").Words} Words */
/** @typedef {import("../../client/games/company_commander.js").View} View */

/** Separator of two counts, which stay on one line. */
const COLON = "\u00a0:\u00a0";

/** The lanes from left to right, as the viewer sees them. */
export const LANES = ["l", "c", "r"];

/**
 * Names of the fronts from the viewer's position: both of a lane have one name.
 * @param {Words} words
 * @param {any} facts
 * @param {string} mine the viewer's side
 * @returns {Record<string, string>}
 */
export function frontNames(words, facts, mine) {
  /** @type {string[][]} */
  const lanes = mine === "us" ? facts.lanes : [...facts.lanes].reverse();
  return Object.fromEntries(
    lanes.flatMap((lane, i) =>
      lane.flatMap((front) => {
        const lies = `${front.slice(0, 2)}_${LANES[i]}`;
        return [
          [`front.${front}`, words.say(`front.seen.${lies}`)],
          [`place.${front}`, words.say(`place.${lies}`)],
        ];
      }),
    ),
  );
}

/**
 * Seats are named by their side: "US side declines".
 * @param {Words} words
 * @param {View} view
 * @returns {Record<string, string>}
 */
export function seatNames(words, { seats }) {
  return Object.fromEntries(Object.entries(seats).map(([side, seat]) => [`seat.${seat}`, words.say(`leader.${side}`)]));
}

/**
 * Flags of a unit with the meaning of its signs, a line each.
 * @param {Words} words @param {(of: string, thing: Record<string, any>) => string[]} flags @param {Record<string, any>}
 *   unit
 * @param {string} state how strong it is; empty: as strong as can be
 */
export function signsOf(words, flags, unit, state) {
  const signs = Object.keys(unit).flatMap((name) =>
    flags("unit", { [name]: unit[name] }).map((label) =>
      words.has(`about.${name}`) ? words.pair(label, words.say(`about.${name}`)) : label,
    ),
  );
  const [hurt, pinned] = ["casualties", "pins"].map((name) =>
    unit[name] && words.has(`about.${name}`) ? words.say(`about.${name}`) : "",
  );
  return [state, hurt, pinned, ...signs].filter(Boolean).join("\n");
}

/**
 * Text of a card: the short one where there is one, which does not name its owner.
 * @param {Words} words
 * @param {string} card
 * @param {string | undefined} nation
 * @param {string} holder
 */
export function cardText(words, card, nation, holder) {
  if (!words.has(`short.${card}`)) return words.say(`card.${card}.help`);
  const owner = nation && nation !== holder ? words.say("cc.not_yours", { side: nation }) : "";
  return `${owner}${words.say(`short.${card}`)}`;
}

/** Number of fronts that a side holds. @param {View["units"]} units @param {string} side */
export const frontsOf = (units, side) =>
  new Set(
    Object.values(units)
      .map(({ front }) => front)
      .filter((front) => front.startsWith(side)),
  ).size;

/**
 * Counts after the loss of a unit, before the table is drawn again: score, units, losses.
 * @param {Pick<View, "units" | "lost">} view @param {import("../../table/board_contract.js").GameEvent} event @param
 *   {string[]} sides
 */
export function fallen({ units, lost }, { unit = "", score = [] }, sides) {
  const { [unit]: gone, ...standing } = units;
  const side = gone?.front.slice(0, 2) ?? "";
  const heap = lost[side] ?? {};
  return {
    score: /** @type {Record<string, number>} */ (Object.fromEntries(sides.map((each, i) => [each, score[i] ?? 0]))),
    units: standing,
    lost: gone ? { ...lost, [side]: { ...heap, [gone.card]: (heap[gone.card] ?? 0) + 1 } } : lost,
  };
}

/**
 * @param {Words} words
 * @param {any} facts
 * @param {View} view
 * @param {Record<string, any>} options
 * @param {boolean} [over]
 * @returns {string[]}
 */
export function statusLine(words, facts, view, options, over = false) {
  const held = (/** @type {string} */ side) => frontsOf(view.units, side);
  // In the order of the players' names above it.
  const sides = /** @type {string[]} */ ([...facts.sides]).sort(
    (one, another) => (view.seats[one] ?? 0) - (view.seats[another] ?? 0),
  );
  const score = sides.map((side) => view.score[side] ?? 0).join(COLON);
  return [
    words.say("cc.turn_of", { n: view.turn, cap: nearEnd(view.turn, options["turn_cap"]) }),
    // The records show whose turn it is and the score, the question the phase.
    over
      ? words.say("cc.goal_over", { sides: sides.map((side) => words.say(`cc.short.${side}`)).join(COLON), score })
      : "",
    // Fronts matter when one side holds all of them, the other hardly any, and they count in this turn or the next.
    over ||
    (view.turn + 1 >= options["auto_from_turn"] &&
      Math.max(...sides.map(held)) === LANES.length &&
      Math.min(...sides.map(held)) < 2)
      ? words.say(over ? "cc.fronts_over" : "cc.fronts", {
          score: sides.map(held).join(COLON),
          start: view.turn < options["auto_from_turn"] ? options["auto_from_turn"] : undefined,
        })
      : "",
    options["commander"] ? words.say("option.commander") : "",
  ].filter(Boolean);
}

/**
 * @param {Words} words
 * @param {any} facts
 * @param {(of: string, thing: Record<string, any>) => string[]} flags
 * @param {View} view
 * @returns {string[]}
 */
export function textForm(words, facts, flags, view) {
  const strengths = new Map(
    Object.values(facts.squads)
      .flat()
      .map((/** @type {any} */ row) => [row.card, row.strength]),
  );
  return [
    words.join([
      words.say("cc.turn", { n: view.turn, side: view.active }),
      words.say(`phase.${view.phase}`),
      ...facts.sides.map((/** @type {string} */ side) => `${words.say(`side.${side}`)} ${view.score[side]}`),
    ]),
    ...facts.lanes.flat().map((/** @type {string} */ front) => {
      const units = Object.entries(view.units)
        .filter(([, unit]) => unit.front === front)
        .map(([id, unit]) => {
          const strength = strengths.get(unit.card) ?? 0;
          return words.aside(
            words.say(`unit.${id}`),
            words.join([
              words.say("cc.state", { left: strength - unit.casualties, strength, pins: unit.pins }),
              ...flags("unit", unit),
            ]),
          );
        });
      return words.pair(words.say(`front.${front}`), words.list(units) || words.say("front.empty"));
    }),
    ...Object.values(view.cards).map((cards) =>
      words.pair(
        words.say("cc.hand"),
        words.join(Object.entries(cards).map(([card, n]) => `${words.say(`card.${card}`)}${n > 1 ? ` ×${n}` : ""}`)),
      ),
    ),
  ];
}
