/** Automatic passing: publicly visible lack of choice, and windows by setting; never by the hand. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { prefs, setPrefs } from "../../clients/web/js/prefs.js";
import { againstHouse, Begun, passes } from "../../clients/web/js/table/autopass.js";

const GAME = { id: "g", presentation: { ends: ["end", "pass"], windows: [{ decision: "react", verb: "pass" }] } };
const END = { do: "end" };
const PASS = { do: "pass" };
const PLAY = { do: "play", card: "smoke" };
const decision = (kind, actions, more = {}) => ({ seat: 0, kind, actions, ...more });

test("forced end of a step is passed", () => {
  assert.equal(prefs.forced, true);
  assert.equal(passes(GAME, decision("phase", [END], { forced: true })), END);
  setPrefs({ forced: false });
  assert.equal(passes(GAME, decision("phase", [END], { forced: true })), undefined);
  setPrefs({ forced: true });
});

test("single option due to the hand is not passed", () => {
  assert.equal(passes(GAME, decision("phase", [END])), undefined);
  assert.equal(passes(GAME, decision("react", [PASS])), undefined);
});

test("useless window is passed against house bots", () => {
  const odds = { actions: [[{ figure: "idle" }], []] };
  assert.equal(passes(GAME, decision("react", [PLAY, PASS], { odds }), true), PASS);
  assert.equal(passes(GAME, decision("react", [PLAY, PASS], { odds: { actions: [[], []] } }), true), undefined);
  assert.equal(passes(GAME, decision("react", [PLAY, PASS], { odds })), undefined);
  assert.equal(passes(GAME, decision("phase", [PLAY, END], { odds }), true), undefined);
});

test("forced hand is passed against house bots alone", () => {
  const seats = (...houses) => ({ seats: Object.fromEntries(houses.map((house, seat) => [seat, { house }])) });
  assert.equal(againstHouse(seats(false, true), 0), true);
  assert.equal(againstHouse(seats(true, false), 1), true);
  assert.equal(againstHouse(seats(false, false), 0), false);
  assert.equal(againstHouse(seats(false), 0), false);
  assert.equal(passes(GAME, decision("react", [PASS]), true), PASS);
  assert.equal(passes(GAME, decision("react", [PLAY, PASS]), true), undefined);
  assert.equal(passes(GAME, decision("phase", [PLAY]), true), undefined);
  setPrefs({ forced: false });
  assert.equal(passes(GAME, decision("react", [PASS]), true), undefined);
  setPrefs({ forced: true });
});

test("what does something is never done by itself", () => {
  assert.equal(passes(GAME, decision("phase", [PLAY], { forced: true })), undefined);
});

test("window is passed as the person wants", () => {
  setPrefs({ autopass: { "g.react": true } });
  assert.equal(passes(GAME, decision("react", [PASS])), PASS);
  assert.equal(passes(GAME, decision("react", [PLAY, PASS])), PASS);
  assert.equal(passes(GAME, decision("phase", [PLAY, END])), undefined);
  setPrefs({ autopass: {} });
});

test("nobody passes for another", () => {
  assert.equal(passes(GAME, { seat: 1, kind: "react" }), undefined);
  assert.equal(passes(GAME, undefined), undefined);
});

test("phase with an own act is ended by hand", () => {
  const phases = { id: "g", presentation: { ...GAME.presentation, phases: ["end"] } };
  const begun = new Begun(phases.presentation);
  const [tactics, recon] = ["tactics", "recon"].map((kind) => decision(kind, [END], { forced: true }));
  assert.equal(passes(phases, tactics, true, begun), END);
  begun.acted(tactics, PLAY);
  assert.equal(passes(phases, tactics, true, begun), undefined);
  assert.equal(passes(phases, recon, true, begun), END);
  // A window of the other side is no turn of theirs.
  begun.asked({ seat: 1, kind: "react" }, 0);
  assert.equal(passes(phases, tactics, true, begun), undefined);
  begun.acted(tactics, END);
  assert.equal(passes(phases, tactics, true, begun), END);
  begun.acted(tactics, PLAY);
  begun.asked({ seat: 1, kind: "tactics" }, 0);
  assert.equal(passes(phases, tactics, true, begun), END);
  // Windows end with a pass, which ends no phase.
  begun.acted(decision("react", [PLAY, PASS]), PLAY);
  assert.equal(passes(phases, decision("react", [PASS]), true, begun), PASS);
});
