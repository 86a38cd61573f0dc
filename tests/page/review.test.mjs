/** Fetching a review: waiting while it is made, or while others come first. */

import assert from "node:assert/strict";
import test from "node:test";
import { actors, reviewOf, seatFields } from "../../clients/web/js/features/reviews/review.js";
import { EN } from "../../clients/web/js/features/reviews/words_en.js";
import { JA } from "../../clients/web/js/features/reviews/words_ja.js";
import { fillIn } from "../../clients/web/js/words/template.js";
import { freshWorld, settled } from "./world.mjs";

/** Result of fetching the review of a match, and the pauses (ms) between attempts. */
async function fetching(match, ...given) {
  const told = [];
  const clock = freshWorld(0.5);
  globalThis.fetch = async () => {
    const [status, body] = given.shift();
    return { ok: status < 400, status, json: async () => body };
  };
  let outcome;
  reviewOf(match, (pending) => told.push(pending)).then(
    (review) => (outcome = review),
    (error) => (outcome = error),
  );
  const pauses = [];
  for (;;) {
    await settled();
    if (outcome !== undefined) return { outcome, pauses, told };
    pauses.push(clock.next());
    clock.pass(clock.next());
  }
}

test("review is awaited while queued or made", async () => {
  const full = [429, { code: "limit", text: "", limit: "reviews_waiting", retry: 5001 }];
  const pending = (more) => [202, { code: "review_pending", text: "", retry: 7000, ...more }];
  const { outcome, pauses, told } = await fetching("a", full, pending({ ahead: 2 }), pending({ done: 40 }), [
    200,
    { match: "a" },
  ]);
  assert.deepEqual(outcome, { match: "a" });
  assert.deepEqual(pauses, [5001, 7000, 7000]);
  assert.deepEqual(told, [
    { own: true, ahead: 0, done: 0 },
    { own: false, ahead: 2, done: 0 },
    { own: false, ahead: 0, done: 40 },
  ]);
});

test("what waiting does not mend is said at once", async () => {
  for (const [status, code] of [
    [404, "no_review"],
    [429, "limit"],
  ]) {
    const { outcome, pauses } = await fetching(`b ${code}`, [status, { code, text: "" }]);
    assert.equal(outcome.code, code);
    assert.deepEqual(pauses, []);
  }
});

test("skill near zero is too small to tell", () => {
  const line = (sums, words, lang) =>
    fillIn(
      words,
      words["review.seat"],
      { name: "Ada", ...seatFields({ seat: 0, luck: -0.1, choices: 2, ...sums }) },
      lang,
    );
  const both = (sums) => [line(sums, EN, "en"), line(sums, JA, "ja")];
  const small = [
    "Ada: luck −10%, skill too small to tell, 2 choices",
    "Ada：運 −10%、腕は差が小さく判定できません、選択2回",
  ];
  assert.deepEqual(both({ skill: 0, given: 0 }), small);
  assert.deepEqual(both({ skill: -0.004, given: 0.004 }), small);
  assert.deepEqual(both({ skill: 0, given: 0.06 }), [
    "Ada: luck −10%, skill 0% (with the best choices: +6%), 2 choices",
    "Ada：運 −10%、腕 0%（最善の手なら+6%）、選択2回",
  ]);
  // The loss equals the gain.
  assert.deepEqual(both({ skill: -0.05, given: 0.05 }), [
    "Ada: luck −10%, skill −5% (with the best choices: 0%), 2 choices",
    "Ada：運 −10%、腕 −5%（最善の手なら0%）、選択2回",
  ]);
});

test("choice names its squad among several", () => {
  const choices = [
    ["a1", 0],
    ["a2", 0],
    ["b1", 1],
    ["", 1],
  ].map(([squad, seat]) => ({ seat, action: squad ? { do: "attack", squad } : { do: "done" } }));
  const words = { has: (key) => key === "actor", say: (_, { squad }) => (squad ? `squad ${squad}` : "") };
  assert.deepEqual(choices.map(actors({ choices }, words)), ["squad a1", "squad a2", "", ""]);
  assert.deepEqual(choices.map(actors({ choices }, { ...words, has: () => false })), ["", "", "", ""]);
});
