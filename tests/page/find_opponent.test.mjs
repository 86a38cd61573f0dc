/** Matching of opponents: only those with the same wishes, and the same kind of result. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { CLOCKS } from "../../clients/web/js/lobby/clocks.js";
import { earlier, waiting } from "../../clients/web/js/lobby/find_opponent.js";

const GAME = { id: "g", options: [], presentation: {} };
const row = (match, change = {}) => ({
  match,
  game: "g",
  status: "open",
  options: {},
  names: ["Ann", ""],
  players: [`of-${match}`, ""],
  at: 1,
  clock: CLOCKS.quick,
  ...change,
});
const found = (rows, rated = false) =>
  [...waiting(rows, GAME, "me", rated)].map(([clock, those]) => [clock, those.map(({ match }) => match)]);

test("those who wait longest come first, each with their clock", () => {
  const rows = [
    row("b", { at: 2 }),
    row("a"),
    row("slow", { clock: CLOCKS.slow }),
    row("own", { players: ["me", ""] }),
    row("bot", { house: "regular" }),
  ];
  assert.deepEqual(found(rows), [
    ["quick", ["a", "b"]],
    ["slow", ["slow"]],
  ]);
});

test("rated matches are found by rated seekers alone", () => {
  const rows = [row("casual"), row("rated", { rated: true })];
  assert.deepEqual(found(rows), [["quick", ["casual"]]]);
  assert.deepEqual(found(rows, true), [["quick", ["rated"]]]);
});

test("one of two simultaneous waiters gives way", () => {
  const [a, b, late] = [row("a"), row("b"), row("c", { at: 2 })];
  const before = (own) =>
    earlier(
      [a, b, late].filter((each) => each !== own),
      own,
    ).map(({ match }) => match);
  assert.deepEqual([before(a), before(b), before(late)], [[], ["a"], ["a", "b"]]);
});
