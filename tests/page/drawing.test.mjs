/** Changes to a map that is being drawn. */

import assert from "node:assert/strict";
import test from "node:test";

import * as drawing from "../../clients/web/js/features/maps/drawing.js";

const { begin, blank, change, isMirrored, mirrored, opposite, painted, redo, resized, textOf, turned, undo } = drawing;

let state = 7;
const random = () => {
  state = (state * 16807) % 2147483647;
  return state / 2147483647;
};
const scattered = () => drawing.scattered(blank(9, 8), false, random);

test("turning twice changes nothing", () => {
  const map = scattered();
  assert.ok(!drawing.same(turned(map), map));
  assert.deepEqual(turned(turned(map)), map);
});

test("mirroring keeps the upper half", () => {
  const map = scattered();
  const both = mirrored(map);
  assert.ok(!isMirrored(map));
  assert.ok(isMirrored(both));
  assert.deepEqual(both.hexes.slice(0, 36), map.hexes.slice(0, 36));
  assert.deepEqual(mirrored(both), both);
});

test("painting both sides leaves a mirrored map mirrored", () => {
  const map = mirrored(scattered());
  assert.ok(isMirrored(painted(map, [13, opposite(map, 13)], "hill")));
  assert.ok(!isMirrored(painted(map, [13], "rubble")));
});

test("growing and shrinking changes nothing", () => {
  const map = scattered();
  const larger = resized(map, 15, 14);
  assert.equal(larger.hexes.length, 15 * 14);
  assert.deepEqual(resized(larger, 9, 8), map);
});

test("half of the terrain makes a fork", () => {
  const map = scattered();
  const rough = [...map.hexes.keys()].filter((at) => map.hexes[at] !== "open");
  const without = (n) => painted(map, rough.slice(0, n), "open");
  assert.ok(drawing.stemsFrom(without(rough.length / 2), map));
  assert.ok(!drawing.stemsFrom(without(rough.length / 2 + 1), map));
  assert.ok(!drawing.stemsFrom(resized(map, 15, 14), map));
  assert.ok(!drawing.stemsFrom(map, blank(9, 8)));
});

test("undoing and redoing everything passes the same maps", () => {
  const maps = [blank(9, 8), ...Array.from({ length: 20 }, scattered)];
  let history = begin(maps[0]);
  for (const map of maps.slice(1)) history = change(history, map);
  for (const map of maps.toReversed()) {
    assert.equal(history.now, map);
    history = undo(history);
  }
  for (const map of maps) {
    assert.equal(history.now, map);
    history = redo(history);
  }
  assert.equal(textOf(redo(history).now), textOf(maps.at(-1)));
});

test("a change after undo drops what was undone", () => {
  let history = change(change(begin(blank(7, 6)), painted(blank(7, 6), [3], "hill")), blank(7, 6));
  history = undo(history);
  assert.equal(change(history, painted(blank(7, 6), [3], "hill")), history);
  assert.equal(redo(change(history, painted(blank(7, 6), [4], "hill"))).next.length, 0);
  assert.equal(undo(undo(history)).past.length, 0);
});
