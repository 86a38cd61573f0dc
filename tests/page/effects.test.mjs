/** Effects of events, and the time that events take. */

import assert from "node:assert/strict";
import test from "node:test";

import { diceAt, effectsOf } from "../../clients/web/js/table/effects/rows.js";
import { MOMENT, STORY, timesOf } from "../../clients/web/js/table/pace.js";
import { isLastTurn, leader } from "../../clients/web/js/table/presentation.js";

const presentation = {
  effects: [
    { event: "fired", shape: "fall", at: "target", number: "kills" },
    {
      event: "fired",
      shape: "burst",
      at: "target",
      start: "unit",
      when: { gun: ["mg"] },
      missed: { kills: [null, 0] },
    },
    {
      event: "fired",
      shape: "shot",
      at: "target",
      start: "unit",
      when: { gun: [null, "rifle"] },
      missed: { kills: [null, 0] },
    },
    { event: "trap", shape: "card", at: "units", card: "card" },
  ],
};
const shown = (event) => effectsOf(presentation, event).map(({ shape, hit }) => `${shape}${hit ? "" : " missed"}`);

test("attack is followed by its result", () => {
  assert.deepEqual(shown({ ev: "fired", unit: "a", target: "b", gun: "mg", kills: 2 }), ["burst", "fall"]);
});

test("missed attack has no result", () => {
  assert.deepEqual(shown({ ev: "fired", unit: "a", target: "b", gun: "rifle" }), ["shot missed"]);
  assert.deepEqual(shown({ ev: "fired", unit: "a", target: "b" }), ["shot missed"]);
});

test("field with several names is shown at each", () => {
  assert.deepEqual(effectsOf(presentation, { ev: "trap", units: ["a", "b"], card: "mine" })[0].at, ["a", "b"]);
});

test("dice roll where an effect would be seen", () => {
  assert.equal(diceAt(presentation, { ev: "fired", target: "b" }), "b");
  assert.equal(diceAt(presentation, { ev: "passed" }), undefined);
});

const sum = (times) => times.reduce((all, ms) => all + ms, 0);
const rolls = (n) => Array.from({ length: n }, () => ({ ms: 1350, worth: true }));

test("few events keep their time", () => {
  assert.deepEqual(timesOf([...rolls(1), { ms: 300, worth: false }], 0), [1350, 300]);
});

test("entry with many events is told in time", () => {
  const times = timesOf([{ ms: 300, worth: false }, ...rolls(7)], 0);
  assert.equal(times[0], 0);
  assert.ok(times.every((ms, i) => !i || ms > 300));
  assert.ok(sum(times) <= MOMENT + times.length);
});

test("story of any length is told in time", () => {
  let spent = 0;
  for (let entry = 0; entry < 60; entry++) spent += sum(timesOf([...rolls(2), { ms: 700, worth: true }], spent));
  assert.ok(spent <= STORY + 60, String(spent));
});

test("last turn is named by number or option", () => {
  const marks = [
    { event: "turn", kind: "turn", number: "n", cap: "turns" },
    { event: "assault", kind: "turn", number: "n", last: 4 },
    { event: "played", kind: "turn" },
  ];
  const isLast = (ev, n, options = {}) => isLastTurn({ marks }, { ev, n }, options);
  assert.deepEqual([isLast("turn", 6, { turns: 6 }), isLast("turn", 5, { turns: 6 })], [true, false]);
  assert.deepEqual([isLast("assault", 4), isLast("assault", 3)], [true, false]);
  assert.deepEqual([isLast("played"), isLast("rested", 4)], [false, false]);
});

test("leader has more than every other seat", () => {
  const leads = (lead, table) => leader({ lead }, table);
  assert.equal(leads({ field: "won" }, { won: { 0: 1, 1: 2 } }), 1);
  assert.equal(leads({ field: "won" }, { won: { 0: 2, 1: 2 } }), -1);
  assert.equal(leads({ field: "score", seats: "seats" }, { score: { us: 3, de: 1 }, seats: { us: 1, de: 0 } }), 1);
  assert.equal(leads({ field: "seats", value: "score" }, { seats: { 0: { score: 9 }, 1: { score: 4 } } }), 0);
  assert.equal(leads(null, { won: { 0: 1 } }), -1);
});
