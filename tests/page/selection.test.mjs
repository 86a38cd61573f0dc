/** Selections on the board and in the list lead to one action, in any order. */

import assert from "node:assert/strict";
import test from "node:test";

import {
  back,
  candidates,
  choices,
  few,
  ordered,
  pick,
  plain,
  reachable,
  rows,
  staged,
  standing,
} from "../../clients/web/js/table/selection.js";

const UNITS = ["rifle", "mortar"];
const FRONTS = ["left", "right"];
/** Two units that may go to two fronts, a card that names a unit, two copies of a grenade, and the end. */
const ACTIONS = [
  ...UNITS.flatMap((unit) => FRONTS.map((front) => ({ do: "move", unit, front }))),
  { do: "play", card: "smoke", unit: "rifle" },
  { do: "play", card: "grenade_1" },
  { do: "play", card: "grenade_2" },
  { do: "end" },
];
const numbers = (wanted) => ACTIONS.flatMap((action, number) => (wanted(action) ? [number] : []));
const thing = (field, value) => ({ key: `${field} ${value}`, actions: numbers((action) => action[field] === value) });
const unit = (name) => thing("unit", name);
const front = (name) => thing("front", name);
const card = (name) => thing("card", name);
const say = (number) => {
  const { do: verb, ...fields } = ACTIONS[number];
  return [verb, ...Object.values(fields).map((value) => String(value).split("_")[0])].join(" ");
};
const meant = (...things) => candidates(things.reduce(pick, []), ACTIONS).map(say);

test("nothing selected leaves everything open", () => {
  assert.equal(meant().length, ACTIONS.length);
  assert.equal(staged(candidates([], ACTIONS), say), undefined);
});

test("unit then front is front then unit", () => {
  assert.deepEqual(meant(unit("rifle"), front("left")), ["move rifle left"]);
  assert.deepEqual(meant(front("left"), unit("rifle")), ["move rifle left"]);
  assert.deepEqual(meant(unit("rifle")), ["move rifle left", "move rifle right", "play smoke rifle"]);
  assert.equal(staged(candidates([unit("rifle"), front("left")], ACTIONS), say), 0);
});

test("card and target combine in both orders", () => {
  for (const both of [
    [card("smoke"), unit("rifle")],
    [unit("rifle"), card("smoke")],
  ]) {
    assert.deepEqual(meant(...both), ["play smoke rifle"]);
  }
});

test("what goes with nothing selected starts anew", () => {
  assert.deepEqual(meant(unit("rifle"), front("left"), card("smoke")), ["play smoke rifle"]);
  assert.deepEqual(meant(unit("rifle"), unit("mortar")), ["move mortar left", "move mortar right"]);
});

test("another target takes the place of the last one", () => {
  assert.deepEqual(meant(unit("rifle"), front("left"), front("right")), ["move rifle right"]);
  assert.deepEqual(meant(front("left"), unit("rifle"), unit("mortar")), ["move mortar left"]);
  assert.deepEqual(meant(unit("rifle"), front("left"), unit("mortar")), ["move mortar left", "move mortar right"]);
});

test("selection is undone by repetition or going back", () => {
  const both = [unit("rifle"), front("left")].reduce(pick, []);
  assert.deepEqual(pick(both, unit("rifle")), [front("left")]);
  assert.deepEqual(back(both), [unit("rifle")]);
  assert.deepEqual(back(back(both)), []);
  assert.deepEqual(back([]), []);
});

test("equal choices are one with a count, staged together", () => {
  const grenades = numbers((action) => action.card?.startsWith("grenade"));
  assert.deepEqual(
    choices(grenades, say).map(({ text, count, actions }) => [text, count, actions]),
    [["play grenade", 2, grenades]],
  );
  assert.equal(staged(grenades, say), grenades[0]);
  assert.equal(staged([grenades[1]], say), grenades[1]);
  assert.equal(staged([], say), undefined);
});

test("things say how they stand to what is selected", () => {
  const picks = [unit("rifle")];
  const left = candidates(picks, ACTIONS);
  assert.equal(standing(picks, unit("rifle"), left), "picked");
  assert.equal(standing(picks, front("left"), left), "follows");
  assert.equal(standing(picks, unit("mortar"), left), "apart");
});

/** Places by cards, as in a squad's move. */
const moves = (places, cards) =>
  Array.from({ length: places * cards }, (_, n) => ({
    do: "move",
    to: `${n % places}`,
    card: `c${Math.floor(n / places)}`,
  }));
const GROUPS = [
  { verb: "move", text: "group.move", by: ["to"] },
  { verb: "move", text: "group.step", by: ["step"] },
];
const words = (actions) => ({
  action: (n) => `${actions[n].do} ${actions[n].to} ${actions[n].card}`,
  group: (group, n) => `${group.text} ${actions[n].to}`,
});
const list = (actions, picks = []) => rows(actions, candidates(picks, actions), GROUPS, words(actions));

test("a short list is shown as it is", () => {
  assert.deepEqual(
    list(moves(2, 2)).map(({ group }) => group),
    Array(4).fill(false),
  );
});

test("list is split where that halves it", () => {
  assert.deepEqual(
    list(moves(3, 2)).map(({ text, count }) => [text, count]),
    [
      ["group.move 0", 2],
      ["group.move 1", 2],
      ["group.move 2", 2],
    ],
  );
  const others = [{ do: "stay" }, { do: "wait" }];
  assert.deepEqual(
    list([...moves(2, 2), ...others]).map(({ group }) => group),
    Array(6).fill(false),
  );
  assert.deepEqual(
    list([...moves(1, 4), ...others]).map(({ count }) => count),
    [4, 1, 1],
  );
});

test("actions are listed by kind and place", () => {
  const given = [
    ["move", 1],
    ["move", 0],
    ["blast", 2],
    ["move", 2],
    ["blast", 0],
  ];
  assert.deepEqual(
    ordered([0, 1, 2, 3, 4], (n) => given[n]),
    [1, 0, 3, 4, 2],
  );
  assert.deepEqual(
    ordered([2, 3], (n) => given[n]),
    [2, 3],
  );
  const ranked = [
    ["move", 1, 1],
    ["draw", 0],
    ["move", 0, 1],
  ];
  assert.deepEqual(
    ordered([0, 1, 2], (n) => ranked[n]),
    [1, 2, 0],
  );
});

test("long list asks where, then which card", () => {
  const actions = [...moves(3, 5), { do: "stay" }];
  const first = list(actions);
  assert.deepEqual(
    first.map(({ text, count, group }) => [text, count, group]),
    [
      ["group.move 0", 5, true],
      ["group.move 1", 5, true],
      ["group.move 2", 5, true],
      ["stay undefined undefined", 1, false],
    ],
  );
  const second = list(actions, pick([], first[1]));
  assert.deepEqual(
    second.map(({ text }) => text),
    [0, 1, 2, 3, 4].map((n) => `move 1 c${n}`),
  );
  assert.deepEqual(
    second.map(({ group }) => group),
    Array(5).fill(false),
  );
  assert.deepEqual(
    [...first.flatMap((row) => row.actions)].sort((a, b) => a - b),
    actions.map((_, n) => n),
  );
});

test("trivial groups are not folded", () => {
  const actions = [...moves(1, 1), ...moves(8, 1).slice(1)];
  assert.deepEqual(
    list(actions).map(({ group }) => group),
    Array(8).fill(false),
  );
  assert.deepEqual(
    list(moves(1, 9)).map(({ group }) => group),
    Array(9).fill(false),
  );
});

test("list folds where the table suffices", () => {
  const all = ACTIONS.map((_, number) => number);
  const acting = all.slice(0, -1);
  const things = [
    unit("rifle"),
    unit("mortar"),
    front("left"),
    front("right"),
    card("smoke"),
    card("grenade_1"),
    card("grenade_2"),
  ].map(({ actions }) => actions);
  assert.ok(reachable(acting, all, things, say, ACTIONS));
  // Without the fronts the target is unknown.
  assert.ok(
    !reachable(
      acting,
      all,
      things.filter((_, i) => i !== 2 && i !== 3),
      say,
      ACTIONS,
    ),
  );
  // The button plays the one remaining action, without the list.
  assert.ok(reachable([4], [4], [], say, ACTIONS));
  assert.ok(!reachable([4], [4, 7], [], say, ACTIONS));
});

test("list folds where taps leave few lines", () => {
  // The smoke card also pays for a move into the open.
  const steps = ["closer", "farther"].flatMap((step) =>
    ["open", "cover"].map((into) => ({ do: "move", step, into, card: "wood" })),
  );
  const say = (number) => Object.values(steps[number]).join(" ");
  const all = [0, 1, 2, 3];
  const marks = [
    [0, 1],
    [2, 3],
  ];
  assert.ok(!reachable(all, all, marks, say, steps));
  assert.ok(reachable(all, all, marks, say, steps, few));
  // Without targets to tap, or after all of them, these lines are chosen from.
  assert.ok(!reachable(all, all, [], say, steps, few));
  assert.ok(!reachable([0, 1], [0, 1], marks, say, steps, few));
  assert.ok(!reachable(all, all, marks, (number) => `${say(number)}, which is said with many more words`, steps, few));
});

/** Two pinned units and two HQs; the second HQ can help the second unit alone. */
const RALLIES = [
  { do: "rally", unit: "rifle" },
  { do: "rally", unit: "rifle", helper: "hq" },
  { do: "rally", unit: "mortar" },
  { do: "rally", unit: "mortar", helper: "hq" },
  { do: "rally", unit: "mortar", helper: "second" },
  { do: "end" },
];
const rally = (number) => Object.values(RALLIES[number]).join(" ");
const about = (name) =>
  RALLIES.flatMap(({ unit, helper }, number) => (unit === name || helper === name ? [number] : []));
const PIECES = ["rifle", "mortar", "hq", "second"].map(about);
const bare = (left, things = PIECES, actions = RALLIES) => plain(left, actions, things, rally);

test("complete action is meant while extendable", () => {
  assert.equal(bare(about("rifle")), 0);
  assert.equal(bare(about("mortar")), 2);
  // The unit to help is still open.
  assert.equal(bare(about("hq")), undefined);
  assert.equal(bare([1]), 1);
  assert.equal(bare([]), undefined);
  // Without the HQ on the table its help is only in the list.
  assert.equal(bare(about("rifle"), PIECES.slice(0, 2)), undefined);
});

test("other action of a unit is no extension", () => {
  const play = [...RALLIES, { do: "play", unit: "rifle", card: "smoke" }];
  const say = (number) => Object.values(play[number]).join(" ");
  assert.equal(
    plain([0, 1, 6], play, [...PIECES.map((each) => (each.includes(0) ? [...each, 6] : each)), [6]], say),
    undefined,
  );
  const moved = [
    { do: "move", unit: "rifle", card: "a" },
    { do: "move", unit: "mortar", card: "a", with: "hq" },
  ];
  assert.equal(
    plain([0, 1], moved, [[0, 1], [1]], (number) => Object.values(moved[number]).join(" ")),
    undefined,
  );
});

test("list folds for optional helpers", () => {
  const all = RALLIES.map((_, number) => number);
  const acting = all.slice(0, -1);
  assert.ok(reachable(acting, all, PIECES, rally, RALLIES));
  assert.ok(!reachable(acting, all, PIECES.slice(0, 3), rally, RALLIES));
  // Without a selection nothing is staged: the button would play an unselected action.
  assert.ok(!reachable([0, 1], [0, 1], [[1]], rally, RALLIES));
});

test("few short lines stand side by side", () => {
  const lines = (...texts) => texts.map((text) => ({ key: text, text, actions: [0], count: 1, group: false }));
  assert.equal(few(lines("Stay", "Move", "Move with a point man")), true);
  assert.equal(few(lines("留まる", "移動する", "ポイントマンを立てて移動する")), true);
  assert.equal(few(lines("Discard Bolt-action Rifle, and then another card")), true);
  assert.equal(few(lines("Stay", "Move", "Move with a point man through the hedgerow")), false);
  assert.equal(few(lines("留まる", "移動する", "ポイントマンを立てて隣の地形へ移動する")), false);
  assert.equal(few(lines("1", "2", "3", "4")), false);
  assert.equal(few([]), false);
});

test("step back is visible", () => {
  // The only target of the smoke is selected as well.
  const picks = [card("smoke"), unit("rifle")];
  assert.equal(candidates(picks, ACTIONS).length, candidates([card("smoke")], ACTIONS).length);
  assert.deepEqual(back(picks, ACTIONS), []);
  assert.deepEqual(back([unit("rifle"), front("left")], ACTIONS), [unit("rifle")]);
});
