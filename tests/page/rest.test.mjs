/** The page's requests: identity, retries. */

import assert from "node:assert/strict";
import test from "node:test";
import { isKnown } from "../../clients/web/js/identity/unknown_player.js";
import {
  ensurePlayer,
  getJSON,
  getText,
  makeMatch,
  nonce,
  postJSON,
  RestError,
} from "../../clients/web/js/net/rest.js";
import { become, forget, identity, isDoubted, trust } from "../../clients/web/js/prefs.js";
import { freshWorld, settled } from "./world.mjs";

const ADA = { player: "p", token: "secret", name: "Ada" };
let asked = [];

/** The service gives these answers: [status, body], or an error. */
function answers(...given) {
  asked = [];
  globalThis.fetch = async (path, request) => {
    asked.push({ path, ...request, body: request.body == null ? null : JSON.parse(request.body) });
    const next = given.shift();
    if (next instanceof Error) throw next;
    const [status, body] = next;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return { ok: status < 400, status, json: async () => JSON.parse(text), text: async () => text };
  };
}

const broken = () => new TypeError("the network broke");

/** Result of a request for a match, and the pauses (ms) between attempts. */
async function making(chance, ...given) {
  const clock = freshWorld(chance);
  answers(...given);
  let outcome;
  makeMatch("/api/matches", { game: "squad" }).then(
    (made) => (outcome = made),
    (error) => (outcome = error),
  );
  const pauses = [];
  for (;;) {
    await settled();
    if (outcome !== undefined) return { outcome, pauses };
    pauses.push(clock.next());
    clock.pass(clock.next());
  }
}

test("requests carry token, language and invitation", async () => {
  become(ADA);
  localStorage.setItem("bocage.invites", JSON.stringify({ m1: "code" }));
  answers([200, { a: 1 }], [200, "text"], [200, { b: 2 }], [200, {}]);
  assert.deepEqual(await getJSON("/api/matches/m1/replay?as=0"), { a: 1 });
  assert.equal(await getText("/api/matches/m2/log"), "text");
  assert.deepEqual(await postJSON("/api/x", { c: 3 }), { b: 2 });
  await postJSON("/api/x");
  assert.deepEqual(
    asked.map(({ path, method, body }) => [path, method, body]),
    [
      ["/api/matches/m1/replay?as=0", "GET", null],
      ["/api/matches/m2/log", "GET", null],
      ["/api/x", "POST", { c: 3 }],
      ["/api/x", "POST", {}],
    ],
  );
  assert.deepEqual(asked[0].headers, {
    "Accept-Language": "en",
    "Bocage-Invite": "code",
    Authorization: "Bearer secret",
  });
  assert.deepEqual(asked[2].headers, {
    "Accept-Language": "en",
    Authorization: "Bearer secret",
    "Content-Type": "application/json",
  });
});

test("a refusal says why, whatever its form", async () => {
  answers([403, { text: "No.", code: "private", retry: 40 }], [502, "<html>"]);
  await assert.rejects(
    getJSON("/api/x"),
    (error) =>
      error instanceof RestError &&
      error.message === "No." &&
      error.code === "private" &&
      error.status === 403 &&
      error.retry === 40,
  );
  await assert.rejects(
    getJSON("/api/x"),
    (error) => error.message === "HTTP 502" && error.code === "http" && error.retry === 0,
  );
});

test("no refusal removes the token", async () => {
  const stored = localStorage.getItem("bocage.identity");
  answers(
    [403, { text: "No.", code: "private" }],
    [401, { text: "Who?", code: "bad_token" }],
    [200, { a: 1 }],
    [200, { b: 2 }],
  );
  await assert.rejects(getJSON("/api/x"));
  assert.deepEqual(await getJSON("/api/x"), { a: 1 });
  assert.deepEqual(await getJSON("/api/y"), { b: 2 });
  assert.deepEqual(
    asked.map(({ headers }) => headers.Authorization ?? ""),
    ["Bearer secret", "Bearer secret", "", ""],
  );
  assert.equal(localStorage.getItem("bocage.identity"), stored);
  trust("secret");
});

test("nobody takes the place of an unknown player", async () => {
  answers([401, { text: "Who?", code: "bad_token" }], [401, { text: "Nobody.", code: "no_token" }]);
  await assert.rejects(postJSON("/api/matches"), (error) => error.code === "no_token" && error.message.includes("Ada"));
  assert.equal(isDoubted(), true);
  await assert.rejects(ensurePlayer(), (error) => error.message.includes("Ada"));
  assert.equal(asked.length, 2);
  trust("secret");
  assert.equal((await ensurePlayer()).token, "secret");
});

test("whether a token is known is asked without harm", async () => {
  answers([200, {}], [403, { code: "suspended" }], [401, { code: "bad_token" }], [502, "<html>"], broken());
  const known = [];
  for (let i = 0; i < 5; i++) known.push(await isKnown("secret"));
  assert.deepEqual(known, [true, true, false, false, false]);
  assert.equal(identity().token, "secret");
});

test("a player wanted twice is made once", async () => {
  forget("p");
  answers([201, { player: "p", token: "new", name: "Ada" }]);
  const [one, other] = await Promise.all([ensurePlayer(), ensurePlayer()]);
  assert.deepEqual([one.token, other.token, asked.length], ["new", "new", 1]);
});

test("a player is made once", async () => {
  forget("p");
  answers([201, { player: "p", token: "new", name: "Ada" }]);
  assert.deepEqual(await ensurePlayer("Ada"), { player: "p", token: "new", name: "Ada" });
  assert.equal((await ensurePlayer("Bob")).token, "new");
  assert.deepEqual(
    asked.map(({ path, body }) => [path, body]),
    [["/api/players", { name: "Ada", device: "" }]],
  );
});

test("lost creation is retried under its key", async () => {
  const { outcome, pauses } = await making(0, broken(), broken(), broken(), broken(), [201, { match: "m" }]);
  assert.deepEqual(outcome, { match: "m" });
  assert.deepEqual(pauses, [300, 600, 900, 1200]);
  assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  assert.match(asked[0].headers["Idempotency-Key"], /^"[0-9a-f]{32}"$/);
});

test("a fifth failure is the caller's", async () => {
  const { outcome, pauses } = await making(0, broken(), broken(), broken(), broken(), broken(), [201, {}]);
  assert.equal(outcome.message, "the network broke");
  assert.equal(pauses.length, 4);
});

test("refusal is retried after its time with jitter", async () => {
  const full = (retry) => [429, { text: "Full.", code: "limit", retry }];
  assert.deepEqual((await making(0.5, full(1000), [201, {}])).pauses, [1250]);
  assert.deepEqual((await making(0, full(10_000), [201, {}])).pauses, [10_000]);
  assert.equal((await making(0, full(10_001), [201, {}])).outcome.code, "limit");
  assert.equal((await making(0, full(0), [201, {}])).outcome.code, "limit");
  assert.equal((await making(0, [400, { text: "No.", code: "bad_options" }])).outcome.code, "bad_options");
});

test("nonces are sixteen fresh bytes", () => {
  const drawn = Array.from({ length: 200 }, nonce);
  assert.ok(drawn.every((text) => /^[0-9a-f]{32}$/.test(text)));
  assert.equal(new Set(drawn).size, 200);
});
