/** SQUAD's table in words: the status line, all of it, a line each, and the order of its choices. */

import { nearEnd } from "../../table/presentation.js";
import { shelter } from "./cards.js";
import { setsOut } from "./men.js";

/** @typedef {import("../../words/words.js").Words} Words */
/** @typedef {import("../../client/games/squad.js").View} View */
/** @typedef {import("../../table/board_contract.js").Action} Action */
/** @typedef {import("../../table/board_contract.js").Decision} Decision */

/** Men left in all squads of a seat. @param {View} view @param {number} seat */
const menOf = ({ squads }, seat) =>
  Object.values(squads).reduce((sum, squad) => sum + (squad.seat === seat ? squad.men : 0), 0);

/**
 * @param {Words} words
 * @param {View} view
 * @param {Record<string, any>} options
 * @param {string} [over] why it ended
 * @returns {string[]}
 */
export function statusLine(words, view, options, over = "") {
  const men = over === "annihilation"; // Then objectives do not explain the victory.
  const counts = Object.entries(view.objectives).map(([seat, n]) => [seat, men ? menOf(view, Number(seat)) : n]);
  const score = counts.map(([seat, n]) => `${words.say(`seat.${seat}`)}\u00a0${n}`).join("\u00a0:\u00a0");
  return [
    view.turn
      ? words.say("squad.turn", { turn: view.turn, cap: nearEnd(view.turn, options["turn_cap"]) })
      : words.say("squad.turn_of", { turn: 0 }),
    // Objectives, range and phase are on the board, or in the question. Whole on one line.
    over ? words.say(men ? "squad.men_left" : "squad.goal_over", { score }).replaceAll(" ", "\u00a0") : "",
  ].filter(Boolean);
}

/**
 * @param {Words} words
 * @param {(of: string, thing: Record<string, any>) => string[]} flags
 * @param {View} view
 * @returns {string[]}
 */
export function textForm(words, flags, view) {
  return [
    words.join([
      words.say("squad.turn_of", { turn: view.turn, seat: view.active }),
      ...(view.phase ? [words.say(`phase.${view.phase}`)] : []),
    ]),
    ...(view.range ? [words.say("squad.range", { range: words.say(`range.${view.range}`) })] : []),
    ...Object.entries(view.squads).map(([id, squad]) =>
      words.join(
        [
          words.pair(
            words.join([words.say(`squad.${id}`), words.say(`nation.${squad.nation}`)]),
            words.say("squad.men", { n: squad.men }),
          ),
          words.say("squad.cards", { n: squad.cards, limit: squad.limit }),
          squad.terrain ? words.say(`card.${squad.terrain}`) : "",
          squad.hex ?? "",
          ...signsOf(words, flags, id, view).map(({ label }) => label),
          squad.hand
            ? words.pair(
                words.say("squad.hand", { squad: words.say(`squad.${id}`) }),
                words.join(Object.values(squad.hand).map((card) => words.say(`card.${card}`))),
              )
            : "",
        ].filter(Boolean),
      ),
    ),
    words.say("squad.deck", { n: view.deck }),
  ];
}

/**
 * With a terrain card chosen, moves into it come before those that only pay with it.
 * @param {Action} action @param {readonly Action[]} among @returns {readonly [string, number]}
 */
export const order = ({ into, card }, among) => [
  "",
  into === "open" && among.every((each) => each.card === card) ? 1 : 0,
];

/**
 * The squad that is asked, where its side has several. In a roll, that is the squad that rolls; its enemy's squads are
 * asked about it together.
 * @param {Words} words @param {View} view @param {Decision} decision
 */
export function asked(words, { acting, squads }, { seat }) {
  const several = Object.values(squads).filter((squad) => squad.seat === seat).length > 1;
  return several && squads[acting]?.seat === seat ? words.say(`squad.${acting}`) : "";
}

/**
 * A squad's state, a line per item: men, cards, ground, signs with explanations.
 * @param {Words} words
 * @param {any} facts
 * @param {(of: string, thing: Record<string, any>) => string[]} flags
 * @param {string} id
 * @param {View} view
 */
export function tipOf(words, facts, flags, id, view) {
  const squad = view.squads[id];
  if (!squad) return "";
  const ground = (/** @type {string} */ terrain) =>
    words.pair(words.say(`card.${terrain}`), shelter(words, facts, terrain) || words.say("card.open.help"));
  // A card's own words address its holder; a position is read by both sides.
  const cards = words.join([
    words.say("squad.men", { n: squad.men }),
    words.say("squad.cards", { n: squad.cards, limit: squad.limit }),
  ]);
  return [
    words.pair(words.say(`squad.${id}`), cards),
    squad.terrain ? ground(squad.terrain) : "",
    ...signsOf(words, flags, id, view).map(({ label, help }) =>
      help ? words.pair(label, help) : view.variant === "map" ? label : "",
    ),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Signs of a squad's acts in this turn. */
const PAST = new Set(["moved", "attacked", "shot_at", "covering", "declared"]);

/**
 * The signs beside a squad: labels, and explanations where needed.
 * @param {Words} words
 * @param {(of: string, thing: Record<string, any>) => string[]} flags
 * @param {string} id
 * @param {View} view
 * @returns {{ label: string, help: string }[]}
 */
export function signsOf(words, flags, id, view) {
  const { smoke, declared, point_man, ...squad } = /** @type {Record<string, any>} */ (view.squads[id] ?? {});
  // Smoke hides the way of a move until it is made.
  if (!squad["moved"]) squad["smoke"] = smoke;
  // A point man goes ahead until the move is made or cancelled.
  if (setsOut({ declared, ...squad })) Object.assign(squad, { declared, point_man });
  const help = (/** @type {string} */ name) => (words.has(`about.${name}`) ? words.say(`about.${name}`) : "");
  // A squad that has moved since has the flank covered.
  const flanked =
    !squad["moved"] &&
    Object.values(view.squads).some((other) =>
      [...(other.flanked ?? []), ...(other.flanked_before ?? [])].includes(id),
    );
  const names = new Map(
    Object.keys(squad).flatMap((name) => flags("squad", { [name]: squad[name] }).map((label) => [label, name])),
  );
  const signs = flags("squad", squad).map((label) => ({ label, help: help(names.get(label) ?? "") }));
  const past = (/** @type {{ label: string }} */ { label }) => PAST.has(names.get(label) ?? "");
  // Without room for all, the least important are left out.
  return [
    ...signs.filter((sign) => !past(sign)),
    ...(flanked ? [{ label: words.say("flag.flanked"), help: help("flanked") }] : []),
    ...signs.filter(past),
  ];
}
