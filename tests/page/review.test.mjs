/** Fetching a review: waited for while it is made, or while others come first. */

import assert from "node:assert/strict";
import test from "node:test";

import { freshWorld, settled } from "./world.mjs";
import { reviewOf } from "../../clients/web/js/replay/review.js";

/** What fetching the review of a match came to, and how long (ms) each pause before the next try was. */
async function fetching(match, ...given) {
  const told = [];
  const clock = freshWorld(0.5);
  globalThis.fetch = async () => {
    const [status, body] = given.shift();
    return { ok: status < 400, status, json: async () => body };
  };
  let outcome;
  reviewOf(match, (pending) => told.push(pending)).then((review) => (outcome = review), (error) => (outcome = error));
  const pauses = [];
  for (;;) {
    await settled();
    if (outcome !== undefined) return { outcome, pauses, told };
    pauses.push(clock.next());
    clock.pass(clock.next());
  }
}

test("a review is waited for while it is made, and while others of the same person come first", async () => {
  const full = [429, { code: "limit", text: "", limit: "reviews_waiting", retry: 5001 }];
  const pending = (more) => [202, { code: "review_pending", text: "", retry: 7000, ...more }];
  const { outcome, pauses, told } = await fetching("a", full, pending({ ahead: 2 }), pending({ done: 40 }), [200, { match: "a" }]);
  assert.deepEqual(outcome, { match: "a" });
  assert.deepEqual(pauses, [5001, 7000, 7000]);
  assert.deepEqual(told, [{ own: true, ahead: 0, done: 0 }, { own: false, ahead: 2, done: 0 }, { own: false, ahead: 0, done: 40 }]);
});

test("what waiting does not mend is said at once", async () => {
  for (const [status, code] of [[404, "no_review"], [429, "limit"]]) {
    const { outcome, pauses } = await fetching(`b ${code}`, [status, { code, text: "" }]);
    assert.equal(outcome.code, code);
    assert.deepEqual(pauses, []);
  }
});
