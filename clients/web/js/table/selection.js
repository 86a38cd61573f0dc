/**
 * The selection, and the actions it leaves. Pure.
 *
 * Every selectable thing stands for a set of legal actions; a selection leaves those common to its things. A single
 * remaining action is staged, or a complete one that more things could extend; a separate press then plays it.
 *
 * Actions are indices into the decision's list.
 */

/**
 * A selected thing: its key, and the actions it stands for.
 * @typedef {{ key: string, actions: readonly number[] }} Pick
 */
/** In the order of selection. @typedef {readonly Pick[]} Picks */
/** @typedef {import("./board_contract.js").Action} Action */
/** @typedef {import("../net/types.js").Group} Group */
/**
 * A line of the list: text, actions, and number of equal ones. `group`: it opens further choices.
 * @typedef {{ key: string, text: string, actions: readonly number[], count: number, group: boolean }} Row
 */
/** Standing of a thing in the selection. @typedef {"picked" | "follows" | "apart"} Standing */

/** Lists up to the first length are shown as they are; up to the second too, unless half as many lines will do. */
const SHORT = 4;
const LONG = 6;

/** @param {readonly number[]} these @param {readonly number[]} those */
export const common = (these, those) => these.filter((action) => those.includes(action));

/**
 * Possible actions: those of all selected things; every action without a selection.
 * @param {Picks} picks
 * @param {readonly Action[]} actions
 * @returns {readonly number[]}
 */
export function candidates(picks, actions) {
  return picks.reduce(
    (left, pick) => common(left, pick.actions),
    actions.map((_, number) => number),
  );
}

/**
 * Select one thing more. A selected one is deselected. One that does not fit the whole selection replaces the last one,
 * if it fits the others: another target for the same unit. Otherwise it starts a new selection.
 * @param {Picks} picks
 * @param {Pick} next
 * @returns {Picks}
 */
export function pick(picks, next) {
  if (picks.some(({ key }) => key === next.key)) return picks.filter(({ key }) => key !== next.key);
  const kept = [picks, back(picks)].find(
    (some) => some.reduce((all, each) => common(all, each.actions), next.actions).length,
  );
  return [...(kept ?? []), next];
}

/**
 * Remove the last selected thing, and others that leave the same actions: each step back is visible.
 * @param {Picks} picks
 * @param {readonly Action[]} [actions] all of the decision
 * @returns {Picks}
 */
export function back(picks, actions = []) {
  const open = (/** @type {Picks} */ some) => candidates(some, actions).length;
  let left = picks.slice(0, -1);
  while (left.length && actions.length && open(left) === open(picks)) left = left.slice(0, -1);
  return left;
}

/**
 * Standing in the selection of a thing with these actions.
 * @param {Picks} picks
 * @param {Pick} thing
 * @param {readonly number[]} left the candidates
 * @returns {Standing}
 */
export function standing(picks, thing, left) {
  if (picks.some(({ key }) => key === thing.key)) return "picked";
  return common(thing.actions, left).length ? "follows" : "apart";
}

/**
 * Actions with the same text are one choice.
 * @param {readonly number[]} left
 * @param {(number: number) => string} say
 * @returns {Row[]}
 */
export function choices(left, say) {
  /** @type {Map<string, number[]>} */
  const alike = new Map();
  for (const number of left) {
    const text = say(number);
    alike.set(text, [...(alike.get(text) ?? []), number]);
  }
  return [...alike].map(([text, numbers]) => ({
    key: `row ${text}`,
    text,
    actions: numbers,
    count: numbers.length,
    group: false,
  }));
}

/**
 * The one possible action; of equal ones the first.
 * @param {readonly number[]} left
 * @param {(number: number) => string} say
 */
export function staged(left, say) {
  const [only, another] = choices(left, say);
  return only && !another ? only.actions[0] : undefined;
}

/**
 * Actions left after selecting everything that stands for an action.
 * @param {number} number
 * @param {readonly number[]} left
 * @param {readonly (readonly number[])[]} things
 */
const narrowed = (number, left, things) => things.filter((actions) => actions.includes(number)).reduce(common, left);

/** Whether one action extends another: a rally with the help of an HQ. @param {Action} more @param {Action} less */
const adds = (more, less) =>
  Object.keys(more).length > Object.keys(less).length &&
  Object.entries(less).every(([field, value]) => more[field] === value);

/**
 * The complete action that all other possible ones only extend, by things that can be selected on the table.
 * @param {readonly number[]} left
 * @param {readonly Action[]} actions all of the decision
 * @param {readonly (readonly number[])[]} things what the things on the table stand for
 * @param {(number: number) => string} say
 */
export function plain(left, actions, things, say) {
  const action = (/** @type {number} */ number) => /** @type {Action} */ (actions[number]);
  const least = left.find((number) => left.every((other) => other === number || adds(action(other), action(number))));
  return left.every((other) => other === least || choices(narrowed(other, left, things), say).length === 1)
    ? least
    : undefined;
}

/**
 * Whether each of these actions can be selected on the table alone, without the list.
 * @param {readonly number[]} wanted
 * @param {readonly number[]} left the candidates, `wanted` among them
 * @param {readonly (readonly number[])[]} things what the things on the table stand for
 * @param {(number: number) => string} say
 * @param {readonly Action[]} actions all of the decision
 * @param {(rows: readonly Row[]) => boolean} [beside] whether what is left once all is selected that stands for an
 *   action is shown
 *   all the same, one of it to be chosen: so few that they have room side by side
 */
export function reachable(wanted, left, things, say, actions, beside = () => false) {
  return wanted.every((number) => {
    const rest = narrowed(number, left, things);
    const alike = choices(rest, say);
    // Without a selection nothing is staged.
    return (
      alike.length === 1 ||
      (rest.length < left.length && beside(alike)) ||
      (things.some((each) => each.includes(number)) && plain(rest, actions, things, say) === number)
    );
  });
}

/** Letters that a choice has room for with several side by side on a narrow phone; wide ones count twice. */
const ROOM = [0, 70, 44, 32];

/** Whether lines are few and short enough to stand side by side. @param {readonly Row[]} rows */
export function few(rows) {
  const room = ROOM[rows.length] ?? 0;
  return (
    rows.length > 0 &&
    rows.every(({ text }) => [...text].reduce((sum, letter) => sum + (letter < "\u2e80" ? 1 : 2), 0) <= room)
  );
}

/**
 * Sort actions of one kind by place; kinds keep their order, except for a lower rank, which comes first.
 * @param {readonly number[]} left
 * @param {(number: number) => readonly [kind: string, place: number, rank?: number]} order
 */
export function ordered(left, order) {
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const number of left) if (!kinds.has(order(number)[0])) kinds.set(order(number)[0], kinds.size);
  const kind = (/** @type {number} */ number) => kinds.get(order(number)[0]) ?? 0;
  const rank = (/** @type {number} */ number) => order(number)[2] ?? 0;
  return [...left].sort(
    (one, other) => rank(one) - rank(other) || kind(one) - kind(other) || order(one)[1] - order(other)[1],
  );
}

/**
 * The list: one line per choice; in a long list, grouped actions are one line first.
 * @param {readonly Action[]} actions all of the decision
 * @param {readonly number[]} left those that may be meant
 * @param {readonly Group[]} groups
 * @param {{ action: (number: number) => string, group: (group: Group, number: number) => string }} say
 * @param {boolean} [begun] whether something is selected
 * @returns {Row[]}
 */
export function rows(actions, left, groups, say, begun = false) {
  const flat = choices(left, say.action);
  const pays = left.some((number) => groupOf(/** @type {Action} */ (actions[number]), groups)?.paid);
  if (flat.length <= SHORT && !pays) return flat;
  /** @type {Map<string, number[]>} */
  const heaps = new Map();
  for (const row of flat) {
    for (const number of row.actions) {
      const name = heapOf(/** @type {Action} */ (actions[number]), groups) || row.key;
      heaps.set(name, [...(heaps.get(name) ?? []), number]);
    }
  }
  if ((begun || !pays) && heaps.size === 1) return flat;
  if (!pays && flat.length <= LONG && 2 * heaps.size > flat.length) return flat;
  return [...heaps].flatMap(([key, numbers]) => {
    const inside = flat.filter((row) => row.actions.some((number) => numbers.includes(number)));
    const first = /** @type {number} */ (numbers[0]);
    const group = groupOf(/** @type {Action} */ (actions[first]), groups);
    if (!group || inside.length === 1) return inside;
    return [{ key, text: say.group(group, first), actions: numbers, count: inside.length, group: true }];
  });
}

/**
 * The group that contains all of these, if one does.
 * @param {readonly Action[]} actions
 * @param {readonly Group[]} groups
 */
export function heldTogether([first, ...others], groups) {
  const heap = first && heapOf(first, groups);
  return heap && others.every((action) => heapOf(action, groups) === heap) ? groupOf(first, groups) : undefined;
}

/** @param {Action} action @param {readonly Group[]} groups */
const groupOf = (action, groups) =>
  groups.find((group) => group.verb === action.do && group.by.every((field) => field in action));

/**
 * Key of the group that an action belongs to; empty for none.
 * @param {Action} action
 * @param {readonly Group[]} groups
 */
function heapOf(action, groups) {
  const group = groupOf(action, groups);
  return group ? `group ${JSON.stringify([action.do, ...group.by.map((field) => action[field])])}` : "";
}
