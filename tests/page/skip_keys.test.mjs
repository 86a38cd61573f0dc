/** Keys that go on while events are told, and the question that comes meanwhile. */

import assert from "node:assert/strict";
import test from "node:test";
import { SkipKeys } from "../../clients/web/js/table/skip_keys.js";

globalThis.Element = class {
  matches = () => false;
};
const [button, elsewhere] = [new Element(), new Element()];

/** Press keys at a table. Each: key, time, where, whether a question is asked by then. Which answers are left. */
function left(...presses) {
  let [now, asks] = [0, false];
  performance.now = () => now;
  const keys = new SkipKeys(button, () => asks);
  return presses.map(([key, at, target, asked]) => {
    [now, asks] = [at, asked];
    let kept = true;
    const none = () => (kept = false);
    keys.down({ key, target, preventDefault: none, stopPropagation() {} });
    return kept;
  });
}

test("row of presses stops at the question", () => {
  const row = (key) => [0, 300, 600, 900, 1200].map((at) => [key, at, button, at > 300]);
  assert.deepEqual(left(...row(" ")), [true, true, false, false, false]);
  assert.deepEqual(left(...row("Enter")), [true, true, false, false, false]);
});

test("pause or another key makes presses count", () => {
  assert.deepEqual(left([" ", 0, button, false], [" ", 1000, button, true]), [true, true]);
  assert.deepEqual(left([" ", 0, button, false], ["Tab", 100, button, true], [" ", 200, button, true]), [
    true,
    true,
    true,
  ]);
  assert.deepEqual(left(["Enter", 0, elsewhere, false], ["Enter", 100, button, true]), [true, true]);
});
