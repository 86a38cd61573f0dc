/** Differences between the counters of COMPANY COMMANDER. */

import assert from "node:assert/strict";
import test from "node:test";

import { abilities } from "../../clients/web/js/games/company_commander/units.js";

test("suppressing units are marked with their bonus", () => {
  const printed = { card: "mg", type: "U", strength: 1, count: 1, classes: [], defence: 2 };
  assert.deepEqual(abilities(printed), []);
  assert.deepEqual(abilities({ ...printed, suppression: 0 }), [["suppression", 0]]);
  assert.deepEqual(abilities({ ...printed, suppression: 1 }), [["suppression", 1]]);
});
