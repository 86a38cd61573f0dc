/** A match on the page: no gaps, no duplicates. */

import assert from "node:assert/strict";
import test from "node:test";
import { decisionOf, LiveFeed } from "../../clients/web/js/client/live_feed.js";
import { ReplayFeed } from "../../clients/web/js/replay/replay_feed.js";
import { Clock } from "./world.mjs";

/** A connection that records its requests. */
class Line {
  asked = [];
  reopened = [];
  unfollowed = [];
  channels = new Map();

  follow(key, channel) {
    this.channels.set(key, channel);
  }

  reopen(key) {
    this.reopened.push(key);
  }

  unfollow(key, closing) {
    this.unfollowed.push([key, closing]);
  }

  request(message) {
    this.asked.push(message);
    return Promise.resolve({ t: "ack", id: 1 });
  }
}

const VIEW = { status: "playing", turn: 1, decision: "move", table: { a: 1, b: { c: 2 } } };
const snapshot = (seq, more = {}) => ({ t: "snapshot", match: "m", seq, seat: 0, view: VIEW, ...more });
const update = (seq, more = {}) => ({ t: "update", match: "m", seq, at: 100 * seq, ...more });

function open(...given) {
  const line = new Line();
  const feed = new LiveFeed(line, "m", ...given);
  const told = [];
  for (const kind of ["snapshot", "moment", "present", "said"]) {
    feed.addEventListener(kind, (event) => told.push([kind, event.detail]));
  }
  return { line, feed, told, hears: (message) => line.channels.get("m").receive(message) };
}

test("watches with the invitation, then resumes", () => {
  const { line, feed, hears } = open("code", true);
  const opening = () => line.channels.get("m").opening();
  assert.deepEqual(opening(), { t: "watch", match: "m", invite: "code", open: true, odds: true });
  hears(snapshot(5));
  assert.deepEqual(opening(), { t: "resume", match: "m", invite: "code", open: true, odds: true, seq: 5, digest: "" });
  hears(snapshot(5, { digest: "after5" }));
  assert.deepEqual(opening(), {
    t: "resume",
    match: "m",
    invite: "code",
    open: true,
    odds: true,
    seq: 5,
    digest: "after5",
  });
  hears(update(6, { digest: "after6" }));
  assert.deepEqual(opening(), {
    t: "resume",
    match: "m",
    invite: "code",
    open: true,
    odds: true,
    seq: 6,
    digest: "after6",
  });
  feed.refresh();
  assert.deepEqual(line.reopened, ["m"]);
  assert.equal(opening().t, "watch");
  assert.deepEqual(open().line.channels.get("m").opening(), {
    t: "watch",
    match: "m",
    invite: "",
    open: false,
    odds: true,
  });
});

test("a snapshot replaces everything, be it older", () => {
  const { feed, told, hears } = open();
  assert.deepEqual([feed.seq, feed.seat, feed.view, feed.watchers], [0, -1, null, 0]);
  hears(snapshot(5));
  hears(snapshot(2, { seat: 1, view: { status: "open" } }));
  assert.deepEqual([feed.seq, feed.seat, feed.view, feed.decision], [2, 1, { status: "open" }, undefined]);
  assert.deepEqual(
    told.map(([kind]) => kind),
    ["snapshot", "snapshot"],
  );
});

test("updates change the view in order and tell each moment", () => {
  const { feed, told, hears } = open();
  hears(snapshot(5));
  hears(update(6, { patch: { table: { b: { c: 3 } } }, events: [{ ev: "hit" }] }));
  hears(update(7));
  assert.deepEqual(feed.view, { ...VIEW, table: { a: 1, b: { c: 3 } } });
  const [, [, first], [, second]] = told;
  assert.deepEqual(
    [first.seq, first.at, first.events, first.before, first.view.table.b.c],
    [6, 600, [{ ev: "hit" }], VIEW, 3],
  );
  assert.deepEqual([second.seq, second.events], [7, []]);
  assert.equal(second.view, second.before);
  assert.equal(feed.seq, 7);
});

test("gap is filled and repeats are dropped", () => {
  const { line, feed, told, hears } = open();
  hears(snapshot(5));
  hears(update(7, { patch: { table: { a: 9 } } }));
  assert.deepEqual([feed.seq, feed.view, line.reopened], [5, VIEW, ["m"]]);
  hears(update(5, { patch: { table: { a: 9 } } }));
  hears(update(3, { patch: { table: { a: 9 } } }));
  assert.deepEqual([feed.seq, feed.view, line.reopened], [5, VIEW, ["m"]]);
  hears(update(6));
  assert.equal(feed.seq, 6);
  assert.deepEqual(
    told.map(([kind]) => kind),
    ["snapshot", "moment"],
  );
});

test("an update before any snapshot is a gap", () => {
  const { line, feed, told, hears } = open();
  hears(update(1));
  assert.deepEqual([feed.seq, line.reopened, told], [0, ["m"], []]);
});

test("own and other decisions are told", () => {
  const own = { seat: 0, kind: "move", actions: [{ do: "pass" }] };
  assert.equal(decisionOf({ decision: own }, VIEW), own);
  assert.deepEqual(decisionOf({}, VIEW), { seat: 1, kind: "move" });
  assert.deepEqual(decisionOf({}, { turn: 0 }), { seat: 0, kind: "" });
  assert.equal(decisionOf({}, { status: "ended" }), undefined);
  const { feed, hears } = open();
  hears(snapshot(5, { decision: own }));
  assert.equal(feed.decision, own);
  hears(update(6));
  assert.deepEqual(feed.decision, { seat: 1, kind: "move" });
});

test("requests name the match, and the position they are about", () => {
  const { line, feed, hears } = open();
  hears(snapshot(5));
  feed.act({ do: "pass" });
  feed.draw();
  feed.resign();
  feed.say("hi");
  assert.deepEqual(line.asked, [
    { t: "act", match: "m", seq: 5, action: { do: "pass" } },
    { t: "draw", match: "m", seq: 5 },
    { t: "resign", match: "m" },
    { t: "say", match: "m", text: "hi" },
  ]);
  feed.close();
  assert.deepEqual(line.unfollowed, [["m", { t: "unwatch", match: "m" }]]);
});

test("watchers and chat are told", () => {
  const { feed, told, hears } = open();
  hears({ t: "present", match: "m", watchers: 3 });
  hears({ t: "said", match: "m", text: "hi" });
  assert.equal(feed.watchers, 3);
  assert.deepEqual(
    told.map(([kind, detail]) => [kind, detail?.text]),
    [
      ["present", undefined],
      ["said", "hi"],
    ],
  );
});

test("reloading is no absence", () => {
  const clock = new Clock();
  const given = globalThis.setTimeout;
  globalThis.setTimeout = clock.setTimeout.bind(clock);
  try {
    const { line, feed, told, hears } = open();
    line.now = () => clock.now;
    const away = () => Object.fromEntries(feed.away);
    hears(snapshot(1, { view: { seats: { 0: { player: "a" }, 1: {}, 2: { player: "c" } } } }));
    hears({ t: "present", match: "m", watchers: 0, seats: [0] });
    clock.pass(2999);
    assert.deepEqual(away(), {});
    clock.pass(1);
    assert.deepEqual(away(), { 2: 0 });
    assert.equal(told.at(-1)[0], "present");
    // The second player joins, and leaves before their presence was reported.
    const sat = clock.now;
    hears(update(2, { patch: { seats: { 1: { player: "b" } } } }));
    assert.deepEqual(away(), { 2: 0 });
    clock.pass(3000);
    assert.deepEqual(away(), { 1: sat, 2: 0 });
    hears({ t: "present", match: "m", watchers: 0, seats: [0, 1, 2] });
    assert.deepEqual(away(), {});
    // A reloaded page.
    hears({ t: "present", match: "m", watchers: 0, seats: [0, 2] });
    clock.pass(2000);
    hears({ t: "present", match: "m", watchers: 0, seats: [0, 1, 2] });
    clock.pass(500);
    const left = clock.now;
    hears({ t: "present", match: "m", watchers: 0, seats: [0, 2] });
    clock.pass(2999);
    assert.deepEqual(away(), {});
    clock.pass(1);
    assert.deepEqual(away(), { 1: left });
    // A player joins by a snapshot.
    const found = clock.now;
    hears(
      snapshot(3, {
        view: { seats: { 0: { player: "a" }, 1: { player: "b" }, 2: { player: "c" }, 3: { player: "d" } } },
      }),
    );
    clock.pass(2999);
    assert.deepEqual(away(), { 1: left });
    clock.pass(1);
    assert.deepEqual(away(), { 1: left, 3: found });
  } finally {
    globalThis.setTimeout = given;
  }
});

test("a replay holds every position, and finds the nearest", () => {
  const views = [{ turn: 0 }, { turn: 1 }, { turn: 1 }];
  const feed = new ReplayFeed("m", 0, {
    snapshot: { seq: 4, view: views[0] },
    updates: [update(5, { patch: { turn: 1 }, events: [{ ev: "hit" }] }), update(6)],
  });
  assert.deepEqual(
    feed.moments.map(({ seq, at, view }) => [seq, at, view]),
    [
      [4, 500, views[0]],
      [5, 500, views[1]],
      [6, 600, views[2]],
    ],
  );
  assert.deepEqual(
    feed.moments.map(({ before, events, decision }) => [before, events.length, decision.seat]),
    [
      [null, 0, 0],
      [views[0], 1, 1],
      [views[1], 0, 1],
    ],
  );
  assert.deepEqual([feed.first, feed.last], [4, 6]);
  assert.deepEqual(
    [1, 4, 5, 6, 99].map((seq) => feed.at(seq).seq),
    [4, 4, 5, 6, 6],
  );
});
