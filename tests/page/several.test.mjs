/** Cards that are discarded together: chosen one by one, confirmed once, sent as the service asks for them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Several } from "../../clients/web/js/table/several.js";

const card = (n) => ({ key: `card:${n}`, actions: [n] });
const discards = (...cards) => cards.map((each) => ({ do: "discard", card: each }));

function asked(n) {
  const several = new Several();
  several.asked([{ figure: "excess", n }]);
  return several;
}

test("cards are added to those that are chosen, and taken back one by one", () => {
  const several = asked(3);
  const [a, b, c] = [card(0), card(1), card(2)];
  assert.equal(several.pick([], a), undefined);
  assert.deepEqual(several.pick([a], b), [b]);
  assert.deepEqual(several.pick([b], c), [c]);
  assert.equal(several.more, 2);
  assert.deepEqual([several.chosen([c]), several.chosen([]), new Several().chosen([a])], [3, 0, 0]);
  assert.equal(several.standing([c], a), "picked");
  assert.equal(several.standing([c], card(3)), "follows");
  assert.deepEqual(several.pick([c], a), [c]);
  assert.equal(several.more, 1);
  assert.deepEqual(several.pick([c], c), [b]);
  assert.equal(several.pick([b], b), undefined);
});

test("a line stands for a card that is not chosen yet, or takes one back", () => {
  const several = asked(3);
  const [a, b, c] = [card(0), card(1), card(2)];
  const [alike, other] = [{ actions: [0, 1] }, { actions: [2] }];
  assert.equal(several.cardOf(alike, [], [a, b, c]), a);
  assert.equal(several.cardOf(alike, [a], [a, b, c]), b);
  several.pick([a], b);
  assert.equal(several.cardOf(alike, [b], [a, b, c]), a);
  assert.deepEqual([several.has(alike, [b]), several.has(other, [b])], [true, false]);
  assert.equal(asked(1).cardOf(alike, [], [a, b, c]), undefined);
  assert.equal(several.cardOf(other, [b], [{ key: "unit:a", actions: [2, 3] }]), undefined);
});

test("one too many takes the place of the first", () => {
  const several = asked(2);
  several.pick([card(0)], card(1));
  several.pick([card(1)], card(2));
  assert.equal(several.more, 1);
  assert.equal(several.standing([card(2)], card(0)), "follows");
});

test("where one card is due, or a line or a unit is chosen, nothing is added", () => {
  assert.equal(asked(1).pick([card(0)], card(1)), undefined);
  assert.equal(new Several().pick([card(0)], card(1)), undefined);
  assert.equal(asked(3).pick([{ key: "row Discard", actions: [0] }], card(1)), undefined);
  assert.equal(asked(3).pick([card(0)], { key: "unit:a", actions: [1, 2] }), undefined);
});

test("each is sent when it is asked for, and not before", () => {
  const several = asked(3);
  several.pick([card(0)], card(1));
  several.pick([card(1)], card(2));
  several.confirm(discards("a", "b", "c", "d"));
  several.sent();
  assert.equal(several.next(discards("a", "b", "c", "d")), undefined);
  several.answered();
  assert.equal(several.next([]), undefined);
  several.asked([{ figure: "excess", n: 2 }]);
  assert.equal(several.next(discards("a", "b", "d")), 0);
  several.sent();
  several.answered();
  several.asked([{ figure: "excess", n: 1 }]);
  assert.equal(several.next(discards("b", "d")), 0);
});

test("what was refused, or asked for by nobody, is not sent after a line that is chosen then", () => {
  const several = asked(3);
  several.pick([card(0)], card(1));
  several.confirm(discards("a", "b"));
  several.sent();
  several.drop();
  several.sent();
  several.answered();
  assert.equal(several.next(discards("a", "c")), undefined);
});

test("what something else came before is sent no more", () => {
  const several = asked(2);
  several.pick([card(0)], card(1));
  several.confirm(discards("a", "b"));
  several.sent();
  several.answered();
  several.asked([]);
  assert.equal(several.next([{ do: "draw" }]), undefined);
  several.asked([{ figure: "excess", n: 1 }]);
  assert.equal(several.next(discards("a", "b")), undefined);
});

test("a card is added to the one whose line a hint has selected", () => {
  const several = asked(2);
  const [a, b] = [card(0), card(1)];
  const hinted = [{ key: "row 0", actions: [0] }];
  assert.deepEqual(several.inCards(hinted, [a, b]), [a]);
  assert.deepEqual(several.pick(several.inCards(hinted, [a, b]), b), [b]);
  assert.equal(several.chosen([b]), 2);
  // Where one is chosen, a line stays one.
  assert.deepEqual(asked(1).inCards(hinted, [a, b]), hinted);
});
