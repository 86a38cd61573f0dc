/** Recent losses of squads. */

import assert from "node:assert/strict";
import test from "node:test";

import { Losses } from "../../clients/web/js/games/squad/losses.js";

const at = (turn, north, south = 10) => ({ turn, squads: { 0.1: { men: north }, 1.1: { men: south } } });
const told = (losses, view) => Object.fromEntries(losses.see(view));

test("losses are told for three turns", () => {
  const losses = new Losses();
  assert.deepEqual(told(losses, at(3, 12)), {});
  assert.deepEqual(told(losses, at(3, 9)), { 0.1: { turn: 3, men: 3 } });
  assert.deepEqual(told(losses, at(3, 8, 9)), { 0.1: { turn: 3, men: 4 }, 1.1: { turn: 3, men: 1 } });
  assert.deepEqual(told(losses, at(4, 8, 9)), { 0.1: { turn: 3, men: 4 }, 1.1: { turn: 3, men: 1 } });
  assert.deepEqual(told(losses, at(4, 8, 7)), { 0.1: { turn: 3, men: 4 }, 1.1: { turn: 4, men: 2 } });
  assert.deepEqual(told(losses, at(5, 8, 7)), { 0.1: { turn: 3, men: 4 }, 1.1: { turn: 4, men: 2 } });
  assert.deepEqual(told(losses, at(6, 8, 7)), { 1.1: { turn: 4, men: 2 } });
  assert.deepEqual(told(losses, at(7, 8, 7)), {});
});

test("whoever looks back is told nothing of what came later", () => {
  const losses = new Losses();
  losses.see(at(3, 12));
  losses.see(at(4, 5));
  assert.deepEqual(told(losses, at(2, 12)), {});
  losses.see(at(3, 12));
  assert.deepEqual(told(losses, at(4, 5)), { 0.1: { turn: 4, men: 7 } });
  assert.deepEqual(told(losses, at(4, 12)), {});
});

test("jumping ahead tells no old losses", () => {
  const losses = new Losses();
  losses.see(at(3, 12));
  assert.deepEqual(told(losses, at(9, 5)), {});
  assert.deepEqual(told(losses, at(9, 4)), { 0.1: { turn: 9, men: 1 } });
});
