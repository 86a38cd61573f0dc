/** Reasons of better actions, in words. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { loadAllWords, Words } from "../../clients/web/js/words/words.js";

await loadAllWords();

test("ending reason names winner and loser", () => {
  const words = new Words(
    {
      "why.ending": "{more?More|Fewer}: {ending:outcome}",
      "outcome.end": "{winner?{winner:seat} beats {loser:seat}|It is over}",
      "seat.0": "North",
      "seat.1": "South",
    },
    "en",
  );
  const told = (/** @type {object} */ more, /** @type {number} */ seat) =>
    words.reason({ theme: "ending", ending: "end", ...more }, seat);
  assert.equal(told({ won: true, more: true }, 0), "More: North beats South");
  assert.equal(told({ won: true, more: true }, 1), "More: South beats North");
  assert.equal(told({ lost: true }, 0), "Fewer: South beats North");
  assert.equal(told({}, 0), "Fewer: It is over");
  // As in the log.
  const log = new Words(
    {
      "event.hinted": "{ending:outcome}",
      "outcome.end": "{loser?{loser:seat}|One side} is beaten",
      "seat.0": "North",
      "seat.1": "South",
    },
    "en",
  );
  assert.equal(log.event({ ev: "hinted", seat: 1, theme: "ending", ending: "end", won: true }), "North is beaten");
});
