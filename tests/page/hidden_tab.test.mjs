/** A hidden tab leaves the table if its player gets notices elsewhere, and only then. */

import assert from "node:assert/strict";
import test from "node:test";
import { leaveUnseen, UNSEEN } from "../../clients/web/js/features/notices/hidden_tab.js";
import { Clock, settled } from "./world.mjs";

/** A tab at a table: `told` are the player's channels, from the service. */
function tab(told, kind = "days", seat = 0) {
  const clock = new Clock();
  globalThis.setTimeout = (work, ms) => clock.setTimeout(work, ms);
  globalThis.clearTimeout = (number) => clock.clearTimeout(number);
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  globalThis.fetch = async () => {
    if (told === null) throw new TypeError("the network broke");
    return { ok: true, status: 200, json: async () => ({ channels: [{ confirmed: true, events: told }] }) };
  };
  const done = [];
  const feed = { seat, view: { clock: { kind } }, close: () => done.push("left"), follow: () => done.push("back") };
  const left = new AbortController();
  const quick = { ...feed, view: { clock: { kind: "bank" } } };
  leaveUnseen(() => [feed, quick], left.signal);
  const see = (seen) => {
    document.hidden = !seen;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const pass = async (ms) => {
    clock.pass(ms);
    await settled();
  };
  return { done, see, pass, left };
}

test("hidden tab leaves and returns", async () => {
  const { done, see, pass } = tab(["turn"]);
  see(false);
  await pass(UNSEEN - 1);
  assert.deepEqual(done, []);
  await pass(1);
  assert.deepEqual(done, ["left"]);
  see(true);
  assert.deepEqual(done, ["left", "back"]);
});

test("a glance elsewhere changes nothing", async () => {
  const { done, see, pass } = tab(["turn"]);
  see(false);
  await pass(UNSEEN - 1);
  see(true);
  await pass(UNSEEN);
  assert.deepEqual(done, []);
});

test("hidden tab stays without notices or days", async () => {
  for (const [told, kind, seat] of [
    [["over"], "days", 0],
    [null, "days", 0],
    [["turn"], "bank", 0],
    [["turn"], "days", -1],
  ]) {
    const { done, see, pass } = tab(told, kind, seat);
    see(false);
    await pass(UNSEEN);
    assert.deepEqual(done, []);
  }
});

test("a screen that was left does nothing more", async () => {
  const { done, see, pass, left } = tab(["turn"]);
  see(false);
  left.abort();
  await pass(UNSEEN);
  see(true);
  assert.deepEqual(done, []);
});
