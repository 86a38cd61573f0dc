/** Soft hyphens in names on cards. */

import assert from "node:assert/strict";
import test from "node:test";

import { softly } from "../../clients/web/js/words/hyphens.js";

test("long words break at hyphens or parts", () => {
  assert.equal(softly("Light Reinforcement"), "Light Rein\u00adforce\u00adment");
  assert.equal(softly("ボルトアクションライフル"), "ボルト\u200bアクション\u200bライフル");
  assert.equal(softly("バズーカ/パンツァーファウスト"), "バズーカ/\u200bパンツァー\u200bファウスト");
  assert.equal(softly("Bazooka/Panzerfaust"), "Bazooka/\u200bPanzer\u00adfaust");
  assert.equal(softly("シェルショック"), "シェル\u200bショック");
  assert.equal(softly("半自動小銃"), "半自動小銃");
});
