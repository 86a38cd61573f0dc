/** Notices of a match that waits while its player is elsewhere. */

import assert from "node:assert/strict";
import test from "node:test";

import { settled } from "./world.mjs";

/** @type {(() => Promise<void>)[]} */
const checks = [];
globalThis.setInterval = (check) => checks.push(check);
globalThis.Node = class {};
globalThis.clearInterval = () => {};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });

/** @type {any[]} */
let notices = [];
const element = () => ({
  children: [],
  textContent: "",
  setAttribute() {},
  addEventListener() {},
  replaceChildren() {},
  append() {},
  classList: { add() {} },
  remove() {
    notices = notices.filter((note) => note !== this);
  },
});
globalThis.document = {
  title: "Bocage",
  createElement: element,
  createElementNS: element,
  querySelector: () => ({ children: [], append: (note) => notices.push(note) }),
};

const { keepWaiting, stopWaiting } = await import("../../clients/web/js/table/waiting_match.js");

const SEATED = { seats: { 0: { player: "ann" }, 1: { player: "bob" } }, agreement: { accepted: [0] } };

/** The next check, of a match in this state. @param {Record<string, any>} view */
async function check(view) {
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ view }), { headers: { "content-type": "application/json" } });
  const checked = checks.at(-1)?.();
  return { checked, done: () => checked?.then(settled) };
}

test("whoever waits is told that the opponent came", async () => {
  keepWaiting("one", "SQUAD", "/match/one");
  await (await check({ ...SEATED, status: "open" })).done();
  assert.equal(notices.length, 1);
  stopWaiting("one");
  assert.equal(notices.length, 0);
});

test("whoever left an agreement is told when play begins", async () => {
  keepWaiting("two", "SQUAD", "/match/two", true);
  await (await check({ ...SEATED, status: "open" })).done();
  assert.equal(notices.length, 0);
  await (await check({ ...SEATED, status: "playing" })).done();
  assert.equal(notices.length, 1);
  stopWaiting("two");
});

test("nothing is told at the table itself", async () => {
  keepWaiting("three", "SQUAD", "/match/three", true);
  const late = await check({ ...SEATED, status: "playing" });
  stopWaiting("three");
  await late.done();
  assert.equal(notices.length, 0);
});
