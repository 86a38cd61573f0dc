/** The next match that waits for the player. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { nextOf } from "../../clients/web/js/lobby/next_match.js";

const match = (name, { seat = 0, turn = 0, deadline, at = 1, status = "playing" } = {}) => ({
  row: { match: name, status },
  seat,
  at,
  view: { turn, ...(deadline ? { clock: { kind: "days", deadline } } : {}) },
});

test("matches are ordered by time left", () => {
  const known = [
    match("late", { at: 2 }),
    match("slow", { deadline: 90 }),
    match("soon", { deadline: 50 }),
    match("early", { at: 1 }),
  ];
  const order = [];
  for (let left = known; left.length; left = left.filter(({ row }) => row.match !== order.at(-1)))
    order.push(nextOf(left));
  assert.deepEqual(order, ["soon", "slow", "early", "late"]);
});

test("only own decisions count", () => {
  assert.equal(
    nextOf([
      match("theirs", { turn: 1 }),
      match("over", { status: "ended" }),
      match("watched", { seat: -1, turn: -1 }),
    ]),
    undefined,
  );
  assert.equal(nextOf([]), undefined);
});

test("the match before one's eyes comes last", () => {
  assert.equal(nextOf([match("here", { deadline: 1 }), match("there", { deadline: 9 })], "here"), "there");
  assert.equal(nextOf([match("here", { deadline: 1 })], "here"), "here");
});
