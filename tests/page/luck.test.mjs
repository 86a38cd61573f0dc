/** Unit of the luck's numbers. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { luckTitle } from "../../clients/web/js/replay/luck.js";
import { loadAllWords, Words } from "../../clients/web/js/words/words.js";

await loadAllWords();

test("luck names what it counts", () => {
  assert.equal(luckTitle(new Words({ "luck.short": "a casualty 2:" }, "en")), "a casualty 2:");
  assert.match(luckTitle(new Words({}, "en")), /^Hits/);
});
