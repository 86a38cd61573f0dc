/** Sounds, with a stand-in for the browser's part. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { make } from "../../clients/web/js/parts/sounds.js";

const part = () => ({
  frequency: {},
  gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
  connect: (next) => next,
  start: () => {},
  stop: () => {},
});

test("sound survives any browser state", async () => {
  const context = { state: "running", currentTime: 0, resumed: 0, createOscillator: part, createGain: part };
  // During a call a phone refuses.
  context.resume = () => {
    context.resumed++;
    return context.state === "interrupted" ? Promise.reject(new Error("a call")) : Promise.resolve();
  };
  globalThis.AudioContext = function AudioContext() {
    return context;
  };
  for (const [state, resumed] of [
    ["running", 0],
    ["suspended", 1],
    ["interrupted", 2],
    ["interrupted", 3],
    ["running", 3],
  ]) {
    context.state = state;
    make("turn");
    assert.equal(context.resumed, resumed, state);
  }
});
