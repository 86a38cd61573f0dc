/** Positions of the counters of a front (COMPANY COMMANDER). */

import assert from "node:assert/strict";
import test from "node:test";

import { packed } from "../../clients/web/js/games/company_commander/stacks.js";

/** Pairs of overlapping counters. */
function covered({ edge, high, spots }) {
  const pairs = spots.flatMap((one, i) => spots.slice(i + 1).map((other) => [one, other]));
  return pairs.filter(([one, other]) => Math.abs(one.x - other.x) < edge && Math.abs(one.y - other.y) < high).length;
}

test("seven counters fit a low front", () => {
  for (const [width, height] of [
    [133, 104],
    [110, 104],
    [133, 150],
  ]) {
    assert.equal(covered(packed(width, height, 7, { width: 44, height: 44 })), 0, `${width} x ${height}`);
  }
});

test("cramped counters lie in stacks", () => {
  const stacked = packed(110, 60, 9, { width: 44, height: 44 });
  assert.equal(stacked.high, 44);
  assert.ok(covered(stacked) > 0);
});
