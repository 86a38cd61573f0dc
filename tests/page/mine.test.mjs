/** How one's own matches stand, as far as their rows tell. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { stateOf } from "../../clients/web/js/lobby/mine.js";

const row = (more) => ({ match: "m", game: "squad", status: "ended", options: {}, names: ["Ann", "Bob"], players: ["a", "b"], at: 1, ...more });

test("a match that has ended was won, lost, drawn or called off", () => {
  assert.equal(stateOf(row({ winners: [0], reason: "points" }), "a"), "won");
  assert.equal(stateOf(row({ winners: [1], reason: "points" }), "a"), "lost");
  assert.equal(stateOf(row({ reason: "points" }), "a"), "draw");
  assert.equal(stateOf(row({ reason: "cancelled" }), "a"), "off");
});

test("a match that cannot be read now is neither won nor lost", () => {
  assert.equal(stateOf(row({ game: "", names: [], players: [], unreadable: true }), "a"), "unreadable");
});
