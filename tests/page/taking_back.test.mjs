/** Automatic passes are undone with the answer before them, and never alone. */

import assert from "node:assert/strict";
import test from "node:test";

import { TakingBack } from "../../clients/web/js/table/undo.js";

/** A match in which seat 0 is ours: its entries, and the number of our answers that can be undone. */
class Match extends EventTarget {
  seq = 10;
  seat = 0;
  view = {};
  free = 0;
  undone = 0;

  entry(free) {
    this.seq++;
    this.free = free;
    this.view = free ? { undo: 0 } : {};
    this.dispatchEvent(new Event("moment"));
    return this.seq;
  }

  async undo() {
    this.undone++;
    const seq = this.seq + 1;
    // Its update comes after its acknowledgement.
    setTimeout(() => this.entry(this.free - 1));
    return { seq };
  }
}

/** @param {...boolean} answers whether each was passed by itself */
function after(...answers) {
  const match = new Match();
  const takingBack = new TakingBack(match);
  for (const [number, passed] of answers.entries()) takingBack.answered(match.entry(number + 1), passed);
  return { match, takingBack };
}

test("automatic pass alone offers no undo", () => {
  assert.equal(after(true).takingBack.any, false);
  assert.equal(after(true, true).takingBack.any, false);
  assert.equal(after(true, false).takingBack.any, true);
  assert.equal(after().takingBack.any, false);
});

test("automatic passes are undone with the answer", async () => {
  const { match, takingBack } = after(false, true, true);
  await takingBack.back();
  assert.equal(match.undone, 3);
  assert.equal(takingBack.any, false);
});

test("of answers that somebody gave, one is taken back", async () => {
  const { match, takingBack } = after(true, false, false);
  await takingBack.back();
  assert.equal(match.undone, 1);
  assert.equal(takingBack.any, true);
  await takingBack.back();
  // Passes before the first answer stay.
  assert.equal(match.undone, 2);
  assert.equal(takingBack.any, false);
});

test("rolls and reveals end undo", () => {
  const { match, takingBack } = after(false);
  takingBack.answered(match.entry(0), false);
  assert.equal(takingBack.any, false);
  takingBack.answered(match.entry(1), true);
  assert.equal(takingBack.any, false);
});

test("order of update and acknowledgement is irrelevant", () => {
  const match = new Match();
  const takingBack = new TakingBack(match);
  takingBack.answered(match.seq + 1, true);
  match.entry(1);
  assert.equal(takingBack.any, false);
});

test("unknown history offers undo", async () => {
  const match = new Match();
  const takingBack = new TakingBack(match);
  match.entry(1);
  assert.equal(takingBack.any, true);
  await takingBack.back();
  assert.equal(match.undone, 1);
});

test("reload offers no automatic pass back", () => {
  let kept = [];
  const tab = { read: () => kept, write: (answers) => (kept = answers) };
  const match = new Match();
  const takingBack = new TakingBack(match, tab);
  takingBack.answered(match.entry(1), true);
  assert.equal(takingBack.any, false);
  assert.equal(new TakingBack(match, tab).any, false);
  takingBack.answered(match.entry(2), false);
  assert.equal(new TakingBack(match, tab).any, true);
  // Nothing can be undone any more: nothing is stored.
  match.entry(0);
  assert.deepEqual(kept, []);
});
