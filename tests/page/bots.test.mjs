/** The house bots offered for a new match. */

import assert from "node:assert/strict";
import test from "node:test";

import { byStrength } from "../../clients/web/js/lobby/bots.js";
import { lag } from "../../clients/web/js/lobby/clocks.js";

test("house bots stand from weakest to strongest", () => {
  const strategies = ["recruit", "regular", "sergeant", "veteran"];
  assert.deepEqual(
    byStrength({ bots: ["sergeant", "recruit", "regular", "veteran", "random"], presentation: { strategies } }),
    ["random", ...strategies],
  );
  assert.deepEqual(byStrength({ bots: ["one", "other"], presentation: {} }), ["one", "other"]);
});

test("whole delays are told in minutes", () => {
  assert.deepEqual([30, 90, 120, 600].map(lag), ["30 seconds", "90 seconds", "2 minutes", "10 minutes"]);
});
