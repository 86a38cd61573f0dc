/** The moments since the viewer's last answer, also if the last entry has no events. */

import assert from "node:assert/strict";
import test from "node:test";

import { isRest, latest } from "../../clients/web/js/table/unread_moments.js";

const asks = (decision) => Boolean(decision?.actions);
const mine = { seat: 0, kind: "fire", actions: [{}, {}] };
const theirs = { seat: 1, kind: "fire" };
const moment = (seq, decision, ...events) => ({
  seq,
  at: 0,
  events: events.map((ev) => ({ ev })),
  before: null,
  view: {},
  decision,
});

test("story begins with the last own answer", () => {
  const moments = [
    moment(1, mine, "began"),
    moment(2, theirs, "fired"),
    moment(3, theirs, "turn"),
    moment(4, undefined),
    moment(5, mine, "hit"),
    moment(6, mine),
  ];
  const { moments: story, others } = latest(moments.slice(0, 5), asks);
  assert.deepEqual([story.map(({ seq }) => seq), others], [[2, 3, 4, 5], true]);
});

test("an entry that told nothing does not empty it", () => {
  const moments = [moment(1, mine, "began"), moment(2, theirs, "fired"), moment(3, mine, "hit"), moment(4, mine)];
  assert.deepEqual(
    latest(moments, asks).moments.map(({ seq }) => seq),
    [2, 3, 4],
  );
});

test("a question without a choice does not begin it anew", () => {
  const passed = { seat: 0, kind: "react" };
  const moments = [
    moment(1, mine, "began"),
    moment(2, passed, "fired"),
    moment(3, theirs, "turn"),
    moment(4, mine, "hit"),
  ];
  assert.deepEqual(
    latest(moments, asks).moments.map(({ seq }) => seq),
    [2, 3, 4],
  );
});

test("solo acts begin a story", () => {
  const acting = latest([moment(1, mine, "began"), moment(2, mine, "moved")], asks);
  assert.deepEqual([acting.moments.map(({ seq }) => seq), acting.others], [[2], false]);
  const first = latest([moment(1, undefined, "began"), moment(2, mine, "turn")], asks);
  assert.deepEqual([first.moments.map(({ seq }) => seq), first.others], [[1, 2], false]);
  assert.deepEqual(latest([], asks), { moments: [], others: false, answer: 0 });
});

const discard = (...cards) => ({ seat: 0, kind: "discard", actions: cards.map((card) => ({ do: "discard", card })) });

test("consecutive discards are one act of the story", () => {
  const moments = [
    moment(1, mine, "fired"),
    moment(2, discard("a", "b", "c")),
    moment(3, discard("b", "c"), "discarded"),
    moment(4, theirs, "discarded"),
    moment(5, mine, "hit"),
  ];
  const { moments: story, others, answer } = latest(moments, asks);
  assert.deepEqual([story.map(({ seq }) => seq), others, answer], [[3, 4, 5], true, 4]);
});

test("shots and other questions are separate acts", () => {
  const shots = (...cards) => ({
    seat: 0,
    kind: "fire",
    actions: [...cards.map((card) => ({ do: "attack", card })), { do: "end_fire" }],
  });
  assert.equal(isRest(shots("a", "b"), shots("b")), false);
  assert.equal(isRest(discard("a", "b"), discard("b", "c")), false);
  assert.equal(isRest(discard("a", "b"), discard("b")), true);
  assert.equal(isRest(discard("a", "b"), discard("c")), false);
  assert.equal(isRest(undefined, discard("a")), false);
});
