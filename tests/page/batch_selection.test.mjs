/** Cards discarded together: chosen one by one, confirmed once, sent as the service asks for them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { BatchSelection } from "../../clients/web/js/table/batch_selection.js";

const card = (n) => ({ key: `card:${n}`, actions: [n] });
const discards = (...cards) => cards.map((each) => ({ do: "discard", card: each }));

function asked(n) {
  const batch = new BatchSelection();
  batch.asked([{ figure: "excess", n }]);
  return batch;
}

test("cards are added and taken back one by one", () => {
  const batch = asked(3);
  const [a, b, c] = [card(0), card(1), card(2)];
  assert.equal(batch.pick([], a), undefined);
  assert.deepEqual(batch.pick([a], b), [b]);
  assert.deepEqual(batch.pick([b], c), [c]);
  assert.equal(batch.more, 2);
  assert.deepEqual([batch.chosen([c]), batch.chosen([]), new BatchSelection().chosen([a])], [3, 0, 0]);
  assert.equal(batch.standing([c], a), "picked");
  assert.equal(batch.standing([c], card(3)), "follows");
  assert.deepEqual(batch.pick([c], a), [c]);
  assert.equal(batch.more, 1);
  assert.deepEqual(batch.pick([c], c), [b]);
  assert.equal(batch.pick([b], b), undefined);
});

test("line adds a card or takes one back", () => {
  const batch = asked(3);
  const [a, b, c] = [card(0), card(1), card(2)];
  const [alike, other] = [{ actions: [0, 1] }, { actions: [2] }];
  assert.equal(batch.cardOf(alike, [], [a, b, c]), a);
  assert.equal(batch.cardOf(alike, [a], [a, b, c]), b);
  batch.pick([a], b);
  assert.equal(batch.cardOf(alike, [b], [a, b, c]), a);
  assert.deepEqual([batch.has(alike, [b]), batch.has(other, [b])], [true, false]);
  assert.equal(asked(1).cardOf(alike, [], [a, b, c]), undefined);
  assert.equal(batch.cardOf(other, [b], [{ key: "unit:a", actions: [2, 3] }]), undefined);
});

test("one too many takes the place of the first", () => {
  const batch = asked(2);
  batch.pick([card(0)], card(1));
  batch.pick([card(1)], card(2));
  assert.equal(batch.more, 1);
  assert.equal(batch.standing([card(2)], card(0)), "follows");
});

test("single card, line or unit takes no more", () => {
  assert.equal(asked(1).pick([card(0)], card(1)), undefined);
  assert.equal(new BatchSelection().pick([card(0)], card(1)), undefined);
  assert.equal(asked(3).pick([{ key: "row Discard", actions: [0] }], card(1)), undefined);
  assert.equal(asked(3).pick([card(0)], { key: "unit:a", actions: [1, 2] }), undefined);
});

test("each card is sent when asked for", () => {
  const batch = asked(3);
  batch.pick([card(0)], card(1));
  batch.pick([card(1)], card(2));
  batch.confirm(discards("a", "b", "c", "d"));
  batch.sent();
  assert.equal(batch.next(discards("a", "b", "c", "d")), undefined);
  batch.answered();
  assert.equal(batch.next([]), undefined);
  batch.asked([{ figure: "excess", n: 2 }]);
  assert.equal(batch.next(discards("a", "b", "d")), 0);
  batch.sent();
  batch.answered();
  batch.asked([{ figure: "excess", n: 1 }]);
  assert.equal(batch.next(discards("b", "d")), 0);
});

test("refused cards are not sent after another choice", () => {
  const batch = asked(3);
  batch.pick([card(0)], card(1));
  batch.confirm(discards("a", "b"));
  batch.sent();
  batch.drop();
  batch.sent();
  batch.answered();
  assert.equal(batch.next(discards("a", "c")), undefined);
});

test("what something else came before is sent no more", () => {
  const batch = asked(2);
  batch.pick([card(0)], card(1));
  batch.confirm(discards("a", "b"));
  batch.sent();
  batch.answered();
  batch.asked([]);
  assert.equal(batch.next([{ do: "draw" }]), undefined);
  batch.asked([{ figure: "excess", n: 1 }]);
  assert.equal(batch.next(discards("a", "b")), undefined);
});

test("card is added to the hinted one", () => {
  const batch = asked(2);
  const [a, b] = [card(0), card(1)];
  const hinted = [{ key: "row 0", actions: [0] }];
  assert.deepEqual(batch.inCards(hinted, [a, b]), [a]);
  assert.deepEqual(batch.pick(batch.inCards(hinted, [a, b]), b), [b]);
  assert.equal(batch.chosen([b]), 2);
  // Where one is chosen, a line stays single.
  assert.deepEqual(asked(1).inCards(hinted, [a, b]), hinted);
});
