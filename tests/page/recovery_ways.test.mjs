/** Warnings before a player is locked out: every state, every act. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrived,
  BEFORE_ALL,
  beforeOut,
  beforeRemoval,
  standing,
} from "../../clients/web/js/features/accounts/recovery_ways.js";
import { EN } from "../../clients/web/js/features/accounts/words_en.js";
import { JA } from "../../clients/web/js/features/accounts/words_ja.js";
import { EN as IDENTITY } from "../../clients/web/js/identity/words_en.js";

const FEW = [0, 1, 2];
const STATES = FEW.flatMap((codes) => FEW.flatMap((passkeys) => FEW.map((others) => ({ codes, passkeys, others }))));
const nothing = ({ codes, passkeys, others }) => codes === 0 && passkeys === 0 && others === 0;

/** Warnings of irreversible acts, and the words each must contain. */
const WARNINGS = {
  "devices.back.none": /lost to you/,
  "devices.out.this.last": /cannot come back/,
  "devices.out.one.last": /this browser alone/,
  "passkeys.remove.last": /lost to you/,
  [BEFORE_ALL]: /this browser alone/,
  "move.done.last": /last recovery code/,
};

test("losing the last way back is warned about", () => {
  for (const ways of STATES) {
    assert.equal(standing(ways) === "devices.back.none", nothing(ways));
    assert.equal(beforeOut(ways, true) in WARNINGS, nothing(ways));
    if (ways.others) assert.equal(beforeOut(ways, false) in WARNINGS, nothing({ ...ways, others: ways.others - 1 }));
    if (ways.passkeys) assert.equal(beforeRemoval(ways) in WARNINGS, nothing({ ...ways, passkeys: ways.passkeys - 1 }));
    // Earlier devices may be lost: whoever needed a code had none of them at hand.
    assert.equal(arrived(ways) in WARNINGS, ways.codes === 0 && ways.passkeys === 0);
  }
});

test("the warnings say so, in both languages", () => {
  for (const [key, says] of Object.entries(WARNINGS)) {
    assert.match(EN[key], says);
    assert.ok(JA[key].length > 20);
  }
  // The warning of lost storage stands behind the player's name.
  assert.match(IDENTITY["no_password"], /clear its data/);
  assert.match(IDENTITY["no_password"], /forgotten after some months/);
  assert.match(EN["move.replaces"], /is kept in this browser/);
});
