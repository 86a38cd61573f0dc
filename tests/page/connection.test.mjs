/** The page's connection: reconnecting, resending, and giving up. */

import assert from "node:assert/strict";
import test from "node:test";
import { Connection } from "../../clients/web/js/client/connection.js";
import { FakeSocket, freshWorld, happen, newest, settled } from "./world.mjs";

const WELCOME = { t: "welcome", version: "0", time: 5_000_000, player: "p", name: "Ada" };
const IDENTITY = () => ({ token: "t", lang: "en" });
const ACT = { t: "act", match: "m", seq: 3, action: { do: "pass" } };

let connections = [];

/** A connection in a new world. */
function start({ chance = 0.5, strangers = [] } = {}) {
  // Connections of earlier tests receive the browser's events, too.
  for (const old of connections) old.close();
  const clock = freshWorld(chance);
  const connection = new Connection("ws://here/ws", {
    identity: IDENTITY,
    stranger: () => strangers.push(1),
    reachable: () =>
      fetch("/readyz").then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  connections = [connection];
  const healths = [];
  connection.addEventListener("health", () => healths.push(connection.health));
  return { clock, connection, healths };
}

/** The same, connected and welcomed. */
function welcomed(given) {
  const world = start(given);
  welcome();
  return world;
}

function welcome() {
  newest().open();
  newest().says(WELCOME);
}

/** Milliseconds until the next socket is made. */
function waits(clock) {
  const before = FakeSocket.all.length;
  for (let ms = 0; ms <= 60_000; ms++) {
    if (FakeSocket.all.length > before) return ms;
    clock.pass(1);
  }
  return Infinity;
}

/** Result of a request: "" while it is open. */
function fate(request) {
  const known = { is: "", answer: undefined };
  request.then(
    (answer) => Object.assign(known, { is: "done", answer }),
    (error) => Object.assign(known, { is: error.code, answer: error }),
  );
  return known;
}

test("says hello first, to the address, in the page's protocol", () => {
  const { connection } = start();
  assert.equal(connection.health, "connecting");
  assert.deepEqual([newest().url, newest().protocols], ["ws://here/ws", ["bocage.v1.json"]]);
  newest().open();
  assert.deepEqual(newest().sent, [{ t: "hello", client: "bocage-client", short: true, token: "t", lang: "en" }]);
});

test("backoff doubles up to fifteen seconds and resets", () => {
  const { clock, connection } = start();
  const seen = [];
  for (let i = 0; i < 9; i++) {
    newest().lose();
    assert.equal(connection.health, "offline");
    seen.push(waits(clock));
  }
  assert.deepEqual(seen, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  newest().open();
  newest().lose();
  assert.equal(waits(clock), 15_000);
  welcome();
  newest().lose();
  assert.equal(waits(clock), 250);
});

test("jitter spreads waits by half", () => {
  for (const [chance, first] of [
    [0, 125],
    [0.999, 375],
  ]) {
    const { clock } = start({ chance });
    newest().lose();
    assert.equal(waits(clock), first);
  }
});

test("every close code is followed by another try", () => {
  for (const code of [1000, 1001, 1006, 1012, 4000, 4001, 4002, 4003, 4008]) {
    const { clock } = welcomed();
    newest().lose(code);
    assert.equal(waits(clock), 250, String(code));
  }
});

test("one loss makes one socket", () => {
  const { clock } = welcomed();
  const old = newest();
  old.lose();
  old.lose();
  clock.pass(9_000);
  assert.equal(FakeSocket.all.length, 2);
});

test("what an old socket says or does is not heard", () => {
  const { clock, connection } = welcomed();
  const old = newest();
  old.lose();
  waits(clock);
  old.says({ ...WELCOME, time: 0 });
  assert.equal(connection.health, "offline");
  welcome();
  old.lose();
  assert.equal(connection.health, "online");
});

test("the service's clock is that of its last welcome", () => {
  const { clock, connection } = welcomed();
  assert.equal(connection.now(), 5_000_000);
  clock.pass(700);
  assert.equal(connection.now(), 5_000_700);
});

test("silent service is pinged, then given up", () => {
  const { clock, connection, healths } = welcomed();
  clock.pass(24_999);
  assert.deepEqual(newest().heard(), []);
  clock.pass(1);
  const [ping] = newest().heard();
  assert.equal(ping.t, "ping");
  const asked = newest();
  clock.pass(9_999);
  assert.equal(connection.health, "online");
  clock.pass(1);
  assert.equal(connection.health, "offline");
  assert.equal(asked.closed, true);
  assert.deepEqual(healths, ["online", "offline"]);
  assert.equal(waits(clock), 250);
});

test("any message is a sign of life", () => {
  const { clock, connection } = welcomed();
  clock.pass(30_000);
  newest().says({ t: "pong", id: 1, time: 0 });
  clock.pass(24_999);
  newest().says({ t: "available" });
  clock.pass(24_999);
  assert.equal(connection.health, "online");
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(newest().heard().length, 1);
});

test("a try without a welcome is given up", () => {
  const { clock } = start();
  const lasted = [10_000, 20_000, 30_000, 30_000].map((expected) => {
    const silent = newest();
    silent.open();
    clock.pass(expected - 1);
    const early = silent.closed;
    clock.pass(1);
    assert.deepEqual(silent.heard(), []);
    waits(clock);
    return !early && silent.closed;
  });
  assert.deepEqual(lasted, [true, true, true, true]);
});

test("an unanswered act has the service asked in two seconds", () => {
  const { clock, connection, healths } = welcomed();
  connection.request(ACT);
  const [act] = newest().heard();
  clock.pass(1_999);
  assert.deepEqual(newest().heard(), []);
  clock.pass(1);
  const dead = newest();
  assert.deepEqual(
    dead.heard().map(({ t }) => t),
    ["ping"],
  );
  clock.pass(2_999);
  assert.deepEqual(healths, ["online"]);
  clock.pass(1);
  assert.deepEqual([dead.closed, connection.health], [true, "offline"]);
  assert.equal(waits(clock), 250);
  welcome();
  // Once, under its number.
  assert.deepEqual(newest().heard(), [act]);
});

test("new subscriptions are owed", () => {
  const { clock, connection } = welcomed();
  connection.follow("m", { opening: () => ({ t: "watch", match: "m" }), receive: () => {} });
  clock.pass(5_000);
  assert.equal(newest().closed, true);
  waits(clock);
  welcome();
  newest().says({ t: "snapshot", match: "m", seq: 1 });
  newest().heard();
  clock.pass(20_000);
  connection.reopen("m");
  clock.pass(2_000);
  assert.deepEqual(
    newest()
      .heard()
      .map(({ t }) => t),
    ["watch", "ping"],
  );
});

test("a slow service that says anything is not left", () => {
  const { clock, connection } = welcomed();
  const act = fate(connection.request(ACT));
  for (let i = 0; i < 20; i++) {
    clock.pass(4_900);
    newest().says(i % 2 ? { t: "pong", id: 9, time: 0 } : { t: "update", match: "other", seq: i });
  }
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(act.is, "");
});

test("further requests do not put the question off", () => {
  const { clock, connection } = welcomed();
  for (let i = 0; i < 5; i++) {
    connection.request({ ...ACT, seq: i });
    clock.pass(1_000);
  }
  assert.equal(newest().closed, true);
});

test("an act shortens the wait for a quiet service", () => {
  const { clock, connection } = welcomed();
  clock.pass(26_000);
  connection.request(ACT);
  clock.pass(3_000);
  assert.equal(newest().closed, true);
});

test("each silent death lets the next connection wait longer", () => {
  const { clock, connection } = welcomed();
  const lasted = () => {
    const began = clock.now;
    const socket = newest();
    while (!socket.closed) clock.pass(100);
    waits(clock);
    welcome();
    return clock.now - began;
  };
  connection.request(ACT);
  const seen = [lasted(), lasted(), lasted(), lasted()].map((ms) => Math.round(ms / 1000));
  assert.deepEqual(seen, [5, 8, 12, 12]);
  clock.pass(2_000);
  newest().says({ t: "pong", id: 9, time: 0 });
  assert.equal(Math.round(lasted() / 1000), 5);
});

test("a late timer is forgiven once", () => {
  const { clock, connection } = welcomed();
  connection.request(ACT);
  clock.pass(2_000);
  // The machine sleeps: time goes on, timers do not.
  clock.sleep(60_000);
  clock.pass(0);
  assert.equal(newest().closed, false);
  assert.deepEqual(
    newest()
      .heard()
      .map(({ t }) => t),
    ["act", "ping", "ping"],
  );
  clock.sleep(60_000);
  clock.pass(0);
  assert.equal(connection.health, "offline");
});

test("waking asks at once", () => {
  for (const name of ["online", "pageshow", "visibilitychange"]) {
    const { clock } = welcomed();
    happen(name);
    assert.deepEqual(
      newest()
        .heard()
        .map(({ t }) => t),
      ["ping"],
      name,
    );
    clock.pass(3_000);
    assert.equal(newest().closed, true);
    waits(clock);
    welcome();
    happen(name);
    newest().says({ t: "pong", id: 9, time: 0 });
    clock.pass(20_000);
    assert.equal(newest().closed, false);
  }
});

test("waking begins anew a try that hangs", () => {
  const { clock } = start();
  const hanging = newest();
  happen("online");
  assert.equal(FakeSocket.all.length, 1);
  clock.pass(4_000);
  happen("online");
  assert.deepEqual([hanging.closed, FakeSocket.all.length], [true, 2]);
});

test("pages without a websocket mean that it is blocked", async () => {
  const { clock, connection, healths } = start();
  globalThis.fetch = async () => ({ ok: true });
  for (let i = 0; i < 3; i++) {
    newest().lose();
    await settled();
    assert.equal(connection.health, i < 2 ? "offline" : "blocked");
    waits(clock);
  }
  newest().lose();
  await settled();
  waits(clock);
  welcome();
  assert.deepEqual(healths, ["offline", "blocked", "online"]);
});

test("a service that is away is not called blocked", async () => {
  const { clock, connection } = start();
  for (const fetched of [async () => Promise.reject(new TypeError("no network")), async () => ({ ok: false })]) {
    globalThis.fetch = fetched;
    for (let i = 0; i < 4; i++) {
      newest().lose();
      await settled();
      waits(clock);
    }
    assert.equal(connection.health, "offline");
  }
});

test("a browser without websockets is called blocked", async () => {
  const { clock, connection } = start();
  globalThis.fetch = async () => ({ ok: true });
  newest().lose();
  globalThis.WebSocket = class {
    constructor() {
      throw new DOMException("not here", "SecurityError");
    }
  };
  for (let i = 0; i < 4; i++) {
    clock.pass(10_000);
    await settled();
  }
  assert.equal(connection.health, "blocked");
  globalThis.WebSocket = FakeSocket;
  clock.pass(15_000);
  welcome();
  assert.equal(connection.health, "online");
});

test("an unknown player watches, and their requests wait", async () => {
  const { clock, connection } = welcomed();
  const act = fate(connection.request(ACT));
  newest().lose();
  waits(clock);
  newest().open();
  newest().says({ t: "refused", code: "bad_token", text: "" });
  clock.pass(0);
  assert.deepEqual(
    newest().sent.map(({ token }) => token),
    ["t", ""],
  );
  newest().says({ ...WELCOME, player: "", name: "" });
  assert.deepEqual(newest().heard(), []);
  newest().lose();
  waits(clock);
  welcome();
  assert.deepEqual(newest().heard(), [{ ...ACT, id: 1 }]);
  assert.equal(act.is, "");
});

test("another player sees another view", async () => {
  const { clock, connection } = welcomed();
  const act = fate(connection.request(ACT));
  let seq = 7;
  connection.follow("m", {
    opening: () => ({ t: "watch", match: "m", seq }),
    receive: () => {},
    another: () => (seq = 0),
  });
  connection.restart();
  newest().open();
  newest().says({ ...WELCOME, player: "q" });
  await settled();
  assert.deepEqual(newest().heard(), [{ t: "watch", match: "m", seq: 0 }]);
  assert.equal(act.is, "unknown");
  seq = 8;
  connection.restart();
  newest().open();
  newest().says({ ...WELCOME, player: "q" });
  assert.deepEqual(newest().heard(), [{ t: "watch", match: "m", seq: 8 }]);
  clock.pass(0);
});

test("channels open at each welcome", () => {
  const { clock, connection } = start();
  let seq = 0;
  connection.follow("m", { opening: () => ({ t: "watch", match: "m", seq }), receive: () => {} });
  newest().open();
  assert.deepEqual(newest().heard(), []);
  newest().says(WELCOME);
  assert.deepEqual(newest().heard(), [{ t: "watch", match: "m", seq: 0 }]);
  connection.follow("n", { opening: () => ({ t: "watch", match: "n" }), receive: () => {} });
  assert.deepEqual(newest().heard(), [{ t: "watch", match: "n" }]);
  seq = 7;
  newest().lose();
  waits(clock);
  connection.reopen("m");
  welcome();
  assert.deepEqual(newest().heard(), [
    { t: "watch", match: "m", seq: 7 },
    { t: "watch", match: "n" },
  ]);
  connection.unfollow("n", { t: "unwatch", match: "n" });
  connection.unfollow("n", { t: "unwatch", match: "n" });
  connection.reopen("n");
  connection.reopen("m");
  assert.deepEqual(newest().heard(), [
    { t: "unwatch", match: "n" },
    { t: "watch", match: "m", seq: 7 },
  ]);
});

test("each channel hears its own match, the lobby the lobby", () => {
  const { connection } = welcomed();
  const told = [];
  for (const key of ["m", "n", "lobby"]) {
    connection.follow(key, { opening: () => ({ t: "watch" }), receive: (message) => told.push([key, message.t]) });
  }
  newest().says({ t: "update", match: "n", seq: 1 });
  newest().says({ t: "snapshot", match: "m", seq: 1 });
  newest().says({ t: "lobby", rows: [] });
  newest().says({ t: "update", match: "gone", seq: 1 });
  assert.deepEqual(told, [
    ["n", "update"],
    ["m", "snapshot"],
    ["lobby", "lobby"],
  ]);
});

test("a request is sent once, and its ack resolves it", async () => {
  const { connection } = welcomed();
  const first = fate(connection.request(ACT));
  const second = fate(connection.request({ t: "resign", match: "m" }));
  const [act, resign] = newest().heard();
  assert.deepEqual({ ...act, id: 0 }, { ...ACT, id: 0 });
  assert.notEqual(act.id, resign.id);
  newest().says({ t: "ack", id: resign.id, seq: 4 });
  newest().says({ t: "ack", id: resign.id, seq: 4 });
  await settled();
  assert.deepEqual([first.is, second.is, second.answer.seq], ["", "done", 4]);
  newest().lose();
});

test("early request waits for the welcome", () => {
  const { connection } = start();
  connection.request(ACT);
  newest().open();
  assert.deepEqual(newest().heard(), []);
  newest().says(WELCOME);
  assert.equal(newest().heard().length, 1);
});

test("unanswered requests are repeated with their number", async () => {
  const { clock, connection } = welcomed();
  const open = fate(connection.request(ACT));
  const answered = fate(connection.request({ ...ACT, seq: 9 }));
  const [act, other] = newest().heard();
  newest().says({ t: "ack", id: other.id, seq: 10 });
  newest().lose();
  waits(clock);
  welcome();
  assert.deepEqual(newest().heard(), [act]);
  newest().says({ t: "ack", id: act.id, seq: 4 });
  await settled();
  assert.deepEqual([open.is, answered.is], ["done", "done"]);
});

test("chat is sent at most once", async () => {
  const { clock, connection } = welcomed();
  const said = fate(connection.request({ t: "say", match: "m", text: "hi" }));
  newest().lose();
  const waiting = fate(connection.request({ t: "say", match: "m", text: "still here" }));
  waits(clock);
  welcome();
  await settled();
  assert.equal(said.is, "unknown");
  assert.match(said.answer.message, /\w/);
  assert.equal(waiting.is, "");
  assert.deepEqual(
    newest()
      .heard()
      .map((message) => message.text),
    ["still here"],
  );
});

test("act without storage is retried after its time", async () => {
  const { clock, connection } = welcomed();
  const act = fate(connection.request(ACT));
  const [sent] = newest().heard();
  newest().says({ t: "refused", code: "unavailable", text: "", id: sent.id, retry: 700 });
  clock.pass(699);
  assert.deepEqual(newest().heard(), []);
  clock.pass(1);
  assert.deepEqual(newest().heard(), [sent]);
  newest().says({ t: "refused", code: "unavailable", text: "", id: sent.id });
  clock.pass(999);
  assert.deepEqual(newest().heard(), []);
  clock.pass(1);
  assert.deepEqual(newest().heard(), [sent]);
  newest().says({ t: "ack", id: sent.id, seq: 4 });
  await settled();
  assert.equal(act.is, "done");
  clock.pass(20_000);
  assert.deepEqual(newest().heard(), []);
});

test("act waiting for storage is sent once", () => {
  const { clock, connection } = welcomed();
  connection.request(ACT);
  const [sent] = newest().heard();
  newest().says({ t: "refused", code: "unavailable", text: "", id: sent.id, retry: 100 });
  newest().lose();
  clock.pass(150);
  assert.equal(FakeSocket.all.length, 1);
  clock.pass(100);
  welcome();
  assert.deepEqual(newest().heard(), [sent]);
});

test("other refusals reach the caller", async () => {
  const { connection } = welcomed();
  const act = fate(connection.request(ACT));
  const draw = fate(connection.request({ t: "draw", match: "m", seq: 3 }));
  const [first, second] = newest().heard();
  newest().says({ t: "refused", code: "illegal_action", text: "No.", id: first.id, rule: "SQ-1", retry: 20 });
  newest().says({ t: "refused", code: "stale", text: "Late.", id: second.id });
  await settled();
  assert.deepEqual(
    [act.is, act.answer.message, act.answer.rule, act.answer.retry],
    ["illegal_action", "No.", "SQ-1", 20],
  );
  assert.deepEqual([draw.is, draw.answer.rule, draw.answer.retry], ["stale", "", 0]);
});

test("unavailable match is retried", () => {
  const { clock, connection } = welcomed();
  const told = [];
  connection.addEventListener("refused", (event) => told.push(event.detail.code));
  connection.follow("m", { opening: () => ({ t: "watch", match: "m" }), receive: () => {} });
  newest().heard();
  newest().says({ t: "refused", code: "unavailable", text: "", match: "m", retry: 400 });
  clock.pass(399);
  assert.deepEqual(newest().heard(), []);
  clock.pass(1);
  assert.deepEqual(newest().heard(), [{ t: "watch", match: "m" }]);
  newest().says({ t: "refused", code: "private", text: "", match: "m" });
  newest().says({ t: "refused", code: "bad_message", text: "" });
  clock.pass(20_000);
  assert.deepEqual(newest().heard(), []);
  assert.deepEqual(told, ["private", "bad_message"]);
});

test("refused hello is repeated after its time", () => {
  const strangers = [];
  const { clock, connection } = start({ strangers });
  newest().open();
  const socket = newest();
  socket.sent.length = 0;
  socket.says({ t: "refused", code: "limit", text: "", retry: 300 });
  clock.pass(299);
  assert.equal(socket.sent.length, 0);
  clock.pass(1);
  assert.equal(socket.sent.length, 1);
  assert.equal(strangers.length, 0);
  socket.says({ t: "refused", code: "bad_token", text: "" });
  assert.equal(strangers.length, 1);
  clock.pass(0);
  assert.equal(socket.sent.length, 2);
  assert.equal(connection.health, "connecting");
  socket.says({ t: "refused", code: "limit", text: "", retry: 300 });
  socket.lose();
  clock.pass(10_000);
  assert.equal(socket.sent.length, 2);
});

test("health shows each storage change once", () => {
  const { healths } = welcomed();
  for (const t of ["unavailable", "unavailable", "available", "available"]) newest().says({ t });
  assert.deepEqual(healths, ["online", "unavailable", "online"]);
});

test("draining node is left as asked", () => {
  const { clock, connection } = welcomed();
  const old = newest();
  old.says({ t: "draining", retry: 900 });
  assert.equal(old.closed, true);
  assert.equal(connection.health, "offline");
  assert.equal(waits(clock), 900);
  welcome();
  newest().says({ t: "draining" });
  assert.equal(waits(clock), 250);
});

test("missing rules are told after five nodes", async () => {
  const { clock, connection } = welcomed();
  const told = [];
  connection.addEventListener("refused", (event) => told.push(event.detail.code));
  const refuse = () => newest().says({ t: "refused", code: "unknown_rules", text: "", match: "m" });
  for (let i = 0; i < 5; i++) {
    refuse();
    assert.equal(connection.health, "connecting", String(i));
    assert.equal(waits(clock), 250);
    welcome();
  }
  assert.deepEqual(told, []);
  refuse();
  assert.deepEqual(told, ["unknown_rules"]);
  assert.equal(connection.health, "online");
  // Once the match was seen, the count of attempts starts again.
  newest().says({ t: "update", match: "m", seq: 1 });
  refuse();
  assert.equal(connection.health, "connecting");
});

test("request is kept for a capable node", async () => {
  const { clock, connection } = welcomed();
  const act = fate(connection.request(ACT));
  newest().says({ t: "refused", code: "unknown_rules", text: "", match: "m", id: 1, retry: 100 });
  clock.pass(250);
  welcome();
  await settled();
  assert.equal(act.is, "");
  assert.deepEqual(newest().heard(), [{ ...ACT, id: 1 }]);
});

test("service clock survives a device clock change", () => {
  const { clock, connection } = welcomed();
  for (const correction of [3_600_000, -3_600_000]) {
    clock.corrected = correction;
    clock.pass(700);
    connection.now();
    newest().says({ t: "pong", id: 1, time: 5_000_000 + (clock.now - 1_000_000) });
    assert.equal(connection.now(), 5_000_000 + (clock.now - 1_000_000));
  }
});

test("after sleep the service is asked what time it is", () => {
  const { clock, connection } = welcomed();
  newest().heard();
  clock.sleep(600_000);
  connection.now();
  assert.deepEqual(
    newest()
      .heard()
      .map(({ t }) => t),
    ["ping"],
  );
  newest().says({ t: "pong", id: 1, time: 5_600_000 });
  assert.equal(connection.now(), 5_600_000);
  assert.deepEqual(newest().heard(), []);
});

test("late answer does not set the clock back", () => {
  const { connection } = welcomed();
  newest().says({ t: "pong", id: 1, time: 4_999_500 });
  assert.equal(connection.now(), 5_000_000);
  newest().says({ t: "pong", id: 1, time: 4_000_000 });
  assert.equal(connection.now(), 4_000_000);
});

test("before the first welcome the service's clock is ours", () => {
  const { clock, connection } = start();
  assert.equal(connection.now(), clock.now);
});

test("online event ends a wait", () => {
  for (const name of ["online", "pageshow"]) {
    const { clock } = welcomed();
    happen(name);
    assert.equal(FakeSocket.all.length, 1);
    newest().lose();
    happen(name);
    assert.equal(FakeSocket.all.length, 2);
    clock.pass(9_000);
    assert.equal(FakeSocket.all.length, 2);
    newest().lose();
    assert.equal(waits(clock), 250);
  }
});

test("the browser's word that there is none drops the connection", () => {
  const { connection } = welcomed();
  const old = newest();
  happen("offline");
  assert.equal(old.closed, true);
  assert.equal(connection.health, "offline");
});

test("a restart says hello anew at once", () => {
  const { clock, connection } = welcomed();
  const old = newest();
  connection.restart();
  assert.equal(old.closed, true);
  assert.equal(FakeSocket.all.length, 2);
  assert.equal(connection.health, "connecting");
  clock.pass(9_000);
  assert.equal(FakeSocket.all.length, 2);
});

test("after close nothing is tried any more", () => {
  const { clock, connection } = welcomed();
  const old = newest();
  connection.close();
  assert.equal(old.closed, true);
  happen("online");
  clock.pass(100_000);
  assert.equal(FakeSocket.all.length, 1);
  const { clock: later, connection: other } = welcomed();
  newest().lose();
  other.close();
  happen("online");
  later.pass(100_000);
  assert.equal(FakeSocket.all.length, 1);
});

/** A connection of a page that shows `screen.match`, and its subscriptions. */
function near(screen, welcomeWith) {
  for (const old of connections) old.close();
  const clock = freshWorld();
  const connection = new Connection("ws://here/ws", { identity: IDENTITY, near: () => screen.match });
  connections = [connection];
  newest().open();
  newest().says({ ...WELCOME, ...welcomeWith });
  return { clock, connection };
}

const TABLE = { opening: () => ({ t: "watch", match: "m1" }), receive: () => {} };

test("connection address names the shown match", () => {
  near({ match: "m 1" });
  assert.equal(newest().url, "ws://here/ws?match=m%201");
});

test("entering a table moves the connection on request", () => {
  const screen = { match: "" };
  const { connection } = near(screen, { per_match: true });
  assert.equal(newest().url, "ws://here/ws");
  const healths = [];
  connection.addEventListener("health", () => healths.push(connection.health));
  const request = fate(connection.request(ACT));
  screen.match = "m1";
  connection.follow("m1", TABLE);
  assert.equal(newest().url, "ws://here/ws?match=m1");
  assert.deepEqual([FakeSocket.all.length, FakeSocket.all[0].closed, healths], [2, true, []]);
  newest().open();
  newest().says({ ...WELCOME, per_match: true });
  assert.deepEqual(
    newest().sent.map(({ t }) => t),
    ["hello", "watch", "act"],
  );
  assert.equal(request.is, "");
  screen.match = "";
  connection.follow("lobby", { opening: () => ({ t: "watch_lobby" }), receive: () => {} });
  assert.equal(FakeSocket.all.length, 2);
});

test("connection stays by default", () => {
  const screen = { match: "" };
  const { connection } = near(screen);
  screen.match = "m1";
  connection.follow("m1", TABLE);
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(newest().sent.at(-1).t, "watch");
});
