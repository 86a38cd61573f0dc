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

test("what was passed by itself alone is not offered to be taken back", () => {
  assert.equal(after(true).takingBack.any, false);
  assert.equal(after(true, true).takingBack.any, false);
  assert.equal(after(true, false).takingBack.any, true);
  assert.equal(after().takingBack.any, false);
});

test("what was passed by itself since the last answer is taken back with it", async () => {
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

test("what rolled or showed something is taken back no more, nor what was before it", () => {
  const { match, takingBack } = after(false);
  takingBack.answered(match.entry(0), false);
  assert.equal(takingBack.any, false);
  takingBack.answered(match.entry(1), true);
  assert.equal(takingBack.any, false);
});

test("whether an update comes before its acknowledgement or after it makes no difference", () => {
  const match = new Match();
  const takingBack = new TakingBack(match);
  takingBack.answered(match.seq + 1, true);
  match.entry(1);
  assert.equal(takingBack.any, false);
});

test("of what was before the page was loaded, nothing is known: it is offered", async () => {
  const match = new Match();
  const takingBack = new TakingBack(match);
  match.entry(1);
  assert.equal(takingBack.any, true);
  await takingBack.back();
  assert.equal(match.undone, 1);
});

test("who loads the page anew is not offered back what was passed by itself", () => {
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
